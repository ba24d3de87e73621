package brine.json.looks

import brine.json.text.{JsonTags, NameTable, Tag}
import brine.shape.Shape

/** Facts about a family that each of its values needs, computed once: the names of its leaves, also in UTF-8 with
  * quotes, since copying bytes is faster than writing a string.
  */
private[json] final class LeafNames(shape: Shape.Sum) extends NameTable(shape.leafNames), HasLooks,
      CodeHolder:
  import LeafNames.*

  private val names = shape.leafNames
  private val areObjects = shape.leafShapes.map(_.hasMembers)

  /** Returns true if such a leaf is a class with fields, which are members of its object. */
  def isObject(leaf: Int): Boolean = areObjects(leaf)

  private val allBegun = new Array[Array[Byte]](names.length)
  private val allQuoted = new Array[Array[Byte]](names.length)

  /** How the object of such a leaf begins: `{"$type":"Leaf"`. */
  def begun(leaf: Int): Array[Byte] =
    val known = allBegun(leaf)
    if known != null then known
    else
      val made = ('{'.toByte +: Key) ++ quoted(leaf)
      allBegun(leaf) = made
      made

  /** `"Leaf"`. */
  def quoted(leaf: Int): Array[Byte] =
    val known = allQuoted(leaf)
    if known != null then known
    else
      val made = Tag.quoted(names(leaf))
      allQuoted(leaf) = made
      made

private[json] object LeafNames:
  /** Noted with the shape, as the table is that a reader makes of it. */
  def of(shape: Shape.Sum): LeafNames = shape.note match
    case known: LeafNames => known
    case _                => made(shape)

  private def made(shape: Shape.Sum): LeafNames =
    val made = new LeafNames(shape)
    shape.note = made
    made

  /** Returns true if the text is a JSON number, `true` or `false`. */
  def isLiteral(text: String): Boolean = Literal.matcher(text).matches

  /** The one spelling of numbers that are equal: `2` for `2.0`. Other texts are as they were. */
  def literal(text: String): String =
    if !Number.matcher(text).matches then text else new java.math.BigDecimal(text).stripTrailingZeros.toPlainString

  private val Literal = java.util.regex.Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?|true|false")

  /** Numbers of few digits. Longer ones have no other spelling. */
  private val Number = java.util.regex.Pattern.compile("-?(0|[1-9]\\d{0,18})(\\.\\d{1,18})?([eE][+-]?\\d)?")

  /** The key of the member that names the leaf. */
  val Key: Array[Byte] = s"\"${JsonTags.Type}\":".getBytes("US-ASCII")
