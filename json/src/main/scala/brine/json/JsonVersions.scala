package brine.json

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions, UnknownFields}
import brine.plan.Plan
import brine.shape.Shape

/** Tells which version of a class comes, by looking over the value before it is read. */
private[json] abstract class JsonVersions(in: JsonInput, options: PickleOptions) extends JsonScalars(in, options):
  import JsonVersions.*
  import Lookahead.*

  private[brine] final override def tellsVersion: Boolean = false

  /** By the number of an object, the shape of the version that it was. */
  private var byNumber: Map[Int, Shape] = Map.empty

  private[brine] final override def versionOf(versions: Plan.Versions): Int =
    val outline = this.outline()
    val known = if outline.ref == 0 then -1 else versions.all.indexWhere(_.shape eq byNumber.getOrElse(outline.ref, null))
    if outline.ref != 0 then math.max(0, known)
    else
      val version = VersionChoice.of(versions, outline, options.unknownFields == UnknownFields.Refuse)
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

  private def outline(first: Byte, text: String | Null): Outline = new Outline(first, text, ArrayBuffer.empty, ArrayBuffer.empty, 0, 0)

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
      key match
        case JsonTags.Type if first == '"' => kind = in.readText()
        case JsonTags.Id                   => id = in.readInt()
        case JsonTags.Ref                  => ref = in.readInt()
        case _ =>
          in.skip()
          val name = JsonTags.unescaped(key)
          if name != null then
            names += name
            firsts += first
      in.takes(',')
    do ()
    countLook(from, offset)
    in.reset()
    new Outline('{', kind, names, firsts, id, ref)

  private var looked = 0L

  /** What is nested is looked over once a level. */
  private def countLook(from: Long, until: Long): Unit =
    looked += until - from
    if looked > MostLooks * until + FreeLooks then
      throw new PickleException.LimitExceeded(
        "objects of classes with migrations are nested too deep for JSON, which does not record their version: choose it by Unpickler.from"
      )

private object JsonVersions:
  /** How often a byte may be looked over on average, but for so many bytes in all. */
  private final val MostLooks = 100
  private final val FreeLooks = 1L << 26
