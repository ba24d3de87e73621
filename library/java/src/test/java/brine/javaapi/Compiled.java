package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Sources that javac has compiled against this test's class path. */
record Compiled(Path folder) {
  static Compiled of(Path folder, List<Path> sources, List<Path> before) throws Exception {
    Files.createDirectories(folder);
    List<String> arguments = new ArrayList<>(List.of("--release", "17", "-proc:none", "-d", folder.toString()));
    StringBuilder path = new StringBuilder();
    for (Path each : before) path.append(each).append(java.io.File.pathSeparator);
    arguments.addAll(List.of("-cp", path + classPath()));
    for (Path source : sources) arguments.add(source.toString());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int code = ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(new String[0]));
    assertEquals(0, code, () -> errors.toString(StandardCharsets.UTF_8));
    return new Compiled(folder);
  }

  /** Maven's tests may get their class path in a jar's manifest. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static List<Path> javaIn(Path folder) throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      assertTrue(!found.isEmpty(), () -> "no sources in " + folder);
      return found;
    }
  }

  /** Runs a main method in a new class loader, and returns its output. */
  String run(String main, String... arguments) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      within(
          () ->
              Class.forName(main, true, Thread.currentThread().getContextClassLoader())
                  .getMethod("main", String[].class)
                  .invoke(null, (Object) arguments));
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Calls something with these classes in the thread's class loader. */
  <T> T within(Callable<T> call) throws Exception {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, context)) {
      Thread.currentThread().setContextClassLoader(loader);
      return call.call();
    } finally {
      Thread.currentThread().setContextClassLoader(context);
    }
  }
}
