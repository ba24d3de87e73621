package brine.json.samples

import brine.json.dialects.JsonDialect
import brine.json.trees.Json
import java.util.IdentityHashMap
import scala.collection.mutable
import SampledType.*

/** Finds types for all values that samples have at a place: of one document or of many. */
private[json] final class TypeInference(reads: (String, String) => Boolean):
  import TypeInference.*

  val classes = mutable.ArrayBuffer.empty[SampledClass]

  /** Facts that no type says, with their places. */
  val open = mutable.LinkedHashSet.empty[String]

  /** The member that names the leaves of families; null before the first family. */
  var member: String | Null = null

  /** The places at which an option was missing, and those at which it was null. */
  val (missing, nulls) = (mutable.LinkedHashSet.empty[String], mutable.LinkedHashSet.empty[String])

  private val names = new ScalaNames

  /** The classes of objects that belong to a class around them. */
  private val known = new IdentityHashMap[Json, String]

  /** The type of values at one place. `hint`: the name of the place in JSON. */
  def of(values: Seq[Json], hint: String, path: String): SampledType =
    val there = values.filter(_ != Json.Null)
    if there.length < values.length then nulls += path
    val kind = if there.isEmpty then unknown(path, "is always null") else present(there, hint, path)
    if there.length < values.length then optional(kind) else kind

  private def optional(kind: SampledType): SampledType = kind match
    case Optional(_) => kind
    case other       => Optional(other)

  private def unknown(path: String, why: String): SampledType =
    open += s"$path $why: Json stands for its type"
    Named("Json")

  private def present(values: Seq[Json], hint: String, path: String): SampledType =
    val booleans = values.collect { case b: Json.Bool => b }
    val numbers = values.collect { case n: Json.Num => n.text }
    val texts = values.collect { case s: Json.Str => s.text }
    val arrays = values.collect { case a: Json.Arr => a }
    val objects = values.collect { case o: Json.Obj => o }
    val isUnion = List(booleans, numbers, texts, arrays, objects).count(_.nonEmpty) > 1
    val parts = List(
      Option.when(booleans.nonEmpty)(Named("Boolean")),
      Option.when(numbers.nonEmpty)(Named(number(numbers, hint))),
      Option.when(texts.nonEmpty)(if isUnion then Named("String") else text(texts, path)),
      Option.when(objects.nonEmpty)(ofObjects(objects, hint, path)),
      Option.when(arrays.nonEmpty)(ofArrays(arrays, hint, path))
    ).flatten
    if parts.contains(Named("Json")) then Named("Json")
    else if parts.length == 1 then parts.head
    else Union(parts)

  // ---- scalars

  private def number(texts: Seq[String], hint: String): String =
    if texts.forall(isWhole) then
      val all = texts.map(BigInt(_))
      val isNumberOfObject = hint.toLowerCase(java.util.Locale.ROOT).endsWith("id")
      if all.forall(n => n.isValidInt && n.abs < FewInts) && !isNumberOfObject then "Int"
      else if all.forall(_.isValidLong) then "Long"
      else "BigInt"
    else if texts.forall(isDouble) then "Double"
    else "BigDecimal"

  private def isWhole(text: String): Boolean = text.forall(c => c.isDigit || c == '-') && text != "-0"

  /** Returns true if a `Double` has the digits of the text. */
  private def isDouble(text: String): Boolean =
    val value = text.toDouble
    !value.isInfinite && BigDecimal(value.toString) == BigDecimal(text)

  private def text(texts: Seq[String], path: String): SampledType =
    val distinct = texts.distinct
    val kind = TextTypes.find(name => distinct.forall(reads(name, _))).getOrElse("String")
    if kind == "String" && texts.length >= ManyTexts && distinct.length <= FewValues then
      open += s"$path has the values ${distinct.sorted.map(ScalaText.quoted).mkString(", ")} only: it may be an enum"
    Named(kind)

  // ---- arrays and objects

  private def ofArrays(arrays: Seq[Json.Arr], hint: String, path: String): SampledType =
    val elements = arrays.flatMap(_.elements)
    if elements.isEmpty then Sequence(unknown(s"$path[*]", "has no element"))
    else Sequence(of(elements, ScalaNames.singular(hint), s"$path[*]"))

  private def ofObjects(objects: Seq[Json.Obj], hint: String, path: String): SampledType =
    val owner = known.get(objects.head)
    if owner != null && objects.forall(known.get(_) == owner) then Named(owner)
    else if objects.forall(_.members.isEmpty) then
      open += s"$path is an object without members: Map stands for its type"
      Mapping(Named("Json"))
    else if isMap(objects) then Mapping(of(objects.flatMap(_.members.map(_._2)), ScalaNames.singular(hint), s"$path.*"))
    else ofClass(objects, hint, path)

  /** Returns true if the names of members are data: they are no names of Scala, or each object has others. */
  private def isMap(objects: Seq[Json.Obj]): Boolean =
    val all = objects.flatMap(_.members.map(_._1))
    val distinct = all.distinct
    val strange = distinct.count(!isName(_))
    val isSparse = distinct.length > ManyNames && all.length < distinct.length * objects.length / 2
    all.nonEmpty && (strange * 2 > distinct.length || isSparse) &&
    objects.flatMap(_.members.map(m => kind(m._2))).filter(_ != 0).distinct.length <= 1

  private def isName(key: String): Boolean =
    key.matches("[@$_]?[A-Za-z][A-Za-z0-9_ :.-]*") && !key.matches("[0-9a-fA-F-]{8,}")

  private def kind(json: Json): Int = json match
    case Json.Null    => 0
    case _: Json.Bool => 1
    case _: Json.Num  => 2
    case _: Json.Str  => 3
    case _: Json.Arr  => 4
    case _: Json.Obj  => 5

  private def ofClass(objects: Seq[Json.Obj], hint: String, path: String): SampledType =
    val name = names.fresh(hint)
    val all = withNested(objects)
    for o <- all do known.put(o, name)
    val tag = tagOf(all, path)
    val leaves =
      if tag == null then List("" -> fields(all, path))
      else
        all.groupBy(textOf(_, tag)).toList.sortBy((leaf, _) => all.indexWhere(textOf(_, tag) == leaf)).map(
          (leaf, own) =>
            leaf -> fields(own.map(o => Json.Obj(o.members.filter(_._1 != tag))), path)
        )
    // Equal classes at several places are one.
    classes.find(c => c.isFamily == (tag != null) && c.leaves == leaves && !isOwn(leaves, name)) match
      case Some(same) =>
        names.release(name)
        for o <- all do known.put(o, same.name)
        Named(same.name)
      case None =>
        classes += SampledClass(name, leaves, tag != null)
        Named(name)

  private def isOwn(leaves: List[(String, List[SampledField])], name: String): Boolean =
    leaves.exists(_._2.exists(f => s"\\b$name\\b".r.findFirstIn(f.kind.source).isDefined))

  private def fields(objects: Seq[Json.Obj], path: String): List[SampledField] =
    val keys = objects.flatMap(_.members.map(_._1)).distinct
    keys.toList.map { key =>
      val values = objects.flatMap(_.get(key))
      val here = s"$path.$key"
      val kind = of(values, key, here)
      if values.length == objects.length then SampledField(key, kind)
      else
        missing += here
        SampledField(key, optional(kind))
    }

  /** The objects, and those within that have the same members: of trees, of comments with answers. */
  private def withNested(objects: Seq[Json.Obj]): Seq[Json.Obj] =
    val keys = objects.flatMap(keysOf).toSet
    val required = objects.map(keysOf).reduce(_ & _)
    val all = mutable.LinkedHashSet.from(objects.map(new Same(_)))
    var last = objects
    while last.nonEmpty do
      val within = last.flatMap(o => o.members.flatMap((key, value) => objectsIn(value).map(key -> _)))
      last = within.collect {
        case (key, o) if isNested(keysOf(o), key, keys, required) && all.add(new Same(o)) => o
      }
    all.toSeq.map(_.json)

  private def isNested(own: Set[String], key: String, keys: Set[String], required: Set[String]): Boolean =
    own.size >= 2 && own.subsetOf(keys) && (required - key).subsetOf(own)

  private def keysOf(o: Json.Obj): Set[String] = o.members.map(_._1).toSet

  private def objectsIn(json: Json): Seq[Json.Obj] = json match
    case o: Json.Obj   => Seq(o)
    case Json.Arr(all) => all.flatMap(objectsIn)
    case _             => Nil

  // ---- families

  private def textOf(o: Json.Obj, key: String): String = o.get(key) match
    case Some(Json.Str(text)) => text
    case _                    => ""

  /** The member that tells objects with other members apart; null if none does. */
  private def tagOf(objects: Seq[Json.Obj], path: String): String | Null =
    val found = Tags.find(tells(objects, _))
    found match
      case Some(tag) if member == null || member == tag =>
        member = tag
        tag
      case Some(tag) =>
        open += s"$path has leaves by the member '$tag', but a dialect has one name for that member: '$member'"
        null
      case None => null

  private def tells(objects: Seq[Json.Obj], tag: String): Boolean =
    val leaves = objects.groupBy(textOf(_, tag))
    leaves.size >= 2 && leaves.size <= MostLeaves && leaves.keys.forall(isLeafName) && {
      val own = leaves.values.map(_.map(keysOf).reduce(_ & _)).toSeq
      val any = leaves.values.map(_.flatMap(keysOf).toSet).toSeq
      // Each pair differs by a member that one always has and the other never.
      own.indices.forall(i =>
        own.indices.forall(j => i == j || (own(i) -- any(j)).nonEmpty || (own(j) -- any(i)).nonEmpty)
      )
    }

  private def isLeafName(text: String): Boolean = text.matches("[A-Za-z][A-Za-z0-9_.:/ -]{0,60}")

private[json] object TypeInference:
  /** The members that name leaves in public interfaces, by how often they do. */
  private val Tags =
    List("type", "kind", "@type", "_type", "__typename", "resourceType", "object", "event", "op", "cell_type")

  /** Types of texts, the narrowest first. */
  val TextTypes: List[String] =
    List(
      "java.util.UUID",
      "java.time.LocalDate",
      "java.time.Instant",
      "java.time.OffsetDateTime",
      "java.time.LocalDateTime"
    )

  private val FewInts = 1_000_000_000
  private final val MostLeaves = 40
  private final val ManyNames = 30
  private final val ManyTexts = 20
  private final val FewValues = 8

  /** An object by its identity. */
  private final class Same(val json: Json.Obj):
    override def hashCode: Int = System.identityHashCode(json)
    override def equals(other: Any): Boolean = other match
      case o: Same => o.json eq json
      case _       => false
