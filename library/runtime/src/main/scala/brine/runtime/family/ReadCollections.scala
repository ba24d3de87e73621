package brine.runtime.family

import org.objectweb.asm.Type
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{Constant, MethodCode, Variable}
import brine.binary.BinaryReader
import brine.emitted.Emitted
import brine.model.{TypePlan, Use}
import brine.runtime.code.Calls

/** The part of [[ReadBinary]] that reads collections, arrays and maps, as [[brine.derive.code.EmitReadCollections]]
  * does.
  */
private[runtime] trait ReadCollections:
  this: BinaryMethod =>
  protected def reader: Variable
  protected def left: Variable
  protected def id: Variable
  protected def readDeep(definition: Int): Unit
  protected def element(use: Use, isMarked: Int | Variable, mayWait: Boolean): Unit

  /** Reads the header of a collection: its size, and whether its elements are marked. Returns null for null. */
  private def header(index: Int): (Variable, Variable) =
    if facts.useOf(index).exists(facts.takesBytes) then code.call(Calls.reader("getSize"), reader)
    else callSelf("size", index, reader)
    val header = code.stored(Type.LONG_TYPE)
    code.push(header)
    code.pushLong(-1)
    code.instruction(LCMP)
    code.unless(IFNE) {
      code.pushNull()
      code.instruction(ARETURN)
    }
    code.push(header)
    code.push(1)
    code.instruction(LUSHR)
    code.instruction(L2I)
    val size = code.storedInt()
    code.push(header)
    code.instruction(L2I)
    code.push(1)
    code.instruction(IAND)
    (size, code.storedInt())

  /** A collection whose elements are of an open type is read by its plan if subtypes have numbers. */
  private def byPlanIfNumbered(index: Int): Unit =
    if family.holdsOpen(index) then
      code.call(Calls.self("isNumbered", classOf[Int], classOf[BinaryReader]), self, index, reader)
      code.ifTrue {
        callSelf("readByPlan", index, id, reader, left)
        code.instruction(ARETURN)
      }

  /** Pushes a collection that may be null. */
  protected final def sequence(index: Int, s: TypePlan.Sequence): Unit =
    byPlanIfNumbered(index)
    if family.isArray(index) && family.mayBeNarrower(index) then
      code.call(Calls.reader("isOtherArray"), reader)
      code.ifTrue {
        readDeep(index)
        code.instruction(ARETURN)
      }
    val (size, isMarked) = header(index)
    val next = s.element match
      case Use.Given(slot) if s.isCyclic || family.isArray(index) =>
        callSelf("elements", this.slot(slot), isMarked, reader, left)
        val givens = code.stored()
        () => code.call(Calls.givens("next"), givens)
      case use => () => element(use, isMarked, s.isCyclic)
    if family.isArray(index) then array(index, size)(next())
    else if s.isCyclic then stacked(index, size)(next())
    else plain(index, size)(next())

  private def plain(index: Int, size: Variable)(next: => Unit): Unit =
    callSelf("newBuilder", index, size)
    val all = code.stored()
    code.loop(size)(failedElement) { _ =>
      code.push(all)
      next
      code.call(Calls.elements("addOne"))
      code.pop()
    }
    callSelf("result", index, all, size, reader)
    val made = code.stored()
    callSelf("completeGeneric", index, id, made, reader)
    code.push(made)

  /** Elements that may not be built yet are stacked up first. */
  private def stacked(index: Int, size: Variable)(next: => Unit): Unit =
    callSelf("stacked", reader)
    val base = code.storedInt()
    val waits = code.number(0)
    val x = code.newVariable(MethodCode.Any)
    code.loop(size)(failedElement) { _ =>
      next
      code.store(x)
      code.push(x)
      code.either(IFNULL)(callSelf("stack", x, reader)) {
        callSelf("stackNull", reader)
        code.push(waits)
        code.instruction(IOR)
        code.store(waits)
      }
    }
    callSelf("sequence", index, id, base, waits, reader)

  /** An array that grows with its elements up to the claimed size. */
  private def array(index: Int, size: Variable)(next: => Unit): Unit =
    val element = family.elementClass(index)
    val isNamed = unit.host.canName(element)
    val elements = Type.getType(if isNamed then element.arrayType else classOf[Array[Object]])
    def make(length: => Unit): Variable =
      if !isNamed then code.push(new Constant("elementClass", index))
      code.push(size)
      length
      code.callStatic("java/lang/Math", "min", "(II)I")
      if isNamed then code.visitor.visitTypeInsn(ANEWARRAY, Type.getInternalName(element))
      else
        code.callStatic("java/lang/reflect/Array", "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;")
        code.cast(elements)
      code.stored(elements)
    val all = make(code.push(Emitted.FirstCapacity))
    code.pushNull()
    val waiting = code.stored()
    val x = code.newVariable(MethodCode.Any)
    code.loop(size)(failedElement) { i =>
      code.push(i)
      code.push(all)
      code.instruction(ARRAYLENGTH)
      code.unless(IF_ICMPNE) {
        val larger = make {
          code.push(i)
          code.push(1)
          code.instruction(ISHL)
        }
        List(all, 0, larger, 0, i).foreach(code.push)
        code.callStatic("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V")
        code.push(larger)
        code.store(all)
      }
      next
      if isNamed then code.cast(element)
      code.store(x)
      List(all, i, x).foreach(code.push)
      code.instruction(AASTORE)
      code.push(x)
      code.unless(IFNONNULL) {
        callSelf("waitFor", waiting, i, reader)
        code.store(waiting)
      }
    }
    callSelf(
      if facts.isReified(index) then "completeReifiedArray" else "completeArray",
      index,
      id,
      all,
      waiting,
      reader
    )
    code.push(all)

  /** Pushes a map that may be null. */
  protected final def mapping(index: Int, m: TypePlan.Mapping): Unit =
    byPlanIfNumbered(index)
    val (size, isMarked) = header(index)
    code.pushNew("java/util/ArrayList", "()V")(())
    val parts = code.stored()
    code.loop(size)((e, _) => failedEntry(e, parts)) { _ =>
      for use <- List(m.key, m.value) do
        code.push(parts)
        code.push(self)
        element(use, isMarked, mayWait = true)
        code.call(Calls.self("part"), reader)
        code.call(Calls.parts("add", classOf[Object]))
        code.pop()
    }
    callSelf("mapping", index, id, parts, reader)

  private def failedEntry(e: Variable, parts: Variable): Unit =
    code.pushModule(Calls.failures.owner)
    code.push(e)
    code.call(Calls.parts("size"), parts)
    code.call(Calls.failures("failedEntry"))
