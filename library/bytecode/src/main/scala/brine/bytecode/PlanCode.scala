package brine.bytecode

import java.lang.invoke.MethodHandles.Lookup
import scala.runtime.BoxedUnit
import brine.{PickleException, Pickler}
import brine.binary.FieldRuns
import brine.emitted.{Emitted, EmittedFailures}
import brine.plan.Plan
import brine.run.WriteSteps
import brine.shape.Note

/** The superclass of the code for the objects of one class: its methods take objects apart and make them where code
  * cannot. It is public, because hidden classes beside users' classes extend it.
  */
private[brine] abstract class PlanCode(private[brine] final val plan: Plan.Product) extends Note:
  final def checkClass(value: AnyRef): Unit = WriteSteps.checkClass(plan, value)
  final def fieldOf(value: AnyRef, field: Int): Any = plan.access.fieldOf(plan.index, value, field)
  final def assign(target: AnyRef, value: AnyRef | Null, field: Int): Unit =
    plan.access.assign(plan.index, target, field, value)
  final def make(fields: Array[AnyRef]): AnyRef = plan.access.make(plan.index, fields)

  /** The segment of a field in the path of a failure; empty for -1, the constructor. */
  private[brine] def segment(field: Int): String = if field < 0 then "" else plan.shape.segment(field)

/** The note where a class can have no code. */
private[brine] object NoCode extends Note

/** The method that made code calls after a failure. It is in a separate object for the reason that [[EmittedFailures]]
  * gives.
  */
private[brine] object PlanCodeFailures:
  /** A failure in field `at` as it leaves. */
  def failed(e: Exception, code: PlanCode, at: Int): PickleException =
    EmittedFailures.failedProduct(e, code.plan, at, code.segment(at))

private[brine] object PlanCode:
  val calls = new Methods(classOf[PlanCode])
  private val failures = new Methods(PlanCodeFailures.getClass)

  /** The exception to throw for a failure in a field; -1 is the constructor. */
  def failed[V](code: Code[V])(exception: V, at: V): V =
    import code.*
    call(failures("failed"), module(failures.owner), exception, self, at)

/** Writes the objects of a plan by code that extends [[PlanCode]]. */
private[brine] trait PlanTarget[V](code: Code[V]) extends WriteTarget[V]:
  /** The fields in the order in which they are written. */
  def order: Seq[Int]

  final def runs: Seq[FieldRuns.Run] = order.map(i => FieldRuns.Run(false, Vector(i)))
  final def checkClass(value: V): V = code.call(PlanCode.calls("checkClass"), code.self, value)
  final def failed(exception: V, field: V): V = PlanCode.failed(code)(exception, field)

/** Makes the code for the objects of a class: a hidden class beside that class.
  *
  * @param lookup     that of the module's own class
  * @param superclass the superclass of the code
  * @param named      a class of each other package that the code names
  */
private[brine] final class PlanCodeMaker(lookup: Lookup, superclass: Class[? <: PlanCode], named: Class[?]*):
  private val usual =
    Seq(superclass, classOf[PlanCode], classOf[Emitted[?]], classOf[Pickler[?]], classOf[Plan], classOf[Option[?]])
  private val hosts = new Hosts(lookup, usual ++ named :+ classOf[BoxedUnit]*)

  /** Returns the code that `body` describes, made with these arguments of the superclass; null if the JVM refuses it.
    */
  def make(recipe: PlanRecipe, arguments: AnyRef*)(
      body: (BytecodeCode, MadeClass, ClassMembers) => Unit
  ): PlanCode | Null =
    val host = hosts.of(recipe.plan.objectClass)
    val members = new ClassMembers(recipe.plan, host)
    val constructor = MadeClass.of(host, superclass)(made =>
      body(new BytecodeCode(recipe.product(_).objectClass, members, host, made), made, members)
    )
    if constructor == null then null else constructor.invokeWithArguments(arguments*).asInstanceOf[PlanCode]
