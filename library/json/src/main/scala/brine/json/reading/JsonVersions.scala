package brine.json.reading

import brine.json.text.{JsonInput, JsonTags, Lookahead, Tags}
import scala.collection.mutable.ArrayBuffer
import brine.{PickleOptions, UnknownFields}
import brine.plan.Plan
import brine.shape.Shape

/** Tells which version of a class comes, by looking over the value before it is read. */
private[json] abstract class JsonVersions(in: JsonInput, first: Tags, options: PickleOptions)
    extends JsonScalars(in, first, options), Plan.ChoosesVersion:
  import Lookahead.*

  private[brine] final override def tellsVersion: Boolean = false

  private[brine] override def segment(shape: Shape.Product, field: Int): String = JsonTags.segment(shape, field)

  /** By the number of an object, the shape of the version that it was. */
  private var byNumber: Map[Int, Shape] = Map.empty

  private[brine] final override def versionOf(versions: Plan.Versions): Int =
    val outline = this.outline()
    val known =
      if outline.ref == 0 then -1 else versions.all.indexWhere(_.shape eq byNumber.getOrElse(outline.ref, null))
    if outline.ref != 0 then math.max(0, known)
    else
      val version = VersionChoice.of(versions, outline, refusesUnknown, this)
      if outline.id != 0 then byNumber = byNumber.updated(outline.id, versions.all(version).shape)
      version

  private def outline(): Outline = look() match
    case '{' => if ahead == Empty then outline('{', null) else ofObject()
    case '"' =>
      in.mark()
      val text = in.readText()
      in.reset()
      outline('"', text)
    case first => outline(first, null)

  private def outline(first: Byte, text: String | Null): Outline =
    new Outline(first, text, ArrayBuffer.empty, ArrayBuffer.empty, 0, 0)

  /** From the first key on, over all members, and back to it. */
  private def ofObject(): Outline =
    val from = offset
    in.mark()
    val (names, firsts) = (ArrayBuffer.empty[String], ArrayBuffer.empty[Byte])
    var kind: String | Null = null
    var id = 0
    var ref = 0
    while
      val key = in.readKey()
      val first = in.peek()
      if key == tags.kind.text && first == '"' then kind = in.readText()
      else if key == tags.id.text then id = in.readInt()
      else if key == tags.ref.text then ref = in.readInt()
      else
        in.skip()
        val name = unescaped(key)
        if name != null then
          names += name
          firsts += first
      in.takes(',')
    do ()
    countLook(from, offset)
    in.reset()
    new Outline('{', kind, names, firsts, id, ref)

  /** Returns true if an unknown field is an error. */
  protected def refusesUnknown: Boolean = options.unknownFields == UnknownFields.Refuse

  /** The number of the class's own field with this name in an object, or -1. */
  def fieldNumber(shape: Shape.Product, name: String): Int = shape.fieldNames.indexOf(name)

  /** The number of the leaf with this name, or -1. */
  def leafNumber(shape: Shape.Sum, name: String | Null): Int = shape.leafNames.indexOf(name)

  /** Counts the bytes of a look ahead. Nested values are scanned once a level. */
  protected final def countLook(from: Long, until: Long): Unit =
    payBudget()
    budget.takeLooks(until - from)
