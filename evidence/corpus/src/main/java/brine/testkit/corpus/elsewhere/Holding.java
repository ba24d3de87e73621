package brine.testkit.corpus.elsewhere;

/** A field that other packages may use, of a class that they may not name. */
public class Holding {
  public Hidden held;

  /** Gives an object that only this package can make. */
  public void hold(int n) {
    held = new Hidden(n);
  }

  /** The held object. */
  public int number() {
    return held.n;
  }

  /** The class that other packages cannot name. */
  public static Class<?> hiddenClass() {
    return Hidden.class;
  }
}

final class Hidden {
  final int n;

  Hidden(int n) {
    this.n = n;
  }
}
