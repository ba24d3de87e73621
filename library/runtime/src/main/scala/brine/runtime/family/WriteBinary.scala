package brine.runtime.family

import org.objectweb.asm.{Label, Type}
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{Constant, MethodCode, Variable}
import brine.Pickler
import brine.binary.{BinaryBuilder, BinaryTags, FieldRuns}
import brine.model.{TypePlan, Use}
import brine.plan.Plan
import brine.runtime.code.Calls
import brine.shape.ScalarKind

/** The bytecode of a method that writes values in the binary format, like the Scala that [[brine.derive.code.EmitWrite]]
  * emits.
  *
  * @param first the variable of the first parameter
  */
private[runtime] final class WriteBinary(unit: CompileBinary, code: MethodCode, first: Int)
    extends BinaryMethod(unit, code),
      WriteCollections:
  protected val value = new Variable(first, MethodCode.Any)
  protected val builder = new Variable(first + 1, MethodCode.Any)
  private val sink = new Variable(first + 2, MethodCode.Any)
  protected val left = new Variable(first + 3, Type.INT_TYPE)

  /** The method [[brine.runtime.code.BinaryCode.write]] of the class. */
  def body(): Unit =
    definitions(unit.definition) match
      case _: TypePlan.Product => product()
      case _                   => nonNull(unit.definition, value)
    code.instruction(RETURN)

  private def deep(definition: Int): Unit = deep(definition, left, RETURN)(writeDeep(definition))

  protected def writeDeep(definition: Int): Unit = callSelf("writeDeep", definition, value, builder)

  // ---- classes

  private def product(): Unit =
    deep(unit.definition)
    checkClass()
    val runs = FieldRuns.runs(facts.useOf(unit.definition))
    if runs.length <= WriteBinary.MostRuns then fields(runs)
    else
      for (some, number) <- runs.grouped(WriteBinary.MostRuns).zipWithIndex do
        callHelper(s"fields$number", value)(_.part(some))

  /** Some fields of a wide class. */
  private def part(runs: Vector[FieldRuns.Run]): Unit =
    fields(runs)
    code.instruction(RETURN)

  /** Calls a static method of the class that writes `v`. */
  private def callHelper(name: String, v: Variable)(body: WriteBinary => Unit): Unit =
    arguments(v)
    unit.made.callHelper(code, name, CompileBinary.Write)(c => body(new WriteBinary(unit, c, first = 0)))

  private def arguments(v: Variable): Unit = List(v, builder, sink, left).foreach(code.push)

  /** Only objects of exactly the class are written by its plan. */
  private def checkClass(): Unit =
    code.call(Calls.any("getClass"), value)
    pushClass(unit.definition)
    code.unless(IF_ACMPEQ)(callSelf("checkClass", unit.definition, value))

  private def fields(runs: Vector[FieldRuns.Run]): Unit =
    val uses = facts.useOf(unit.definition)
    code.push(value)
    code.cast(members.objectType)
    val typed = code.stored(members.objectType)
    if !FieldRuns.canFail(uses) then for run <- runs do scalars(run, uses, typed)
    else
      val at = code.number(-1)
      handled(at) {
        for run <- runs do
          val i = run.fields.head
          code.push(i)
          code.store(at)
          if run.isScalars then scalars(run, uses, typed) else place(uses(i))(members.getField(code, i, typed))
      }

  /** Scalars of bounded size, with one check of the sink. */
  private def scalars(run: FieldRuns.Run, uses: Vector[Use], typed: Variable): Unit =
    val kinds = run.fields.map(uses(_)).collect { case Use.Scalar(kind) => kind }
    code.call(Calls.sink("require"), sink, kinds.map(FieldRuns.maxBytes).sum)
    for (i, kind) <- run.fields.zip(kinds) if kind != ScalarKind.Unit do
      code.push(sink)
      members.getField(code, i, typed)
      code.call(Calls.sink(s"put${WriteBinary.form(kind)}Unchecked"))

  // ---- places

  /** Writes the value that `load` pushes. */
  protected def place(use: Use)(load: => Unit): Unit = use match
    case Use.Scalar(ScalarKind.Unit) => ()
    case Use.Scalar(ScalarKind.String) =>
      code.push(builder)
      load
      code.cast(classOf[String]) // of a type parameter's field, it is more than the class file says
      code.call(Calls.builder("putString"))
    case Use.Scalar(kind) =>
      code.push(sink)
      load
      code.call(Calls.sink(s"put${WriteBinary.form(kind)}"))
    case Use.Given(slot) =>
      load
      givenPlace(slot, code.stored())
    case Use.Local(index) =>
      load
      localPlace(index, code.stored())

  private def givenPlace(slot: Int, v: Variable): Unit =
    code.call(Calls.builder("depth"), builder)
    val depth = code.storedInt()
    val beginGiven =
      Calls.self("beginGiven", classOf[Pickler[?]], classOf[Object], classOf[BinaryBuilder], classOf[Int])
    code.call(beginGiven, self, this.slot(slot), v, builder, left)
    if !family.isPlanned(slot) then code.pop()
    else
      code.ifTrue {
        code.call(Calls.planned("writeBinary"), planned(slot), v, builder)
        code.call(Calls.builder("depth_$eq"), builder, depth)
      }

  protected def localPlace(index: Int, v: Variable): Unit = definitions(index) match
    case p: TypePlan.Product =>
      code.call(Calls.builder(if p.isTracked then "putTracked" else "putPresence"), builder, v)
      code.ifTrue(nonNull(index, v))
    case _: TypePlan.Singleton =>
      code.call(Calls.builder("putPresence"), builder, v)
      code.pop()
    case o: TypePlan.Optional => optional(o, v)
    case _ if family.isArray(index) =>
      callSelf("enterArray", v, builder)
      code.ifTrue(nonNull(index, v))
    case _ if facts.isMutable(index) =>
      callSelf("enterMutable", index, v, builder)
      code.ifTrue(nonNull(index, v))
    case _ if facts.isTracked(index) =>
      code.push(v)
      code.cast(Calls.iterable.owner)
      callSelf("enterCollection", code.stored(), builder)
      code.ifTrue(nonNull(index, v))
    case _ if facts.isTakenWhole(index) => callSelf("writeCollectionOrNull", index, v, builder, left)
    case _ =>
      code.push(v)
      code.either(IFNULL)(nonNull(index, v))(code.call(Calls.builder.empty("putNull"), builder))

  /** Writes a value that is not null, without its marker. */
  private def nonNull(index: Int, v: Variable): Unit = definitions(index) match
    case _: TypePlan.Singleton => ()
    case o: TypePlan.Optional  => optional(o, v)
    case TypePlan.ScalarArray(_) =>
      code.push(builder)
      code.push(v)
      code.cast(family.runtimeClass(index))
      code.call(Calls.builder("putArray", family.runtimeClass(index)))
    case _ if facts.isTakenWhole(index) => callSelf("writeCollection", index, v, builder, left)
    case _: TypePlan.Product =>
      code.pushCode(index)
      arguments(v)
      code.call(Calls.code("write"))
    case other => callHelper(s"write$index", v)(_.helper(index, other))

  /** A static method for a definition that is not a class. */
  private def helper(index: Int, definition: TypePlan): Unit =
    definition match
      case s: TypePlan.Sum      => sum(index, s)
      case s: TypePlan.Sequence => sequence(index, s)
      case m: TypePlan.Mapping  => mapping(index, m)
      case other                => throw new IllegalStateException(other.toString)
    code.instruction(RETURN)

  /** Writes an element of a collection. It has a marker if `isMarked` is not 0. */
  protected def element(use: Use, v: Variable, isMarked: Int | Variable): Unit = use match
    case Use.Given(slot) => callSelf("writeGivenElement", this.slot(slot), v, isMarked, builder, left)
    case Use.Local(index) if facts.isPlainMarker(index) && isMarked == 0 => nonNull(index, v)
    case Use.Local(index) if facts.isPlainMarker(index) =>
      val (body, end) = (code.label(), code.label())
      code.push(isMarked)
      code.jump(IFEQ, body)
      code.call(Calls.builder("putPresence"), builder, v)
      code.jump(IFEQ, end)
      code.mark(body)
      nonNull(index, v)
      code.mark(end)
    case Use.Local(index) => localPlace(index, v)
    case Use.Scalar(kind) =>
      place(use) {
        code.push(v)
        code.unbox(WriteBinary.typeOf(kind))
      }

  // ---- sums and options

  private def sum(index: Int, s: TypePlan.Sum): Unit =
    deep(index)
    if s.leaves.forall(leaf => isConstant(leaf.use)) then
      val number = leafNumber(index)
      code.push(number)
      code.unless(IFGE)(fail("unexpected", self, index, value))
      code.call(Calls.builder("putLeaf"), builder, number)
    else if s.leaves.length > Plan.MostTests || s.leaves.exists(leaf => leaf.use.isInstanceOf[Use.Given]) then
      code.push(leafNumber(index))
      code.switch(0, s.leaves.length)(leaf(s, _))(writeDeep(index))
    else
      for n <- s.leaves.indices do
        val next = code.label()
        testLeaf(s.leaves(n).use, next)
        leaf(s, n)
        code.instruction(RETURN)
        code.mark(next)
      writeDeep(index) // an object of a subclass, or of a class that cannot stand here

  private def leafNumber(index: Int): Variable =
    callSelf("leafOf", index, value)
    code.storedInt()

  private def isConstant(use: Use): Boolean = use match
    case Use.Local(index) => definitions(index).isInstanceOf[TypePlan.Singleton]
    case _                => false

  /** Jumps if the value is not of this leaf's class. */
  private def testLeaf(use: Use, next: Label): Unit = use match
    case Use.Local(index) =>
      if isConstant(use) then
        code.push(value)
        code.push(new Constant("constant", index))
      else
        code.call(Calls.any("getClass"), value)
        pushClass(index)
      code.jump(IF_ACMPNE, next)
    case other => throw new IllegalStateException(other.toString)

  private def leaf(s: TypePlan.Sum, number: Int): Unit = s.leaves(number).use match
    case use @ Use.Local(_) if isConstant(use) => putLeaf(number)
    case Use.Local(index) =>
      def written(): Unit =
        putLeaf(number)
        nonNull(index, value)
      if !facts.isTracked(index) then written()
      else
        code.call(Calls.builder("enter"), builder, value, s.leaves.length)
        code.ifTrue(written())
    case Use.Given(slot) => callSelf("writeGivenLeaf", this.slot(slot), value, number, s.leaves.length, builder, left)
    case other           => throw new IllegalStateException(other.toString)

  private def putLeaf(number: Int): Unit =
    code.call(
      Calls.sink(if number < FieldRuns.OneByteLeaves then "putByte" else "putVarint"),
      sink,
      BinaryTags.leaf(number)
    )

  private def optional(o: TypePlan.Optional, v: Variable): Unit =
    code.push(v)
    code.cast(Calls.option.owner)
    val option = code.stored()
    o.element match
      case Use.Scalar(kind) if kind != ScalarKind.Unit => code.call(Calls.builder(s"put${kind}Option"), builder, option)
      case Use.Given(slot) => callSelf("writeGivenOption", this.slot(slot), option, builder, left)
      case use =>
        code.call(Calls.builder("putOption"), builder, option, if facts.hasMarker(use) then 1 else 0)
        code.ifTrue {
          code.call(Calls.option("get"), option)
          element(use, code.stored(), isMarked = 0)
        }

private[runtime] object WriteBinary:
  /** Fields, or runs of them, in one method of a wide class. */
  private final val MostRuns = 60

  /** The sink's name for it. A boolean is a byte of 0 or 1, as it is on the stack. */
  private def form(kind: ScalarKind): String = kind match
    case ScalarKind.Int | ScalarKind.Long => s"Zigzag$kind"
    case ScalarKind.Boolean               => "Byte"
    case _                                => kind.toString

  def typeOf(kind: ScalarKind): Type =
    if kind == ScalarKind.Unit then MethodCode.Any else Type.getType(kind.tag.runtimeClass)
