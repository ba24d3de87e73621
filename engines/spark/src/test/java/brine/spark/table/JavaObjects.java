package brine.spark.table;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Objects of Java's sorts of classes. */
public final class JavaObjects {
  private JavaObjects() {}

  public enum Color { RED, GREEN }

  /** A constant with a body has a separate class. */
  public enum Operation {
    PLUS {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    };

    abstract int apply(int a, int b);
  }

  public record Point(int x, int y) implements Serializable {}

  public record Named(String name, List<Point> points, int[] weights) implements Serializable {}

  /** A compact constructor that checks. */
  public record Interval(int from, int to) implements Serializable {
    public Interval {
      if (from > to) throw new IllegalArgumentException("empty");
    }
  }

  public record NotSerializable(int x) {}

  /** Fields without setters, and no constructor without parameters. */
  public static final class Money implements Serializable {
    private final String currency;
    private final long cents;

    public Money(String currency, long cents) {
      this.currency = currency;
      this.cents = cents;
    }

    @Override
    public String toString() {
      return cents + " " + currency;
    }
  }

  public static class Bean implements Serializable {
    private String name;
    private List<String> tags = new ArrayList<>();
    private transient int calls = 3;

    public Bean() {}

    public void set(String name, String... tags) {
      this.name = name;
      this.tags.addAll(Arrays.asList(tags));
      this.calls = 9;
    }
  }

  /** The constructor makes something else of its parameter. */
  public static final class Trimmed implements Serializable {
    private final String text;
    private final int length;

    public Trimmed(String text) {
      this.text = text.trim();
      this.length = this.text.length();
    }
  }

  /** A field of the same name in both. */
  public static class Above implements Serializable {
    private final int id;

    public Above(int id) {
      this.id = id;
    }
  }

  public static final class Below extends Above {
    private final String id;

    public Below(int above, String id) {
      super(above);
      this.id = id;
    }
  }

  /** A superclass that is not serializable: Java calls its constructor without parameters. */
  public static class Plain {
    protected int state = 1;
  }

  public static final class OnPlain extends Plain implements Serializable {
    private int more = 2;

    public OnPlain set(int state, int more) {
      this.state = state;
      this.more = more;
      return this;
    }
  }

  public static final class Tagged extends ArrayList<String> {
    private final String tag;

    public Tagged(String tag, String... all) {
      this.tag = tag;
      addAll(Arrays.asList(all));
    }

    public String tag() {
      return tag;
    }
  }

  public static final class Counts extends HashMap<String, Integer> {
    private int total;

    public Counts add(String key, int n) {
      merge(key, n, Integer::sum);
      total += n;
      return this;
    }
  }

  public final class Inner implements Serializable {
    private final int n = 5;
  }

  /** Belongs to an object that is not data. */
  public static Object inner() {
    return new JavaObjects().new Inner();
  }

  public static class Outer implements Serializable {
    private final String name;

    public Outer(String name) {
      this.name = name;
    }

    public final class Part implements Serializable {
      private final int number;

      Part(int number) {
        this.number = number;
      }

      @Override
      public String toString() {
        return name + number;
      }
    }

    public Part part(int number) {
      return new Part(number);
    }
  }

  // ---- classes with custom forms

  /** Its field is transient, and written by its own method. */
  public static final class Packed implements Serializable {
    private transient int[] values;

    public Packed(int... values) {
      this.values = values;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(values.length);
      for (int value : values) out.writeInt(value);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      values = new int[in.readInt()];
      for (int i = 0; i < values.length; i++) values[i] = in.readInt();
    }

    @Override
    public String toString() {
      return Arrays.toString(values);
    }
  }

  /** A cache that reading makes anew. */
  public static final class Cached implements Serializable {
    private final String text;
    private transient Map<String, Integer> cache = new HashMap<>();

    public Cached(String text) {
      this.text = text;
      cache.put(text, 1);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      cache = new HashMap<>();
    }

    /** Fails if the cache is not there. */
    public int ask(String key) {
      return cache.getOrDefault(key, -1);
    }
  }

  public static final class Single implements Serializable {
    public static final Single INSTANCE = new Single();

    private Single() {}

    private Object readResolve() {
      return INSTANCE;
    }
  }

  /** Written as another object. */
  public static final class Proxied implements Serializable {
    private final transient String text;

    public Proxied(String text) {
      this.text = Objects.requireNonNull(text);
    }

    private Object writeReplace() {
      return new Proxy(text);
    }

    private record Proxy(String text) implements Serializable {
      private Object readResolve() {
        return new Proxied(text);
      }
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public static final class External implements Externalizable {
    private String text;
    private Object more;

    public External() {}

    public External(String text, Object more) {
      this.text = text;
      this.more = more;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(text);
      out.writeObject(more);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      text = in.readUTF();
      more = in.readObject();
    }
  }

  public static final class Failure extends Exception {
    private final int code;

    public Failure(String message, int code, Throwable cause) {
      super(message, cause);
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  // ---- functions

  public interface SerializableFunction<A, B> extends Function<A, B>, Serializable {}

  public static Object lambda(int n) {
    return (SerializableFunction<Integer, Integer>) x -> x + n;
  }

  public static Object lambdaOfNothing() {
    return (SerializableFunction<Integer, Integer>) x -> x + 1;
  }

  public static Object intersection(String text) {
    return (Supplier<String> & Serializable) () -> text;
  }

  public static Object methodReference() {
    return (SerializableFunction<String, Integer>) String::length;
  }

  public static Object plainLambda(int n) {
    return (Function<Integer, Integer>) x -> x + n;
  }

  public static Object comparator() {
    return Comparator.comparing((SerializableFunction<String, Integer>) String::length).reversed();
  }

  public static Object anonymous(int n) {
    return new SerializableFunction<Integer, Integer>() {
      @Override
      public Integer apply(Integer x) {
        return x + n;
      }
    };
  }

  @SuppressWarnings("unchecked")
  public static Object applied(Object function, Object argument) {
    return ((Function<Object, Object>) function).apply(argument);
  }

  /** A class of a method that uses a variable of the method. */
  public static Object local(int n) {
    class Local implements Serializable {
      private final int own = 7;

      @Override
      public String toString() {
        return "" + (own + n);
      }
    }
    return new Local();
  }

  /** A final list that the class makes itself. */
  public static final class Collecting implements Serializable {
    private final String name;
    private final List<String> items = new ArrayList<>();

    public Collecting(String name) {
      this.name = name;
    }

    public Collecting add(String item) {
      items.add(item);
      return this;
    }

    public String items() {
      return name + items;
    }
  }

  private static long lastId = 0;

  /** A final number that a counter gives. */
  public static final class Counted implements Serializable {
    private final String name;
    private final long id = ++lastId;

    public Counted(String name) {
      this.name = name;
    }

    public String id() {
      return name + id;
    }
  }

  /** A field that has a value from the start. */
  public static final class Initial implements Serializable {
    private int value = 3;

    public Initial set(int value) {
      this.value = value;
      return this;
    }

    public int value() {
      return value;
    }
  }

  /** Keeps the two entries that were put last. */
  public static java.util.LinkedHashMap<String, Integer> lru() {
    java.util.LinkedHashMap<String, Integer> map = new java.util.LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
        return size() > 2;
      }
    };
    map.put("a", 1);
    map.put("b", 2);
    return map;
  }
}
