package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project of ten classes, in two releases. */
class ProjectTest {
  private static final Path SOURCES = Path.of("src/test/project/src/main/java");
  private static final Path RELEASE_1 = Path.of("src/test/project/release1");

  @Test
  @DisplayName("ten classes, three formats and an evolution need at most 15 lines beside the classes")
  void lines() throws Exception {
    List<Path> sources = Compiled.javaIn(SOURCES);
    assertEquals(11, sources.size(), "ten classes and Main");
    List<String> main = Files.readAllLines(SOURCES.resolve("shop/Main.java"));
    assertTrue(main.stream().filter(line -> !line.isBlank()).count() <= 15, main::toString);
  }

  @Test
  @DisplayName("what release 1 of the project wrote, release 2 reads, in binary, and writes as JSON and as a graph")
  void evolution(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("order.brine");
    release1(folder).run("shop.Main", file.toString());
    String[] printed = release2(folder).run("shop.Main", file.toString()).strip().split("\n");
    assertEquals(
        "{\"id\":7,\"customer\":{\"$id\":1,\"name\":\"Jim\",\"address\":null,\"friends\":[{\"$ref\":1}]},"
            + "\"lines\":[{\"article\":\"pen\",\"count\":3,\"price\":{\"amount\":\"1.20\",\"currency\":\"EUR\"}}],"
            + "\"payment\":{\"$type\":\"Transfer\",\"iban\":\"DE02\"},\"status\":\"SHIPPED\","
            + "\"placed\":\"1970-01-01T00:00:00Z\",\"note\":{\"$value\":null},\"channel\":\"web\"}",
        printed[0]);
    assertEquals("3.0", printed[1]);
  }

  @Test
  @DisplayName("the lock's commands find the Brine and its classes, and a release that loses data is refused")
  void lock(@TempDir Path folder) throws Exception {
    String lock = folder.resolve("brine.lock").toString();
    Compiled first = release1(folder);
    Compiled second = release2(folder);
    String added = main(first, "add", "1.0", "--lock", lock, "--classes", first.folder().toString());
    assertTrue(added.contains("10 shapes added"), added);
    String checked = main(second, "check", "--lock", lock, "--classes", second.folder().toString());
    assertTrue(checked.contains("10 released shapes can be read"), checked);
    String diff = main(second, "diff", "--lock", lock, "--classes", second.folder().toString());
    assertTrue(diff.contains("~ $.placed: its name was created"), diff);
  }

  @Test
  @DisplayName("a check fails with class, place and cure")
  void broken(@TempDir Path folder) {
    Path lock = folder.resolve("brine.lock");
    BrineLock.add(Brine.builder().classes(Versions.First.class).build(), lock, "1.0");
    AssertionError gone =
        assertThrows(
            AssertionError.class,
            () -> BrineLock.check(Brine.builder().classes(Versions.Second.class).build(), lock));
    assertTrue(gone.getMessage().contains("ProjectTest.Versions.First is gone"), gone.getMessage());
    String text;
    try {
      text = Files.readString(lock).replace("Versions.First", "Versions.Second");
      Files.writeString(lock, text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    AssertionError other =
        assertThrows(
            AssertionError.class,
            () -> BrineLock.check(Brine.builder().classes(Versions.Second.class).build(), lock));
    assertTrue(other.getMessage().contains("$.age: expected String, found Int"), other.getMessage());
  }

  /** Two releases of a class. */
  static final class Versions {
    record First(String name, int age) {}

    record Second(String name, String age) {}

    private Versions() {}
  }

  private static String main(Compiled project, String... arguments) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    project.within(() -> BrineLock.run(List.of(arguments), new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Compiled release2(Path folder) throws Exception {
    return Compiled.of(folder.resolve("2"), Compiled.javaIn(SOURCES), List.of());
  }

  private static Compiled release1(Path folder) throws Exception {
    List<Path> sources = new ArrayList<>(Compiled.javaIn(RELEASE_1));
    for (Path source : Compiled.javaIn(SOURCES)) {
      if (!Files.exists(RELEASE_1.resolve(SOURCES.relativize(source)))) sources.add(source);
    }
    return Compiled.of(folder.resolve("1"), sources, List.of());
  }
}
