package brine.json.samples

import brine.json.dialects.JsonDialect
import brine.json.looks.{JsonKinds, KnownClasses, Looks}
import brine.json.text.JsonTags
import brine.json.trees.Json
import scala.jdk.CollectionConverters.*
import brine.plan.{AbsentFields, Access, Plan}
import brine.shape.{ScalarKind, Shape}

/** Walks over a sample beside the shape of its type, and notes what the sample shows. */
private[json] final class SampleWalk(evidence: SampleEvidence):
  import SampleWalk.*

  private val scalars = new SampleScalars(evidence)

  def place(shape: Shape, json: Json, at: Sampled): Unit = shape match
    case o: Shape.Optional => if json != Json.Null then place(o.element, json, at)
    case m: Shape.Mapped   => place(m.inner, json, at)
    case p: Shape.Product  => product(p, json, at)
    case s: Shape.Sum      => if s.isUnion then part(s, json, at) else sum(s, json, at)
    case s: Shape.Sequence => sequence(s, json, at)
    case m: Shape.Mapping  => mapping(m, json, at)
    case s: Shape.Scalar   => scalars.scalar(s.kind, json, at)
    case s: Shape.Standard => scalars.standard(s, json, at)
    case _                 => ()

  private def isReference(isTracked: Boolean, json: Json): Option[String] = json match
    case Json.Obj(Vector((name, _: Json.Num)))
        if isTracked && name.toLowerCase(java.util.Locale.ROOT).endsWith("ref") => Some(name)
    case _ => None

  // ---- classes

  private def product(p: Shape.Product, json: Json, at: Sampled): Unit =
    if p.isMutableValue then place(p.fieldShapes(0), json, at)
    else
      val canUnwrap = p.fieldNames.length == 1 && !p.isTracked && !p.gathersAny
      json match
        case Json.Null                                => ()
        case Json.Arr(all) if KnownClasses.isTuple(p) => tuple(p, all, at)
        case Json.Obj(members) if !canUnwrap || members.exists((name, _) => fieldOf(p, name) >= 0) || members.isEmpty =>
          if canUnwrap then wrapped(p, "object", at)
          if isReference(p.isTracked, json).exists(name => fieldOf(p, name) < 0) then
            evidence.refs.add(isReference(p.isTracked, json).get, at)
          else
            if KnownClasses.isTuple(p) then evidence.tuples.add("Tuples.Objects", at)
            fields(p, members, Set.empty, at)
        case other if canUnwrap =>
          wrapped(p, "field", at)
          place(p.fieldShapes(0), other, at)
        case other => evidence.contradictions += s"$at: expected an object of ${p.name}, found ${kind(other)}"

  private def tuple(p: Shape.Product, all: Vector[Json], at: Sampled): Unit =
    evidence.tuples.add("Tuples.Arrays", at)
    if all.length != p.fieldNames.length then
      evidence.contradictions += s"$at: expected an array of ${p.fieldNames.length} elements, found ${all.length}"
    else for (value, i) <- all.zipWithIndex do place(p.fieldShapes(i), value, at / s"[$i]")

  private def wrapped(p: Shape.Product, form: String, at: Sampled): Unit =
    evidence.wrapped.getOrElseUpdate(p.className, new SampleVotes).add(form, at)
    p.plan match
      case plan: Plan.Product => evidence.wrappedClasses(p.className) = plan.objectClass
      case _                  => ()

  /** Returns the field of a member, or -1 if the class has none. */
  private def fieldOf(p: Shape.Product, name: String): Int =
    val exact = p.fieldNames.indices.find(i =>
      !p.gathers(i) && (p.fieldNames(i) == name || JsonTags.marked(p.fieldNames(i)) == name)
    )
    def alike = p.fieldNames.indices.find(i =>
      !p.gathers(i) && !p.namedFields.contains(i) && SampleNames.isAlike(p.fieldNames(i), name)
    )
    exact.orElse(p.aliases.get(name)).orElse(alike).getOrElse(-1)

  private def fields(p: Shape.Product, members: Vector[(String, Json)], others: Set[String], at: Sampled): Unit =
    val met = new java.util.BitSet
    for (name, value) <- members if !others(name) do
      val field = fieldOf(p, name)
      if field < 0 then stranger(p, name, value, at)
      else
        if met.get(field) then evidence.duplicates.add("Duplicates.Last", at)
        met.set(field)
        if JsonTags.isReserved(name) && name == p.fieldNames(field) then evidence.marks.add("Marks.Refused", at)
        if !p.namedFields.contains(field) && !p.aliases.contains(name) then
          evidence.fields.add(p.fieldNames(field), name, at / s".$name")
        present(p, field, value, at / s".$name")
    for field <- p.fieldNames.indices if !p.gathers(field) && !met.get(field) do absent(p, field, at)

  private def stranger(p: Shape.Product, name: String, value: Json, at: Sampled): Unit =
    val rest = if p.rests == null then -1 else p.rests.nn.indexOf(name)
    if p.isTracked && value.isInstanceOf[Json.Num] && name.toLowerCase(java.util.Locale.ROOT).endsWith("id") then
      evidence.ids.add(name, at)
    else if rest >= 0 then
      p.fieldShapes(p.rests.nn.fields(rest)) match
        case m: Shape.Mapping => place(m.value, value, at / s".$name")
        case _                => ()
    else if p.extras < 0 then evidence.unknown.add("Unknown.Skip", at / s".$name")

  private def present(p: Shape.Product, field: Int, value: Json, at: Sampled): Unit =
    (p.fieldShapes(field), value) match
      case (_: Shape.Optional, Json.Null) => evidence.nones.add("null", at)
      case (_, Json.Null)                 => if hasDefault(p, field) then evidence.nulls.add("Nulls.AsMissing", at)
      case (shape, other) =>
        if isEmpty(other) && isCollection(shape) then evidence.empties.add("written", at)
        if other == defaultOf(p, field) then evidence.defaults.add("written", at)
        place(shape, other, at)

  private def absent(p: Shape.Product, field: Int, at: Sampled): Unit =
    val here = at / s".${p.fieldNames(field)}"
    p.fieldShapes(field) match
      case _: Shape.Optional if absentValue(p, field) == None   => evidence.nones.add("left out", here)
      case shape if isCollection(shape) && hasDefault(p, field) => evidence.empties.add("left out", here)
      case _ if hasDefault(p, field)                            => evidence.defaults.add("left out", here)
      case _ => evidence.contradictions += s"$here: the field is missing, and ${p.name} has no default for it"

  private def hasDefault(p: Shape.Product, field: Int): Boolean = p.plan match
    case plan: Plan.Product => AbsentFields.exists(plan, field)
    case _                  => false

  private def absentValue(p: Shape.Product, field: Int): Any = p.plan match
    case plan: Plan.Product => AbsentFields.ifKnown(plan, field)
    case _                  => Access.NoDefault

  /** The JSON of a default that is a scalar. */
  private def defaultOf(p: Shape.Product, field: Int): Json | Null = absentValue(p, field) match
    case b: Boolean             => Json.Bool(b)
    case s: String              => Json.Str(s)
    case n @ (_: Int | _: Long) => Json.Num(n.toString)
    case _                      => null

  // ---- sealed families

  /** The value of a union, if its form tells its type. */
  private def part(s: Shape.Sum, json: Json, at: Sampled): Unit =
    val look = Looks.ofFamily(s, JsonDialect.Default)
    val leaf = json match
      case Json.Obj(members) =>
        val texts = members.collect { case (name, Json.Str(text)) => name -> text }.toMap
        val all = look.leavesOf(members.map((name, _) => name -> texts.getOrElse(name, "")).toMap.asJava)
        if all.length == 1 then all.head else -1
      case other => look.leafOfKind(JsonKinds.of(other.render.head.toByte))
    if leaf >= 0 then place(s.leafShapes(leaf), json, at)

  private def sum(s: Shape.Sum, json: Json, at: Sampled): Unit =
    if !KnownClasses.isEither(s) then leafOrReference(s, json, at)
    else
      json match
        case Json.Arr(Vector(Json.Num(side @ ("0" | "1")), value)) =>
          evidence.eithers.add("Eithers.Numbered", at)
          content(s, side.toInt, value, at / "[1]")
        case Json.Obj(Vector((name, value))) if isKeyed(s, name, value) =>
          evidence.eithers.add("Eithers.Keyed", at)
          val side = sideOf(name).get
          (if side == 0 then evidence.lefts else evidence.rights).add(name, at)
          content(s, side, value, at / s".$name")
        case _ =>
          if json != Json.Null then evidence.eithers.add("Eithers.Families", at)
          leafOrReference(s, json, at)

  /** The value of an `Either`'s side, without the name of the field. */
  private def content(s: Shape.Sum, side: Int, json: Json, at: Sampled): Unit = s.leafShapes(side) match
    case p: Shape.Product => place(p.fieldShapes(0), json, at)
    case _                => ()

  /** Returns true if the only member of an `Either` is a side, and not the wrapper of a leaf: `{"Left":{"value":1}}`.
    */
  private def isKeyed(s: Shape.Sum, name: String, value: Json): Boolean =
    val isWrapper = value match
      case Json.Obj(members) => leafOf(s, name).exists(leaf => fits(s.leafShapes(leaf), members))
      case _                 => false
    sideOf(name).nonEmpty && !isWrapper && isReference(s.isTracked, Json.Obj(Vector(name -> value))).isEmpty

  private def leafOrReference(s: Shape.Sum, json: Json, at: Sampled): Unit = json match
    case Json.Null => ()
    case Json.Str(text) =>
      leafOf(s, text) match
        case Some(leaf) if s.leafShapes(leaf).isInstanceOf[Shape.Singleton] =>
          leafName(s, leaf, text, at)
          evidence.singletons.add(if isEnum(s) then "enum as text" else "text", at)
        case _ => evidence.contradictions += s"$at: '$text' names no leaf of ${s.name} that is an object without fields"
    case Json.Num(text) if isEnum(s) => evidence.enums.add("Enums.Numbers", at)
    case Json.Obj(members) => if isReference(s.isTracked, json).isEmpty then familyObject(s, members, at)
      else evidence.refs.add(isReference(s.isTracked, json).get, at)
    case other => evidence.contradictions += s"$at: expected a leaf of ${s.name}, found ${kind(other)}"

  private def familyObject(s: Shape.Sum, members: Vector[(String, Json)], at: Sampled): Unit =
    val byMember =
      for case (name, Json.Str(text)) <- members; leaf <- leafOf(s, text) if !isField(s.leafShapes(leaf), name)
      yield s"$Member$name" -> leaf
    val byWrapper = members match
      case Vector((name, _: Json.Obj)) => leafOf(s, name).map(Wrapper -> _).toSeq
      case _                           => Nil
    val byFields = s.leafNames.indices.filter(i => fits(s.leafShapes(i), members)) match
      case Seq(leaf) => Seq(Untagged -> leaf)
      case _         => Nil
    val all = byMember ++ byWrapper ++ byFields
    if all.isEmpty then
      evidence.contradictions += s"$at: nothing tells the leaf of ${s.name}: no member, no wrapper, and not the fields"
    else
      evidence.families.narrow(all.map(_._1), at)
      val (form, leaf) =
        evidence.families.values.flatMap(known => all.find(_._1 == known)).headOption.getOrElse(all.head)
      leafObject(s, leaf, form, members, at)

  private def leafObject(s: Shape.Sum, leaf: Int, form: String, members: Vector[(String, Json)], at: Sampled): Unit =
    val (content, others) =
      if form == Wrapper then
        leafName(s, leaf, members.head._1, at)
        val inner = members.head._2 match
          case Json.Obj(all) => all
          case _             => Vector.empty
        (inner, Set.empty[String])
      else if form == Untagged then (members, Set.empty[String])
      else
        val name = form.stripPrefix(Member)
        members.collectFirst { case (`name`, Json.Str(text)) => leafName(s, leaf, text, at / s".$name") }
        (members, Set(name))
    s.leafShapes(leaf) match
      case p: Shape.Product if p.hasMembers => fields(p, content, others, at)
      case _: Shape.Singleton => evidence.singletons.add(if isEnum(s) then "enum as object" else "object", at)
      case other => members.collectFirst { case (JsonTags.Value, value) => place(other, value, at / ".$value") }

  private def leafName(s: Shape.Sum, leaf: Int, text: String, at: Sampled): Unit =
    if !s.namedLeaves.contains(leaf) && !s.aliases.contains(text) then
      if text.contains('.') then evidence.leafNames.add("NameStyle.Qualified", at)
      else evidence.leaves.add(s.leafNames(leaf), text, at)

  private def leafOf(s: Shape.Sum, text: String): Option[Int] =
    val simple = text.substring(text.lastIndexOf('.') + 1)
    s.leafNames.indices.find(s.leafNames(_) == text).orElse(s.aliases.get(text))
      .orElse(s.leafNames.indices.find(i =>
        !s.namedLeaves.contains(i) && (SampleNames.isAlike(s.leafNames(i), text) || s.leafNames(i) == simple)
      ))

  private def isField(leaf: Shape, name: String): Boolean = leaf match
    case p: Shape.Product => fieldOf(p, name) >= 0
    case _                => false

  /** Returns true if an object has the fields that a class needs, and at least one of them or no members. */
  private def fits(leaf: Shape, members: Vector[(String, Json)]): Boolean = leaf match
    case p: Shape.Product if p.hasMembers =>
      val met = members.map((name, _) => fieldOf(p, name)).filter(_ >= 0).toSet
      p.fieldNames.indices.forall(i =>
        met(i) || p.gathers(i) || hasDefault(p, i)
      ) && (met.nonEmpty || members.isEmpty) && met.size == members.length
    case _ => false

  // ---- collections

  private def sequence(s: Shape.Sequence, json: Json, at: Sampled): Unit = (s.element, json) match
    case (e: Shape.Scalar, _) if s.kind == "Array" && e.kind == ScalarKind.Byte => scalars.bytes(json, at)
    case (element, Json.Arr(all))     => for (value, i) <- all.zipWithIndex do place(element, value, at / s"[$i]")
    case (_, Json.Obj(_) | Json.Null) => ()
    case (_, other)                   => evidence.contradictions += s"$at: expected an array, found ${kind(other)}"

  private def mapping(m: Shape.Mapping, json: Json, at: Sampled): Unit = json match
    case Json.Obj(all) =>
      if !JsonTags.isObject(m) then evidence.keys.add("Keys.Texts", at)
      for (name, value) <- all do
        key(m.key, name, at / s".$name")
        place(m.value, value, at / s".$name")
    case Json.Arr(all) =>
      if !JsonTags.isObject(m) && all.nonEmpty then evidence.keys.add("Keys.Simple", at)
      for case (Json.Arr(Vector(name, value)), i) <- all.zipWithIndex do
        place(m.key, name, at / s"[$i][0]")
        place(m.value, value, at / s"[$i][1]")
    case _ => ()

  private def key(shape: Shape, name: String, at: Sampled): Unit = shape match
    case s: Shape.Scalar if s.kind == ScalarKind.String =>
      if name.startsWith("$") && !name.startsWith("$$") then evidence.marks.add("Marks.Refused", at)
    case s: Shape.Sum      => for leaf <- leafOf(s, name) do leafName(s, leaf, name, at)
    case s: Shape.Standard => scalars.standard(s, Json.Str(name), at)
    case p: Shape.Product if p.fieldNames.length == 1 =>
      wrapped(p, "field", at)
      key(p.fieldShapes(0), name, at)
    case m: Shape.Mapped => key(m.inner, name, at)
    case _               => ()

private[json] object SampleWalk:
  final val Member = "Member "
  final val Wrapper = "Wrapper"
  final val Untagged = "Untagged"

  def isEnum(s: Shape.Sum): Boolean = s.leafShapes.forall(_.isInstanceOf[Shape.Singleton])

  def isCollection(shape: Shape): Boolean = shape match
    case _: Shape.Sequence | _: Shape.Mapping => true
    case _                                    => false

  /** The side of an `Either` that a name tells by its first letter: 0 for the left one. */
  def sideOf(name: String): Option[Int] = name.headOption.map(_.toLower).collect {
    case 'l' => 0
    case 'r' => 1
  }

  private def isEmpty(json: Json): Boolean = json == Json.Arr(Vector()) || json == Json.Obj(Vector())

  private def kind(json: Json): String = json match
    case Json.Null    => "null"
    case _: Json.Bool => "true or false"
    case _: Json.Num  => "a number"
    case _: Json.Str  => "a string"
    case _: Json.Arr  => "an array"
    case _: Json.Obj  => "an object"
