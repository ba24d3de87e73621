package brine.testkit.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Classes whose constructors do more with their arguments than keep them, or leave that to others. */
public final class Constructed {
  private Constructed() {}

  /** A variable number of arguments. */
  public static final class Several {
    public final Object[] all;

    public Several(Object... all) {
      this.all = all;
    }
  }

  /** Like `Several`, after a first argument. */
  public static final class Tagged {
    public final int count;
    public final String[] tags;

    public Tagged(int count, String... tags) {
      this.count = count;
      this.tags = tags;
    }

    @Override
    public String toString() {
      return count + Arrays.toString(tags);
    }
  }

  /** It keeps its parameter in its superclass's field, not in its own of the same name. */
  public static final class Above extends Awkward.Base {
    public int x;

    public Above(int p) {
      super.x = p;
    }
  }

  /** It registers itself with its argument. */
  public static final class Child {
    public final Parent parent;

    public Child(Parent parent) {
      this.parent = parent;
      parent.children.add(this);
    }
  }

  /** See {@link Child}. */
  public static final class Parent {
    public List<Child> children = new ArrayList<>();
  }

  /** It adds to its argument. */
  public static final class Appending {
    public final List<String> list;

    public Appending(List<String> list) {
      this.list = list;
      list.add("more");
    }
  }

  /** It assigns a field of its argument, by its superclass's constructor. */
  public static class Counting {
    public final Awkward.Base counter;

    public Counting(Awkward.Base counter) {
      this.counter = counter;
      counter.x++;
    }
  }

  /** See {@link Counting}. */
  public static final class SubCounting extends Counting {
    public SubCounting(Awkward.Base counter) {
      super(counter);
    }
  }

  /** It calls only its own methods. */
  public static final class Harmless {
    public final String name;
    public final Object lock;
    public int size;
    private final transient List<String> log = new ArrayList<>();

    public Harmless(String name, Object lock) {
      this.name = Objects.requireNonNull(name);
      this.lock = lock;
      log.add("made");
      resize();
    }

    private void resize() {
      size = name.length();
    }
  }

  /** A field of a name that Scala's compilers give to lazy values. */
  public static class Named$lzy {
    public int a$lzy1;
  }

  /** Fields of wider types than the parameters. */
  public static class Wide<T> {
    public final T content;

    public Wide(T content) {
      this.content = content;
    }
  }

  /** See {@link Wide}. */
  public static final class WideText extends Wide<String> {
    public final CharSequence more;

    public WideText(String content, String more) {
      super(content);
      this.more = more;
    }
  }

  /** It looks like a variant that Scala 2 makes of a specialised class. */
  public static class Box<T> {
    public final T value;

    public Box(T value) {
      this.value = value;
    }
  }

  /** See {@link Box}. */
  public static final class Box$mcI$sp extends Box<Object> {
    public final int own;

    public Box$mcI$sp(int own) {
      super(null);
      this.own = own;
    }
  }

  /** Elements of a type of which only the bound is known. */
  public static final class Bounded<T extends Comparable<T>> {
    public T[] all;
  }

  /** One object at places of several types. */
  public static final class Shared {
    public Object any;
    public ArrayList<Integer> numbers;
    public Object anyArray;
    public Integer[] boxes;
    public Object anyRows;
    public int[][] rows;
    public Object anyWide;
    public Wide<String> wide;
  }

  /** It needs a part that does not exist yet at its place in a cycle. */
  public static final class Needing {
    public Object next;

    public Needing(Object next) {
      this.next = Objects.requireNonNull(next);
    }
  }
}
