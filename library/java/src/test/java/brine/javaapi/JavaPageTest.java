package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page for Java: its blocks are compiled as one class and run. */
class JavaPageTest {
  private static final Pattern DECLARATION =
      Pattern.compile("^(record|sealed|static final|enum|interface|class|@\\w+)\\b");

  @Test
  @DisplayName("the Java of docs/guide/java.md compiles, and prints the output on the page")
  void page(@TempDir Path folder) throws Exception {
    StringBuilder imports = new StringBuilder();
    StringBuilder members = new StringBuilder();
    StringBuilder statements = new StringBuilder();
    List<String> promised = new ArrayList<>();
    int blocks = 0;
    for (String block : blocks(Path.of("../../docs/guide/java.md"))) {
      blocks++;
      String code = "";
      for (String line : block.split("\n")) {
        if (line.startsWith("import ")) imports.append(line).append('\n');
        else code += line + "\n";
      }
      code = code.strip() + "\n";
      if (DECLARATION.matcher(code).find()) members.append(code);
      else statements.append(code);
      promised.addAll(promised(code));
    }
    assertTrue(blocks > 15, "only " + blocks + " blocks were found");
    Path source = folder.resolve("page/Page.java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source,
        "package page;\n" + imports + "public class Page {\n" + members
            + "public static void main(String[] none) throws Exception {\n" + statements + "}}\n");
    Compiled page = Compiled.of(folder.resolve("out"), List.of(source), List.of());
    assertEquals(String.join("\n", promised), page.run("page.Page").strip());
  }

  static List<String> blocks(Path page) throws Exception {
    Matcher found = Pattern.compile("(?s)```java\n(.*?)```").matcher(Files.readString(page));
    List<String> all = new ArrayList<>();
    while (found.find()) all.add(found.group(1));
    return all;
  }

  /** The comments behind calls of {@code println}, on the same line or the next. */
  private static List<String> promised(String code) {
    List<String> all = new ArrayList<>();
    boolean isNext = false;
    for (String line : code.split("\n")) {
      String text = line.strip();
      int comment = text.indexOf("; // ");
      if (isNext && text.startsWith("// ")) all.add(text.substring(3));
      else if (text.startsWith("System.out.println") && comment >= 0) all.add(text.substring(comment + 5));
      isNext = text.startsWith("System.out.println") && comment < 0;
    }
    return all;
  }
}
