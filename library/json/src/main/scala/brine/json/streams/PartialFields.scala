package brine.json.streams

import scala.collection.mutable.ArrayBuffer
import brine.plan.Plan
import brine.run.FieldObserver
import brine.shape.Shape

/** The fields of an object that have been read. */
private[json] final class PartialFields private (names: Array[String], values: Array[Any]):
  import PartialFields.*

  def at(field: Int): Option[Any] = values(field) match
    case Missing           => None
    case elements: Growing => Some(elements.collection)
    case value             => Some(value)

  def isComplete(field: Int): Boolean = values(field) match
    case Missing | _: Growing => false
    case _                    => true

  private def updated(field: Int, value: Any): PartialFields = new PartialFields(names, values.updated(field, value))

  override def toString: String =
    names.indices.flatMap(i => at(i).map(value => s"${names(i)}=$value")).mkString("JsonPartial(", ",", ")")

private[json] object PartialFields:
  private object Missing

  /** The first elements of a collection that grows. */
  private final class Growing(plan: Plan.Sequence, all: ArrayBuffer[Any], count: Int):
    lazy val collection: Any =
      val builder = plan.ops.newBuilder(count)
      builder ++= all.iterator.take(count)
      builder.result()

  /** Passes on the fields after each field and each element. */
  final class Observer(shape: Shape.Product, update: PartialFields => Unit) extends FieldObserver:
    private var fields = new PartialFields(shape.fieldNames, Array.fill[Any](shape.fieldNames.length)(Missing))

    def field(index: Int, value: AnyRef | Null): Unit = next(index, value)

    def elements(index: Int, plan: Plan.Sequence, all: ArrayBuffer[Any]): Unit =
      next(index, new Growing(plan, all, all.length))

    private def next(index: Int, value: Any): Unit =
      fields = fields.updated(index, value)
      update(fields)
