package brine.javaapi;

import brine.runtime.classes.MemberAnnotations;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads this package's annotations, and on request those of Jackson, which are found by their names. */
final class Annotations implements MemberAnnotations {
  private static final String[] NONE = {};

  private final boolean jackson;

  Annotations(boolean jackson) {
    this.jackson = jackson;
  }

  @Override
  public @Nullable String name(AnnotatedElement member) {
    Named own = member.getAnnotation(Named.class);
    if (own != null) return own.value();
    String told = (String) jacksons(member, member instanceof Class ? "JsonTypeName" : "JsonProperty", "value");
    return told == null || told.isEmpty() ? null : told;
  }

  @Override
  public String[] aliases(AnnotatedElement member) {
    Alias own = member.getAnnotation(Alias.class);
    if (own != null) return own.value();
    String[] told = (String[]) jacksons(member, "JsonAlias", "value");
    return told == null ? NONE : told;
  }

  @Override
  public boolean isSkipped(AnnotatedElement field) {
    return field.isAnnotationPresent(Skip.class) || Boolean.TRUE.equals(jacksons(field, "JsonIgnore", "value"));
  }

  @Override
  public boolean isFallback(AnnotatedElement leaf) {
    return leaf.isAnnotationPresent(Fallback.class) || jacksons(leaf, "JsonEnumDefaultValue", null) != null;
  }

  @Override
  public @Nullable String ifAbsent(AnnotatedElement field) {
    IfAbsent own = field.getAnnotation(IfAbsent.class);
    return own == null ? null : own.value();
  }

  /** The value of one of Jackson's annotations; the annotation itself if no member of it is asked for. */
  private @Nullable Object jacksons(AnnotatedElement member, String name, @Nullable String value) {
    if (!jackson) return null;
    for (AnnotatedElement place : places(member)) {
      for (Annotation annotation : place.getAnnotations()) {
        Class<? extends Annotation> type = annotation.annotationType();
        if (type.getName().equals("com.fasterxml.jackson.annotation." + name)) {
          try {
            return value == null ? annotation : type.getMethod(value).invoke(annotation);
          } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " has no '" + value + "'", e);
          }
        }
      }
    }
    return null;
  }

  /** A field, and the methods that get and set it. */
  private static List<AnnotatedElement> places(AnnotatedElement member) {
    List<AnnotatedElement> places = new ArrayList<>(List.of(member));
    if (member instanceof Field field && !field.isEnumConstant()) {
      String name = field.getName();
      String upper = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      for (Method method : field.getDeclaringClass().getDeclaredMethods()) {
        String m = method.getName();
        boolean gets = m.equals(name) || m.equals("get" + upper) || m.equals("is" + upper);
        if (method.getParameterCount() == 0 && gets || method.getParameterCount() == 1 && m.equals("set" + upper)) {
          places.add(method);
        }
      }
    }
    return places;
  }
}
