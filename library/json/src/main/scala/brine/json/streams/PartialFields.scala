package brine.json.streams

import scala.collection.mutable.ArrayBuffer
import brine.plan.Plan
import brine.run.FieldObserver
import brine.shape.Shape

/** The fields of an object that have been read.
  *
  * @param growing the field that is a collection of which only `count` elements have been read, the first of `all`; -1
  *                if there is none
  */
private[json] final class PartialFields private (
    names: Array[String],
    values: Array[Any],
    growing: Int,
    plan: Plan.Sequence | Null,
    all: ArrayBuffer[Any] | Null,
    count: Int
):
  import PartialFields.*

  private lazy val collection: Any =
    val builder = plan.nn.ops.newBuilder(count)
    builder ++= all.nn.iterator.take(count)
    builder.result()

  def at(field: Int): Option[Any] =
    if field == growing then Some(collection)
    else
      values(field) match
        case Missing => None
        case value   => Some(value)

  def isComplete(field: Int): Boolean = field != growing && (values(field).asInstanceOf[AnyRef] ne Missing)

  override def toString: String =
    names.indices.flatMap(i => at(i).map(value => s"${names(i)}=$value")).mkString("JsonPartial(", ",", ")")

private[json] object PartialFields:
  private object Missing

  /** Passes on the fields after each field and each element. */
  final class Observer(shape: Shape.Product, update: PartialFields => Unit) extends FieldObserver:
    private val names = shape.fieldNames
    private var values = Array.fill[Any](names.length)(Missing)

    def field(index: Int, value: AnyRef | Null): Unit =
      values = values.updated(index, value)
      update(new PartialFields(names, values, -1, null, null, 0))

    /** Those fields that are complete are shared with the values before and after this one. */
    def elements(index: Int, plan: Plan.Sequence, all: ArrayBuffer[Any]): Unit =
      update(new PartialFields(names, values, index, plan, all, all.length))
