package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    PageCode code = PageCode.of("java.md", "java", 16, DECLARATION);
    Path source = folder.resolve("page/Page.java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source,
        "package page;\n" + code.imports() + "public class Page {\n" + code.declarations()
            + "public static void main(String[] none) throws Exception {\n" + code.statements() + "}}\n");
    Compiled page = Compiled.of(folder.resolve("out"), List.of(source), List.of());
    assertEquals(code.promised(), page.run("page.Page").strip());
  }
}
