package brine.javaapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** The contents of a graph by type and field, without its classes. For one thread. */
public final class GraphInspection {
  private final brine.graph.GraphInspection under;

  GraphInspection(brine.graph.GraphInspection under) {
    this.under = under;
  }

  /**
   * Returns the number of bytes.
   *
   * @return bytes of the whole graph
   */
  public long bytes() {
    return under.bytes();
  }

  /**
   * Returns the number of objects that keep their identity.
   *
   * @return objects of classes, and collections
   */
  public long objects() {
    return under.objects();
  }

  /**
   * Returns the types with objects in the graph.
   *
   * @return the types, the most frequent first
   */
  public List<Type> types() {
    List<Type> all = new ArrayList<>();
    for (brine.graph.GraphType type : CollectionConverters.asJava(under.types())) all.add(new Type(type));
    return all;
  }

  /**
   * Returns a type.
   *
   * @param name a simple or full name
   * @return the type of this name
   * @throws java.util.NoSuchElementException if no type, or several, have this name
   */
  public Type type(String name) {
    return new Type(under.apply(name));
  }

  /**
   * Returns the bytes with notes, for graphs that a person can look through.
   *
   * @return a text of many lines
   */
  public String dump() {
    return under.dump();
  }

  @Override
  public String toString() {
    return under.toString();
  }

  /** A type that has objects in the graph. */
  public static final class Type {
    private final brine.graph.GraphType under;

    Type(brine.graph.GraphType under) {
      this.under = under;
    }

    /**
     * Returns the name.
     *
     * @return the simple name
     */
    public String name() {
      return under.name();
    }

    /**
     * Returns the number of objects.
     *
     * @return objects of this type
     */
    public long count() {
      return under.count();
    }

    /**
     * Returns the bytes that all objects of the type take.
     *
     * @return bytes
     */
    public long bytes() {
      return under.bytes();
    }

    /**
     * Returns the fields.
     *
     * @return the fields in their order
     */
    public List<Field> fields() {
      List<Field> all = new ArrayList<>();
      for (brine.graph.GraphField field : CollectionConverters.asJava(under.fields())) all.add(new Field(field));
      return all;
    }

    /**
     * Returns a field.
     *
     * @param name its name
     * @return the field of this name
     * @throws java.util.NoSuchElementException if there is none
     */
    public Field field(String name) {
      return new Field(under.apply(name));
    }

    @Override
    public String toString() {
      return under.toString();
    }
  }

  /** A field of a type, over all its objects. */
  public static final class Field {
    private final brine.graph.GraphField under;

    Field(brine.graph.GraphField under) {
      this.under = under;
    }

    /**
     * Returns the name.
     *
     * @return the field's name
     */
    public String name() {
      return under.name();
    }

    /**
     * Returns the number of values.
     *
     * @return values, one for each object
     */
    public long count() {
      return under.count();
    }

    /**
     * Returns the sum of numbers.
     *
     * @return the sum
     */
    public double sum() {
      return under.sum();
    }

    /**
     * Returns the values: numbers and strings as they are, an object as a description of it.
     *
     * @return the values, each when it is needed
     */
    public Stream<@Nullable Object> values() {
      java.util.Iterator<Object> each = CollectionConverters.asJava(under.values());
      return StreamSupport.stream(Spliterators.spliteratorUnknownSize(each, Spliterator.ORDERED), false);
    }

    @Override
    public String toString() {
      return under.toString();
    }
  }
}
