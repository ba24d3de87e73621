package brine.json.schemas

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectForms, FamilyLook, LeafNames, LeafRule, Looks}
import brine.json.text.JsonTags
import brine.json.trees.Json
import brine.shape.{KeptLeaf, Shape}
import JsonDialect.*
import SchemaJson.*

/** The schemas of sealed families, by the dialect's way to tell the leaves apart. */
private[json] final class SchemaFamilies(builder: SchemaBuilder, forms: DialectForms):
  private val dialect = forms.dialect

  def of(s: Shape.Sum): Json =
    if s.nullLeaf >= 0 then any(Seq(builder.whole(s.leafShapes(0)), Null)) else named(s)

  private def named(s: Shape.Sum): Json =
    val look = Looks.ofFamily(s, dialect)
    val name = if s.isUnion && s.rules.isEmpty then s.leafNames.mkString("_or_") else s.name
    val family = builder.defined(name, s, "family")(schema(s, look))
    if look.isMember && !look.areLiterals && s.keeps == KeptLeaf.Nothing && s.leafShapes.forall(
        isTagged(_, look)
      ) && !s.isTracked
    then
      val leaves = s.leafShapes.indices.map(i => look.names(i) -> get(leaf(s, look, i), "$ref").nn)
      if leaves.forall(_._2.isInstanceOf[Json.Str]) then
        val mapping = "mapping" -> obj(leaves.map(inComponents)*)
        builder.discriminated(family, obj("propertyName" -> str(forms.member), mapping))
    family

  private def inComponents(name: String, to: Json): (String, Json) = to match
    case Json.Str(text) => name -> str(text.replace("#/$defs/", "#/components/schemas/"))
    case other          => name -> other

  /** Returns true if a leaf is an object with a definition of its own. */
  private def isTagged(leaf: Shape, look: FamilyLook): Boolean = leaf match
    case _: Shape.Singleton => !look.hasTexts
    case other              => other.hasMembers

  private def schema(s: Shape.Sum, look: FamilyLook): Json =
    val (alone, objects) = s.leafShapes.indices.partition(i =>
      s.leafShapes(i).isInstanceOf[Shape.Singleton] && (look.hasTexts || look.isNumbered)
    )
    val names =
      if alone.isEmpty then Nil
      else if look.isNumbered then List(obj("enum" -> arr(alone.map(i => num(i)))))
      else List(obj("enum" -> texts(alone.map(look.names(_)))))
    val unknown = if s.keeps == KeptLeaf.Fields then List(unknownName(s, look)) else Nil
    val all = objects.map(leaf(s, look, _)).toList ::: names ::: unknown ::: builder.referred(s.isTracked)
    if all.length == 1 then all.head
    else
      val differ = !look.isUntagged || look.differByKind || s.rules.nonEmpty && look.differByMembers
      obj((if !differ || s.keeps == KeptLeaf.Json then "anyOf" else "oneOf") -> arr(all))

  private def leaf(s: Shape.Sum, look: FamilyLook, i: Int): Json =
    val name = look.names(i)
    if look.isKept(i) then kept(s, look)
    else if look.isContent(i) then told(s, look, i)
    else if look.isMember then tagged(s, look, i)
    else if look.isPair then tuple(Seq(obj("const" -> num(i)), content(s, look, i)))
    else if look.isWrapper && keepsFields(s, i) then
      obj("type" -> str("object"), "maxProperties" -> num(1), "additionalProperties" -> content(s, look, i))
    else if look.isWrapper then closed(name -> content(s, look, i))
    else content(s, look, i)

  /** A leaf in the form of its own type. If a rule names a member, the object has it. */
  private def told(s: Shape.Sum, look: FamilyLook, i: Int): Json =
    (s.leafShapes(i), LeafRule.member(look, i)) match
      case (p: Shape.Product, member: LeafRule.Member) =>
        val schema = builder.defined(s"${s.name}.${s.leafNames(i)}", p, s"$member")(
          withMember(builder.members(p, Nil, p.isTracked), member)
        )
        any(schema :: builder.referred(p.isTracked))
      case (other, _) => builder.whole(other)

  private def withMember(schema: Json, member: LeafRule.Member): Json = schema match
    case Json.Obj(all) =>
      val required = get(schema, "required") match
        case Json.Arr(names) => names
        case _               => Vector.empty
      val value = member.constant match
        case null          => None
        case text: String  => Some(oneText(text))
        case number: Long  => Some(obj("const" -> num(number)))
        case flag: Boolean => Some(obj("const" -> Json.Bool(flag)))
      val changed = all.map {
        case ("properties", Json.Obj(fields)) =>
          "properties" -> Json.Obj(fields.map((name, own) =>
            name -> value.filter(_ => name == member.name).getOrElse(own)
          ))
        case other => other
      }
      val name = str(member.name)
      Json.Obj(changed.filterNot(_._1 == "required") :+ ("required" -> arr((required :+ name).distinct)))
    case other => other

  private def keepsFields(s: Shape.Sum, leaf: Int): Boolean = leaf == s.fallback && s.keeps == KeptLeaf.Fields

  /** The names of leaves that the family does not know. */
  private def unknownName(s: Shape.Sum, look: FamilyLook): Json =
    val known = look.names.indices.filter(_ != s.fallback).map(name(look, _))
    val kind = if look.areLiterals then texts(Seq("string", "number", "boolean")) else str("string")
    obj("type" -> kind, "not" -> obj("enum" -> arr(known)))

  /** The value that names a leaf. */
  private def name(look: FamilyLook, leaf: Int): Json =
    val own = look.names(leaf)
    if look.areLiterals && LeafNames.isLiteral(own) then Json.parse(own) else str(own)

  /** The values of a fallback that is written as it was read. */
  private def kept(s: Shape.Sum, look: FamilyLook): Json =
    val name = unknownName(s, look)
    val whole =
      if s.keeps == KeptLeaf.Text then Nil
      else if look.isMember then
        List(obj(
          "type" -> str("object"),
          "properties" -> obj(forms.member -> name),
          "required" -> texts(Seq(forms.member))
        ))
      else List(obj("type" -> str("object")))
    if look.isUntagged && s.keeps == KeptLeaf.Json then Any else any(name :: whole)

  /** `{"$type":"Circle",…}` */
  private def tagged(s: Shape.Sum, look: FamilyLook, i: Int): Json =
    val (member, own) = (forms.member, name(look, i))
    val kind = member -> (own match
      case _ if keepsFields(s, i) => unknownName(s, look)
      case Json.Str(text)         => oneText(text)
      case literal                => obj("const" -> literal)
    )
    s.leafShapes(i) match
      case p: Shape.Product if p.hasMembers =>
        builder.defined(s"${s.name}.${s.leafNames(i)}", p, s"$member=${look.names(i)}")(builder.members(
          p,
          List(kind),
          p.isTracked || s.isTracked
        ))
      case o: Shape.Singleton =>
        builder.defined(s"${s.name}.${s.leafNames(i)}", o, s"$member=${look.names(i)}")(
          if dialect.unknown == Unknown.Refuse then closed(kind)
          else obj("type" -> str("object"), "properties" -> obj(kind), "required" -> texts(Seq(member)))
        )
      case other => valued(s, kind, builder.place(other))

  /** A leaf whose pickler does not write an object. */
  private def valued(s: Shape.Sum, kind: (String, Json), content: Json): Json =
    val id = dialect.identity match
      case Identity.Marked(id, _) if s.isTracked => List(id -> Number1)
      case _                                     => Nil
    obj(
      "type" -> str("object"),
      "properties" -> obj(kind :: id ::: List(JsonTags.Value -> content)*),
      "required" -> texts(Seq(kind._1, JsonTags.Value)),
      "additionalProperties" -> Json.Bool(false)
    )

  /** A leaf's own form. It is an object even where its class is written as its field elsewhere, except in an `Either`
    * whose leaves are contents.
    */
  private def content(s: Shape.Sum, look: FamilyLook, i: Int): Json = s.leafShapes(i) match
    case p: Shape.Product if look.isValue(i) && Looks.ofClass(p, dialect).unwraps => builder.place(p.fieldShapes(0))
    case p: Shape.Product if p.hasMembers =>
      if Looks.ofClass(p, dialect).isNameless || s.isTracked && !p.isTracked then
        builder.defined(s"${s.name}.${s.leafNames(i)}", p, "leaf")(builder.members(p, Nil, p.isTracked || s.isTracked))
      else builder.objectOf(p)
    case _: Shape.Singleton => obj("type" -> str("object"), "maxProperties" -> num(0))
    case other              => builder.place(other)
