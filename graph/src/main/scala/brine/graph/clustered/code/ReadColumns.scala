package brine.graph.clustered.code

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{Host, MethodCode, Variable}
import brine.columns.ColumnsCode
import brine.plan.Plan
import brine.shape.ScalarKind

/** The method that takes the fields of an object from the columns that [[WriteColumns]] fills, and makes the object. */
private[code] final class ReadColumns(
    plan: Plan.Product,
    places: ColumnPlaces,
    members: ColumnMembers,
    host: Host,
    code: MethodCode
):
  import ColumnCalls.*

  private val self = new Variable(0, MethodCode.Any)
  private val in = new Variable(2, MethodCode.Any)
  private val columns = new Variable(3, MethodCode.Any)
  private val id = new Variable(4, Type.INT_TYPE)
  private val left = new Variable(5, Type.INT_TYPE)

  private var all = columns
  private var next = left

  private val types: Vector[Type] = places.fields.map {
    case FieldPlace.Scalar(kind, _) => ColumnSteps.typeOf(kind)
    case _                          => MethodCode.Any
  }

  def body(): Unit =
    code.push(left)
    code.unless(IFGT) {
      code.call(made("readDeep"), self, in, id)
      code.instruction(ARETURN)
    }
    if !places.isCountedByColumn then code.call(made("count"), self, in)
    next = ColumnSteps.oneLess(code, left)
    code.call(sources("all"), columns)
    all = code.stored()
    val fields = types.map(code.newVariable)
    val built = code.newVariable(MethodCode.Any)
    val at = code.number(-1)
    code.handled(ColumnSteps.failed(code, plan, at)) {
      for i <- plan.shape.valuesFirst do
        code.push(i)
        code.store(at)
        field(i)
        code.store(fields(i))
      code.push(-1)
      code.store(at)
      make(fields)
      code.store(built)
    }
    code.call(ColumnCalls.made("completed"), self, id, built, in)
    code.instruction(ARETURN)

  private def make(fields: Vector[Variable]): Unit =
    val constructor = members.constructor
    if constructor != null then
      code.pushNew(Type.getInternalName(plan.objectClass), Type.getConstructorDescriptor(constructor)) {
        for (field, parameter) <- fields.zip(constructor.getParameterTypes) do
          code.push(field)
          if !parameter.isPrimitive then code.cast(parameter)
      }
    else
      code.push(self)
      code.pushArray(fields.length) { i =>
        code.push(fields(i))
        code.box(types(i))
      }
      code.call(ColumnCalls.made("make"))

  /** Pushes the next number of a column. */
  private def nextOf(column: Int): Unit =
    source(column)
    code.call(ColumnCalls.source.empty("next"))

  private def source(column: Int): Unit =
    code.push(all)
    code.push(column)
    code.instruction(AALOAD)

  /** Pushes the value of a field. */
  private def field(i: Int): Unit = places.fields(i) match
    case FieldPlace.Unit                  => code.pushUnit()
    case FieldPlace.Scalar(kind, from)    => scalar(kind, from)
    case FieldPlace.Object(codes, target) => present(i, codes)(readBy(target))
    case s: FieldPlace.Sum                => present(i, s.codes)(leaf(i, s))
    case FieldPlace.ByPlan                => code.call(ColumnCalls.made("readField"), self, i, in, next)

  private def scalar(kind: ScalarKind, from: Int): Unit =
    if kind == ScalarKind.Long then nextOf(from)
    else
      source(from)
      code.call(ColumnCalls.source("next" + kind.toString))

  /** Pushes a value by its code. `read` pushes a new one. */
  private def present(i: Int, codes: Int)(read: => Unit): Unit =
    nextOf(codes)
    val number = code.stored(Type.LONG_TYPE)
    code.push(number)
    code.instruction(LCONST_0)
    code.instruction(LCMP)
    code.either(IFNE)(read)(code.call(ColumnCalls.made("elsewhere"), self, i, number, in))

  private def leaf(i: Int, s: FieldPlace.Sum): Unit =
    nextOf(s.leafColumn)
    val number = code.stored(Type.LONG_TYPE)
    val end = code.label()
    for (leaf, target) <- s.leaves do
      code.push(number)
      code.pushLong(leaf)
      code.instruction(LCMP)
      code.unless(IFNE) {
        readBy(target)
        code.jump(GOTO, end)
      }
    code.call(ColumnCalls.made("readLeaf"), self, i, number, in, next)
    code.mark(end)

  /** Pushes an object that the code of its class reads. */
  private def readBy(target: Int): Unit =
    code.call(sources("objects"), columns)
    code.push(target)
    code.instruction(AALOAD)
    val o = code.stored()
    code.call(objectSource("code"), o)
    code.cast(classOf[ColumnsCode])
    code.push(places.objects(target).plan.index)
    code.push(in)
    code.call(objectSource("columns"), o)
    code.call(reader.empty("begin"), in)
    code.push(next)
    code.call(ColumnCalls.read)
