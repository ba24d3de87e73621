package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SignaturesTest {
  @Test
  @DisplayName("every type in a signature of the artifact is the JDK's, the artifact's own, or Brine's exception")
  void signatures() throws Exception {
    List<Class<?>> classes = artifact();
    assertTrue(classes.size() > 30, () -> "only " + classes.size() + " classes were found");
    List<String> foreign = new ArrayList<>();
    int members = 0;
    for (Class<?> c : classes) {
      if (!isReachable(c)) continue;
      List<Type> types = new ArrayList<>(List.of(c.getGenericInterfaces()));
      if (c.getGenericSuperclass() != null) types.add(c.getGenericSuperclass());
      types.addAll(List.of(c.getTypeParameters()));
      check(c, "declaration", types, foreign);
      for (Field f : c.getDeclaredFields()) {
        if (isVisible(f.getModifiers())) check(c, f.getName(), List.of(f.getGenericType()), foreign);
      }
      List<Executable> executables = new ArrayList<>(List.of(c.getDeclaredMethods()));
      executables.addAll(List.of(c.getDeclaredConstructors()));
      for (Executable e : executables) {
        if (!isVisible(e.getModifiers()) || e.isSynthetic()) continue;
        members++;
        List<Type> of = new ArrayList<>(List.of(e.getGenericParameterTypes()));
        of.addAll(List.of(e.getGenericExceptionTypes()));
        of.addAll(List.of(e.getTypeParameters()));
        if (e instanceof Method m) of.add(m.getGenericReturnType());
        check(c, e.getName(), of, foreign);
      }
    }
    assertTrue(members > 150, "only " + members + " members were looked at");
    assertEquals(List.of(), foreign);
  }

  private static boolean isReachable(Class<?> c) {
    for (Class<?> at = c; at != null; at = at.getDeclaringClass()) if (!isVisible(at.getModifiers())) return false;
    return !c.isAnonymousClass() && !c.isLocalClass();
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static void check(Class<?> c, String member, List<Type> types, List<String> foreign) {
    Set<Class<?>> all = new HashSet<>();
    for (Type type : types) classes(type, all, new HashSet<>());
    for (Class<?> found : all) {
      String name = found.getPackageName();
      boolean isOurs = name.equals("brine.javaapi") || found == brine.PickleException.class;
      if (!found.isPrimitive() && !name.startsWith("java.") && !isOurs) {
        foreign.add(c.getName() + ", " + member + ": " + found.getName());
      }
    }
  }

  private static void classes(Type type, Set<Class<?>> into, Set<Type> met) {
    if (!met.add(type)) return;
    if (type instanceof Class<?> c) {
      into.add(c.isArray() ? c.componentType() : c);
    } else if (type instanceof ParameterizedType p) {
      classes(p.getRawType(), into, met);
      for (Type argument : p.getActualTypeArguments()) classes(argument, into, met);
    } else if (type instanceof GenericArrayType a) {
      classes(a.getGenericComponentType(), into, met);
    } else if (type instanceof TypeVariable<?> v) {
      for (Type bound : v.getBounds()) classes(bound, into, met);
    } else if (type instanceof WildcardType w) {
      for (Type bound : w.getUpperBounds()) classes(bound, into, met);
      for (Type bound : w.getLowerBounds()) classes(bound, into, met);
    }
  }

  /** All classes of the artifact, from its folder or its jar. */
  private static List<Class<?>> artifact() throws Exception {
    URI place = Brine.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) return classesIn(Path.of(place));
    try (var jar = FileSystems.newFileSystem(Path.of(place))) {
      return classesIn(jar.getPath("/"));
    }
  }

  private static List<Class<?>> classesIn(Path root) throws Exception {
    List<Class<?>> all = new ArrayList<>();
    Path tests = Path.of(SignaturesTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root.resolve("brine/javaapi"))) {
      for (Path file : files.toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace('\\', '.');
        if (!name.endsWith(".class") || name.endsWith("package-info.class")) continue;
        if (Files.exists(tests.resolve(root.relativize(file).toString())) && !tests.equals(root)) continue;
        all.add(Class.forName(name.substring(0, name.length() - 6), false, Brine.class.getClassLoader()));
      }
    }
    return all;
  }
}
