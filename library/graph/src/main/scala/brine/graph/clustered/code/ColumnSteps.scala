package brine.graph.clustered.code

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{MethodCode, Variable}
import brine.shape.ScalarKind

/** The steps that [[WriteColumns]] and [[ReadColumns]] share. */
private[code] object ColumnSteps:
  def typeOf(kind: ScalarKind): Type =
    if kind == ScalarKind.String then Type.getType(classOf[String]) else Type.getType(kind.tag.runtimeClass)

  /** A new variable with one level less than `left`. */
  def oneLess(code: MethodCode, left: Variable): Variable =
    code.push(left)
    code.push(1)
    code.instruction(ISUB)
    code.storedInt()

  /** Pushes the exception to throw for a failure in field `at`. */
  def failed(code: MethodCode, at: Variable)(failure: Variable): Unit =
    code.pushModule(ColumnCalls.failures.owner)
    code.call(ColumnCalls.failures("failed"), failure, new Variable(0, MethodCode.Any), at)
