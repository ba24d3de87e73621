package brine.shape

import scala.collection.mutable
import scala.reflect.ClassTag

/** The structure of a type, as data: the side of a pickler that formats, evolution and tools use.
  *
  * A shape is a graph (recursive types refer back to themselves), so children are reached through functions and
  * shapes are compared by [[fingerprint]]. It is the intermediate representation of "Instant Pickles", section 4.2,
  * after `flatten`: inherited fields are among the class's own.
  */
sealed abstract class Shape:
  /** The type's simple name, for messages and for JSON's `$type`; part of the fingerprint only for leaves. */
  def name: String

  /** Puts the name, unless it is getting long: a shape that came as bytes may be nested without end. */
  private[shape] def putName(out: java.lang.StringBuilder, levels: Int): Unit = { val ignored = out.append(name) }

  /** Returns the name of a type that is made of others. */
  protected final def nameOf(kind: String, parts: Shape*): String =
    val out = new java.lang.StringBuilder
    putName(out, kind, parts, 0)
    out.toString

  private[shape] final def putName(out: java.lang.StringBuilder, kind: String, parts: Seq[Shape], levels: Int): Unit =
    out.append(kind).append('[')
    for (part, i) <- parts.zipWithIndex do
      if i > 0 then out.append(", ")
      if levels >= Shape.MostLevels || out.length > Shape.LongName then out.append('…')
      else part.putName(out, levels + 1)
    val ignored = out.append(']')

  /** The encoding of a null of this type; see [[Nullness]]. */
  def nullness: Nullness

  /** Returns true for a map whose keys are strings. */
  private[brine] def hasStringKeys: Boolean = false

  /** 64 bits that equal shapes share, however their picklers were put together; see [[Fingerprint]]. */
  final lazy val fingerprint: Long = if comesFrom != null then Fingerprint.of(this) else computeFingerprint

  protected def computeFingerprint: Long = Fingerprint.of(this)

  /** A fingerprint that covers the full names of classes, too: equal for shapes of the same classes, as far as their
    * names are known.
    */
  private[brine] final lazy val classFingerprint: Long = Fingerprint.ofClasses(this)

  /** True if a value of this shape can hold an object that keeps its identity by default. A handwritten pickler may
    * write any.
    */
  private[brine] final lazy val holdsTracked: Boolean = Fingerprint.holdsTracked(this)

  /** True if a handwritten pickler may write a part of a value of this shape. */
  private[brine] final lazy val holdsHandwritten: Boolean = Fingerprint.holdsHandwritten(this)

  /** Cached fingerprints of collections of this shape. A pickler of `List[Person]` may be made anew at every use, but
    * the shape of `Person` is not.
    */
  private lazy val around = new java.util.concurrent.ConcurrentHashMap[String, java.lang.Long]()

  private[shape] final def remembered(container: String)(compute: => Long): Long =
    val known = around.get(container)
    if known != null then known.longValue
    else
      val computed = compute
      around.put(container, computed)
      computed

  /** A format's cached result for this shape: an immutable object of the format's own class, which identifies it.
    */
  private[brine] final var note: Note | Null = null

  /** A region's cached result for this shape: layouts do not change with the values that are written. */
  private[brine] final var layout: Note | Null = null

  /** The plan of a class or family that this shape was read off; null where the shape came as bytes. */
  private[brine] final var plan: Note | Null = null

  /** The table with which the shape came as bytes; null for the shape of a pickler. */
  private[shape] final var comesFrom: ShapesOfTable | Null = null

  /** This shape as bytes, once `ShapeTable.of` has made them. */
  @volatile private[brine] final var table: Array[Byte] | Null = null

  /** Returns true if every value that is not null takes a byte or more. Some formats write nothing for a type with
    * only one value: units, objects, and classes with nothing else.
    */
  final def takesBytes: Boolean = this match
    case s: Shape.Scalar    => s.kind != ScalarKind.Unit
    case p: Shape.Product   => p.isTracked || Shape.someTakesBytes(p.fieldShapes)
    case _: Shape.Singleton => false
    case m: Shape.Mapped    => m.inner.takesBytes
    case _: Shape.Custom    => false
    case _                  => true

  /** Returns true if only reading shows the number of bytes of a value, since handwritten code writes it. */
  final def isByHand: Boolean = this match
    case _: Shape.Custom => true
    case m: Shape.Mapped => m.inner.isByHand
    case _               => false

  /** Returns true if it is a class whose fields are members of a JSON object. */
  private[brine] final def hasMembers: Boolean = this match
    case p: Shape.Product => !p.isMutableValue
    case _                => false

  /** Returns true if it is a mutable collection, so that it keeps its identity when it is empty, too. */
  final def isMutableCollection: Boolean = this match
    case s: Shape.Sequence => s.isMutable
    case m: Shape.Mapping  => m.isMutable
    case _                 => false

  /** One line for messages: the fields or leaves, one level deep. */
  def describe: String = name

  override def toString: String = describe

object Shape:
  private[brine] val NoNumbers: Array[Int] = Array.empty[Int]

  private final val MostLevels = 20
  private final val LongName = 500

  /** A type whose objects may keep their identity. */
  sealed abstract class ObjectShape private[shape] (hasIdentity: Boolean) extends Shape:
    /** Another reason for its objects to keep their identity, which is looked for when it is first needed. */
    private[brine] final var tracking: Tracking | Null = null

    /** Returns true if its objects keep their identity by default. */
    final def isTracked: Boolean = hasIdentity || tracking != null && tracking.nn.get

  /** Finds on demand whether objects keep their identity: that may depend on types which are not known earlier. */
  private[brine] final class Tracking(find: => Boolean):
    lazy val get: Boolean = find

  /** The ordering of a collection that is not sorted. */
  private[brine] object NoOrdering extends (() => String):
    def apply(): String = ""

  private def someTakesBytes(fields: Array[Shape]): Boolean =
    var i = 0
    while i < fields.length && fields(i).nullness == Nullness.Never && !fields(i).takesBytes do i += 1
    i < fields.length

  /** (A loop, because the class of each function delays the program's start.) */
  private def areSimple(names: Array[String]): Boolean =
    var i = 0
    while i < names.length && isSimple(names(i)) do i += 1
    i == names.length

  private def isSimple(name: String): Boolean =
    var i = 0
    while i < name.length && isSimple(name.charAt(i)) do i += 1
    i == name.length

  private def isSimple(c: Char): Boolean =
    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'

  private def isValue(shape: Shape, levels: Int): Boolean = shape match
    case _: Scalar   => true
    case o: Optional => levels < MostLevels && isValue(o.element, levels + 1)
    case m: Mapped   => levels < MostLevels && isValue(m.inner, levels + 1)
    case _           => false

  /** Replaces a field's number that has not been looked up. */
  private final val NotLooked = -2

  /** A primitive, `String` or `Unit`. */
  final class Scalar private[shape] (val kind: ScalarKind) extends Shape:
    def name: String = kind.toString
    def nullness: Nullness = if kind == ScalarKind.String then Nullness.Own else Nullness.Never

  object Scalar:
    private val all = ScalarKind.table(new Array[Scalar](_))(new Scalar(_))
    def apply(kind: ScalarKind): Scalar = all(kind.ordinal)

  /** A class with fields. `isTracked`: its objects keep their identity by default. `aliases`: other names that a
    * reader accepts for fields, which are not part of the fingerprint. `isMutableValue`: its objects are mutable
    * values, such as a `Date`. The one field holds the value, and a textual format writes that alone.
    */
  final class Product(
      val name: String,
      val fieldNames: Array[String],
      hasIdentity: Boolean,
      fieldShapesOf: () => Array[Shape],
      val aliases: Map[String, Int] = Map.empty,
      val isMutableValue: Boolean = false
  ) extends ObjectShape(hasIdentity):
    /** The class's full name; empty where the shape came as bytes. It is not part of the fingerprint. */
    private[brine] final var className: String = ""

    /** The numbers of the fields whose names annotations give; not part of the fingerprint. */
    private[brine] final var namedFields: Array[Int] = NoNumbers

    /** The numbers of the fields that are declared as `A | Null`; not part of the fingerprint. */
    private[brine] final var nullableFields: Array[Int] = NoNumbers

    /** The maps that have members of a JSON object; null if there are none. Not part of the fingerprint. */
    private[brine] final var rests: RestFields | Null = null

    /** The numbers of the fields that are not members of a JSON object themselves, but have the members for which the
      * class has no field: maps with `brine.jsonRest`, and `brine.Extras`.
      */
    private[brine] lazy val gathering: Array[Int] =
      (if rests == null then NoNumbers else rests.nn.fields) ++ (if extras >= 0 then Array(extras) else NoNumbers)

    /** Returns true if a field is one of those maps. */
    private[brine] def isRest(field: Int): Boolean = rests != null && rests.nn.fields.contains(field)

    /** Returns true if the class has such a field. */
    private[brine] def gathersAny: Boolean = rests != null || extras >= 0

    /** Returns true if a field is one of [[gathering]]. */
    private[brine] def gathers(field: Int): Boolean = gathersAny && gathering.contains(field)

    lazy val fieldShapes: Array[Shape] = fieldShapesOf()
    def nullness: Nullness = Nullness.Marker

    /** The part of a path that leads to a field: a mutable value has the same path as its content. */
    private[brine] def segment(field: Int): String = if isMutableValue then "" else s".${fieldNames(field)}"

    /** True if all names are of ASCII letters, digits and `_`: they need no escape in any format. */
    val hasSimpleNames: Boolean = Shape.areSimple(fieldNames)

    /** The numbers of the fields, first those that certainly hold no objects: scalars, in options, too. */
    private[brine] lazy val valuesFirst: Array[Int] =
      val (values, others) = fieldShapes.indices.toArray.partition(isValue(_))
      values ++ others

    /** Returns true if a field certainly holds no objects. */
    private[brine] def isValue(field: Int): Boolean = Shape.isValue(fieldShapes(field), 0)

    /** True if the class itself has its fields in that order. */
    private[brine] lazy val isValuesFirst: Boolean = valuesFirst.indices.forall(i => valuesFirst(i) == i)

    private var extrasField = NotLooked

    /** The number of the field that keeps fields which the class does not have (`brine.Extras`), -1 if it has none. */
    def extras: Int =
      if extrasField == NotLooked then extrasField = fieldShapes.indexWhere(_ == Custom.Extras)
      extrasField

    override def describe: String =
      if isMutableValue then name
      else fieldNames.indices.map(i => s"${fieldNames(i)}: ${fieldShapes(i).name}").mkString(s"$name(", ", ", ")")

  /** An object: one value, no bytes. It occurs as a leaf, or alone. */
  final class Singleton(val name: String) extends Shape:
    def nullness: Nullness = Nullness.Marker

  /** A sealed family. `isTracked`: some leaf's objects keep their identity by default. `aliases`: other names that a
    * reader takes for leaves; `fallback`: the leaf that it takes for those it does not know, -1 if there is none.
    * Neither is part of the fingerprint.
    */
  final class Sum(
      val name: String,
      val leafNames: Array[String],
      hasIdentity: Boolean,
      leafShapesOf: () => Array[Shape],
      val aliases: Map[String, Int] = Map.empty,
      val fallback: Int = -1
  ) extends ObjectShape(hasIdentity):
    /** The numbers of the leaves whose names annotations give. */
    private[brine] final var namedLeaves: Array[Int] = NoNumbers

    /** True for a union type: its leaves are types of their own, which a textual format writes as they are elsewhere.
      */
    private[brine] final var isUnion: Boolean = false

    /** For each leaf of a union, the rule of its JSON (`brine.json.JsonUnion`), or null. Empty without rules.
      */
    private[brine] final var rules: Vector[AnyRef | Null] = Vector.empty

    /** The leaf that a textual format writes as a null; -1 if there is none. */
    private[brine] final var nullLeaf: Int = -1

    /** The leaf that stands for a field that is not there; -1 if there is none. */
    private[brine] final var absentLeaf: Int = -1

    lazy val leafShapes: Array[Shape] = leafShapesOf()

    /** What the fallback keeps of an unknown leaf. */
    private[brine] lazy val keeps: KeptLeaf = KeptLeaf.of(this)

    /** True if all names are of ASCII letters, digits and `_`: see [[Product.hasSimpleNames]]. */
    val hasSimpleNames: Boolean = Shape.areSimple(leafNames)

    def nullness: Nullness = Nullness.Own
    override def describe: String = leafNames.mkString(s"$name = ", " | ", "")

  /** `Option`. A value without identity. */
  final class Optional(elementOf: () => Shape) extends Shape:
    lazy val element: Shape = elementOf()
    override protected def computeFingerprint: Long = element.remembered("Option")(Fingerprint.of(this))
    def name: String = nameOf("Option", element)
    private[shape] override def putName(out: java.lang.StringBuilder, levels: Int): Unit =
      putName(out, "Option", Seq(element), levels)
    def nullness: Nullness = Nullness.Own

  /** A collection or array of one element type; `kind` is its class's simple name, with the package of mutable ones.
    * `isMutable`: it can grow, so that it has an identity even when it is empty (an array has none then). `ordering`:
    * the name of the order of a sorted one, else empty.
    */
  final class Sequence(
      val kind: String,
      hasIdentity: Boolean,
      elementOf: () => Shape,
      val isMutable: Boolean = false,
      orderingOf: () => String = NoOrdering
  ) extends ObjectShape(hasIdentity):
    lazy val element: Shape = elementOf()
    def ordering: String = orderingOf()
    override protected def computeFingerprint: Long =
      element.remembered(s"$kind, $isTracked, $ordering")(Fingerprint.of(this))
    def name: String = nameOf(kind, element)
    private[shape] override def putName(out: java.lang.StringBuilder, levels: Int): Unit =
      putName(out, kind, Seq(element), levels)
    def nullness: Nullness = if isTracked then Nullness.Marker else Nullness.Own

  /** A map; `kind`, `isMutable` and `ordering` as of a [[Sequence]]. */
  final class Mapping(
      val kind: String,
      hasIdentity: Boolean,
      keyOf: () => Shape,
      valueOf: () => Shape,
      val isMutable: Boolean = false,
      orderingOf: () => String = NoOrdering
  ) extends ObjectShape(hasIdentity):
    lazy val key: Shape = keyOf()
    lazy val value: Shape = valueOf()
    def ordering: String = orderingOf()
    private[brine] override def hasStringKeys: Boolean = key match
      case s: Scalar => s.kind == ScalarKind.String
      case _         => false
    override protected def computeFingerprint: Long = key match
      // The value's own entry would need the same lookup; a shape that came as bytes may be its own key.
      case _: Mapping => Fingerprint.of(this)
      case _          => value.remembered(s"$kind, $isTracked, ${key.fingerprint}, $ordering")(Fingerprint.of(this))
    def name: String = nameOf(kind, key, value)
    private[shape] override def putName(out: java.lang.StringBuilder, levels: Int): Unit =
      putName(out, kind, Seq(key, value), levels)
    def nullness: Nullness = if isTracked then Nullness.Marker else Nullness.Own

  /** Another type's bytes, by two functions (`imap`). */
  final class Mapped(innerOf: () => Shape) extends Shape:
    lazy val inner: Shape = innerOf()
    def name: String = inner.name
    private[shape] override def putName(out: java.lang.StringBuilder, levels: Int): Unit = inner.putName(out, levels)
    def nullness: Nullness = Nullness.Marker

  /** Objects of classes that are not known here; each is written with the name of its class, and has its own shape. */
  final class Open(val name: String) extends Shape:
    def nullness: Nullness = Nullness.Marker

  /** Any value that a handwritten pickler writes. Its author names it and counts its versions. Brine can see every
    * change except one: new bytes without a new version.
    */
  sealed case class Custom(name: String, version: Int) extends Shape:
    def nullness: Nullness = Nullness.Marker

  /** The shape of one of Brine's own picklers: values that hold no objects, and are never written as a null. */
  private[brine] final class Standard(name: String) extends Custom(name, version = 1)

  /** A name of code (`brine.CodeNames`): its bytes are those of a string, whatever the name identifies. */
  private[brine] final class CodeName(kind: String) extends Custom(kind, version = 1)

  object Custom:
    /** The shape of UUIDs, for which formats may have special bytes. */
    private[brine] val Uuid: Standard = new Standard("UUID")

    /** The shape of `brine.Extras`, under a name that nobody gives to another type. */
    private[brine] val Extras: Custom = Custom("brine.Extras", version = 1)

/** The encoding of a null at a place of some type. */
enum Nullness:
  /** A value is never null: a primitive. */
  case Never

  /** The type's own bytes have a code for it (always the byte 0): strings, sealed families, options, collections. */
  case Own

  /** A byte precedes the value: 0 for null, 1 for a value. Elements of a collection without a null have no marker. */
  case Marker

/** The scalars that every format must write. `Unit` takes no bytes. */
enum ScalarKind:
  case Unit, Boolean, Byte, Short, Char, Int, Long, Float, Double, String

  private[brine] def tag: ClassTag[?] = ScalarKind.tags(ordinal)

  /** The class of its boxed values. */
  private[brine] def box: Class[?] = ScalarKind.boxes(ordinal)

  /** Returns true if a value, boxed, is of this kind; a null is a string. */
  private[brine] def isOf(value: Any): scala.Boolean = if value == null then this == String else box.isInstance(value)

  /** The width of a number, in bytes: that of the JVM's primitive type. 0 for `Unit` and strings. */
  private[brine] def width: scala.Int = ScalarKind.widths(ordinal)

  /** Returns the number, boxed, that these bits are; a float is the lower half of them. The bits themselves for `Unit`
    * and strings.
    */
  private[brine] def ofBits(bits: scala.Long): AnyRef = this match
    case Boolean => java.lang.Boolean.valueOf(bits != 0)
    case Byte    => java.lang.Byte.valueOf(bits.toByte)
    case Short   => java.lang.Short.valueOf(bits.toShort)
    case Char    => java.lang.Character.valueOf(bits.toChar)
    case Int     => java.lang.Integer.valueOf(bits.toInt)
    case Float   => java.lang.Float.valueOf(java.lang.Float.intBitsToFloat(bits.toInt))
    case Double  => java.lang.Double.valueOf(java.lang.Double.longBitsToDouble(bits))
    case _       => java.lang.Long.valueOf(bits)

  /** The value of a new variable, boxed; an empty string. */
  private[brine] def zero: AnyRef = this match
    case Unit   => scala.runtime.BoxedUnit.UNIT
    case String => ""
    case _      => java.lang.reflect.Array.get(tag.newArray(1), 0)

  /** Returns a builder of an array, which grows with the elements that arrive. */
  private[brine] def newArrayBuilder: mutable.Builder[Any, AnyRef] =
    mutable.ArrayBuilder.make(using tag).asInstanceOf[mutable.Builder[Any, AnyRef]]

  private[brine] def arrayClass: Class[?] = tag.wrap.runtimeClass

object ScalarKind:
  private val tags = Array[ClassTag[?]](
    ClassTag.Unit,
    ClassTag.Boolean,
    ClassTag.Byte,
    ClassTag.Short,
    ClassTag.Char,
    ClassTag.Int,
    ClassTag.Long,
    ClassTag.Float,
    ClassTag.Double,
    ClassTag(classOf[java.lang.String])
  )

  private val boxes = Array[Class[?]](
    classOf[scala.runtime.BoxedUnit],
    classOf[java.lang.Boolean],
    classOf[java.lang.Byte],
    classOf[java.lang.Short],
    classOf[java.lang.Character],
    classOf[java.lang.Integer],
    classOf[java.lang.Long],
    classOf[java.lang.Float],
    classOf[java.lang.Double],
    classOf[java.lang.String]
  )

  private val widths = Array[scala.Int](0, 1, 1, 2, 2, 4, 8, 4, 8, 0)

  /** Returns a table with an entry for each kind. (A loop, because the class of each function delays the program's
    * start.)
    */
  private[brine] inline def table[A](inline array: Int => Array[A])(inline make: ScalarKind => A): Array[A] =
    val kinds = ScalarKind.values
    val all = array(kinds.length)
    var i = 0
    while i < kinds.length do
      all(i) = make(kinds(i))
      i += 1
    all
