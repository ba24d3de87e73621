package brine.javaapi;

import brine.Record;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An object of a class that is gone: the fields that it had. Collections in it are Java's, whatever they were. An
 * object inside it has today's class of its name, if that class can read it. Otherwise it is a record, too.
 */
public final class OldRecord {
  private final Record under;

  OldRecord(Record under) {
    this.under = under;
  }

  /**
   * Returns a field's value.
   *
   * @param <T>   the type that the field had
   * @param field the name
   * @param type  the class of the value, or of a box for a primitive
   * @return the value
   * @throws java.util.NoSuchElementException if there was no such field
   * @throws ClassCastException if the field had another type
   */
  public <T> @Nullable T get(String field, Class<T> type) {
    return type.cast(inJava(under.apply(field)));
  }

  private static @Nullable Object inJava(@Nullable Object value) {
    if (value instanceof Record record) return new OldRecord(record);
    if (value instanceof scala.Option<?> option) return inJava(option.isEmpty() ? null : option.get());
    if (value instanceof scala.collection.Seq<?> seq) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (Object element : CollectionConverters.asJava(seq)) elements.add(inJava(element));
      return elements;
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : CollectionConverters.asJava(map).entrySet()) {
        entries.put(inJava(entry.getKey()), inJava(entry.getValue()));
      }
      return entries;
    }
    return value;
  }

  /**
   * Returns the names of the fields.
   *
   * @return the names, in the order of the shape
   */
  public List<String> fieldNames() {
    return CollectionConverters.asJava(under.fieldNames());
  }

  @Override
  public String toString() {
    return under.toString();
  }
}
