package brine.javaapi;

import brine.Pickler;
import brine.evolve.Lock;
import brine.lock.FoundPicklers;
import brine.lock.ReleaseTool;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The lock of Java's classes: the file {@code brine.lock} has every shape that was released, and a test fails when a
 * class can no
 * longer read one of them.
 *
 * <pre>{@code
 * @Test
 * void releasedDataCanBeRead() {
 *   BrineLock.check(Shop.BRINE, Path.of("brine.lock"));
 * }
 * }</pre>
 *
 * <p>The classes of a {@link Brine} are those that its builder lists. For those of its packages, the commands of
 * {@link #main} search
 * folders of compiled classes.
 */
public final class BrineLock {
  private BrineLock() {}

  /**
   * Checks that the listed classes can read all that was released of them, and that no released class is gone.
   *
   * @param brine the classes
   * @param lock  the file {@code brine.lock}
   * @throws AssertionError with each class, place and cure
   */
  public static void check(Brine brine, Path lock) {
    asserted(List.of("check", "--lock", lock.toString()), brine, List.of());
  }

  /**
   * Does as {@link #check(Brine, Path)} for the classes in a folder, too, that {@link Brine.Builder#packages} allows.
   *
   * @param brine   the classes
   * @param lock    the file {@code brine.lock}
   * @param classes a root of compiled classes, such as {@code target/classes}
   * @throws AssertionError with each class, place and cure
   */
  public static void check(Brine brine, Path lock, Path classes) {
    asserted(List.of("check", "--lock", lock.toString()), brine, List.of(classes));
  }

  /**
   * Adds the shapes of the listed classes to the lock, as those of a release.
   *
   * @param brine   the classes
   * @param lock    the file {@code brine.lock}, which is made if it is missing
   * @param release the name of the release
   * @throws AssertionError if a class can no longer read a released shape; the lock stays as it was
   */
  public static void add(Brine brine, Path lock, String release) {
    asserted(List.of("add", release, "--lock", lock.toString()), brine, List.of());
  }

  private static void asserted(List<String> arguments, Brine brine, List<Path> folders) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code = run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8), List.of(brine), folders);
    if (code != 0) throw new AssertionError(out.toString(StandardCharsets.UTF_8).strip());
  }

  private static int run(List<String> arguments, PrintStream out, List<Brine> all, List<Path> folders) {
    List<String> complete = new ArrayList<>(arguments);
    for (Path folder : folders.isEmpty() ? List.of(Path.of(".")) : folders) {
      complete.addAll(List.of("--classes", folder.toString()));
    }
    return ReleaseTool.runFor(
        CollectionConverters.asScala(complete).toSeq(), out, asked -> found(all, folders));
  }

  /**
   * Runs a command of the release tool: {@code java -cp <the program's class path> brine.javaapi.BrineLock add 1.0
   * --classes
   * target/classes}. It takes the classes of each public static field of type {@link Brine} in the folders. The
   * commands and options
   * are those of {@code brine.lock.ReleaseTool}; an error ends the program with its code.
   *
   * @param arguments a command and its options
   */
  public static void main(String[] arguments) {
    int code = run(Arrays.asList(arguments), System.out);
    if (code != 0) System.exit(code);
  }

  static int run(List<String> arguments, PrintStream out) {
    return ReleaseTool.runFor(
        CollectionConverters.asScala(arguments).toSeq(),
        out,
        asked -> {
          List<Path> folders = CollectionConverters.asJava(asked);
          return found(offered(folders), folders);
        });
  }

  private static FoundPicklers found(List<Brine> all, List<Path> folders) {
    Map<String, FoundPicklers.Type> types = new LinkedHashMap<>();
    for (Brine brine : all) {
      List<Class<?>> classes = new ArrayList<>(brine.listed);
      for (Class<?> c : classesIn(folders)) {
        if (isData(c) && brine.allows.test(c) && !classes.contains(c)) classes.add(c);
      }
      classes.sort(Comparator.comparing(Class::getName));
      for (Class<?> c : classes) {
        String name = Lock.typeName(c.getName());
        Pickler<Object> pickler = brine.exact.of(c);
        types.putIfAbsent(name, new FoundPicklers.Type(name, pickler));
      }
    }
    return new FoundPicklers(
        CollectionConverters.asScala(types.values()).toVector(), scala.collection.immutable.Vector$.MODULE$.empty());
  }

  private static boolean isData(Class<?> c) {
    boolean hasObjects = c.isEnum() || !c.isInterface() && !Modifier.isAbstract(c.getModifiers());
    return hasObjects && !c.isAnonymousClass() && !c.isLocalClass() && c.getTypeParameters().length == 0;
  }

  private static List<Brine> offered(List<Path> folders) {
    List<Brine> all = new ArrayList<>();
    for (Class<?> c : classesIn(folders)) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Brine.class) {
          try {
            field.setAccessible(true);
            all.add((Brine) field.get(null));
          } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(c.getName() + "." + field.getName() + " cannot be read", e);
          }
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "no static field of type brine.javaapi.Brine in " + folders + ". Keep the program's Brine in one");
    }
    return all;
  }

  private static List<Class<?>> classesIn(List<Path> folders) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<Class<?>> all = new ArrayList<>();
    for (Path folder : folders) {
      for (String name : namesIn(folder)) {
        try {
          all.add(loader.loadClass(name));
        } catch (ClassNotFoundException | LinkageError e) {
          throw new IllegalArgumentException(name + " in " + folder + " is not on the class path (" + e + ")", e);
        }
      }
    }
    return all;
  }

  private static TreeSet<String> namesIn(Path folder) {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .forEach(file -> names.add(file.substring(0, file.length() - 6).replace(File.separatorChar, '.')));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
