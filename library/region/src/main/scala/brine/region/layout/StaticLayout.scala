package brine.region.layout

import brine.model.{FamilyAnalysis, TypePlan, Use}
import brine.shape.{ScalarKind, Shape}

/** A type's layout as far as the compiler knows it, as data: the source of views and of emitted code. */
private[region] enum StaticType:
  case Scalar(kind: ScalarKind)
  case Text

  /** A class: the numbers of its fields' types. */
  case Record(fields: Vector[Int])
  case Tagged(leaves: Vector[Int])
  case Maybe(element: Int)
  case Items(element: Int)
  case Entries(key: Int, value: Int)
  case Constant

  /** A type whose layout only its pickler knows. */
  case Opaque

private[region] object StaticType:
  /** The layout of a place: `parts` are the numbers of its definition's parts, in the order of
    * [[FamilyAnalysis.useOf]].
    */
  def of(use: Use, definitions: Vector[TypePlan], parts: Vector[Int]): StaticType = use match
    case Use.Scalar(ScalarKind.String) => Text
    case Use.Scalar(kind)              => Scalar(kind)
    case Use.Given(_)                  => Opaque
    case Use.Local(index) => definitions(index).fold(
        fields = _ => Record(parts),
        leaves = _ => Tagged(parts),
        content = _ => Maybe(parts(0)),
        elements = _ => Items(parts(0)),
        entries = (_, _) => Entries(parts(0), parts(1)),
        numbers = _ => Items(parts(0)),
        alone = Constant
      )

  /** The tag bits of a reference to a value of this type. */
  def bits(tpe: StaticType): Int = tpe match
    case Tagged(leaves) => SlotLayout.bitsFor(leaves.length)
    case Maybe(_)       => SlotLayout.OptionBits
    case Constant       => 1
    case _              => 0

  /** True if `EmitInOrder` emits code that checks objects of this type. */
  def isInOrder(types: Vector[StaticType], index: Int): Boolean = types(index) match
    case Record(_)      => true
    case Items(element) => types(element) != Scalar(ScalarKind.Boolean)
    case _              => false

  /** The width in bytes of a slot with a value of this type. */
  def width(tpe: StaticType): Int = tpe match
    case Scalar(kind) => SlotLayout.ofScalar(kind).width
    case _            => SlotLayout.ofScalar(ScalarKind.String).width

  /** Renders types as one string constant for the class file: `s5 t r0,1#5c1a@9f3b …`. A class and a sealed type have
    * the hash of their `names` behind a `#`. A type that has one shape in a region has the hash of its full name behind
    * an `@`.
    */
  def render(types: Vector[StaticType], names: Vector[Seq[String]], typeNames: Vector[String]): String =
    types.indices.map { i =>
      render(types(i)) + (if isNamed(types(i)) then s"#${hash(names(i))}" else "") +
        (if typeNames(i).isEmpty || isValue(types(i)) then "" else s"@${typeNames(i)}")
    }.mkString(" ")

  private def render(tpe: StaticType): String = tpe match
    case Scalar(kind)   => s"s${kind.ordinal}"
    case Text           => "t"
    case Record(fields) => fields.mkString("r", ",", "")
    case Tagged(leaves) => leaves.mkString("g", ",", "")
    case Maybe(element) => s"m$element"
    case Items(element) => s"i$element"
    case Entries(k, v)  => s"e$k,$v"
    case Constant       => "c"
    case Opaque         => "o"

  private def isNamed(tpe: StaticType): Boolean = tpe match
    case Record(_) | Tagged(_) => true
    case _                     => false

  private def isValue(tpe: StaticType): Boolean = tpe match
    case Scalar(_) | Text | Constant => true
    case _                           => false

  /** A fingerprint of the names of fields or leaves, in their order. */
  def hash(names: Seq[String]): String = Integer.toHexString(names.mkString("\n").hashCode)

  /** The hashes of the names, empty for types without names. */
  def parseNames(text: String): Array[String] = parsePart(text, '#')

  /** The hashes of the full names of the types, empty for types without one. */
  def parseTypeNames(text: String): Array[String] = parsePart(text, '@')

  private def parsePart(text: String, mark: Char): Array[String] =
    text.split(' ').map(word => word.dropWhile(_ != mark).drop(1).takeWhile(_ != '@'))

  def parse(text: String): Vector[StaticType] = text.split(' ').toVector.map { named =>
    val word = named.takeWhile(c => c != '#' && c != '@')
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

/** Compares the layout that the compiler assumed with a shape. They differ only if a type has a pickler that the
  * compiler cannot see through. If that pickler writes a scalar, as where `A` is a Long in `compact(box: Box[A])`,
  * emitted code does not apply ([[unknownScalar]]); any other difference is refused.
  */
private[region] final class StaticLayout(text: String):
  private val types = StaticType.parse(text)
  private val names = StaticType.parseNames(text)
  private val typeNames = StaticType.parseTypeNames(text)

  /** By the number of an opaque type: its slot layout. */
  val opaque = new Array[SlotLayout](types.length)
  private val seen = new Array[Shape](types.length)

  def size: Int = types.length

  /** The hash of the full name of the type with this number; empty for a type parameter, and for types of which several
    * shapes may be in one region.
    */
  def typeName(index: Int): String = typeNames(index)

  /** True if all layouts follow from the classes, or are those of Brine's own picklers. Valid after [[mismatch]]. */
  def isPlain: Boolean =
    types.indices.forall(i => types(i) != StaticType.Opaque || seen(i).isInstanceOf[Shape.Standard])
  def shape(index: Int): Shape = seen(index)
  def isInOrder(index: Int): Boolean = scalar == null && StaticType.isInOrder(types, index)

  /** The name of a type whose pickler proved to write a scalar, though the compiler assumed a reference; null if none
    * did.
    */
  def unknownScalar: String | Null = scalar
  private var scalar: String | Null = null

  /** Describes the first difference between the assumed layout and a shape; null if there is none. */
  def mismatch(root: Shape): String | Null = compare(0, root)

  private def compare(index: Int, shape: Shape): String | Null =
    if seen(index) != null then
      if (seen(index) eq shape) || seen(index).fingerprint == shape.fingerprint then null
      else s"${shape.name} is written in two ways"
    else
      if !types(index).isInstanceOf[StaticType.Scalar] then seen(index) = shape
      (types(index), shape) match
        case (StaticType.Scalar(kind), s: Shape.Scalar) if s.kind == kind      => null
        case (StaticType.Text, s: Shape.Scalar) if s.kind == ScalarKind.String => null
        case (StaticType.Record(_), p: Shape.Product) if StaticType.hash(p.fieldNames) != names(index) =>
          s"the fields of ${p.name} are ${p.fieldNames.mkString(", ")} now"
        case (StaticType.Tagged(_), s: Shape.Sum) if StaticType.hash(s.leafNames) != names(index) =>
          s"the leaves of ${s.name} are ${s.leafNames.mkString(", ")} now"
        case (StaticType.Record(fields), p: Shape.Product)      => all(fields, p.fieldShapes)
        case (StaticType.Tagged(leaves), s: Shape.Sum)          => all(leaves, s.leafShapes)
        case (StaticType.Maybe(element), o: Shape.Optional)     => compare(element, o.element)
        case (StaticType.Items(element), s: Shape.Sequence)     => compare(element, s.element)
        case (StaticType.Entries(key, value), m: Shape.Mapping) => all(Vector(key, value), Array(m.key, m.value))
        case (StaticType.Constant, _: Shape.Singleton)          => null
        case (StaticType.Opaque, other) =>
          opaque(index) = SlotLayout.of(other)
          if !opaque(index).isReference then scalar = other.name
          null
        case (_, other) => s"the shape of ${other.name} differs from its class"

  private def all(numbers: Vector[Int], shapes: Array[Shape]): String | Null =
    numbers.indices.iterator.map(i => compare(numbers(i), shapes(i))).find(_ != null).orNull
