package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that Kotlin's compiler has made. */
class KotlinTest {
  private static final Pattern DECLARATION =
      Pattern.compile("^(@JvmInline|data|sealed|enum|class|object|interface|val \\w+: Brine)\\b");

  private static Compiled compiled(Path folder, String source) throws Exception {
    Path file = Files.writeString(Files.createDirectories(folder).resolve("Page.kt"), source);
    Path out = folder.resolve("out");
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    List<String> arguments = new ArrayList<>(List.of("-jvm-target", "17", "-no-stdlib", "-no-reflect", "-nowarn"));
    arguments.addAll(List.of("-classpath", Compiled.classPath(), "-d", out.toString(), file.toString()));
    ExitCode code =
        new K2JVMCompiler()
            .exec(new PrintStream(errors, true, StandardCharsets.UTF_8), arguments.toArray(new String[0]));
    assertEquals(ExitCode.OK, code, () -> errors.toString(StandardCharsets.UTF_8));
    return new Compiled(out);
  }

  @Test
  @DisplayName("the Kotlin of docs/guide/kotlin.md compiles, and prints the output on the page")
  void page(@TempDir Path folder) throws Exception {
    PageCode code = PageCode.of("kotlin.md", "kotlin", 11, DECLARATION);
    String source =
        "package page\n" + code.imports() + code.declarations() + "fun main() {\n" + code.statements() + "}\n";
    assertEquals(code.promised(), compiled(folder, source).run("page.PageKt").strip());
  }

  @Test
  @DisplayName("classes of many kinds come back equal in each format, or are refused with the reason")
  void kinds(@TempDir Path folder) throws Exception {
    String source = Files.readString(Path.of("src/test/kotlin/Kinds.kt"));
    assertEquals("", compiled(folder, source).run("kinds.PageKt").strip());
  }
}
