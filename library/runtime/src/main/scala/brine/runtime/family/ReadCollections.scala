package brine.runtime.family

import brine.binary.BinaryReader
import brine.bytecode.{Code, OrderTarget}
import brine.model.{TypePlan, Use}
import brine.runtime.code.Calls

/** The part of [[ReadBinary]] that reads collections, arrays and maps, as [[brine.derive.code.EmitReadCollections]]
  * does.
  */
private[brine] trait ReadCollections[V](family: FamilyModel, code: Code[V]) extends OrderTarget[V]:
  protected def reader: V
  protected def left: V
  protected def id: V
  protected def callSelf(name: String, arguments: V*): V
  protected def step(name: String, arguments: V*): V
  protected def failure(name: String, arguments: V*): V
  protected def slot(index: Int): V
  protected def readDeep(d: Int): V
  protected def element(use: Use, isMarked: V, mayWait: Boolean): V

  import code.*
  import family.facts

  /** A collection that may be null. */
  protected final def elements(d: Int): V =
    val read = family.definitions(d) match
      case s: TypePlan.Sequence if family.isArray(d) => withHeader(d)(array(d, s, _, _))
      case s: TypePlan.Sequence                      => withHeader(d)(sequence(d, s, _, _))
      case m: TypePlan.Mapping                       => withHeader(d)(mapping(d, m, _, _))
      case other                                     => throw new IllegalStateException(other.toString)
    val own =
      if !family.isArray(d) || !family.mayBeNarrower(d) then read
      else when(call(Calls.reader("isOtherArray"), reader))(readDeep(d))(read)
    if !family.holdsOpen(d) then own
    else // by the plan if subtypes have numbers
      val isNumbered = Calls.self("isNumbered", classOf[Int], classOf[BinaryReader])
      when(call(isNumbered, self, int(d), reader))(callSelf("readByPlan", int(d), id, reader, left))(own)

  /** Reads the size, and whether elements are marked; null for null. */
  private def withHeader(d: Int)(body: (V, V) => V): V =
    val header =
      if facts.useOf(d).exists(facts.takesBytes) then call(Calls.reader("getSize"), reader)
      else callSelf("size", int(d), reader)
    let(header)(header =>
      when(is(header, -1))(nul)(
        let(step("sizeIn", header))(size => let(step("isMarkedIn", header))(isMarked => body(size, isMarked)))
      )
    )

  /** Runs `body` for the numbers from 0 to `size`. `failed` is the exception to throw for another. */
  private def loopTo(size: V)(failed: (V, V) => V)(body: V => V): V = variable(int(0))(i =>
    handled(loop(less(i, size))(block(body(i), assign(i, add(i, 1)))))(failed(_, i))
  )

  private def loopOver(size: V)(body: V => V): V = loopTo(size)(failure("failedElement", _, _))(body)

  /** Makes the code that reads the elements, of that for the next one. */
  private def nextOf(d: Int, s: TypePlan.Sequence, isMarked: V)(body: V => V): V = s.element match
    case Use.Given(slot) if s.isCyclic || family.isArray(d) =>
      let(callSelf("elements", this.slot(slot), isMarked, reader, left))(givens =>
        body(call(Calls.givens("next"), givens))
      )
    case use => body(element(use, isMarked, s.isCyclic))

  private def sequence(d: Int, s: TypePlan.Sequence, size: V, isMarked: V): V =
    nextOf(d, s, isMarked)(next => if s.isCyclic then stacked(d, size, next) else plain(d, size, next))

  private def plain(d: Int, size: V, next: V): V = let(callSelf("newBuilder", int(d), size))(all =>
    block(
      loopOver(size)(_ => call(Calls.elements("addOne"), all, next)),
      let(callSelf("result", int(d), all, size, reader))(made =>
        block(callSelf("completeGeneric", int(d), id, made, reader), made)
      )
    )
  )

  /** Elements that may not be built yet are stacked up first. */
  private def stacked(d: Int, size: V, next: V): V = let(callSelf("stacked", reader))(base =>
    variable(int(0)) { waits =>
      def stackNull = when(callSelf("stackNull", reader))(assign(waits, int(1)))(unit)
      block(
        loopOver(size)(_ => let(next)(x => when(isNull(x))(stackNull)(callSelf("stack", x, reader)))),
        callSelf("sequence", int(d), id, base, waits, reader)
      )
    }
  )

  private def array(d: Int, s: TypePlan.Sequence, size: V, isMarked: V): V =
    val of = constant("elementClass", d)
    val complete = if facts.isReified(d) then "completeReifiedArray" else "completeArray"
    nextOf(d, s, isMarked)(next =>
      variable(step("newArray", of, size))(all =>
        variable(nul)(waiting =>
          block(
            loopOver(size)(i =>
              block(
                assign(all, step("withRoom", all, i, of, size)),
                let(call(Calls.classes("cast"), of, next))(x =>
                  block(
                    step("put", all, i, x),
                    when(isNull(x))(assign(waiting, callSelf("waitFor", waiting, i, reader)))(unit)
                  )
                )
              )
            ),
            callSelf(complete, int(d), id, all, waiting, reader),
            all
          )
        )
      )
    )

  private def mapping(d: Int, m: TypePlan.Mapping, size: V, isMarked: V): V = let(step("newParts")) { parts =>
    def part(use: Use) =
      call(Calls.parts("add", classOf[Object]), parts, callSelf("part", element(use, isMarked, mayWait = true), reader))
    block(
      loopTo(size)((e, _) => failure("failedEntry", e, call(Calls.parts("size"), parts)))(_ =>
        block(part(m.key), part(m.value))
      ),
      callSelf("mapping", int(d), id, parts, reader)
    )
  }
