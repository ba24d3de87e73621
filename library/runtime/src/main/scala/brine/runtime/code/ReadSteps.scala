package brine.runtime.code

import brine.emitted.Emitted

/** Steps of made code that reads the binary format, each for an expression of the language that code has no word for.
  * Public for that code, not for users.
  */
private[brine] object ReadSteps:
  // The parts of the number that `BinaryReader.getSize` returns: the last bit tells whether elements are marked.
  def sizeIn(header: Long): Int = (header >>> 1).toInt
  def isMarkedIn(header: Long): Boolean = (header & 1) != 0

  /** An array for some of the elements that are claimed: it grows as they come. */
  def newArray(element: Class[?], size: Int): Array[AnyRef] = ofLength(element, math.min(size, Emitted.FirstCapacity))

  private def ofLength(element: Class[?], length: Int): Array[AnyRef] =
    java.lang.reflect.Array.newInstance(element, length).asInstanceOf[Array[AnyRef]]

  /** The array, or a larger one with its elements, which has room for element `i`. */
  def withRoom(array: Array[AnyRef], i: Int, element: Class[?], size: Int): Array[AnyRef] =
    if i < array.length then array
    else
      val larger = ofLength(element, math.min(size, i << 1))
      System.arraycopy(array, 0, larger, 0, i)
      larger

  def put(array: Array[AnyRef], i: Int, element: AnyRef): Unit = array(i) = element
  def newParts(): java.util.ArrayList[AnyRef] = new java.util.ArrayList
  def some(content: AnyRef): AnyRef = Some(content)
