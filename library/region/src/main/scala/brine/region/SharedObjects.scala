package brine.region

import brine.PickleException
import brine.region.layout.Ref
import brine.shape.Shape

/** The objects that a [[RegionBuilder]] lays out once: the position and the shape of each. */
private[region] final class SharedObjects(builder: RegionBuilder):
  var pending = -1

  /** By the object's number: its position, and above `RegionLayout.TAG_SHIFT` the number of its shape; 0 before it has
    * a position.
    */
  private var places = new Array[Long](0)

  // Shapes with the same layout have one number, from 1.
  private val shapes = new scala.collection.mutable.ArrayBuffer[Shape]
  private val numbers = new java.util.IdentityHashMap[Shape, Integer]
  private var compactable: Compactable[?] | Null = null
  private var byIndex = new Array[Int](0)

  private var open = new Array[Int](0)
  private var opened = 0
  private var expected: Shape | Null = null
  private val texts = new java.util.HashMap[String, java.lang.Long]

  def restart(): Unit =
    pending = -1
    opened = 0
    expected = null
    java.util.Arrays.fill(places, 0L)
    texts.clear()

  def begin(): Unit =
    if opened == open.length then open = java.util.Arrays.copyOf(open, math.max(16, opened * 2))
    open(opened) = pending
    opened += 1
    pending = -1

  def end(at: Long, shape: Shape): Unit =
    opened -= 1
    val id = open(opened)
    if id >= 0 then put(id, at, numberOf(shape))

  def put(id: Int, at: Long, shape: Int): Unit =
    if id >= places.length then
      places = java.util.Arrays.copyOf(
        places,
        math.max(math.max(64, builder.expectedObjects), math.max(id + 1, places.length * 2))
      )
    places(id) = Ref(at, shape)

  def found(value: AnyRef, self: Compactable[?], index: Int): Long =
    val id = builder.identities.add(value)
    if id < 0 then id
    else
      val place = placeOf(id)
      if place == 0 then throw builder.cyclic(self.shape(index).name)
      else if Ref.tag(place) == numberOf(self, index) then Ref.position(place)
      else ~id

  private def placeOf(id: Int): Long = if id < places.length then places(id) else 0L

  private def numberOf(shape: Shape): Int =
    val number = numbers.get(shape)
    if number != null then number else enter(shape)

  /** The number of the shape of a type, cached by the type's number. */
  def numberOf(self: Compactable[?], index: Int): Int =
    if !(self eq compactable) then
      compactable = self
      byIndex = new Array[Int](self.typeCount)
    if byIndex(index) == 0 then byIndex(index) = numberOf(self.shape(index))
    byIndex(index)

  private def enter(shape: Shape): Int =
    val same = shapes.indexWhere(_.fingerprint == shape.fingerprint)
    if same < 0 then shapes += shape
    val number = if same < 0 then shapes.length else same + 1
    if number > SharedObjects.MostShapes then
      throw new PickleException.LimitExceeded(s"shared objects of more than ${SharedObjects.MostShapes} types")
    numbers.put(shape, number)
    number

  def expect(shape: Shape): Unit = expected = shape

  def text(s: String): Long =
    val known = texts.get(s)
    if known != null then known
    else
      val at = builder.text(s)
      texts.put(s, at)
      at

  def reference(id: Int, arity: Int): Long =
    val place = placeOf(id)
    if place == 0 then throw builder.cyclic(if expected == null then "object" else expected.name)
    sumOf(expected) match
      case Some(sum) if arity > 0 => Ref(Ref.position(place), leafOf(sum, shapeOf(place)) + 1)
      case _                      => Ref.position(place)

  private def shapeOf(place: Long): Shape = shapes(Ref.tag(place) - 1)

  /** Returns true if an object has the layout that its next reference needs: an object can be a `List[Dog]` at one
    * place and a `List[Animal]` at another.
    */
  def fits(id: Int, arity: Int): Boolean =
    val place = placeOf(id)
    place == 0 || (sumOf(expected) match
      case Some(sum) if arity > 0 => leafOf(sum, shapeOf(place)) >= 0
      case _                      => isSame(expected, shapeOf(place))
    )

  @annotation.tailrec
  private def isSame(shape: Shape | Null, there: Shape): Boolean = shape match
    case null                             => true
    case m: Shape.Mapped if !(m eq there) => isSame(m.inner, there)
    case s: Shape                         => (s eq there) || s.fingerprint == there.fingerprint

  private def sumOf(shape: Shape | Null): Option[Shape.Sum] = shape match
    case s: Shape.Sum    => Some(s)
    case m: Shape.Mapped => sumOf(m.inner)
    case _               => None

  private def leafOf(sum: Shape.Sum, shape: Shape): Int =
    val same = sum.leafShapes.indexWhere(_ eq shape)
    if same >= 0 then same else sum.leafShapes.indexWhere(_.fingerprint == shape.fingerprint)

private object SharedObjects:
  /** The most types of shared objects in one region. */
  private final val MostShapes = Short.MaxValue
