package brine.region

import brine.Record
import brine.shape.{ScalarKind, Shape}

/** What the compiler knows of how a type lies in a region, as data: views and the code that compacts are made from it. */
private[region] enum StaticType:
  case Scalar(kind: ScalarKind)
  case Text

  /** A class: its fields' types, by their numbers. */
  case Record(fields: Vector[Int])
  case Tagged(leaves: Vector[Int])
  case Maybe(element: Int)
  case Items(element: Int)
  case Entries(key: Int, value: Int)
  case Constant

  /** What only its pickler knows. */
  case Opaque

private[region] object StaticType:
  /** Bits of the tag of a reference to a value of this type. */
  def bits(tpe: StaticType): Int = tpe match
    case Tagged(leaves) => Place.bitsFor(leaves.length)
    case Maybe(_)       => Place.OptionBits
    case Constant       => 1
    case _              => 0

  /** Whether there is code that goes down from an object of this type ([[EmitInOrder]]). */
  def isInOrder(types: Vector[StaticType], index: Int): Boolean = types(index) match
    case Record(_)      => true
    case Items(element) => types(element) != Scalar(ScalarKind.Boolean)
    case _              => false

  /** In bytes, at a place. */
  def width(tpe: StaticType): Int = tpe match
    case Scalar(kind) => Place.ofScalar(kind).width
    case _            => Place.ofScalar(ScalarKind.String).width

  /** The numbers of types, as one string constant in the class file: `s5 t r0,1 …`. */
  def render(types: Vector[StaticType]): String = types.map {
    case Scalar(kind)   => s"s${kind.ordinal}"
    case Text           => "t"
    case Record(fields) => fields.mkString("r", ",", "")
    case Tagged(leaves) => leaves.mkString("g", ",", "")
    case Maybe(element) => s"m$element"
    case Items(element) => s"i$element"
    case Entries(k, v)  => s"e$k,$v"
    case Constant       => "c"
    case Opaque         => "o"
  }.mkString(" ")

  def parse(text: String): Vector[StaticType] = text.split(' ').toVector.map { word =>
    val numbers = if word.length == 1 then Vector.empty else word.substring(1).split(',').toVector.map(_.toInt)
    word.charAt(0) match
      case 's' => Scalar(ScalarKind.fromOrdinal(numbers(0)))
      case 't' => Text
      case 'r' => Record(numbers)
      case 'g' => Tagged(numbers)
      case 'm' => Maybe(numbers(0))
      case 'i' => Items(numbers(0))
      case 'e' => Entries(numbers(0), numbers(1))
      case 'c' => Constant
      case _   => Opaque
  }

/** Whether a shape is what the compiler took it for. It is, unless a type has a pickler that the compiler does not see
  * through, of which every other use is refused.
  */
private[region] final class StaticLayout(types: Vector[StaticType]):
  /** By the number of an opaque type: how its values stand. */
  val opaque = new Array[Place](types.length)
  private val seen = new Array[Shape](types.length)

  def size: Int = types.length
  def shape(index: Int): Shape = seen(index)
  def isInOrder(index: Int): Boolean = StaticType.isInOrder(types, index)

  /** Null if it is, else what is otherwise. */
  def mismatch(root: Shape): String | Null = compare(0, root)

  private def compare(index: Int, shape: Shape): String | Null =
    if seen(index) != null then null
    else
      if !types(index).isInstanceOf[StaticType.Scalar] then seen(index) = shape
      (types(index), shape) match
        case (StaticType.Scalar(kind), s: Shape.Scalar) if s.kind == kind => null
        case (StaticType.Text, s: Shape.Scalar) if s.kind == ScalarKind.String => null
        case (StaticType.Record(fields), p: Shape.Product) if fields.length == p.fieldShapes.length =>
          all(fields, p.fieldShapes)
        case (StaticType.Tagged(leaves), s: Shape.Sum) if leaves.length == s.leafShapes.length => all(leaves, s.leafShapes)
        case (StaticType.Maybe(element), o: Shape.Optional)    => compare(element, o.element)
        case (StaticType.Items(element), s: Shape.Sequence)    => compare(element, s.element)
        case (StaticType.Entries(key, value), m: Shape.Mapping) => all(Vector(key, value), Array(m.key, m.value))
        case (StaticType.Constant, _: Shape.Singleton)         => null
        case (StaticType.Opaque, other) =>
          opaque(index) = Place.of(other)
          if opaque(index).isReference then null else s"${other.name} is written by a pickler that the compiler does not know"
        case (_, other) => s"the shape of ${other.name} differs from its class"

  private def all(numbers: Vector[Int], shapes: Array[Shape]): String | Null =
    numbers.indices.iterator.map(i => compare(numbers(i), shapes(i))).find(_ != null).orNull
