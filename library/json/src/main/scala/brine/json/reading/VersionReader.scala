package brine.json.reading

import brine.PickleReader
import brine.json.reading.parts.ReadRules
import brine.json.text.JsonCursor
import scala.collection.mutable.ArrayBuffer
import brine.plan.Plan
import brine.shape.Shape

/** Tells which version of a class comes, by looking over the value before it is read. */
private[json] final class VersionReader(cursor: JsonCursor, rules: ReadRules, reader: PickleReader):
  import JsonCursor.*
  import cursor.*

  /** By the number of an object, the shape of the version that it was. */
  private var byNumber: Map[Int, Shape] = Map.empty

  def versionOf(versions: Plan.Versions): Int =
    val outline = this.outline()
    val known =
      if outline.ref == 0 then -1 else versions.all.indexWhere(_.shape eq byNumber.getOrElse(outline.ref, null))
    if outline.ref != 0 then math.max(0, known)
    else
      val version = VersionChoice.of(versions, outline, rules)
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
        val name = rules.unescaped(key)
        if name != null then
          names += name
          firsts += first
      in.takes(',')
    do ()
    countLook(from)
    in.reset()
    new Outline('{', kind, names, firsts, id, ref)

  /** Counts the bytes since `from`, over which it has looked ahead. Nested values are scanned once a level. */
  private def countLook(from: Long): Unit =
    reader.payBudget()
    reader.budget.takeLooks(offset - from)
