package brine.runtime.family

import org.objectweb.asm.Type
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{Constant, MethodCode, Variable}
import brine.{Pickler, PickleReader}
import brine.binary.BinaryReader
import brine.model.{TypePlan, Use}
import brine.run.PlannedPickler
import brine.runtime.code.Calls
import brine.shape.ScalarKind
import brine.wire.ByteSource

/** The bytecode of a method that reads values in the binary format, like the Scala that [[brine.derive.code.EmitRead]]
  * emits: it reads the values that [[BinaryTarget]] writes.
  *
  * @param first the variable of the first parameter
  */
private[runtime] final class ReadBinary(unit: CompileBinary, code: MethodCode, first: Int)
    extends BinaryMethod(unit, code),
      ReadClasses,
      ReadCollections:
  protected val reader = new Variable(first, MethodCode.Any)
  private val source = new Variable(first + 1, MethodCode.Any)
  protected val left = new Variable(first + 2, Type.INT_TYPE)
  protected val id = new Variable(first + 3, Type.INT_TYPE)

  /** The method [[brine.runtime.code.BinaryCode.read]] of the class. */
  def body(): Unit =
    definitions(unit.definition) match
      case p: TypePlan.Product =>
        deep(unit.definition)
        product(p)
      case _ => nonNull(unit.definition)(code.push(id))
    code.instruction(ARETURN)

  private def deep(definition: Int): Unit = deep(definition, left, ARETURN)(readDeep(definition))

  protected def readDeep(definition: Int): Unit = callSelf("readDeep", definition, reader, id)

  // ---- places

  /** Pushes the value of a place. `mayWait`: the caller checks afterwards whether a null represents an object that is
    * not built yet.
    */
  protected def place(use: Use, mayWait: Boolean): Unit = use match
    case Use.Scalar(ScalarKind.Unit)   => code.pushUnit()
    case Use.Scalar(ScalarKind.String) => code.call(Calls.reader("getString", classOf[ByteSource]), reader, source)
    case Use.Scalar(kind)              => code.call(Calls.source(s"get${ReadBinary.form(kind)}"), source)
    case Use.Given(slot)               => givenPlace(slot, mayWait)
    case Use.Local(index) =>
      if facts.isPlainMarker(index) then
        code.call(Calls.reader("getPresence"), reader)
        code.either(IFEQ)(nonNull(index)(code.push(-1)))(code.pushNull())
      else if facts.isTracked(index) then tracked(index)
      else nonNull(index)(code.push(-1))

  private def givenPlace(slot: Int, mayWait: Boolean): Unit =
    code.call(Calls.reader("depth"), reader)
    val depth = code.storedInt()
    code.call(
      Calls.self("nextGiven", classOf[Pickler[?]], classOf[BinaryReader], classOf[Int]),
      self,
      this.slot(slot),
      reader,
      left
    )
    val next = code.storedInt()
    val value = code.newVariable(MethodCode.Any)
    val (other, end) = (code.label(), code.label())
    if family.isPlanned(slot) then
      code.push(next)
      code.push(PlannedPickler.Body)
      code.jump(IF_ICMPNE, other)
      code.call(Calls.planned("readBinary"), planned(slot), reader, -1)
      code.store(value)
      code.push(value)
      code.jump(IFNONNULL, end)
    code.mark(other)
    val readGiven =
      Calls.self(
        if mayWait then "readGiven" else "readGivenBuilt",
        classOf[Int],
        classOf[Pickler[?]],
        classOf[BinaryReader],
        classOf[Int]
      )
    code.call(readGiven, self, next, this.slot(slot), reader, left)
    code.store(value)
    code.mark(end)
    code.call(Calls.reader("depth_$eq"), reader, depth)
    code.push(value)

  private def tracked(index: Int): Unit = definitions(index) match
    case _: TypePlan.Product =>
      code.call(Calls.source("getVarint"), source)
      val found = code.storedInt()
      code.push(found)
      code.push(1)
      code.either(IF_ICMPNE)(nonNull(index)(callSelf("open", reader))) {
        if facts.isReified(index) then
          callSelf("refer", index, found, reader)
          castTo(index)
        else
          code.call(Calls.reader("tag"), reader, found, 1)
          elsewhere(index, code.storedInt())
      }
    case s: TypePlan.Sequence => trackedCollection(index, isList = s.kind == "List")
    case _                    => trackedCollection(index, isList = false)

  private def trackedCollection(index: Int, isList: Boolean): Unit =
    code.call(Calls.reader("getTag", classOf[Int]), reader, 0)
    val tag = code.storedInt()
    def present() = nonNull(index)(callSelf(if facts.isMutable(index) then "open" else "openCollection", reader))
    code.push(tag)
    code.either(IFNE) {
      if !isList then present()
      else
        code.call(Calls.reader("skipEmpty"), reader)
        code.either(IFNE)(present())(code.pushModule(Nil.getClass))
    }(elsewhere(index, tag))

  /** Pushes null, or the object that a tag refers to. */
  private def elsewhere(index: Int, tag: Variable): Unit =
    callSelf(if facts.isReified(index) then "lookUp" else "resolve", index, tag, reader)
    if facts.isReified(index) then castTo(index)

  /** The cast is the only check for an object whose class determines its type. */
  private def castTo(index: Int): Unit =
    val c = family.runtimeClass(index)
    if unit.host.canName(c) then code.cast(c)
    else
      val found = code.stored()
      pushClass(index)
      code.push(found)
      code.call(Calls.classes("cast"))

  /** Pushes a value that is not null; `slot` pushes its number in the assembly. */
  private def nonNull(index: Int)(slot: => Unit): Unit = definitions(index) match
    case _: TypePlan.Singleton      => code.push(new Constant("constant", index))
    case o: TypePlan.Optional       => optional(index, o)
    case TypePlan.ScalarArray(kind) => code.call(Calls.reader(s"get${kind}s"), reader)
    case _ if facts.isTakenWhole(index) =>
      code.push(self)
      code.push(index)
      slot
      code.call(Calls.self("readCollection"), reader, left)
    case _: TypePlan.Product =>
      code.pushCode(index)
      arguments(slot)
      code.call(Calls.code("read"))
    case other =>
      arguments(slot)
      unit.made.callHelper(code, s"read$index", CompileBinary.Read)(c =>
        new ReadBinary(unit, c, first = 0).helper(index, other)
      )

  private def arguments(slot: => Unit): Unit =
    List(reader, source, left).foreach(code.push)
    slot

  /** A static method for a definition that is not a class. */
  private def helper(index: Int, definition: TypePlan): Unit =
    definition match
      case s: TypePlan.Sum      => sum(index, s)
      case s: TypePlan.Sequence => sequence(index, s)
      case m: TypePlan.Mapping  => mapping(index, m)
      case other                => throw new IllegalStateException(other.toString)
    code.instruction(ARETURN)

  /** Pushes an element of a collection; it has a marker if `isMarked` is not 0. */
  protected def element(use: Use, isMarked: Int | Variable, mayWait: Boolean): Unit = use match
    case Use.Given(slot) =>
      callSelf(if mayWait then "readGivenElement" else "readGivenElementBuilt", this.slot(slot), isMarked, reader, left)
    case Use.Local(index) if facts.isPlainMarker(index) && isMarked == 0 => nonNull(index)(code.push(-1))
    case Use.Local(index) if facts.isPlainMarker(index) =>
      val (body, none, end) = (code.label(), code.label(), code.label())
      code.push(isMarked)
      code.jump(IFEQ, body)
      code.call(Calls.reader("getPresence"), reader)
      code.jump(IFEQ, none)
      code.mark(body)
      nonNull(index)(code.push(-1))
      code.jump(GOTO, end)
      code.mark(none)
      code.pushNull()
      code.mark(end)
    case Use.Scalar(kind) =>
      place(use, mayWait)
      code.box(ReadBinary.typeOf(kind))
    case _ => place(use, mayWait)

  // ---- sums and options

  private def sum(index: Int, s: TypePlan.Sum): Unit =
    deep(index)
    if s.leaves.length > ReadBinary.MostLeaves then readDeep(index)
    else
      code.call(Calls.source("getVarint"), source)
      val tag = code.storedInt()
      code.push(tag)
      code.switch(1, s.leaves.length)(n => leaf(s.leaves(n).use))(callSelf("resolveLeaf", index, tag, reader))

  private def leaf(use: Use): Unit = use match
    case Use.Local(index) => nonNull(index)(if facts.isTracked(index) then callSelf("open", reader) else code.push(-1))
    case Use.Given(slot)  => callSelf("readGivenLeaf", this.slot(slot), reader, left)
    case other            => throw new IllegalStateException(other.toString)

  private def optional(index: Int, o: TypePlan.Optional): Unit = o.element match
    case Use.Scalar(kind) if kind != ScalarKind.Unit => code.call(Calls.reader(s"get${kind}Option"), reader, source)
    case use =>
      code.call(Calls.reader("getOption"), reader)
      code.switch(PickleReader.None, 3) {
        case PickleReader.None => code.pushModule(None.getClass)
        case PickleReader.Some => some(index, o)
        case _                 => someNull(use)
      }(code.pushNull())

  private def some(index: Int, o: TypePlan.Optional): Unit =
    val isMarked = o.element match
      case Use.Given(slot) =>
        callSelf("isTracked", this.slot(slot))
        code.storedInt()
      case _ => 0
    element(o.element, isMarked, o.isCyclic)
    val content = code.stored()
    if !o.isCyclic then someOf(code.push(content))
    else
      code.push(content)
      code.either(IFNULL)(someOf(code.push(content)))(callSelf("someOfNull", index, reader))

  private def someOf(content: => Unit): Unit = code.pushNew("scala/Some", "(Ljava/lang/Object;)V")(content)

  private def someNull(content: Use): Unit = content match
    case Use.Given(slot)             => callSelf("someNull", this.slot(slot), reader)
    case use if facts.hasMarker(use) => someOf(code.pushNull())
    case _                           => fail("noSomeNull", reader)

private[runtime] object ReadBinary:
  /** Leaves of a sum that has code: the others would make a method that HotSpot does not compile. */
  private final val MostLeaves = 250

  /** HotSpot compiles no method of more than 8,000 bytes. This leaves a margin for estimates. */
  private final val LongestMethod = 7000

  /** Returns true if the code for the fields of a class would be too long. */
  def isTooLong(family: FamilyModel, definition: Int): Boolean = family.facts.useOf(definition).map {
    case Use.Scalar(_) => 22
    case _             => 75
  }.sum > LongestMethod

  private def typeOf(kind: ScalarKind): Type =
    if kind == ScalarKind.Unit then MethodCode.Any else Type.getType(kind.tag.runtimeClass)

  /** The source's name for it. */
  private def form(kind: ScalarKind): String = kind match
    case ScalarKind.Int | ScalarKind.Long => s"Zigzag$kind"
    case _                                => kind.toString
