package brine.emitted

import brine.{internal, PickleException}

/** Compares the components of a Java record that was read with those in the pickle. `java.lang.Record` requires that a
  * record made of another's components is equal to it. A constructor that breaks this rule would give back another
  * value.
  */
@internal
object RecordComponents:
  def isKept(found: Int, given_ : Int): Boolean = found == given_
  def isKept(found: Long, given_ : Long): Boolean = found == given_
  def isKept(found: Boolean, given_ : Boolean): Boolean = found == given_
  def isKept(found: Float, given_ : Float): Boolean = java.lang.Float.compare(found, given_) == 0
  def isKept(found: Double, given_ : Double): Boolean = java.lang.Double.compare(found, given_) == 0

  def isKeptObject(found: Any, given_ : Any): Boolean =
    (found.asInstanceOf[AnyRef] eq given_.asInstanceOf[AnyRef]) || java.util.Objects.deepEquals(found, given_)

  /** Returns the exception to throw for a component that the constructor changes. */
  def changed(record: Class[?], component: String): PickleException =
    new PickleException.Malformed(
      s"the constructor of ${record.getName} changes its parameter '$component', so that the record " +
        "does not come back. Let it keep canonical values unchanged, or write a pickler for it"
    )
