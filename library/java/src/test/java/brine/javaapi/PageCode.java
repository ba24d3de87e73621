package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code of a page of the guide, and the output that it promises: the comments behind calls of {@code println}, on
 * the same line or the next.
 */
record PageCode(String imports, String declarations, String statements, String promised) {
  /** Reads a page of at least so many blocks of a language. A block that begins with a declaration has declarations. */
  static PageCode of(String page, String language, int least, Pattern declaration) throws Exception {
    StringBuilder imports = new StringBuilder();
    StringBuilder declarations = new StringBuilder();
    StringBuilder statements = new StringBuilder();
    List<String> promised = new ArrayList<>();
    int blocks = 0;
    String text = Files.readString(Path.of("../../docs/guide").resolve(page));
    Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(text);
    while (block.find()) {
      blocks++;
      StringBuilder code = new StringBuilder();
      for (String line : block.group(1).split("\n")) {
        (line.startsWith("import ") ? imports : code).append(line).append('\n');
      }
      String own = code.toString().strip() + "\n";
      (declaration.matcher(own).find() ? declarations : statements).append(own);
      promised.addAll(promised(own));
    }
    assertTrue(blocks >= least, "only " + blocks + " blocks were found in " + page);
    return new PageCode(
        imports.toString(), declarations.toString(), statements.toString(), String.join("\n", promised));
  }

  private static List<String> promised(String code) {
    List<String> all = new ArrayList<>();
    boolean isNext = false;
    for (String line : code.split("\n")) {
      String text = line.strip();
      int comment = text.lastIndexOf(" // ");
      boolean prints = text.startsWith("System.out.println") || text.startsWith("println");
      if (isNext && text.startsWith("// ")) all.add(text.substring(3));
      else if (prints && comment >= 0) all.add(text.substring(comment + 4));
      isNext = prints && comment < 0;
    }
    return all;
  }
}
