package brine.json.schemas

import brine.json.dialects.JsonDialect
import brine.json.looks.{DialectForms, FamilyLook, Looks}
import brine.json.text.JsonTags
import brine.json.trees.Json
import brine.shape.Shape
import JsonDialect.*
import SchemaJson.*

/** The schemas of sealed families, by the dialect's way to tell the leaves apart. */
private[json] final class SchemaFamilies(builder: SchemaBuilder, forms: DialectForms):
  private val dialect = forms.dialect

  def of(s: Shape.Sum): Json =
    val look = Looks.ofFamily(s, dialect)
    val family = builder.defined(s.name, s, "family")(schema(s, look))
    if look.isMember && s.leafShapes.forall(isTagged(_, look)) && !s.isTracked then
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
    val all = objects.map(leaf(s, look, _)).toList ::: names ::: builder.referred(s.isTracked)
    if all.length == 1 then all.head else obj((if look.isUntagged then "anyOf" else "oneOf") -> arr(all))

  private def leaf(s: Shape.Sum, look: FamilyLook, i: Int): Json =
    val name = look.names(i)
    if look.isMember then tagged(s, i, forms.member, name)
    else if look.isPair then tuple(Seq(obj("const" -> num(i)), content(s, look, i)))
    else if look.isWrapper then closed(name -> content(s, look, i))
    else content(s, look, i)

  /** `{"$type":"Circle",…}` */
  private def tagged(s: Shape.Sum, i: Int, member: String, name: String): Json =
    val kind = member -> oneText(name)
    s.leafShapes(i) match
      case p: Shape.Product if p.hasMembers =>
        builder.defined(s"${s.name}.${s.leafNames(i)}", p, s"$member=$name")(builder.members(
          p,
          List(kind),
          p.isTracked || s.isTracked
        ))
      case o: Shape.Singleton =>
        builder.defined(s"${s.name}.${s.leafNames(i)}", o, s"$member=$name")(
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

  /** A leaf's own form. It is an object even where its class is written as its field elsewhere, except in an `Either` whose
    * leaves are contents.
    */
  private def content(s: Shape.Sum, look: FamilyLook, i: Int): Json = s.leafShapes(i) match
    case p: Shape.Product if look.areContents && Looks.ofClass(p, dialect).unwraps => builder.place(p.fieldShapes(0))
    case p: Shape.Product if p.hasMembers =>
      if Looks.ofClass(p, dialect).isNameless || s.isTracked && !p.isTracked then
        builder.defined(s"${s.name}.${s.leafNames(i)}", p, "leaf")(builder.members(p, Nil, p.isTracked || s.isTracked))
      else builder.objectOf(p)
    case _: Shape.Singleton => obj("type" -> str("object"), "maxProperties" -> num(0))
    case other              => builder.place(other)
