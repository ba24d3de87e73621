package brine.runtime.classes

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import brine.PickleException

/** Arrays of numbers that a constructor makes and that the object changes later, such as
  * `val sums = new Array[Double](n)`. The constructor makes the array again, and the elements are copied into it: no
  * final field is assigned.
  */
private[runtime] object FilledArray:
  def takes(c: Class[?]): Boolean = c.isArray && c.getComponentType.isPrimitive

  /** Takes the array of the new object, and the one that was read. */
  val copy: MethodHandle =
    MethodHandles.lookup().findVirtual(
      getClass,
      "fill",
      MethodType.methodType(classOf[Unit], classOf[Object], classOf[Object])
    ).bindTo(this)

  def fill(into: Object, from: Object): Unit =
    if into == null || from == null || into.getClass != from.getClass then
      throw new PickleException.Malformed(
        s"expected an array for the one that a constructor made, found ${shown(into)} and ${shown(from)}"
      )
    val (made, read) = (java.lang.reflect.Array.getLength(into), java.lang.reflect.Array.getLength(from))
    if made != read then
      throw new PickleException.Malformed(s"a constructor made an array of $made elements, and $read were written")
    System.arraycopy(from, 0, into, 0, read)

  private def shown(array: Object): String = if array == null then "null" else array.getClass.getTypeName
