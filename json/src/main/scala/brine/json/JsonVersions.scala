package brine.json

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions, UnknownFields}
import brine.plan.Plan
import brine.shape.Shape
import com.github.plokhotnyuk.jsoniter_scala.core.JsonReader as Jsoniter

/** Tells which version of a class comes, by looking over the value before it is read. */
private[json] abstract class JsonVersions(parser: Jsoniter, base: Long, options: PickleOptions, checksText: Boolean)
    extends JsonScalars(parser, base, options, checksText):
  import JsonVersions.*
  import Lookahead.*

  private[brine] final override def tellsVersion: Boolean = false

  /** By the number of an object, the shape of the version that it was. */
  private var byNumber: Map[Int, Shape] = Map.empty

  private[brine] final override def versionOf(versions: Plan.Versions): Int = parsed {
    val outline = this.outline()
    val known = if outline.ref == 0 then -1 else versions.all.indexWhere(_.shape eq byNumber.getOrElse(outline.ref, null))
    if outline.ref != 0 then math.max(0, known)
    else
      val version = VersionChoice.of(versions, outline, options.unknownFields == UnknownFields.Refuse)
      if outline.id != 0 then byNumber = byNumber.updated(outline.id, versions.all(version).shape)
      version
  }

  private def outline(): Outline = look() match
    case '{' => if ahead == Empty then outline('{', null) else ofObject()
    case '"' =>
      in.setMark()
      val text = in.readString(null)
      in.rollbackToMark()
      outline('"', text)
    case first => outline(first, null)

  private def outline(first: Byte, text: String | Null): Outline = new Outline(first, text, ArrayBuffer.empty, ArrayBuffer.empty, 0, 0)

  /** From the key that was read on, over the members that follow, and back to it. */
  private def ofObject(): Outline =
    in.rollbackToMark()
    val from = offset
    in.setMark()
    val (names, firsts) = (ArrayBuffer.empty[String], ArrayBuffer.empty[Byte])
    var kind: String | Null = null
    var id = 0
    var ref = 0
    while
      val key = in.readKeyAsString()
      val first = in.nextToken()
      in.rollbackToken()
      key match
        case JsonTags.Type if first == '"' => kind = in.readString(null)
        case JsonTags.Id                   => id = in.readInt()
        case JsonTags.Ref                  => ref = in.readInt()
        case _ =>
          in.skip()
          val name = JsonTags.unescaped(key)
          if name != null then
            names += name
            firsts += first
      in.isNextToken(',')
    do ()
    countLook(from, offset)
    in.rollbackToMark()
    readKey()
    new Outline('{', kind, names, firsts, id, ref)

  private var looked = 0L

  /** What is nested is looked over once a level. */
  private def countLook(from: Long, until: Long): Unit =
    looked += until - from
    if looked > MostLooks * until + FreeLooks then
      throw new PickleException.LimitExceeded(
        "objects of classes with migrations stand too deep in each other for JSON, which does not say their version: say it by Unpickler.from"
      )

private object JsonVersions:
  /** How often a byte may be looked over on average, but for so many bytes in all. */
  private final val MostLooks = 100
  private final val FreeLooks = 1L << 26
