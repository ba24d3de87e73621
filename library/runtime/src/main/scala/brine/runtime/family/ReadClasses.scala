package brine.runtime.family

import org.objectweb.asm.Label
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{MethodCode, Variable}
import brine.binary.FieldRuns
import brine.model.{TypePlan, Use}
import brine.runtime.code.Calls

/** The part of [[ReadBinary]] that reads the fields of a class and builds the object, also in a cycle, as
  * [[brine.derive.code.EmitReadClasses]] does.
  */
private[runtime] trait ReadClasses:
  this: BinaryMethod =>
  protected def reader: Variable
  protected def id: Variable
  protected def readDeep(definition: Int): Unit
  protected def place(use: Use, mayWait: Boolean): Unit

  /** Pushes an object. */
  protected final def product(p: TypePlan.Product): Unit =
    if p.fields.isEmpty then built(p)(_ => ())
    else if p.isCyclic && p.fields.length > FieldRuns.MostCyclicFields then readDeep(unit.definition)
    else
      val at = code.number(-1)
      val made = code.newVariable(MethodCode.Any)
      handled(at) {
        fields(p, at)
        code.store(made)
      }
      code.push(made)

  private def fields(p: TypePlan.Product, at: Variable): Unit =
    val locals = p.fields.indices.map(i => code.newVariable(members.typeOf(i))).toVector
    val late = facts.firstLateField(p)
    if !p.isCyclic then
      for i <- p.fields.indices do read(p, i, at, locals)
      note(at, -1)
      built(p)(i => code.push(locals(i)))
    else if late.nonEmpty && facts.mayBuildAtOnce && members.canMake then atOnce(p, late.get, at, locals)
    else inOrder(p, late, at, locals)

  private def read(p: TypePlan.Product, i: Int, at: Variable, locals: Vector[Variable]): Unit =
    note(at, i)
    place(p.fields(i).use, mayWait = p.isCyclic)
    code.cast(members.typeOf(i))
    code.store(locals(i))

  private def note(at: Variable, i: Int): Unit =
    code.push(i)
    code.store(at)

  /** The object from all its fields. */
  private def built(p: TypePlan.Product)(field: Int => Unit): Unit =
    if members.canMake then members.make(code)(field)
    else
      code.push(self)
      code.push(unit.definition)
      code.pushArray(p.fields.length) { i =>
        field(i)
        code.box(members.typeOf(i))
      }
      code.call(Calls.self("make"))
      code.cast(members.objectType)
    if p.isTracked then
      val made = code.stored(members.objectType)
      known(p, "complete", made)
      code.push(made)

  /** An object is known under its number. */
  private def known(p: TypePlan.Product, step: String, made: Variable): Unit =
    if p.isGeneric then callSelf(step + "Generic", unit.definition, id, made, reader)
    else callSelf(step, id, made, reader)

  // ---- classes whose objects can be part of a cycle

  /** The object is built as soon as all that its constructor needs has been read, and then filled field by field. */
  private def atOnce(p: TypePlan.Product, late: Int, at: Variable, locals: Vector[Variable]): Unit =
    for i <- 0 until late do read(p, i, at, locals)
    note(at, -1)
    members.make(code, isAssigned = _ < late)(i =>
      if i < late then code.push(locals(i)) else code.pushZero(members.typeOf(i))
    )
    val made = code.stored(members.objectType)
    known(p, "begun", made)
    for i <- late until p.fields.length do
      read(p, i, at, locals)
      members.setField(code, i, made)(code.push(locals(i)))
      if facts.mayBeUnbuilt(p.fields(i).use) then
        code.push(locals(i))
        code.unless(IFNONNULL)(callSelf("fillLater", unit.definition, i, made, reader))
    code.push(made)

  /** The object is built when all its fields have been read; `late`: from which on it may have to be built early. */
  private def inOrder(p: TypePlan.Product, late: Option[Int], at: Variable, locals: Vector[Variable]): Unit =
    val parts = new Parts(locals, p.fields.indices.filter(i => facts.mayBeUnbuilt(p.fields(i).use)))
    for i <- p.fields.indices do
      if late.contains(i) then
        // The parts read so far suffice to build the object if a reference to it comes now.
        withParts("pend", id)(parts.pushFirst(i))
      read(p, i, at, locals)
      parts.ask(i)
    note(at, -1)
    late match
      case None => whole(p, parts)
      case Some(first) =>
        callSelf("early", id, reader)
        val early = code.stored()
        code.push(early)
        code.either(IFNONNULL)(whole(p, parts))(filled(p, first, early, parts))

  /** Calls a step of the assembly that takes an array of parts. */
  private def withParts(step: String, before: Variable*)(parts: => Unit): Unit =
    code.push(self)
    code.push(unit.definition)
    before.foreach(code.push)
    parts
    code.call(Calls.self(step), reader)

  private def whole(p: TypePlan.Product, parts: Parts): Unit =
    val (complete, end) = (code.label(), code.label())
    unlessWaiting(p, parts, complete)
    withParts("product", id)(parts.push())
    code.cast(members.objectType)
    code.jump(GOTO, end)
    code.mark(complete)
    built(p)(parts.pushField)
    code.mark(end)

  /** An object that was built early gets the other fields. */
  private def filled(p: TypePlan.Product, late: Int, early: Variable, parts: Parts): Unit =
    val (complete, end) = (code.label(), code.label())
    unlessWaiting(p, parts, complete)
    withParts("fill", id, early)(parts.push())
    code.cast(members.objectType)
    code.jump(GOTO, end)
    code.mark(complete)
    code.push(early)
    code.cast(members.objectType)
    val made = code.stored(members.objectType)
    for i <- late until p.fields.length do members.setField(code, i, made)(parts.pushField(i))
    callSelf("complete", id, made, reader)
    code.push(made)
    code.mark(end)

  /** Jumps if no part of the object waits. */
  private def unlessWaiting(p: TypePlan.Product, parts: Parts, to: Label): Unit =
    if p.storesOnly then parts.jumpUnlessAny(to)
    else
      callSelf("isAwaiting", unit.definition, reader)
      code.jump(IFEQ, to)

  /** The fields that have been read, and of those that came as null the objects that are not built yet. */
  private final class Parts(locals: Vector[Variable], mayWait: Seq[Int]):
    private val waiting = mayWait.map(_ -> code.newVariable(MethodCode.Any)).toMap

    /** After a field: the meaning of its null, if that represents an object that is not built yet. */
    def ask(i: Int): Unit = for wait <- waiting.get(i) do
      pushField(i)
      code.either(IFNONNULL) {
        code.push(self)
        code.pushNull()
        code.call(Calls.self("part"), reader)
      }(code.pushNull())
      code.store(wait)

    def pushField(i: Int): Unit = code.push(locals(i))

    private def pushBoxed(i: Int): Unit =
      pushField(i)
      code.box(members.typeOf(i))

    def push(): Unit = code.pushArray(locals.length) { i =>
      waiting.get(i) match
        case None => pushBoxed(i)
        case Some(wait) =>
          code.push(wait)
          code.either(IFNULL)(code.push(wait))(pushBoxed(i))
    }

    def pushFirst(known: Int): Unit =
      code.pushArray(locals.length)(i => if i < known then pushBoxed(i) else code.pushNull())

    def jumpUnlessAny(to: Label): Unit =
      val some = code.label()
      for i <- mayWait do
        code.push(waiting(i))
        code.jump(IFNONNULL, some)
      code.jump(GOTO, to)
      code.mark(some)
