package brine.graph.clustered.code

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{ClassMembers, Host, MethodCode, Variable}
import brine.graph.clustered.columns.{ColumnsCode, Counter}
import brine.plan.Plan
import brine.shape.ScalarKind

/** The method that puts the fields of an object into columns, in the order of the interpreter ([[brine.run.EventWriter]]). */
private[code] final class WriteColumns(
    plan: Plan.Product,
    places: ColumnPlaces,
    members: ClassMembers,
    host: Host,
    code: MethodCode
):
  import ColumnCalls.*

  private val self = new Variable(0, MethodCode.Any)
  private val value = new Variable(2, MethodCode.Any)
  private val out = new Variable(3, MethodCode.Any)
  private val columns = new Variable(4, MethodCode.Any)
  private val left = new Variable(5, Type.INT_TYPE)

  private var all = value
  private var next = left
  private var typed = value

  def body(): Unit =
    code.push(left)
    code.unless(IFGT) {
      code.call(made("writeDeep"), self, value, out)
      code.instruction(RETURN)
    }
    checkClass()
    next = ColumnSteps.oneLess(code, left)
    code.call(sinks("all"), columns)
    all = code.stored()
    count(0)
    val at = code.number(-1)
    code.handled(ColumnSteps.failed(code, at)) {
      for i <- plan.shape.valuesFirst do
        code.push(i)
        code.store(at)
        field(i)
    }
    code.instruction(RETURN)

  private def checkClass(): Unit =
    if !members.isNamed then code.call(made("checkClass"), self, value)
    else
      code.call(any("getClass"), value)
      code.visitor.visitLdcInsn(Type.getType(plan.objectClass))
      code.unless(IF_ACMPEQ)(code.call(made("checkClass"), self, value))
      code.push(value)
      code.cast(plan.objectClass)
      typed = code.stored(Type.getType(plan.objectClass))

  /** Adds one to the count of this class, or of a sealed type. */
  private def count(number: Int): Unit =
    code.call(sinks("counters"), columns)
    code.push(number)
    code.instruction(AALOAD)
    code.cast(classOf[Counter])
    code.instruction(DUP)
    code.call(counter("count"))
    code.instruction(LCONST_1)
    code.instruction(LADD)
    code.call(counter("count_$eq"))

  /** Pushes a column. */
  private def column(number: Int): Unit =
    code.push(all)
    code.push(number)
    code.instruction(AALOAD)

  /** Pushes the value of a field. */
  private def fieldValue(i: Int, of: Type): Unit =
    val getter = members.getter(i)
    if getter == null then
      code.call(made("fieldOf"), self, value, i)
      code.unbox(of)
    else
      code.push(typed)
      val owner = Type.getInternalName(plan.objectClass)
      code.visitor.visitMethodInsn(INVOKEVIRTUAL, owner, getter.getName, Type.getMethodDescriptor(getter), false)

  private def field(i: Int): Unit = places.fields(i) match
    case FieldPlace.Unit             => ()
    case FieldPlace.Scalar(kind, to) => scalar(i, kind, to)
    case FieldPlace.Object(codes, target) =>
      fieldValue(i, MethodCode.Any)
      val x = code.stored()
      one(x, codes, target)
    case s: FieldPlace.Sum      => sum(i, s)
    case o: FieldPlace.Optional => optional(i, o)
    case FieldPlace.Collection(number) =>
      fieldValue(i, MethodCode.Any)
      put("collections", number, code.stored())
    case FieldPlace.ByPlan =>
      code.push(self)
      code.push(i)
      fieldValue(i, MethodCode.Any)
      code.push(out)
      code.push(next)
      code.call(made("writeField"))

  private def optional(i: Int, o: FieldPlace.Optional): Unit =
    fieldValue(i, MethodCode.Any)
    val x = code.stored()
    code.push(self)
    code.push(x)
    code.push(if o.isMarker then 1 else 0)
    column(o.codes)
    code.call(made("hasContent"))
    code.ifTrue {
      code.push(x)
      code.cast(classOf[Option[?]])
      code.visitor.visitMethodInsn(INVOKEVIRTUAL, "scala/Option", "get", "()Ljava/lang/Object;", false)
      val content = code.stored()
      o.content match
        case FieldPlace.Scalar(kind, to) =>
          column(to)
          code.push(content)
          code.unbox(ColumnSteps.typeOf(kind))
          addScalar(kind)
        case FieldPlace.Object(codes, target) => one(content, codes, target)
        case other                            => throw new IllegalStateException(other.toString)
    }

  private def scalar(i: Int, kind: ScalarKind, to: Int): Unit =
    column(to)
    fieldValue(i, ColumnSteps.typeOf(kind))
    addScalar(kind)

  /** Adds the value on the stack to the column below it. */
  private def addScalar(kind: ScalarKind): Unit =
    kind match
      case ScalarKind.Long   => ()
      case ScalarKind.String => ()
      case ScalarKind.Double => code.callStatic("java/lang/Double", "doubleToRawLongBits", "(D)J")
      case ScalarKind.Float =>
        code.callStatic("java/lang/Float", "floatToRawIntBits", "(F)I")
        code.instruction(I2L)
      case _ => code.instruction(I2L)
    if kind == ScalarKind.String then code.call(sink("addString")) else code.call(sink("add"))

  /** Puts the code of an object. Runs `put` if it is a new one, else `otherwise`. */
  private def ifNew(x: Variable, codes: Int)(put: => Unit)(otherwise: => Unit): Unit =
    code.push(out)
    code.push(x)
    column(codes)
    code.call(builder("isNew"))
    code.either(IFEQ)(put)(otherwise)

  /** Writes an object of one class, or a reference to it. */
  private def one(x: Variable, codes: Int, target: Int): Unit =
    ifNew(x, codes)(writeBy(target, x))(code.call(made("checkReferred"), self, target, x))

  /** Writes an object by the code of its class. */
  private def writeBy(target: Int, x: Variable): Unit =
    code.call(sinks("objects"), columns)
    code.push(target)
    code.instruction(AALOAD)
    val o = code.stored()
    code.call(objectSink("code"), o)
    code.push(places.objects(target).index)
    code.push(x)
    code.push(out)
    code.call(objectSink("columns"), o)
    code.push(next)
    code.call(ColumnCalls.write)

  /** Puts a value by one of these sinks. */
  private def put(of: String, number: Int, x: Variable): Unit =
    code.call(sinks(of), columns)
    code.push(number)
    code.instruction(AALOAD)
    code.push(x)
    code.push(next)
    code.call(placeSink("put"))

  private def sum(i: Int, s: FieldPlace.Sum): Unit =
    fieldValue(i, MethodCode.Any)
    val x = code.stored()
    val (other, end) = (code.label(), code.label())
    code.push(x)
    code.jump(IFNULL, other)
    code.call(any("getClass"), x)
    val found = code.stored()
    for (leaf, target) <- s.leaves if host.canName(places.objects(target).objectClass) do
      code.push(found)
      code.visitor.visitLdcInsn(Type.getType(places.objects(target).objectClass))
      code.unless(IF_ACMPNE) {
        ifNew(x, s.codes) {
          column(s.leafColumn)
          code.pushLong(leaf)
          code.call(sink("add"))
          count(s.sum + 1)
          writeBy(target, x)
        }(())
        code.jump(GOTO, end)
      }
    code.mark(other)
    put("leaves", s.sum, x)
    code.mark(end)
