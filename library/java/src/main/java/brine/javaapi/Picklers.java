package brine.javaapi;

import brine.Pickler;
import brine.runtime.RuntimePicklers;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The runtime picklers under a {@link Brine}, with Java's words for what they refuse. */
final class Picklers {
  final RuntimePicklers under;

  /** The class that was asked for last: most programs ask for one class again and again. */
  private volatile @Nullable Known last;

  private record Known(Type type, Pickler<?> pickler) {}

  Picklers(RuntimePicklers under) {
    this.under = under;
  }

  @SuppressWarnings("unchecked") // the picklers of a type are of its objects
  <T> Pickler<T> of(Type type) {
    Known known = last;
    if (known != null && known.type == type) return (Pickler<T>) known.pickler;
    Pickler<?> found = refusing(() -> under.pickler(type));
    last = new Known(type, found);
    return (Pickler<T>) found;
  }

  Pickler<Object> ofValue(Object value) {
    Class<?> c = value.getClass();
    if (value instanceof Collection || value instanceof Map || value instanceof Optional) {
      throw new IllegalArgumentException(
          "the class " + c.getName() + " does not say its elements' type. Name it: new TypeToken<List<Order>>() {}");
    }
    return of(c);
  }

  /** The causes for which objects of a type cannot be pickled. */
  List<UnfitClassException.Cause> check(Type type) {
    return causes(under.check(type));
  }

  private static List<UnfitClassException.Cause> causes(
      scala.collection.immutable.Seq<brine.runtime.UnfitClassException.Cause> found) {
    List<UnfitClassException.Cause> all = new ArrayList<>();
    for (var cause : scala.jdk.javaapi.CollectionConverters.asJava(found)) {
      all.add(
          new UnfitClassException.Cause(
              inJava(cause.text()), scala.jdk.javaapi.CollectionConverters.asJava(cause.places())));
    }
    return all;
  }

  static <T> T refusing(Supplier<T> call) {
    try {
      return call.get();
    } catch (brine.runtime.UnfitClassException e) {
      UnfitClassException own = new UnfitClassException(inJava(e.getMessage()), causes(e.causes()));
      own.initCause(e);
      throw own;
    }
  }

  /** What the list is called here, and how Java names a class. */
  private static String inJava(String text) {
    return text.replaceAll("`?classOf\\[([^\\[\\]]+)(\\[[?, ]*\\])?\\]`?", "$1.class")
        .replace("Add them to it: ", "Add them: Brine.builder().classes(…): ")
        .replace("Add it to it", "Add it to Brine.builder().classes(…)");
  }
}
