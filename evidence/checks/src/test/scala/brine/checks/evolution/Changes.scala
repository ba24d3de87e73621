package brine.checks.evolution

import scala.util.Random
import brine.shape.ScalarKind
import brine.shape.ScalarKind.*

/** Changes of a field between two releases: its old type, if it existed, and its new one. */
final case class Change(name: String, before: Option[Field], after: Option[Field]):
  def reversed: Change = Change(s"$name, reversed", after, before)

object Changes:
  import Schema.*

  private val int = Scalar(Int)
  private def point(fields: Field*) = Product("Point", fields.toVector)
  private val x = Field("x", int)
  private val y = Field("y", Scalar(String))
  private def color(leaves: Leaf*) = Sum("Color", leaves.toVector)
  private val red = Leaf("Red", Vector.empty)
  private val green = Leaf("Green", Vector.empty)
  private val mixed = Leaf("Mixed", Vector(x))

  /** A field of this name for each, so that any two can happen to one class. */
  val all: Vector[Change] = changes.zipWithIndex.map { case ((name, before, after), i) =>
    def named(field: Field) = field.copy(name = s"f$i${field.name}", aliases = field.aliases.map(a => s"f$i$a"))
    Change(name, before.map(named), after.map(named))
  }.flatMap(c => Vector(c, c.reversed))

  private def changes: Vector[(String, Option[Field], Option[Field])] =
    def is(name: String)(before: Schema, after: Schema) = (name, Some(Field("", before)), Some(Field("", after)))
    def list(kind: String, element: Schema) = Sequence(kind, element)
    val widened =
      for (from, to) <- Vector(
          Byte -> Short,
          Byte -> Int,
          Byte -> Long,
          Byte -> Float,
          Byte -> Double,
          Short -> Int,
          Short -> Long,
          Short -> Float,
          Short -> Double,
          Int -> Long,
          Int -> Double,
          Float -> Double,
          Int -> Float,
          Long -> Double,
          Char -> Int,
          Boolean -> Int,
          Int -> String
        )
      yield is(s"$from to $to")(Scalar(from), Scalar(to))
    widened ++ Vector(
      ("added with a default", None, Some(Field("", int, default = Some(7)))),
      ("added with a null for a default", None, Some(Field("", Scalar(String), default = Some(null)))),
      ("added without a default", None, Some(Field("", int))),
      ("added, an option", None, Some(Field("", Optional(int)))),
      ("added, a list", None, Some(Field("", list("List", int)))),
      ("added, a map", None, Some(Field("", Mapping(int, int)))),
      ("added, an array", None, Some(Field("", ScalarArray(Int)))),
      ("added, an object", None, Some(Field("", point(x)))),
      ("renamed with an alias", Some(Field("a", int)), Some(Field("b", int, aliases = Vector("a")))),
      (
        "renamed with an alias and widened",
        Some(Field("a", int)),
        Some(Field("b", Scalar(Long), aliases = Vector("z", "a")))
      ),
      ("renamed without an alias", Some(Field("a", int)), Some(Field("b", int))),
      is("the same")(point(x, y), point(x, y)),
      is("made an option")(int, Optional(int)),
      is("made an option and wider")(int, Optional(Scalar(Long))),
      is("an option's content wider")(Optional(int), Optional(Scalar(Double))),
      is("a value made a list")(int, list("List", int)),
      is("an object made a list, and changed")(point(x, y), list("Vector", point(Field("x", Scalar(Long))))),
      is("an option made a set")(Optional(int), list("Set", Scalar(Long))),
      is("list to vector")(list("List", int), list("Vector", int)),
      is("list's elements wider")(list("List", int), list("List", Scalar(Long))),
      is("set to list")(list("Set", Scalar(String)), list("List", Scalar(String))),
      is("set's elements wider")(list("Set", int), list("Set", Scalar(Long))),
      is("map's values wider")(Mapping(Scalar(String), int), Mapping(Scalar(String), Scalar(Long))),
      is("map's keys wider")(Mapping(int, int), Mapping(Scalar(Long), int)),
      is("map to list")(Mapping(int, int), list("List", int)),
      is("array's elements wider")(ScalarArray(Int), ScalarArray(Long)),
      is("array of floats wider")(ScalarArray(Float), ScalarArray(Double)),
      is("an object's fields in another order")(point(x, y), point(y, x)),
      is("an object's field added")(point(x), point(x, Field("z", int, default = Some(1)))),
      is("an object's field needed")(point(x), point(x, Field("z", int))),
      is("an object's field removed")(point(x, y), point(y)),
      is("an object's class renamed")(point(x, y), Product("Place", Vector(x, y))),
      is("another class")(point(x), Product("Place", Vector(Field("lat", Scalar(Double), default = Some(0.0))))),
      is("an object made an option, and changed")(point(x, y), Optional(point(y, Field("z", list("List", int))))),
      is("objects in a list changed")(list("List", point(x, y)), list("Vector", point(Field("x", Scalar(Long))))),
      is("objects in a map changed")(Mapping(int, point(x)), Mapping(int, point(x, y.copy(default = Some("d"))))),
      is("a leaf added")(color(red, mixed), color(green, red, mixed)),
      is("a leaf removed, with a fallback")(
        color(red, green, mixed),
        color(red, Leaf("Other", Vector.empty, isFallback = true))
      ),
      is("a leaf removed, a class for a fallback")(
        color(red, green, mixed),
        color(red, Leaf("Other", Vector(Field("n", int, default = Some(3))), isFallback = true))
      ),
      is("a leaf renamed")(
        color(red, mixed),
        color(Leaf("Rouge", Vector.empty, aliases = Vector("Red")), Leaf("Blend", Vector(x), aliases = Vector("Mixed")))
      ),
      is("leaves in another order")(color(red, green, mixed), color(mixed, green, red)),
      is("a leaf's field wider")(color(red, mixed), color(red, Leaf("Mixed", Vector(Field("x", Scalar(Long)))))),
      is("an object made a class")(
        color(red, mixed),
        color(Leaf("Red", Vector(Field("n", int, default = Some(3)))), mixed)
      ),
      is("a family made an object")(color(red, mixed), point(x)),
      is("leaves in a list")(
        list("List", color(red, green, mixed)),
        list("List", color(green, mixed, red, Leaf("Blue", Vector.empty)))
      ),
      is("a list in a list in an option")(
        Optional(list("List", list("List", int))),
        Optional(list("Vector", list("Vector", Scalar(Long))))
      )
    )

  /** A value of a schema; arrays are sequences here. */
  def value(schema: Schema, random: Random): Any = schema match
    case Scalar(kind) => scalar(kind, random)
    case Optional(e)  => if random.nextInt(3) == 0 then None else Some(value(e, random))
    case Sequence(kind, e) =>
      val all = List.fill(random.nextInt(4))(value(e, random))
      if kind == "Set" then all.toSet else if kind == "Vector" then all.toVector else all
    case Mapping(k, v)         => List.fill(random.nextInt(4))(value(k, random) -> value(v, random)).toMap
    case ScalarArray(kind)     => List.fill(random.nextInt(4))(scalar(kind, random))
    case Product(name, fields) => Rec(name, fields.map(f => value(f.schema, random)))
    case Sum(_, leaves) =>
      val leaf = leaves(random.nextInt(leaves.length))
      Rec(leaf.name, leaf.fields.map(f => value(f.schema, random)))

  private def scalar(kind: ScalarKind, random: Random): Any = kind match
    case Unit    => ()
    case Boolean => random.nextBoolean()
    case Byte    => random.nextInt().toByte
    case Short   => random.nextInt().toShort
    case Char    => ('a' + random.nextInt(26)).toChar
    case Int     => random.nextInt()
    case Long    => random.nextLong()
    case Float   => random.nextInt(1000) / 8f
    case Double  => if random.nextBoolean() then random.nextInt(1000) / 16.0 else random.nextDouble()
    case String  => List("", "a", "salt", "соль")(random.nextInt(4))
