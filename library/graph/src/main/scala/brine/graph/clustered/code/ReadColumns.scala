package brine.graph.clustered.code

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{ClassMembers, Host, MethodCode, Variable}
import brine.graph.clustered.columns.ColumnsCode
import brine.plan.Plan
import brine.shape.ScalarKind

/** The method that takes the fields of an object from the columns that [[WriteColumns]] fills, and makes the object. */
private[code] final class ReadColumns(
    plan: Plan.Product,
    places: ColumnPlaces,
    members: ClassMembers,
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
    if plan.isCyclic then inCycle() else atOnce()

  /** Reads the parts of an object in a cycle. It may wait for parts that are not built yet. The object is built before them if
    * only variables follow: see [[brine.plan.Component.lateField]].
    */
  private def inCycle(): Unit =
    val late = MadeColumns.lateField(plan)
    if late < 0 then code.call(made("begun"), self, id, in) else code.call(made("noParts"), self)
    val parts = code.stored(Type.getType(classOf[Array[AnyRef]]))
    val built = code.newVariable(MethodCode.Any)
    val at = code.number(-1)
    code.handled(ColumnSteps.failed(code, at)) {
      for i <- plan.shape.valuesFirst do
        if i == late then
          code.push(-1)
          code.store(at)
          code.call(made("builtEarly"), self, id, parts, in)
          code.store(built)
        code.push(i)
        code.store(at)
        field(i)
        code.box(types(i))
        val value = code.stored()
        if mayWait(places.fields(i)) then
          code.push(value)
          code.unless(IFNONNULL) {
            code.call(made("part"), self, in)
            code.store(value)
          }
        code.push(parts)
        code.push(i)
        code.push(value)
        code.instruction(AASTORE)
    }
    if late < 0 then code.call(made("finished"), self, id, parts, in)
    else code.call(made("filled"), self, id, built, parts, in)
    code.instruction(ARETURN)

  private def mayWait(place: FieldPlace): Boolean = place match
    case _: FieldPlace.Object | _: FieldPlace.Sum | _: FieldPlace.Collection | FieldPlace.ByPlan => true
    case _                                                                                       => false

  private def atOnce(): Unit =
    val fields = types.map(code.newVariable)
    val built = code.newVariable(MethodCode.Any)
    val at = code.number(-1)
    code.handled(ColumnSteps.failed(code, at)) {
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
    code.call(made("completed"), self, id, built, in)
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
      code.call(made("make"))

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
    case FieldPlace.Object(codes, target) => present(i, codes, "elsewhere")(readWhole(i, target))
    case s: FieldPlace.Sum                => present(i, s.codes, "elsewhere")(leaf(i, s))
    case o: FieldPlace.Optional           => optional(i, o)
    case FieldPlace.Collection(number)    => collection(number)
    case FieldPlace.ByPlan                => code.call(made("readField"), self, i, in, next)

  private def collection(number: Int): Unit =
    code.call(sources("collections"), columns)
    code.push(number)
    code.instruction(AALOAD)
    code.push(next)
    code.call(placeSource("next"))

  private def scalar(kind: ScalarKind, from: Int): Unit =
    if kind == ScalarKind.Long then nextOf(from)
    else
      source(from)
      code.call(ColumnCalls.source("next" + kind.toString))

  /** Pushes a value by its code. `read` pushes a new one. */
  private def present(i: Int, codes: Int, elsewhere: String)(read: => Unit): Unit =
    nextOf(codes)
    val number = code.stored(Type.LONG_TYPE)
    code.push(number)
    code.instruction(LCONST_0)
    code.instruction(LCMP)
    code.either(IFNE)(read)(code.call(made(elsewhere), self, i, number, in))

  private def optional(i: Int, o: FieldPlace.Optional): Unit =
    nextOf(o.codes)
    val number = code.stored(Type.LONG_TYPE)
    code.push(number)
    code.instruction(LCONST_0)
    code.instruction(LCMP)
    code.either(IFNE) {
      o.content match
        case FieldPlace.Scalar(kind, from) =>
          scalar(kind, from)
          code.box(ColumnSteps.typeOf(kind))
        case FieldPlace.Object(codes, target) => present(i, codes, "elsewhereInOption")(readBy(target))
        case other                            => throw new IllegalStateException(other.toString)
      val content = code.stored()
      code.pushNew("scala/Some", "(Ljava/lang/Object;)V")(code.push(content))
    } {
      code.push(self)
      code.push(number)
      code.push(if o.isMarker then 1 else 0)
      code.call(made("option"))
    }

  private def leaf(i: Int, s: FieldPlace.Sum): Unit =
    nextOf(s.leafColumn)
    val number = code.stored(Type.LONG_TYPE)
    val end = code.label()
    for (leaf, target) <- s.leaves do
      code.push(number)
      code.pushLong(leaf)
      code.instruction(LCMP)
      code.unless(IFNE) {
        readWhole(i, target)
        code.jump(GOTO, end)
      }
    code.call(made("readLeaf"), self, i, number, in, next)
    code.mark(end)

  /** Pushes an object of a field, which must be built unless this code can wait for it. */
  private def readWhole(i: Int, target: Int): Unit =
    readBy(target)
    if places.objects(target).isCyclic && !plan.isCyclic then
      val value = code.stored()
      code.call(made("whole"), self, value, i, in)

  /** Pushes an object that the code of its class reads. */
  private def readBy(target: Int): Unit =
    code.call(sources("objects"), columns)
    code.push(target)
    code.instruction(AALOAD)
    val o = code.stored()
    code.call(objectSource("code"), o)
    code.cast(classOf[ColumnsCode])
    code.push(places.objects(target).index)
    code.push(in)
    code.call(objectSource("columns"), o)
    code.call(reader.empty("begin"), in)
    code.push(next)
    code.call(ColumnCalls.read)
