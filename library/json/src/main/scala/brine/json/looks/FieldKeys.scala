package brine.json.looks

import brine.json.text.{JsonTags, NameTable}
import java.nio.charset.StandardCharsets.UTF_8
import brine.shape.Shape

/** The keys of a class's fields in an object. */
private[json] final class FieldKeys(names: Array[String], absent: Array[Int]) extends NameTable(names, absent),
      HasLooks, CodeHolder:
  private val allWritten = FieldKeys.written(names, absent)

  def length: Int = allWritten.length

  /** The key with its quotes and colon, `"name":`, as it usually is; no key of a field that gathers members. */
  def written(field: Int): Array[Byte] = allWritten(field)

private[json] object FieldKeys:
  /** Noted with the shape. */
  def of(shape: Shape.Product): FieldKeys = shape.note match
    case known: FieldKeys => known
    case _ =>
      val made = new FieldKeys(shape.fieldNames.map(JsonTags.escaped), shape.gathering)
      shape.note = made
      made

  /** Returns true if a reader takes a member of this name for a field. `names`: those of the fields, without escapes.
    */
  def take(shape: Shape.Product, names: Array[String], name: String): Boolean =
    val own = names.indexOf(name)
    own >= 0 && !shape.gathers(own) || shape.aliases.get(name).exists(!shape.gathers(_))

  private def written(names: Array[String], absent: Array[Int]): Array[Array[Byte]] =
    val all = new Array[Array[Byte]](names.length)
    var i = 0
    while i < all.length do
      all(i) = if needsEscape(names(i)) || absent.contains(i) then Nowhere else s"\"${names(i)}\":".getBytes(UTF_8)
      i += 1
    all

  private def needsEscape(name: String): Boolean =
    var i = 0
    while i < name.length && name.charAt(i) >= ' ' && name.charAt(i) != '"' && name.charAt(i) != '\\' do i += 1
    i < name.length

  /** A byte that begins no key. */
  private val Nowhere = Array[Byte](0)
