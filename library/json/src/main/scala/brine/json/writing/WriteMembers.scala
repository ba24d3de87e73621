package brine.json.writing

import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.bytecode.{ClassMembers, Host, MethodCode, Variable}
import brine.plan.Plan
import brine.shape.ScalarKind

/** The method that writes the members of an object, in the order of the class's fields. */
private[json] final class WriteMembers(
    plan: Plan.Product,
    places: JsonPlaces,
    members: ClassMembers,
    host: Host,
    code: MethodCode
):
  private val self = new Variable(0, MethodCode.Any)
  private val value = new Variable(1, MethodCode.Any)
  private val builder = new Variable(2, MethodCode.Any)
  private val out = new Variable(3, MethodCode.Any)
  private val left = new Variable(4, Type.INT_TYPE)

  private var typed = value
  private var next = left

  def body(): Unit =
    checkClass()
    code.push(left)
    code.push(Plan.LevelCost)
    code.instruction(ISUB)
    next = code.storedInt()
    val at = code.number(-1)
    code.handled(failed(at)) {
      for i <- plan.fields.indices do
        code.push(i)
        code.store(at)
        field(i)
    }
    code.instruction(RETURN)

  private def failed(at: Variable)(failure: Variable): Unit =
    code.pushModule(JsonCalls.failures.owner)
    code.call(JsonCalls.failures("failed"), failure, self, at)

  private def checkClass(): Unit =
    if !members.isNamed then code.call(JsonCalls.code("checkClass"), self, value)
    else
      code.call(JsonCalls.any("getClass"), value)
      code.visitor.visitLdcInsn(Type.getType(plan.objectClass))
      code.unless(IF_ACMPEQ)(code.call(JsonCalls.code("checkClass"), self, value))
      code.push(value)
      code.cast(plan.objectClass)
      typed = code.stored(Type.getType(plan.objectClass))

  private def key(i: Int): Unit =
    code.push(out)
    code.pushText(places.keys(i))
    code.call(JsonCalls.out("writeNonEscapedAsciiKey"))

  /** Pushes the value of a field. */
  private def fieldValue(i: Int, of: Type): Unit =
    val getter = members.getter(i)
    if getter == null then
      code.call(JsonCalls.code("fieldOf"), self, value, i)
      code.unbox(of)
    else
      code.push(typed)
      val owner = Type.getInternalName(plan.objectClass)
      code.visitor.visitMethodInsn(INVOKEVIRTUAL, owner, getter.getName, Type.getMethodDescriptor(getter), false)
      if of == MethodCode.Any then code.box(Type.getType(getter.getReturnType))

  private def field(i: Int): Unit = places.fields(i) match
    case JsonPlace.Scalar(kind) if kind != ScalarKind.String =>
      val of = Type.getType(kind.tag.runtimeClass)
      fieldValue(i, of)
      val x = code.stored(of)
      unlessOmitted(i, x) {
        key(i)
        scalar(kind, x)
      }
    case place =>
      fieldValue(i, MethodCode.Any)
      val x = code.stored()
      unlessOmitted(i, x) {
        key(i)
        place match
          case JsonPlace.ByPlan            => byPlan(i, x)
          case JsonPlace.Optional(content) => optional(i, x, content)
          case content                     => orNull(x)(whole(content, x))
      }

  private def unlessOmitted(i: Int, x: Variable)(write: => Unit): Unit =
    if !places.forms.mayOmit(plan.shape, i) then write
    else
      code.push(self)
      code.push(i)
      code.push(x)
      code.box(x.of)
      code.call(JsonCalls.code("omits"))
      code.unless(IFNE)(write)

  private def byPlan(i: Int, x: Variable): Unit = code.call(JsonCalls.code("writeField"), self, i, x, builder, next)

  /** Writes null, or a value that is not null by `write`. */
  private def orNull(x: Variable)(write: => Unit): Unit =
    code.push(x)
    code.either(IFNULL)(write)(code.call(JsonCalls.out("writeNull"), out))

  /** Writes an option. One that is null, or contains null, has a form that depends on its type. */
  private def optional(i: Int, x: Variable, content: JsonPlace): Unit =
    val (rare, end) = (code.label(), code.label())
    code.push(x)
    code.jump(IFNULL, rare)
    code.push(x)
    code.visitor.visitFieldInsn(GETSTATIC, "scala/None$", "MODULE$", "Lscala/None$;")
    code.unless(IF_ACMPNE) {
      code.call(JsonCalls.out("writeNull"), out)
      code.jump(GOTO, end)
    }
    code.push(x)
    code.cast(classOf[Option[?]])
    code.visitor.visitMethodInsn(INVOKEVIRTUAL, "scala/Option", "get", "()Ljava/lang/Object;", false)
    val inside = code.stored()
    code.push(inside)
    code.jump(IFNULL, rare)
    content match
      case JsonPlace.Scalar(kind) if kind != ScalarKind.String =>
        val of = Type.getType(kind.tag.runtimeClass)
        code.push(inside)
        code.unbox(of)
        scalar(kind, code.stored(of))
      case other => whole(other, inside)
    code.jump(GOTO, end)
    code.mark(rare)
    byPlan(i, x)
    code.mark(end)

  private def scalar(kind: ScalarKind, x: Variable): Unit = kind match
    case ScalarKind.Long | ScalarKind.Double | ScalarKind.Float =>
      code.call(JsonCalls.builder(s"write$kind"), builder, x)
    case _ => code.call(JsonCalls.out("writeVal", kind.tag.runtimeClass), out, x)

  /** Writes a value that is not null. */
  private def whole(place: JsonPlace, x: Variable): Unit = place match
    case JsonPlace.Scalar(_) =>
      code.push(builder)
      code.push(x)
      code.cast(classOf[String])
      code.call(JsonCalls.builder("writeString"))
    case JsonPlace.Object(target)   => code.call(JsonCalls.code("writeObject"), self, target, x, builder, out, next)
    case JsonPlace.Sum(sum, leaves) => this.sum(sum, leaves, x)
    case JsonPlace.Sequence(at)     => code.call(JsonCalls.code("writeElements"), self, at, x, builder, out, next)
    case other                      => throw new IllegalStateException(other.toString)

  private def sum(sum: Int, leaves: Vector[(Int, Int)], x: Variable): Unit =
    val end = code.label()
    for (leaf, target) <- leaves if host.canName(places.targets(target).objectClass) do
      code.call(JsonCalls.any("getClass"), x)
      code.visitor.visitLdcInsn(Type.getType(places.targets(target).objectClass))
      code.unless(IF_ACMPNE) {
        code.call(JsonCalls.code("writeLeaf"), self, sum, leaf, target, x, builder, out, next)
        code.jump(GOTO, end)
      }
    code.call(JsonCalls.code("writeSum"), self, sum, x, builder, out, next)
    code.mark(end)
