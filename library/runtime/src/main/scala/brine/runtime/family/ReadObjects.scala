package brine.runtime.family

import brine.binary.FieldRuns
import brine.bytecode.{Code, OrderTarget, ReadInOrder}
import brine.runtime.code.MemberCode

/** The part of [[ReadBinary]] that builds the objects of its class, also in a cycle, as
  * [[brine.derive.code.EmitReadClasses]] does.
  */
private[brine] trait ReadObjects[V](family: FamilyModel, definition: Int, code: Code[V]) extends OrderTarget[V]:
  protected def reader: V
  protected def id: V
  protected def walk: ReadInOrder[V]
  protected def callSelf(name: String, arguments: V*): V
  protected def failure(name: String, arguments: V*): V
  protected def readDeep(d: Int): V

  import code.*
  import family.facts

  private lazy val plan = facts.productOf(definition)
  private lazy val canMake = MemberCode.canMake(family.layout(definition))
  private val number = int(definition)

  /** True if an object may be read whose parts wait for objects that are not built yet. */
  protected final def mayWait: Boolean = plan.isCyclic

  final def order: Seq[Int] = plan.fields.indices
  final def failed(exception: V, field: V): V = failure("failed", exception, self, number, field)

  final def made(fields: Seq[V]): V =
    if canMake then construct(fields) else typed(callSelf("make", number, array(fields)))

  final def completed(value: V): V = if plan.isTracked then block(known("complete", value), value) else value

  /** An object is known by its number. */
  private def known(step: String, value: V): V =
    if plan.isGeneric then callSelf(step + "Generic", number, id, value, reader) else callSelf(step, id, value, reader)

  /** An object of the class. */
  final def theObject: V =
    val late = facts.firstLateField(plan)
    if !plan.isCyclic || plan.fields.isEmpty then walk.product
    else if plan.fields.length > FieldRuns.MostCyclicFields then readDeep(definition)
    else if late.nonEmpty && facts.mayBuildAtOnce && canMake then atOnce(late.get)
    else walk.noting(at => inOrder(0, Vector.empty, late, at))

  /** The object is built as soon as all that its constructor needs has been read, and then filled field by field. */
  private def atOnce(late: Int): V =
    def fill(i: Int, value: V, at: V) = walk.noted(i, at)(v =>
      block(
        setField(value, i, v),
        if !facts.mayBeUnbuilt(plan.fields(i).use) then unit
        else when(isNull(v))(callSelf("fillLater", number, int(i), value, reader))(unit)
      )
    )
    walk.noting(at =>
      walk.fields(0 until late, at) { early =>
        block(
          assign(at, int(-1)),
          let(construct((0 until late).map(early))) { value =>
            val filled = (late until plan.fields.length).map(fill(_, value, at))
            block((known("begun", value) +: filled :+ value)*)
          }
        )
      }
    )

  // ---- an object that is built when all its fields have been read

  /** A field that has been read. `waiting`: what its null replaces, if that may be an object that is not built yet. */
  private final case class Read(value: V, waiting: Option[V])

  /** Reads the fields from `i` on. `late`: from which on the object may have to be built early. */
  private def inOrder(i: Int, before: Vector[Read], late: Option[Int], at: V): V =
    if i == plan.fields.length then block(assign(at, int(-1)), built(before, late))
    else
      // The parts read so far suffice to build the object if a reference to it comes now.
      val parts = array(plan.fields.indices.map(n => if n < i then before(n).value else nul))
      val pended = if late.contains(i) then callSelf("pend", number, id, parts, reader) else unit
      def rest(read: Read) = inOrder(i + 1, before :+ read, late, at)
      val read = walk.noted(i, at)(v =>
        if !facts.mayBeUnbuilt(plan.fields(i).use) then rest(Read(v, None))
        else let(when(isNull(v))(callSelf("part", nul, reader))(nul))(waiting => rest(Read(v, Some(waiting))))
      )
      block(pended, read)

  private def built(parts: Vector[Read], late: Option[Int]): V = late match
    case None => whole(parts)
    case Some(first) =>
      let(callSelf("early", id, reader))(early => when(isNull(early))(whole(parts))(filled(first, early, parts)))

  private def whole(parts: Vector[Read]): V = unlessWaiting(parts)(let(made(parts.map(_.value)))(completed(_)))(
    callSelf("product", number, id, arrayOf(parts), reader)
  )

  /** An object that was built early gets the other fields. */
  private def filled(late: Int, early: V, parts: Vector[Read]): V = unlessWaiting(parts)(
    let(typed(early))(value =>
      val assigned = (late until parts.length).map(i => setField(value, i, parts(i).value))
      block(assigned :+ callSelf("complete", id, value, reader) :+ value*)
    )
  )(callSelf("fill", number, id, early, arrayOf(parts), reader))

  private def unlessWaiting(parts: Vector[Read])(complete: V)(otherwise: V): V =
    val waits =
      if !plan.storesOnly then callSelf("isAwaiting", number, reader)
      else parts.flatMap(_.waiting).foldRight(int(0))((part, others) => when(isNull(part))(others)(int(1)))
    when(waits)(otherwise)(complete)

  private def arrayOf(parts: Vector[Read]): V = array(parts.map {
    case Read(value, None)          => value
    case Read(value, Some(waiting)) => when(isNull(waiting))(cast(value, classOf[Object]))(waiting)
  })
