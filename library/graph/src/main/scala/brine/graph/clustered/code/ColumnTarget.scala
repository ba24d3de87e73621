package brine.graph.clustered.code

import brine.bytecode.{Code, Part, Place, PlanTarget, WriteWalk}
import brine.model.Use
import brine.shape.ScalarKind

/** Puts the fields of an object into columns, in the order of the interpreter ([[brine.run.EventWriter]]). */
private[brine] final class ColumnTarget[V] private (
    code: Code[V],
    places: ColumnPlaces,
    out: V,
    sinks: V,
    all: V,
    left: V
) extends PlanTarget[V](code):
  import code.*
  import ColumnCalls.made
  import places.recipe

  def order: Seq[Int] = recipe.plan.shape.valuesFirst.toSeq

  private def column(at: Place | Int): V = item(all, int(places(at)))
  private def sink(of: String, number: Int): V = item(call(ColumnCalls.sinks(of), sinks), int(number))

  /** Counts an object of the class, or of a sealed type. */
  private def count(d: Int): V = call(ColumnCalls.counter("increment"), sink("counters", d))

  def scalar(at: Place, kind: ScalarKind, value: V): V =
    call(ColumnCalls.sink(if kind == ScalarKind.Long then "add" else s"add$kind"), column(at), value)

  def byPickler(field: Int, value: V): V = call(made("writeField"), self, int(field), value, out, left)

  def present(at: Place, d: Int, value: V)(write: V): V = recipe.definitions(d) match
    case Part.Product => ifNew(at, value)(write)(call(made("checkReferred"), self, int(d), value))
    case Part.Sum(_)  => when(isNull(value))(otherLeaf(at, d, value))(write)
    case _            => write

  private def ifNew(at: Place, value: V)(write: V)(otherwise: V): V =
    when(call(ColumnCalls.builder("isNew"), out, value, column(at)))(write)(otherwise)

  def hasContent(at: Place, d: Int, option: V): V =
    val isMarker = recipe.definitions(d) match
      case Part.Optional(element) => !element.isInstanceOf[Use.Scalar]
      case _                      => false
    call(made("hasContent"), self, option, int(if isMarker then 1 else 0), column(at))

  def product(d: Int, value: V): V =
    let(sink("objects", d))(o =>
      val columns = call(ColumnCalls.objectSink("columns"), o)
      val index = int(recipe.product(d).index)
      call(ColumnCalls.write, call(ColumnCalls.objectSink("code"), o), index, value, out, columns, left)
    )

  def leaf(at: Place, d: Int, n: Int, leaf: Int, value: V)(write: => V): V =
    ifNew(at, value)(block(call(ColumnCalls.sink("add"), column(d), long(n)), count(d), write))(unit)

  def otherLeaf(at: Place, d: Int, value: V): V =
    call(ColumnCalls.placeSink("put"), sink("places", at.field), value, left)

  def collection(at: Place, d: Int, value: V): V = otherLeaf(at, d, value)

private[brine] object ColumnTarget:
  /** Makes the method that puts an object into columns, of its parameters. */
  def write[V](code: Code[V], places: ColumnPlaces)(parameters: Seq[V]): V =
    import code.*
    val Seq(_, value, out, sinks, left) = parameters: @unchecked
    when(less(int(0), left))(
      let(add(left, -1))(next =>
        let(call(ColumnCalls.sinks("all"), sinks)) { all =>
          val target = new ColumnTarget(code, places, out, sinks, all, next)
          block(target.count(0), new WriteWalk(places.recipe, code, target).product(value))
        }
      )
    )(call(ColumnCalls.made("writeDeep"), self, value, out))
