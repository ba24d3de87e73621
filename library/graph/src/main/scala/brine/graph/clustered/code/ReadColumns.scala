package brine.graph.clustered.code

import brine.bytecode.{Code, OrderTarget, Part, Place, PlanCode, ReadInOrder}
import brine.graph.clustered.columns.ColumnsCode
import brine.model.Use
import brine.plan.Plan
import brine.shape.ScalarKind

/** Takes the fields of an object from the columns that [[ColumnTarget]] fills. */
private[brine] final class ReadColumns[V] private (
    code: Code[V],
    places: ColumnPlaces,
    in: V,
    sources: V,
    all: V,
    id: V,
    left: V
) extends OrderTarget[V]:
  import code.*
  import places.recipe

  private val plan = recipe.plan
  private val walk = new ReadInOrder(recipe, code, this)

  def order: Seq[Int] = plan.shape.valuesFirst.toSeq
  def failed(exception: V, field: V): V = PlanCode.failed(code)(exception, field)
  def made(fields: Seq[V]): V = construct(fields)
  def completed(value: V): V = call(ColumnCalls.made("completed"), self, id, value, in)

  /** Reads the parts of an object in a cycle. It may wait for parts that are not built yet. */
  private def inCycle: V =
    let(call(ColumnCalls.made("begun"), self, id, in)) { parts =>
      def part(i: Int, at: V): V = block(
        assign(at, int(i)),
        let(cast(walk.field(i), classOf[Object]))(value =>
          if mayWait(recipe.fields(i)) then call(ColumnCalls.made("setWaiting"), self, parts, int(i), value, in)
          else call(ColumnCalls.made("set"), self, parts, int(i), value)
        )
      )
      block(
        walk.noting(at => block(order.map(part(_, at))*)),
        call(ColumnCalls.made("finished"), self, id, parts, in)
      )
    }

  /** Reads an object that is built before the variables from `late` on: see [[brine.plan.Component.lateField]]. */
  private def assigned(late: Int): V = let(begunEarly(late)) { built =>
    def variable(i: Int, at: V): V = block(
      assign(at, int(i)),
      let(cast(walk.field(i), classOf[Object]))(value =>
        when(isNull(value))(call(ColumnCalls.made("assignNull"), self, built, int(i), in))(
          setField(typed(built), i, asField(value, i))
        )
      )
    )
    block(
      walk.noting(at => block(order.dropWhile(_ != late).map(variable(_, at))*)),
      call(ColumnCalls.made("completed"), self, id, built, in)
    )
  }

  /** Reads the fields before `late`, and builds the object of them. */
  private def begunEarly(late: Int): V = walk.noting(at =>
    walk.fields(order.takeWhile(_ != late), at)(known =>
      block(
        assign(at, int(-1)),
        let(construct(recipe.fields.indices.map(known.getOrElse(_, nul))))(
          call(ColumnCalls.made("begunEarly"), self, id, _, in)
        )
      )
    )
  )

  private def mayWait(use: Use): Boolean = use match
    case Use.Local(d)  => !recipe.definitions(d).isInstanceOf[Part.Optional]
    case Use.Given(_)  => true
    case Use.Scalar(_) => false

  private def source(column: Place | Int): V = item(all, int(places(column)))

  /** The next number of a column. */
  private def next(column: Place | Int): V = call(ColumnCalls.source.empty("next"), source(column))

  def scalar(at: Place, kind: ScalarKind): V = kind match
    case ScalarKind.Unit => call(ColumnCalls.made("nothing"), self)
    case ScalarKind.Long => next(at)
    case _               => call(ColumnCalls.source(s"next$kind"), source(at))

  def byPickler(at: Place, slot: Int): V = call(ColumnCalls.made("readField"), self, int(slot), in, left)

  def present(at: Place, d: Int)(read: V => V): V =
    if recipe.definitions(d) == Part.Collection then read(id)
    else
      val elsewhere = if at.isContent then "elsewhereInOption" else "elsewhere"
      let(next(at))(number =>
        when(is(number, 0))(read(id))(call(ColumnCalls.made(elsewhere), self, int(at.field), number, in))
      )

  def optional(at: Place, d: Int, element: Use): V =
    val isMarker = if element.isInstanceOf[Use.Scalar] then 0 else 1
    let(next(at))(number =>
      when(is(number, 0))(
        let(cast(walk.value(at.content, element), classOf[Object]))(call(ColumnCalls.made("some"), self, _))
      )(call(ColumnCalls.made("option"), self, number, int(isMarker)))
    )

  def collection(at: Place, d: Int, id: V): V =
    call(ColumnCalls.placeSource("next"), item(call(ColumnCalls.sources("collections"), sources), int(at.field)), left)

  def leafNumber(d: Int): V = next(d)
  def leafId(leaf: Int): V = id

  def choose(number: V, known: Seq[(Int, V)])(otherwise: V): V =
    known.foldRight(otherwise) { case ((n, read), others) => when(is(number, n))(read)(others) }

  def otherLeaf(at: Place, d: Int, number: V): V =
    call(ColumnCalls.made("readLeaf"), self, int(at.field), number, in, left)

  /** An object that the code of its class reads. That of a field must be built unless this code can wait for it. */
  def product(at: Place, d: Int, id: V): V =
    if at.isContent || !recipe.product(d).isCyclic || plan.isCyclic then readBy(d)
    else let(readBy(d))(call(ColumnCalls.made("whole"), self, _, int(at.field), in))

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
    val plan = places.recipe.plan
    val late = MadeColumns.lateField(plan).field
    val reads = let(add(left, -1))(next =>
      reading(code, places, in, sources, id, next)(reading =>
        if late >= 0 then reading.assigned(late)
        else if plan.isCyclic then reading.inCycle
        else reading.walk.product
      )
    )
    when(less(int(0), left))(
      if places.isCountedByColumn then reads else block(call(ColumnCalls.made("count"), self, in), reads)
    )(call(ColumnCalls.made("readDeep"), self, in, id))

  /** True if objects of this plan can be built of their values, and nothing else. */
  def begins(plan: Plan.Product): Boolean = MadeColumns.lateField(plan).followsValues

  /** Makes the method that begins an object of a plan that [[begins]]. */
  def begin[V](code: Code[V], places: ColumnPlaces)(parameters: Seq[V]): V =
    import code.*
    val Seq(_, in, sources, id) = parameters: @unchecked
    val late = MadeColumns.lateField(places.recipe.plan).field
    reading(code, places, in, sources, id, int(0))(_.begunEarly(late))

  private def reading[V](code: Code[V], places: ColumnPlaces, in: V, sources: V, id: V, left: V)(
      body: ReadColumns[V] => V
  ): V =
    import code.*
    let(call(ColumnCalls.sources("all"), sources))(all =>
      body(new ReadColumns(code, places, in, sources, all, id, left))
    )
