package brine.derive

import scala.collection.mutable
import scala.util.Try
import brine.{Migrations, PickleException, Pickler, Unpickler}
import brine.derive.types.ReadType
import brine.model.{Absent, Rules, TypeForm, TypePlan}
import brine.plan.{Access, Plan}
import brine.run.PlannedPickler
import brine.run.structures.Link
import brine.shape.Shape

/** Makes plans of types that exist only in the compiler. They show which shapes could be read, and cannot read.
  * Nothing is known of a pickler that the program makes at run time ([[Plan.Refused]]). Derived picklers and the
  * standard ones are completely known.
  */
private[brine] final class StaticPlans[Q <: scala.quoted.Quotes](types: ReadType[Q], isAutomatic: Boolean):
  private val known = mutable.HashMap.empty[Int, Plan]

  def of(planned: Rules.Result.Planned): Plan =
    lazy val plans: Array[Plan] = Link(planned.family, new StaticAccess(planned), i => ofSlot(planned.slots(i)))
    plans(0)

  private def ofSlot(key: Int): Unpickler[?] =
    standard(key).getOrElse(new PlannedPickler[Any]:
      def plan: Plan = known.getOrElseUpdate(key, derived(key))
    )

  private def standard(key: Int): Option[Pickler[?]] = types.standardPickler(key).flatMap { name =>
    Try(Pickler.getClass.getMethod(name).invoke(Pickler)).toOption.collect { case pickler: Pickler[?] => pickler }
  }

  private def derived(key: Int): Plan =
    if !types.hasDerived(key) then StaticPlans.unknown(types(key).shown)
    else
      new Rules(types(_), types.isSubtype, isAutomatic).plan(key) match
        case planned: Rules.Result.Planned => of(planned)
        case _: Rules.Result.Failed        => StaticPlans.unknown(types(key).shown)

  /** The compiler's facts about a family's classes: the fields that have defaults. */
  private final class StaticAccess(planned: Rules.Result.Planned) extends Access:
    private def unused: Nothing =
      throw new IllegalStateException("there is no object of a class that is being compiled")

    override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any =
      types(planned.keys(definition)).form match
        case TypeForm.Class(facts) if facts.fields(field).absent != Absent.Unsaid => StaticPlans.SomeDefault
        case TypeForm.Class(facts) if field >= facts.parameterCount               => Access.MustBeThere
        case _                                                                    => Access.NoDefault

    override def migrationsOf(definition: Int): Migrations[?] | Null =
      if types.migrationsOf(planned.keys(definition)).isEmpty then null else StaticPlans.SomeMigrations

    def make(definition: Int, fields: Array[AnyRef]): AnyRef = StaticPlans.SomeDefault
    def classOf(definition: Int): Class[?] = planned.family.definitions(definition) match
      case TypePlan.Sequence(kind, _, _, _) if kind != "Array" => Predef.classOf[java.util.concurrent.TimeUnit]
      case _: TypePlan.Mapping                                 => Predef.classOf[java.util.concurrent.TimeUnit]
      case _                                                   => Predef.classOf[Object]
    def orderOf(definition: Int): java.util.Comparator[?] | Null = null
    def fieldOf(definition: Int, value: AnyRef, field: Int): Any = unused
    def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = unused
    def leafOf(definition: Int, value: AnyRef): Int = unused
    def leafByClass(definition: Int, value: AnyRef): Int = unused

private object StaticPlans:
  /** Replaces a default that exists. */
  val SomeDefault: AnyRef = new Object

  /** Replaces migrations, whose types the compiler does not know. */
  val SomeMigrations: Migrations[?] = Migrations.fromRecord(Shape.Custom("any", 0))(_ => SomeDefault)

  def unknown(name: String): Plan =
    new Plan.Refused(
      Shape.Custom(name, 0),
      () => new PickleException.UnexpectedClass(name, "a class that is being compiled")
    )
