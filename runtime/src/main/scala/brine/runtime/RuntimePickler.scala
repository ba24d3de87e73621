package brine.runtime

import brine.{PickleBuilder, PickleReader, Pickler}
import brine.derive.Rules
import brine.plan.{Access, Link, Plan, PlannedPickler}

/** A pickler for a family of classes that was read at run time: the same plan as the macro's, interpreted; the code for the
  * fields of each class is compiled after a few uses.
  */
private[runtime] final class RuntimePickler[A](types: ReadClass, planned: Rules.Result.Planned, compileAfter: Int)
    extends PlannedPickler[A]
    with Access:
  private val classes: Array[Class[?]] = planned.keys.toArray.map(types.runtimeClass)
  private val slots: Array[Pickler[?]] = planned.slots.toArray.map(types.picklerOf)

  private val members: Array[Members] =
    planned.family.definitions.toArray.zip(planned.keys).map { (definition, key) =>
      definition match
        case _: brine.plan.TypePlan.Product   => new Members.OfClass(types.layoutOf(key), compileAfter)
        case _: brine.plan.TypePlan.Singleton => new Members.OfObject(objectOf(types.typeOf(key)))
        case s: brine.plan.TypePlan.Sum       => new Members.OfFamily(leavesOf(s))
        case _                                => Members.None
    }

  private lazy val plans: Array[Plan] = Link(planned.family, this, slots(_))

  def plan: Plan = plans(0)

  private def objectOf(t: RuntimeType): AnyRef = t match
    case RuntimeType.Constant(value) => value
    case RuntimeType.Of(c, _)        => RuntimeNames.objectOf(c)

  private def leavesOf(sum: brine.plan.TypePlan.Sum): Vector[RuntimeType] =
    sum.leaves.map(_.use).map {
      case brine.plan.Use.Local(index) => types.typeOf(planned.keys(index))
      case other                       => throw new IllegalStateException(other.toString)
    }

  def putFields(plan: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit =
    members(plan.index).code(plan).putFields(plan, value, builder)

  def getFields(plan: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null =
    members(plan.index).code(plan).getFields(plan, reader, id)

  private[brine] override def keeps(definition: Int, value: AnyRef, field: Int, part: AnyRef): Boolean =
    fieldOf(definition, value, field).asInstanceOf[AnyRef] eq part

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = members(definition).latestCode.field(value, field)

  def make(definition: Int, fields: Array[AnyRef]): AnyRef = members(definition) match
    case o: Members.OfObject => o.value
    case other               => other.latestCode.make(fields)

  override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any = members(definition).defaultOf(field)

  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    members(definition).latestCode.assign(target, field, value)

  def leafOf(definition: Int, value: AnyRef): Int = members(definition).leafOf(value)

  def leafByClass(definition: Int, value: AnyRef): Int = leafOf(definition, value)

  /** As the macro: of an array and of an enum's collections, the class of the elements or keys. */
  def classOf(definition: Int): Class[?] = types.typeOf(planned.keys(definition)) match
    case RuntimeType.Of(c, RuntimeType.Of(element, _) +: _) if c.isArray || RuntimeNames.ofEnums(c) => element
    case _                                                                                           => classes(definition)

  /** Null: the natural order, which Java's collections have without a comparator. */
  def orderOf(definition: Int): java.util.Comparator[?] | Null = null

/** What a definition's objects are made of. */
private abstract class Members:
  /** For one more object. */
  def code(plan: Plan.Product): ObjectCode = latestCode
  def latestCode: ObjectCode = throw new IllegalStateException("no class with fields")
  def leafOf(value: AnyRef): Int = throw new IllegalStateException("no family")

  /** As [[Access.defaultOf]]. */
  def defaultOf(field: Int): AnyRef = Access.NoDefault

private object Members:
  object None extends Members

  final class OfObject(val value: AnyRef) extends Members

  final class OfFamily(leaves: Vector[RuntimeType]) extends Members:
    private val byOrdinal: Array[Int] =
      val constants = leaves.collect { case RuntimeType.Constant(value: java.lang.Enum[?]) => value }
      val numbers = new Array[Int](constants.length)
      for (constant, number) <- constants.zipWithIndex do numbers(constant.ordinal) = number
      numbers

    override def leafOf(value: AnyRef): Int = value match
      case constant: java.lang.Enum[?] if byOrdinal.nonEmpty => byOrdinal(constant.ordinal)
      case _ =>
        leaves.indexWhere {
          case RuntimeType.Constant(constant) => constant eq value
          case RuntimeType.Of(c, _)           => c.isInstance(value)
        }

  /** (Threads may count at once and compile twice, which does no harm.) */
  final class OfClass(layout: ClassLayout, compileAfter: Int) extends Members:
    @volatile private var current: ObjectCode = new ReflectedCode(layout)
    private var uses = 0

    override def latestCode: ObjectCode = current

    override def defaultOf(field: Int): AnyRef = if field < layout.parameterCount then Access.NoDefault else Access.MustBeThere

    override def code(plan: Plan.Product): ObjectCode =
      if uses < compileAfter then
        uses += 1
        if uses == compileAfter then current = CompileCode(layout, plan, current)
      current
