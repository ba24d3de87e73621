package brine.json

import scala.reflect.ClassTag
import brine.Pickler
import brine.combine.Unions
import brine.json.looks.{JsonKinds, LeafRule}
import brine.plan.{Plan, PlanRef}

/** Makes the pickler of a union whose types a reader cannot find by the JSON alone. Each type has a rule:
  *
  * {{{
  * final case class Charge(objectType: String = "charge", id: String) derives Pickler
  * final case class Refund(objectType: String = "refund", id: String) derives Pickler
  *
  * given Pickler[Charge | Refund | Angle] = JsonUnion[Charge | Refund | Angle]("Source")
  *   .constant[Charge]("objectType", "charge")
  *   .constant[Refund]("objectType", "refund")
  *   .kind[Angle](JsonUnion.Kind.Num) // a pickler by hand
  *   .build
  * }}}
  * `A` is a union type, or a class or trait above the types. A value is of the first type whose class it is an instance
  * of. JSON has the form of that type. Other formats have the bytes of a sealed type with these leaves: a number
  * precedes the value.
  *
  * A dialect refuses the union, with both types, if a value could be of two ([[JsonDialect.check]]), and if a type does
  * not obey its rule. The JSON of a pickler by hand is not known: its author answers for the rule.
  */
final class JsonUnion[A] private (name: String, leaves: Vector[Unions.Leaf]):
  import JsonUnion.*

  /** A reader finds the next type as in a union type: by its kind of JSON, or by the fields that it needs. */
  def leaf[B <: A](using of: ClassTag[B], pickler: => Pickler[B]): JsonUnion[A] =
    and(new Unions.Leaf(nameOf(of), of.runtimeClass, PlanRef(Plan.of(pickler))))

  /** Values of the next type are JSON of one of these kinds. */
  def kind[B <: A](kinds: Kind*)(using of: ClassTag[B], pickler: => Pickler[B]): JsonUnion[A] =
    val all = kinds.map(_.bit).fold(0)(_ | _)
    if all == 0 then throw new IllegalArgumentException(s"${nameOf(of)} has no kind of JSON")
    and(new Unions.Leaf(nameOf(of), of.runtimeClass, PlanRef(Plan.of(pickler)), LeafRule.OfKinds(all)))

  /** Values of the next type are objects with this field, which a dialect must not leave out. For a class, it is the
    * field's name in the program, or that of its [[brine.rename]]; for a pickler by hand, the member's name.
    */
  def member[B <: A](field: String)(using of: ClassTag[B], pickler: => Pickler[B]): JsonUnion[A] =
    and(new Unions.Leaf(nameOf(of), of.runtimeClass, PlanRef(Plan.of(pickler)), LeafRule.OfMember(field, null)))

  /** Values of the next type are objects with this value in this field. An object of the class with another value is
    * none of the type, and is refused if no later type takes it. One class may thus be several types.
    */
  def constant[B <: A](field: String, value: String | Int | Long | Boolean)(using
      of: ClassTag[B],
      pickler: => Pickler[B]
  ): JsonUnion[A] =
    val constant: LeafRule.Constant = value match
      case number: Int   => number.toLong
      case number: Long  => number
      case flag: Boolean => flag
      case text: String  => text
    and(new Unions.Leaf(
      s"${nameOf(of)}($field=$constant)",
      of.runtimeClass,
      PlanRef(Plan.of(pickler)),
      LeafRule.OfMember(field, constant),
      (field, constant)
    ))

  private def and(leaf: Unions.Leaf): JsonUnion[A] = new JsonUnion[A](name, leaves :+ leaf)

  /** The pickler.
    *
    * @throws IllegalArgumentException if the list is empty, two types have one name, or a type can never be reached
    */
  def build: Pickler[A] = Unions.told(name, leaves)

object JsonUnion:
  /** Begins a union. The name is for messages, and for the definition in a schema. */
  def apply[A](name: String): JsonUnion[A] = new JsonUnion[A](name, Vector.empty)

  /** A kind of JSON values. */
  enum Kind(private[json] val bit: Int):
    case Bool extends Kind(JsonKinds.Boolean)
    case Num extends Kind(JsonKinds.Number)
    case Str extends Kind(JsonKinds.Text)
    case Arr extends Kind(JsonKinds.Array)
    case Obj extends Kind(JsonKinds.Object)

  private def nameOf(of: ClassTag[?]): String =
    if of.runtimeClass.isPrimitive then of.toString else of.runtimeClass.getSimpleName.stripSuffix("$")
