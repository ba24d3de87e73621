package brine.runtime.family

import org.objectweb.asm.Type
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{Constant, MethodCode, Variable}
import brine.bytecode.MethodCode.Argument
import brine.runtime.code.{Calls, MemberCode}

/** The steps that the parts of [[ReadBinary]] share. */
private[runtime] abstract class BinaryMethod(val unit: CompileBinary, val code: MethodCode):
  protected final def family: FamilyModel = unit.family
  protected final def members: MemberCode = unit.members
  export unit.family.{definitions, facts}

  protected final val self = new Constant("self")
  protected final def slot(index: Int) = new Constant("slot", index)

  /** The pickler in a slot for which [[FamilyModel.isPlanned]] holds. */
  protected final def planned(slot: Int) = new Constant("planned", slot)

  /** Calls a method of [[brine.emitted.Emitted]]. */
  protected final def callSelf(name: String, arguments: Argument*): Unit =
    code.call(Calls.self(name), self +: arguments*)

  /** Pushes the exception that a method of [[brine.emitted.EmittedFailures]] makes. */
  protected final def pushFailure(name: String, arguments: Argument*): Unit =
    code.pushModule(Calls.failures.owner)
    code.call(Calls.failures(name), arguments*)

  /** Throws the exception of [[pushFailure]]. */
  protected final def fail(name: String, arguments: Argument*): Unit =
    pushFailure(name, arguments*)
    code.instruction(ATHROW)

  /** Pushes the class of a definition's objects. */
  protected final def pushClass(definition: Int): Unit =
    val c = family.runtimeClass(definition)
    if unit.host.canName(c) then code.visitor.visitLdcInsn(Type.getType(c))
    else code.push(new Constant("objectClass", definition))

  /** Runs `handOver`, and returns by `returns`, where the stack may not take more levels. */
  protected final def deep(definition: Int, left: Variable, returns: Int)(handOver: => Unit): Unit =
    if facts.isRecursive(definition) then
      code.push(left)
      code.unless(IFGT) {
        handOver
        code.instruction(returns)
      }
      code.add(left, -1)

  /** Handles the failure of a field of the class, whose number is in a variable. */
  protected final def handled(at: Variable)(body: => Unit): Unit =
    code.handled(pushFailure("failed", _, self, unit.definition, at))(body)

  /** Pushes the exception for a failure in an element. */
  protected final def failedElement(e: Variable, i: Variable): Unit = pushFailure("failedElement", e, i)
