package brine.graph.clustered.code

import brine.bytecode.{Code, Part, Place, PlanCode}
import brine.graph.clustered.columns.ColumnsCode
import brine.model.Use
import brine.shape.ScalarKind

/** Takes the fields of an object from the columns that [[ColumnTarget]] fills, and makes the object. */
private[brine] final class ReadColumns[V] private (
    code: Code[V],
    places: ColumnPlaces,
    in: V,
    sources: V,
    all: V,
    id: V,
    left: V
):
  import code.*
  import ColumnCalls.made
  import places.recipe

  private val plan = recipe.plan
  private val order = plan.shape.valuesFirst.toList

  /** Reads the parts of an object in a cycle. It may wait for parts that are not built yet. The object is built
    * before them if only variables follow: see [[brine.plan.Component.lateField]].
    */
  private def inCycle: V =
    val late = MadeColumns.lateField(plan)
    let(if late < 0 then call(made("begun"), self, id, in) else call(made("noParts"), self)) { parts =>
      variable(nul) { built =>
        def part(i: Int, at: V): V = block(
          if i == late then
            block(assign(at, int(-1)), assign(built, call(made("builtEarly"), self, id, parts, in)))
          else unit,
          assign(at, int(i)),
          let(cast(field(i), classOf[Object]))(value =>
            if mayWait(recipe.fields(i)) then call(made("setWaiting"), self, parts, int(i), value, in)
            else call(made("set"), self, parts, int(i), value)
          )
        )
        val ended =
          if late < 0 then call(made("finished"), self, id, parts, in)
          else call(made("filled"), self, id, built, parts, in)
        block(noting(at => block(order.map(part(_, at))*)), ended)
      }
    }

  private def mayWait(use: Use): Boolean = use match
    case Use.Local(d)  => !recipe.definitions(d).isInstanceOf[Part.Optional]
    case Use.Given(_)  => true
    case Use.Scalar(_) => false

  private def noting(body: V => V): V = variable(int(-1))(at => handled(body(at))(PlanCode.failed(code)(_, at)))

  private def atOnce: V =
    def rest(fields: List[Int], values: Map[Int, V], at: V): V = fields match
      case i :: more => block(assign(at, int(i)), let(field(i))(v => rest(more, values.updated(i, v), at)))
      case Nil       => block(assign(at, int(-1)), construct(order.indices.map(values)))
    let(noting(rest(order, Map.empty, _)))(built => call(made("completed"), self, id, built, in))

  private def source(column: Place | Int): V = item(all, int(places(column)))

  /** The next number of a column. */
  private def next(column: Place | Int): V = call(ColumnCalls.source.empty("next"), source(column))

  private def field(i: Int): V = recipe.fields(i) match
    case Use.Scalar(ScalarKind.Unit) => call(made("nothing"), self)
    case Use.Scalar(kind)            => scalar(kind, Place(i))
    case Use.Given(_)                => call(made("readField"), self, int(i), in, left)
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Product           => present(Place(i), "elsewhere")(whole(i, d))
        case Part.Sum(leaves)       => present(Place(i), "elsewhere")(leaf(i, d, leaves))
        case Part.Optional(element) => optional(Place(i), element)
        case Part.Singleton         => throw new IllegalStateException("an object has no fields")
        case Part.Collection =>
          call(ColumnCalls.placeSource("next"), item(call(ColumnCalls.sources("collections"), sources), int(i)), left)

  private def scalar(kind: ScalarKind, from: Place): V =
    if kind == ScalarKind.Long then next(from) else call(ColumnCalls.source(s"next$kind"), source(from))

  /** A value by its code: `read` if it is a new one. */
  private def present(at: Place, elsewhere: String)(read: V): V = let(next(at))(number =>
    when(is(number, 0))(read)(call(made(elsewhere), self, int(at.field), number, in))
  )

  private def optional(at: Place, element: Use): V =
    val (isMarker, content) = element match
      case Use.Scalar(kind) => (0, cast(scalar(kind, at.content), classOf[Object]))
      case Use.Local(d)     => (1, present(at.content, "elsewhereInOption")(readBy(d)))
      case other            => throw new IllegalStateException(other.toString)
    let(next(at))(number =>
      when(is(number, 0))(let(content)(call(made("some"), self, _)))(
        call(made("option"), self, number, int(isMarker))
      )
    )

  private def leaf(i: Int, sum: Int, leaves: Vector[Use]): V = let(next(sum)) { number =>
    leaves.zipWithIndex.foldRight(call(made("readLeaf"), self, int(i), number, in, left)) {
      case ((Use.Local(leaf), n), others) => when(is(number, n))(whole(i, leaf))(others)
      case (_, others)                    => others
    }
  }

  /** An object of a field, which must be built unless this code can wait for it. */
  private def whole(i: Int, d: Int): V =
    if !recipe.product(d).isCyclic || plan.isCyclic then readBy(d)
    else let(readBy(d))(call(made("whole"), self, _, int(i), in))

  /** An object that the code of its class reads. */
  private def readBy(d: Int): V = let(item(call(ColumnCalls.sources("objects"), sources), int(d))) { o =>
    val reads = cast(call(ColumnCalls.objectSource("code"), o), classOf[ColumnsCode])
    val columns = call(ColumnCalls.objectSource("columns"), o)
    val begun = call(ColumnCalls.reader.empty("begin"), in)
    call(ColumnCalls.read, reads, int(recipe.product(d).index), in, columns, begun, left)
  }

private[brine] object ReadColumns:
  /** Makes the method that reads an object, of its parameters. */
  def read[V](code: Code[V], places: ColumnPlaces)(parameters: Seq[V]): V =
    import code.*
    val Seq(_, in, sources, id, left) = parameters: @unchecked
    val reads = let(add(left, -1))(next =>
      let(call(ColumnCalls.sources("all"), sources)) { all =>
        val reading = new ReadColumns(code, places, in, sources, all, id, next)
        if places.recipe.plan.isCyclic then reading.inCycle else reading.atOnce
      }
    )
    when(less(int(0), left))(
      if places.isCountedByColumn then reads else block(call(ColumnCalls.made("count"), self, in), reads)
    )(call(ColumnCalls.made("readDeep"), self, in, id))
