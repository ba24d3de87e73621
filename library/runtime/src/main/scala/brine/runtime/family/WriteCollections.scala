package brine.runtime.family

import org.objectweb.asm.Type
import org.objectweb.asm.Opcodes.*
import brine.bytecode.Variable
import brine.binary.BinaryBuilder
import brine.model.{CollectionKind, TypePlan, Use}
import brine.runtime.code.Calls

/** The part of [[WriteBinary]] that writes collections, arrays and maps, as [[brine.derive.code.EmitWriteCollections]] does. */
private[runtime] trait WriteCollections:
  this: BinaryMethod =>
  protected def value: Variable
  protected def builder: Variable
  protected def left: Variable
  protected def writeDeep(definition: Int): Unit
  protected def element(use: Use, v: Variable, isMarked: Int | Variable): Unit

  /** Returns true if each element has a marker; `values` pushes the elements as a collection of Scala's. */
  private def marks(use: Use)(values: => Unit): Unit = use match
    case Use.Given(slot) =>
      code.push(self)
      code.push(this.slot(slot))
      values
      code.call(Calls.self("marksGiven"))
    case Use.Local(index) if facts.isPlainMarker(index) =>
      code.push(self)
      values
      code.call(Calls.self("containsNull"))
    case Use.Local(index) => code.push(if facts.isTracked(index) then 1 else 0)
    case _                => code.push(0)

  /** Refuses a collection that would come back as another. */
  private def check(index: Int): Unit = if facts.isToBeChecked(index) then callSelf("check", index, value)

  private def putSize(isTracked: Boolean, size: Variable, isMarked: Variable): Unit =
    code.call(Calls.builder(if isTracked then "putTrackedSize" else "putSize"), builder, size, isMarked)

  /** The value as a collection of Scala's. */
  private def asScala(kind: String, index: Int, method: String, of: Class[?]): Variable =
    if CollectionKind.isJava(kind) then callSelf(method, index, value) else code.push(value)
    code.cast(of)
    code.stored()

  /** A collection whose elements are of an open type is written by its plan if subtypes have numbers. */
  private def byPlanIfNumbered(index: Int): Unit =
    if family.holdsOpen(index) then
      code.call(Calls.self("isNumbered", classOf[Int], classOf[BinaryBuilder]), self, index, builder)
      code.ifTrue {
        callSelf("writeByPlan", index, value, builder, left)
        code.instruction(RETURN)
      }

  protected final def sequence(index: Int, s: TypePlan.Sequence): Unit =
    byPlanIfNumbered(index)
    check(index)
    if family.isArray(index) then array(index, s)
    else
      val all = asScala(s.kind, index, "asScala", Calls.iterable.owner)
      marks(s.element)(code.push(all))
      val isMarked = code.storedInt()
      code.call(Calls.iterable("size"), all)
      val size = code.storedInt()
      putSize(s.isTracked, size, isMarked)
      val i = code.number(0)
      code.handled(failedElement(_, i)) {
        code.call(Calls.iterable("iterator"), all)
        forEach(code.stored()) {
          element(s.element, code.stored(), isMarked)
          code.add(i, 1)
        }
      }
      checkSize(size, i)

  /** Runs `body` for each element, which is on the stack. */
  private def forEach(iterator: Variable)(body: => Unit): Unit =
    val (head, end) = (code.label(), code.label())
    code.mark(head)
    code.call(Calls.iterator("hasNext"), iterator)
    code.jump(IFEQ, end)
    code.call(Calls.iterator("next"), iterator)
    body
    code.jump(GOTO, head)
    code.mark(end)

  /** A collection may change while it is written. */
  private def checkSize(announced: Variable, found: Variable): Unit =
    code.push(found)
    code.push(announced)
    code.unless(IF_ICMPEQ)(fail("changed", announced, found))

  private def array(index: Int, s: TypePlan.Sequence): Unit =
    if family.mayBeNarrower(index) then
      callSelf("isNarrower", index, value)
      code.ifTrue {
        writeDeep(index)
        code.instruction(RETURN)
      }
    code.push(value)
    code.cast(classOf[Array[Object]])
    val all = code.stored(Type.getType(classOf[Array[Object]]))
    marks(s.element)(callSelf("iterable", all))
    val isMarked = code.storedInt()
    code.push(all)
    code.instruction(ARRAYLENGTH)
    val size = code.storedInt()
    putSize(s.isTracked, size, isMarked)
    code.loop(size)(failedElement) { i =>
      code.push(all)
      code.push(i)
      code.instruction(AALOAD)
      element(s.element, code.stored(), isMarked)
    }

  protected final def mapping(index: Int, m: TypePlan.Mapping): Unit =
    byPlanIfNumbered(index)
    check(index)
    val all = asScala(m.kind, index, "mapAsScala", Calls.map.owner)
    marks(m.key)(code.call(Calls.map("keys"), all))
    code.either(IFNE)(marks(m.value)(code.call(Calls.map("values"), all)))(code.push(1))
    val isMarked = code.storedInt()
    code.call(Calls.map("size"), all)
    val size = code.storedInt()
    putSize(m.isTracked, size, isMarked)
    val parts = code.number(0) // keys and values in turn
    code.handled(pushFailure("failedEntry", _, parts)) {
      code.call(Calls.map("iterator"), all)
      forEach(code.stored()) {
        code.cast(Calls.pair.owner)
        val entry = code.stored()
        for (use, part) <- List(m.key -> "_1", m.value -> "_2") do
          code.call(Calls.pair(part), entry)
          element(use, code.stored(), isMarked)
          code.add(parts, 1)
      }
    }
    code.push(parts)
    code.push(1)
    code.instruction(ISHR)
    checkSize(size, code.storedInt())
