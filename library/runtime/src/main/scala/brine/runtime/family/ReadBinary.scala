package brine.runtime.family

import brine.{Pickler, PickleReader}
import brine.binary.{BinaryReader, FieldRuns}
import brine.bytecode.{Code, OrderTarget, Place, ReadInOrder, Recipe}
import brine.model.Use
import brine.run.PlannedPickler
import brine.runtime.code.{Calls, MemberCode}
import brine.shape.ScalarKind
import brine.wire.ByteSource

/** Reads values in the binary format, like the Scala that [[brine.derive.code.EmitRead]] emits: those that
  * [[BinaryTarget]] writes.
  */
private[brine] final class ReadBinary[V] private (
    family: FamilyModel,
    definition: Int,
    recipe: Recipe,
    code: Code[V],
    protected val reader: V,
    source: V,
    protected val left: V,
    protected val id: V
) extends OrderTarget[V],
      ReadObjects[V](family, definition, code),
      ReadCollections[V](family, code):
  import code.*
  import family.facts

  protected val walk = new ReadInOrder(recipe, code, this)

  protected def callSelf(name: String, arguments: V*): V = call(Calls.self(name), (self +: arguments)*)
  protected def failure(name: String, arguments: V*): V =
    call(Calls.failures(name), (module(Calls.failures.owner) +: arguments)*)
  protected def step(name: String, arguments: V*): V =
    call(Calls.steps(name), (module(Calls.steps.owner) +: arguments)*)
  private def get(name: String, arguments: V*): V = call(Calls.reader(name), (reader +: arguments)*)
  protected def slot(index: Int): V = constant("slot", index)

  // ---- methods

  override def apart(name: String, id: V)(body: OrderTarget[V] => V): V = inMethod(name, id)(body)

  private def inMethod(name: String, id: V)(body: ReadBinary[V] => V): V =
    method(name, Calls.code("read"), Seq(reader, source, left, id)) { parameters =>
      val Seq(reader, source, left, id) = parameters: @unchecked
      body(new ReadBinary(family, definition, recipe, code, reader, source, left, id))
    }

  override def guarded(d: Int)(body: OrderTarget[V] => V): V = deeper(d)(body)

  private def deeper(d: Int)(body: ReadBinary[V] => V): V =
    if !facts.isClass(d) && facts.useOf(d).length > ReadBinary.MostLeaves then readDeep(d)
    else if !facts.isRecursive(d) then body(this)
    else
      when(less(int(0), left))(
        let(add(left, -1))(next => body(new ReadBinary(family, definition, recipe, code, reader, source, next, id)))
      )(readDeep(d))

  protected def readDeep(d: Int): V = callSelf("readDeep", int(d), reader, id)

  // ---- places

  def scalar(at: Place, kind: ScalarKind): V = kind match
    case ScalarKind.Unit   => cast(unit, classOf[Object])
    case ScalarKind.String => call(Calls.reader("getString", classOf[ByteSource]), reader, source)
    case _                 => call(Calls.source(s"get${ReadBinary.form(kind)}"), source)

  def byPickler(at: Place, slot: Int): V =
    val next = Calls.self("nextGiven", classOf[Pickler[?]], classOf[BinaryReader], classOf[Int])
    val name = if mayWait then "readGiven" else "readGivenBuilt"
    val read = Calls.self(name, classOf[Int], classOf[Pickler[?]], classOf[BinaryReader], classOf[Int])
    let(get("depth"))(depth =>
      let(call(next, self, this.slot(slot), reader, left)) { next =>
        def byGiven = call(read, self, next, this.slot(slot), reader, left)
        def planned = call(Calls.planned("readBinary"), constant("planned", slot), reader, int(-1))
        val value =
          if !family.isPlanned(slot) then byGiven
          else
            let(when(equal(next, int(PlannedPickler.Body)))(planned)(nul))(value =>
              when(isNull(value))(byGiven)(value)
            )
        let(value)(value => block(get("depth_$eq", depth), value))
      }
    )

  def present(at: Place, d: Int)(read: V => V): V =
    if facts.isPlainMarker(d) then when(get("getPresence"))(read(int(-1)))(nul)
    else if facts.isTracked(d) then tracked(d)(read)
    else read(int(-1))

  private def tracked(d: Int)(read: V => V): V =
    if facts.isClass(d) then trackedObject(d)(read) else trackedCollection(d)(read)

  private def trackedObject(d: Int)(read: V => V): V = let(call(Calls.source("getVarint"), source)) { found =>
    val known =
      if facts.isReified(d) then ofClass(d, callSelf("refer", int(d), found, reader))
      else let(get("tag", found, int(1)))(elsewhere(d, _))
    when(equal(found, int(1)))(read(callSelf("open", reader)))(known)
  }

  private def trackedCollection(d: Int)(read: V => V): V =
    val found = read(callSelf(if facts.isMutable(d) then "open" else "openCollection", reader))
    val present = if facts.isList(d) then when(get("skipEmpty"))(module(Nil.getClass))(found) else found
    let(call(Calls.reader("getTag", classOf[Int]), reader, int(0)))(tag =>
      when(equal(tag, int(0)))(present)(elsewhere(d, tag))
    )

  /** Null, or the object that a tag refers to. */
  private def elsewhere(d: Int, tag: V): V =
    val found = callSelf(if facts.isReified(d) then "lookUp" else "resolve", int(d), tag, reader)
    if facts.isReified(d) then ofClass(d, found) else found

  /** The cast is the only check for an object whose class determines its type. */
  private def ofClass(d: Int, value: V): V = call(Calls.classes("cast"), constant("objectClass", d), value)

  def product(at: Place, d: Int, id: V): V = call(Calls.code("read"), codeOf(d), reader, source, left, id)

  def collection(at: Place, d: Int, id: V): V =
    def byCode =
      if facts.isTakenWhole(d) then callSelf("readCollection", int(d), id, reader, left)
      else inMethod(s"read$d", id)(_.elements(d))
    facts.scalarArrayOf(d).map(kind => get(s"get${kind}s")).getOrElse(byCode)

  /** An element of a collection; it has a marker if `isMarked` is not 0. */
  protected def element(use: Use, isMarked: V, mayWait: Boolean): V = use match
    case Use.Given(slot) =>
      callSelf(if mayWait then "readGivenElement" else "readGivenElementBuilt", this.slot(slot), isMarked, reader, left)
    case Use.Local(d) if facts.isPlainMarker(d) =>
      when(when(isMarked)(get("getPresence"))(int(1)))(walk.notNull(Place.Element, d, int(-1)))(nul)
    case _ => cast(walk.value(Place.Element, use), classOf[Object])

  // ---- sums and options

  def leafNumber(d: Int): V = add(call(Calls.source("getVarint"), source), -1)
  def leafId(leaf: Int): V = if facts.isTracked(leaf) then callSelf("open", reader) else int(-1)

  override def leafByPickler(use: Use): Option[V] = use match
    case Use.Given(slot) => Some(callSelf("readGivenLeaf", this.slot(slot), reader, left))
    case _               => None

  def choose(number: V, known: Seq[(Int, V)])(otherwise: V): V =
    variable(nul)(value =>
      block(switch(number, known.map((_, read) => assign(value, read)))(assign(value, otherwise)), value)
    )

  def otherLeaf(at: Place, d: Int, number: V): V = callSelf("resolveLeaf", int(d), add(number, 1), reader)

  def optional(at: Place, d: Int, element: Use): V = element match
    case Use.Scalar(kind) if kind != ScalarKind.Unit => get(s"get${kind}Option", source)
    case _ =>
      variable(nul) { value =>
        val cases =
          Vector(module(None.getClass), some(d, element), someNull(element)) // PickleReader.None, Some, SomeNull
        block(switch(get("getOption"), cases.map(assign(value, _)))(unit), value)
      }

  private def some(d: Int, element: Use): V =
    val isCyclic = facts.mayBeUnbuilt(Use.Local(d))
    val isMarked = element match
      case Use.Given(slot) => callSelf("isTracked", this.slot(slot))
      case _               => int(0)
    let(this.element(element, isMarked, isCyclic))(content =>
      if !isCyclic then step("some", content)
      else when(isNull(content))(callSelf("someOfNull", int(d), reader))(step("some", content))
    )

  private def someNull(content: Use): V = content match
    case Use.Given(slot)             => callSelf("someNull", this.slot(slot), reader)
    case use if facts.hasMarker(use) => step("some", nul)
    case _                           => raise(failure("noSomeNull", reader))

private[brine] object ReadBinary:
  /** Leaves of a sum that has code: the others would make a method that is too long (ADR 95, size). */
  private final val MostLeaves = 250

  /** Bytes of a method, less the error of their estimate (ADR 95, size). */
  private final val LongestMethod = 7000

  /** Returns true if the code for the fields of a class would be too long. */
  def isTooLong(family: FamilyModel, definition: Int): Boolean = family.facts.useOf(definition).map {
    case Use.Scalar(_) => 22
    case _             => 75
  }.sum > LongestMethod

  /** Makes the method that reads a value of a definition, of its parameters. */
  def read[V](family: FamilyModel, definition: Int, code: Code[V])(parameters: Seq[V]): V =
    val Seq(reader, source, left, id) = parameters: @unchecked
    val recipe = Recipe.of(family.definitions, family.facts, definition)
    val target = new ReadBinary(family, definition, recipe, code, reader, source, left, id)
    if !family.facts.isClass(definition) then target.walk.notNull(Place.Element, definition, id)
    else target.deeper(definition)(_.theObject)

  /** The source's name for it. */
  private def form(kind: ScalarKind): String = kind match
    case ScalarKind.Int | ScalarKind.Long => s"Zigzag$kind"
    case _                                => kind.toString
