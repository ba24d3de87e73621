package brine.testkit.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Classes that are easily rebuilt wrongly from the facts that reflection gives. */
public final class Awkward {
  private Awkward() {}

  /** A final field that no constructor takes. */
  public static final class Basket {
    public final List<String> items = new ArrayList<>();
    public int count;
  }

  /** Two constructors of one parameter, each with its own idea of the rest. */
  public static final class Range {
    public final int low;
    public final String high;

    public Range(int low) {
      this.low = low;
      this.high = "max";
    }

    public Range(String high) {
      this.low = -1;
      this.high = high;
    }
  }

  /** An accessor that fails. */
  public record Shy(String name, int age) {
    @Override
    public int age() {
      throw new IllegalStateException("not to be asked");
    }
  }

  /** A constructor that copies its argument. */
  public static final class Tree {
    public final String name;
    public final List<Tree> children;

    public Tree(String name, List<Tree> children) {
      this.name = name;
      this.children = new ArrayList<>(children);
    }
  }

  /** Methods that have the names of fields and do something else. */
  public static class Fluent {
    private String name;
    private int size;

    public String name() {
      return name.toUpperCase();
    }

    int size() {
      return size + 1;
    }

    public static Fluent of(String name, int size) {
      Fluent made = new Fluent();
      made.name = name;
      made.size = size;
      return made;
    }

    @Override
    public String toString() {
      return name + "/" + size;
    }
  }

  /** A field with the name of its superclass's. */
  public static class Base {
    public int x;
  }

  /** See {@link Base}. */
  public static final class Shadow extends Base {
    public int x;
  }

  /** Its superclass keeps the parameter, and then it assigns the field itself. */
  public static final class Reset extends Level {
    public Reset(int level) {
      super(level);
      this.level = 0;
    }
  }

  /** See {@link Reset}. */
  public static class Level {
    protected int level;

    public Level(int level) {
      this.level = level;
    }
  }

  /** It checks its parameters, keeps one in a variable only if it likes it, and can be made without. */
  public static final class Checked {
    private final String name;
    private int level;

    public Checked(String name, int level) {
      if (name == null) {
        throw new IllegalArgumentException("no name");
      }
      this.name = Objects.requireNonNull(name);
      if (level > 10) {
        this.level = level;
      }
    }

    public void setLevel(int level) {
      this.level = level;
    }

    @Override
    public String toString() {
      return name + "/" + level;
    }
  }

  /** A record whose other constructor has the same parameters in another order. */
  public record Swapped(int a, long b) {
    public Swapped(long b, int a) {
      this(a, b);
    }
  }

  /** Its data are not its fields. */
  public static class Custom implements java.io.Serializable {
    public transient List<String> items = new ArrayList<>();

    private void readObject(java.io.ObjectInputStream in) {
      items = new ArrayList<>();
    }
  }

  /** See {@link Custom}. */
  public static final class SubCustom extends Custom {}
}
