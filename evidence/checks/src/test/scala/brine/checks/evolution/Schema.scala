package brine.checks.evolution

import brine.Pickler
import brine.collections.{MappingOps, SequenceOps}
import brine.plan.*
import brine.collections.{MappingOps, SequenceOps}
import brine.run.PlannedPickler
import brine.run.PlannedPickler
import brine.shape.{ScalarKind, Shape}

/** Types that are made when the test runs, so that there can be thousands of them. Their values are the obvious ones;
  * an object is a [[Rec]].
  */
enum Schema:
  case Scalar(kind: ScalarKind)
  case Optional(element: Schema)

  /** `kind` as in [[brine.collections.SequenceOps]]. */
  case Sequence(kind: String, element: Schema)
  case Mapping(key: Schema, value: Schema)
  case ScalarArray(kind: ScalarKind)
  case Product(name: String, fields: Vector[Field])

  /** Leaves are products, or objects if they have no fields. */
  case Sum(name: String, leaves: Vector[Leaf])

final case class Field(
    name: String,
    schema: Schema,
    default: Option[Any] = None,
    aliases: Vector[String] = Vector.empty
)

final case class Leaf(
    name: String,
    fields: Vector[Field],
    aliases: Vector[String] = Vector.empty,
    isFallback: Boolean = false
)

/** An object: of a class, or of a leaf of this name. */
final case class Rec(name: String, values: Vector[Any])

object Schema:
  def pickler(schema: Schema): Pickler[Any] = new PlannedPickler[Any]:
    val plan: Plan = planOf(schema)

  private def planOf(schema: Schema): Plan = schema match
    case Scalar(kind) => Plan.scalar(kind)
    case Optional(e) =>
      val element = planOf(e)
      new Plan.Optional(new Shape.Optional(() => element.shape), ref(element))
    case Sequence(kind, e) =>
      val element = planOf(e)
      val ops = SequenceOps(kind)
      new Plan.Sequence(ops.shape(false, () => element.shape), ref(element), false, ops)
    case Mapping(k, v) =>
      val (key, value) = (planOf(k), planOf(v))
      val ops = MappingOps("Map")
      new Plan.Mapping(ops.shape(false, () => key.shape, () => value.shape), ref(key), ref(value), false, ops)
    case ScalarArray(kind)     => new Plan.ScalarArray(kind)
    case Product(name, fields) => product(name, fields)
    case Sum(name, leaves) =>
      val plans = leaves.map(l =>
        if l.fields.isEmpty then new Plan.Singleton(new Shape.Singleton(l.name), new Records(l.name, l.fields), 0)
        else product(l.name, l.fields)
      )
      val aliases = leaves.zipWithIndex.flatMap((l, i) => l.aliases.map(_ -> i)).toMap
      val shape = new Shape.Sum(
        name,
        leaves.map(_.name).toArray,
        false,
        () => plans.map(_.shape).toArray,
        aliases,
        leaves.indexWhere(_.isFallback)
      )
      new Plan.Sum(shape, plans.map(ref).toArray, new Family(leaves.map(_.name)), 0)

  private def ref(plan: Plan) = PlanRef(plan)

  private def product(name: String, fields: Vector[Field]): Plan =
    val plans = fields.map(f => planOf(f.schema))
    val aliases = fields.zipWithIndex.flatMap((f, i) => f.aliases.map(_ -> i)).toMap
    val shape = new Shape.Product(name, fields.map(_.name).toArray, false, () => plans.map(_.shape).toArray, aliases)
    val isMutable = new Array[Boolean](fields.length)
    new Plan.Product(
      shape,
      plans.map(ref).toArray,
      isMutable,
      isCyclic = false,
      storesOnly = true,
      isGeneric = false,
      new Records(name, fields),
      0
    )

  private abstract class Reflected extends Access:
    def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = notAsked("a variable")
    protected def notAsked(what: String): Nothing =
      throw new IllegalStateException(s"schemas have no such thing here: $what")
    def leafByClass(definition: Int, value: AnyRef): Int = leafOf(definition, value)
    def classOf(definition: Int): Class[?] = Predef.classOf[Rec]
    def orderOf(definition: Int): java.util.Comparator[?] | Null = null

  private final class Records(name: String, fields: Vector[Field]) extends Reflected:
    def fieldOf(definition: Int, value: AnyRef, field: Int): Any = value.asInstanceOf[Rec].values(field)
    def make(definition: Int, parts: Array[AnyRef]): AnyRef = Rec(name, parts.toVector)
    def leafOf(definition: Int, value: AnyRef): Int = notAsked("a class's leaf")
    override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any =
      fields(field).default.getOrElse(Access.NoDefault)

  private final class Family(leaves: Vector[String]) extends Reflected:
    def fieldOf(definition: Int, value: AnyRef, field: Int): Any = notAsked("a family's field")
    def make(definition: Int, parts: Array[AnyRef]): AnyRef = notAsked("a family's object")
    def leafOf(definition: Int, value: AnyRef): Int = leaves.indexOf(value.asInstanceOf[Rec].name)
