package brine.runtime.family

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{MadeClass, MethodCode, Methods, Variable}
import brine.PickleBuilder
import brine.plan.Plan
import brine.run.FieldCalls
import brine.runtime.classes.ClassLayout
import brine.runtime.code.{CompiledCode, MemberCode, ObjectCode}
import brine.shape.ScalarKind

/** Makes a hidden class for the fields of one class in any format, with code like that which the macro emits
  * ([[brine.derive.code.EmitEvents]]):
  *   1. `putFields`: one typed call on the builder a field;
  *   1. `getFields`: one typed local variable a field, and the constructor;
  *   1. `make`: the constructor's arguments out of an array, for the interpreter.
  *
  * [[CompileBinary]] makes the code for the binary format. It compiles only classes that somebody listed, and never
  * data of a pickle.
  */
private[runtime] object CompileCode:
  /** The compiled code, or `reflected` where there can be none. */
  def apply(pickler: RuntimePickler[?], layout: ClassLayout, plan: Plan.Product, reflected: ObjectCode): ObjectCode =
    val host = CodeHosts.of(layout.objectClass)
    val members = new MemberCode(layout, plan.index, host)
    if layout.fields.length > MostFields || !members.canMake then reflected
    else
      val found = MadeClass.of(host, classOf[CompiledCode], pickler, PicklerConstants.calls)(
        new CompileCode(_, layout, members, plan).define()
      )
      if found == null then reflected else found.invokeWithArguments(reflected).asInstanceOf[ObjectCode]

  /** The bits of a Long: one for each field that has come. */
  private final val MostFields = 64

  private val calls = new Methods(classOf[FieldCalls])
  private val methods = new Methods(classOf[ObjectCode])

private final class CompileCode(made: MadeClass, layout: ClassLayout, members: MemberCode, plan: Plan.Product):
  import CompileCode.{calls, methods}

  def define(): Unit =
    made.overrides(methods("putFields"))(putFields)
    if !plan.isCyclic && layout.fields.nonEmpty then made.overrides(methods("getFields"))(getFields)
    made.overrides(methods("make"))(make)

  private val of = new Variable(1, MethodCode.Any) // the FieldCalls
  private val format = new Variable(2, MethodCode.Any) // the reader

  /** `fields.putField(0, "name", value.name, builder)` for each field. */
  private def putFields(code: MethodCode): Unit =
    code.push(new Variable(2, MethodCode.Any))
    code.cast(members.objectType)
    val value = code.stored(members.objectType)
    for i <- layout.fields.indices do
      code.push(of)
      code.push(i)
      code.pushText(plan.shape.fieldNames(i))
      members.getField(code, i)(code.push(value))
      val typed = scalarOf(i) match
        case Some(ScalarKind.String) =>
          code.cast(classOf[String]) // of a type parameter's field, it is more than the class file says
          classOf[String]
        case None | Some(ScalarKind.Unit) => classOf[Object]
        case _                            => layout.fields(i).field.getType
      code.call(
        calls("putField", classOf[Int], classOf[String], typed, classOf[PickleBuilder]),
        new Variable(3, MethodCode.Any)
      )
    code.instruction(RETURN)

  /** The fields in any order, each in a variable, and the object. */
  private def getFields(code: MethodCode): Unit =
    val id = new Variable(3, Type.INT_TYPE)
    code.instruction(LCONST_0)
    val seen = code.stored(Type.LONG_TYPE)
    val locals = layout.fields.indices.map { i =>
      code.pushZero(members.typeOf(i))
      code.stored(members.typeOf(i))
    }
    val next = code.number(-1)
    nextField(code, next, seen)
    val (head, end) = (code.label(), code.label())
    code.mark(head)
    code.push(next)
    code.jump(IFLT, end)
    code.call(calls("see"), of, seen, next)
    code.store(seen)
    code.push(next)
    code.switch(0, locals.length) { i =>
      getField(code, i)
      code.store(locals(i))
    }(())
    nextField(code, next, seen)
    code.jump(GOTO, head)
    code.mark(end)
    built(code, id, seen, locals)

  private def nextField(code: MethodCode, next: Variable, seen: Variable): Unit =
    code.call(calls("nextField"), of, next, seen, format)
    code.store(next)

  private def getField(code: MethodCode, i: Int): Unit = scalarOf(i) match
    case Some(ScalarKind.Unit) =>
      code.call(calls("getUnit"), of, i, format)
      code.pushUnit()
    case Some(kind) => code.call(calls(s"get$kind"), of, i, format)
    case None =>
      code.call(calls("getField"), of, i, format)
      code.cast(members.typeOf(i))

  /** The object from all fields, or the result of [[brine.run.FieldCalls.finish]] for those that have come. */
  private def built(code: MethodCode, id: Variable, seen: Variable, locals: IndexedSeq[Variable]): Unit =
    val incomplete = code.label()
    code.call(calls("endProduct"), of, format)
    code.jump(IFEQ, incomplete)
    code.push(seen)
    code.pushLong(-1L >>> (64 - layout.fields.length))
    code.instruction(LCMP)
    code.jump(IFNE, incomplete)
    members.make(code)(i => code.push(locals(i)))
    if plan.isTracked then
      val value = code.stored(members.objectType)
      code.call(calls("complete"), of, id, value, format)
      code.push(value)
    code.instruction(ARETURN)
    code.mark(incomplete)
    code.push(of)
    code.push(id)
    code.pushArray(locals.length) { i =>
      code.push(locals(i))
      code.box(members.typeOf(i))
    }
    code.call(calls("finish"), seen, format)
    code.instruction(ARETURN)

  /** An object from an array. */
  private def make(code: MethodCode): Unit =
    members.make(code) { i =>
      code.push(new Variable(1, MethodCode.Any))
      code.push(i)
      code.instruction(AALOAD)
      code.unbox(members.typeOf(i))
    }
    code.instruction(ARETURN)

  private def scalarOf(i: Int): Option[ScalarKind] = Option(plan.fields(i).get.scalarKind)
