package brine.spark;

import brine.PickleException;
import brine.Pickler;
import brine.InternalForm;
import brine.shape.Shape;

/**
 * A pickler of a class of Spark's, which takes its objects apart and makes them.
 *
 * <p>The subclasses are in Java because Spark keeps most of these classes private to its packages. Scala obeys that; in
 * class files they are public.
 *
 * <p>A variant is a class that Scala 2 made of another for one primitive type: {@code OpenHashSet$mcJ$sp} of
 * {@code OpenHashSet}. All variants have one pickler, and the number of the variant is in the bytes.
 */
abstract class HandwrittenPickler<A> implements Pickler<A>, InternalForm {
  private final Shape shape;
  private final Class<?>[] variants;

  /** @param variants the class, and its variants in the order of their numbers */
  HandwrittenPickler(Class<?>... variants) {
    this.variants = variants;
    this.shape = new Shape.Custom(variants[0].getName(), 1);
  }

  @Override
  public final Shape shape() {
    return shape;
  }

  final Class<?> objectClass() {
    return variants[0];
  }

  /** The class and its variants. */
  final Class<?>[] variants() {
    return variants;
  }

  /**
   * The number of an object's variant.
   *
   * @throws PickleException if it is of a subclass, whose state this pickler does not know
   */
  final int variantOf(A value) {
    for (int i = 0; i < variants.length; i++) if (value.getClass() == variants[i]) return i;
    String why = "it is a subclass, whose state would be lost: write a pickler for it";
    throw PickleException.UnexpectedClass$.MODULE$
        .because(variants[0].getName(), value.getClass().getName(), why, null);
  }

  /** As {@link #variantOf}, of a class without variants. */
  final void checkClass(A value) {
    variantOf(value);
  }

  /** The number of a variant, from a pickle. */
  final int checkVariant(int number) {
    check(number >= 0 && number < variants.length, "has variant", number);
    return number;
  }

  /** @throws PickleException if the data read cannot be of such an object */
  final void check(boolean holds, String what, Object found) {
    if (!holds) throw malformed(what + " " + found);
  }

  final PickleException malformed(String what) {
    return new PickleException.Malformed(variants[0].getSimpleName() + " " + what, null);
  }
}
