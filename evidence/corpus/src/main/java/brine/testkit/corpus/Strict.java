package brine.testkit.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Java's kinds of classes, as programs use them. */
public final class Strict {
  private Strict() {}

  /** A private field in each of three classes, all of one name. */
  public static class Grandparent {
    private String name;
    private int size;

    public final Grandparent called(String name) {
      this.name = name;
      this.size = name.length();
      return this;
    }

    public String grandName() {
      return name + size;
    }
  }

  public static class Parent extends Grandparent {
    private String name;

    public final Parent named(String name) {
      this.name = name;
      return this;
    }

    public String parentName() {
      return name;
    }
  }

  public static final class Child extends Parent {
    private String name;

    public Child as(String name) {
      this.name = name;
      return this;
    }

    public String childName() {
      return name;
    }
  }

  /** The same without the child's own field, as an older or newer version of it. */
  public static final class Orphan extends Parent {
    public boolean isYoung;
  }

  /** An optional record inside a record, and itself. */
  public record Node(String label, Optional<Node> next, Optional<Integer> weight) {}

  /** A constructor that makes its components canonical. */
  public record Canonical(String word, List<String> parts) {
    public Canonical {
      word = word.trim();
      parts = List.copyOf(parts);
    }
  }

  /** A constructor that breaks the contract of java.lang.Record. */
  public record Doubling(int amount) {
    public Doubling {
      amount = amount * 2;
    }
  }

  /** A constructor that breaks it for one component of each primitive type, and a reference. */
  public record Shifting(
      boolean flag, byte small, short medium, char letter, int number, long wide, float single, double precise,
      String text, int which) {
    public Shifting {
      switch (which) {
        case 0 -> flag = !flag;
        case 1 -> small++;
        case 2 -> medium++;
        case 3 -> letter++;
        case 4 -> number++;
        case 5 -> wide++;
        case 6 -> single++;
        case 7 -> precise++;
        case 8 -> text = text + text;
        default -> {}
      }
    }
  }

  /** A constructor that stores its arguments in each other's places. */
  public record Crossing(int first, int second) {
    public Crossing(int first, int second) {
      this.first = second;
      this.second = first;
    }
  }

  /** A record for which tests have no pickler. */
  public record Pair(int first, int second) {}

  /** A constructor that changes a component beside one whose type is a parameter. */
  public record Repeating<A>(A value, String text) {
    public Repeating {
      text = text + "!";
    }
  }

  /** A constructor that only stores, also an object that refers to the new one. */
  public record Storing(List<Storing> others) {}

  /** A constructor that copies. */
  public record Copying(List<Copying> others) {
    public Copying {
      others = new ArrayList<>(others);
    }
  }

  /** A constructor that only looks. */
  public record Checked(int amount) {
    public Checked {
      if (amount < 0) throw new IllegalArgumentException("negative");
    }
  }

  public sealed interface Figure permits Disc, Rectangle {}

  public static final class Disc implements Figure {
    private final double radius;

    public Disc(double radius) {
      this.radius = radius;
    }
  }

  public record Rectangle(double width, double height) implements Figure {}

  public enum Operation {
    PLUS {
      @Override
      public int apply(int a, int b) {
        return a + b;
      }
    },
    MINUS {
      @Override
      public int apply(int a, int b) {
        return a - b;
      }
    };

    public abstract int apply(int a, int b);
  }

  /** Places of many types. */
  public static class Holder<A> {
    public A content;
    public List<A> all = new ArrayList<>();
  }

  public static final class OfTexts extends Holder<String> {
    public Figure figure;
    public Operation operation;
    public Map<String, Object> anything;
    public Class<?> type;
  }

  public final class Inner {
    public int x;
  }

  public static Inner inner() {
    return new Strict().new Inner();
  }

  /** Classes of the JDK with state that reflection does not show, or that is not a field's. */
  public static final class Loader extends ClassLoader {
    public int count;
  }
}
