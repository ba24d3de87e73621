package brine.json.reading

import org.objectweb.asm.{Label, Type}
import org.objectweb.asm.Opcodes.*
import brine.bytecode.{ClassMembers, MethodCode, Part, PlanRecipe, Variable}
import brine.json.looks.CodeForms
import brine.model.Use
import brine.shape.ScalarKind

/** The method that reads the members of an object, and makes the object: see [[ReadCodeMaker]]. */
private[json] final class ReadMembers(recipe: PlanRecipe, forms: CodeForms, members: ClassMembers, code: MethodCode):
  private val self = new Variable(0, MethodCode.Any)
  private val reader = new Variable(1, MethodCode.Any)
  private val in = new Variable(2, MethodCode.Any)
  private val first = new Variable(3, Type.INT_TYPE)
  private val isLeaf = new Variable(4, Type.BOOLEAN_TYPE)
  private val left = new Variable(5, Type.INT_TYPE)

  private val count = recipe.fields.length
  private val keys = forms.keys(recipe.plan.shape).nn
  private val all = (1L << count) - 1

  private val types: Vector[Type] = recipe.fields.map {
    case Use.Scalar(kind) if kind != ScalarKind.String => Type.getType(kind.tag.runtimeClass)
    case _                                             => MethodCode.Any
  }

  private val fields: Vector[Variable] = types.map(zero)
  private val seen = zero(Type.LONG_TYPE)
  private val at = code.number(ReadFailures.Between)
  private val previous = code.number(-1)
  private val next = code.number(-1)

  private def zero(t: Type): Variable =
    code.pushZero(t)
    code.stored(t)

  def body(): Unit =
    code.push(first)
    code.store(next)
    val made = code.newVariable(MethodCode.Any)
    code.handled(failed) {
      allFields()
      absentFields()
      set(at, ReadFailures.AtEnd)
      members.make(code, types)(i => code.push(fields(i)))
      code.store(made)
    }
    code.push(made)
    code.instruction(ARETURN)

  private def failed(failure: Variable): Unit =
    code.pushModule(ReadCalls.failures.owner)
    code.call(ReadCalls.failures("failed"), failure, self, at, reader)

  private def set(v: Variable, number: Int): Unit =
    code.push(number)
    code.store(v)

  private def allFields(): Unit =
    val (search, end) = (code.label(), code.label())
    val cases = Array.fill(count)(code.label())
    val dispatch = code.label()
    code.push(next)
    code.jump(IFGE, dispatch)
    code.mark(search)
    code.call(ReadCalls.code("next"), self, reader, previous, isLeaf)
    code.store(next)
    code.mark(dispatch)
    code.push(next)
    code.visitor.visitTableSwitchInsn(0, count - 1, end, cases*)
    for i <- 0 until count do
      code.mark(cases(i))
      field(i)
      step(i, cases, search, end)
    code.mark(end)

  private def field(i: Int): Unit =
    set(at, i)
    code.push(seen)
    code.pushLong(1L << i)
    code.instruction(LAND)
    code.instruction(LCONST_0)
    code.instruction(LCMP)
    code.unless(IFEQ) {
      code.call(ReadCalls.code("duplicate"), self, i)
      code.instruction(ATHROW)
    }
    see(1L << i)
    read(i)
    code.store(fields(i))
    if recipe.plan.isUnboxed(i) then
      code.push(fields(i))
      code.unless(IFNONNULL) {
        code.call(ReadCalls.code("noValue"), self, i)
        code.instruction(ATHROW)
      }
    if mayWait(recipe.fields(i)) then
      code.push(fields(i))
      code.visitor.visitTypeInsn(INSTANCEOF, ReadMembers.Unbuilt)
      code.ifTrue(see(Long.MinValue))
    set(at, ReadFailures.Between)

  private def see(bits: Long): Unit =
    code.push(seen)
    code.pushLong(bits)
    code.instruction(LOR)
    code.store(seen)

  private def mayWait(use: Use): Boolean = use match
    case Use.Scalar(_) => false
    case Use.Given(_)  => true
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(Use.Scalar(_)) => false
        case _                            => true

  /** Goes on with the field behind field `i`, if its key comes next, as usual. */
  private def step(i: Int, cases: Array[Label], search: Label, end: Label): Unit =
    if i + 1 < count then
      takesNext(i + 1)
      code.jump(IFNE, cases(i + 1))
    else
      code.call(ReadCalls.in("takesEnd"), in)
      code.jump(IFNE, end)
    set(previous, i)
    code.jump(GOTO, search)

  private def takesNext(i: Int): Unit =
    val key = s",\"${keys(i)}\":".getBytes("US-ASCII")
    def word(from: Int): Long =
      (0 until 8).map(n => if from + n < key.length then (key(from + n) & 0xffL) << 8 * n else 0L).sum
    if key.length <= 8 then
      code.push(in)
      code.pushLong(word(0))
      code.pushLong(-1L >>> 8 * (8 - key.length))
      code.push(key.length)
      code.call(ReadCalls.in("takesShort"))
    else if key.length <= 16 then
      code.push(in)
      code.pushLong(word(0))
      code.pushLong(word(key.length - 8))
      code.push(key.length)
      code.call(ReadCalls.in("takesLong"))
    else code.call(ReadCalls.code("takesNext"), self, i, in)

  /** Pushes the value of a field. */
  private def read(i: Int): Unit = recipe.fields(i) match
    case Use.Scalar(kind) => scalar(kind)
    case Use.Given(_)     => byPlan(i)
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(element) => optional(i, element)
        case _                      => part(i, d, "Of")

  private def byPlan(i: Int): Unit = code.call(ReadCalls.code("byPlan"), self, i, reader, left)

  /** Pushes a value of a definition. `form`: `Of` for the value, `Option` for an option of it. */
  private def part(i: Int, d: Int, form: String): Unit =
    val method = recipe.definitions(d) match
      case Part.Product    => "object"
      case Part.Sum(_)     => "sum"
      case Part.Collection => "elements"
      case other           => throw new IllegalStateException(other.toString)
    code.call(ReadCalls.code(method + form), self, d, i, reader, in, left)

  private def optional(i: Int, element: Use): Unit = element match
    case Use.Scalar(kind) =>
      val method = if forms.takesNumbers(kind) then ReadMembers.options.get(kind) else None
      method match
        case Some(name) => code.call(ReadCalls.code(name), self, i, reader, in, left)
        case None       => byPlan(i)
    case Use.Local(d) => part(i, d, "Option")
    case Use.Given(_) => byPlan(i)

  private def scalar(kind: ScalarKind): Unit =
    val isDirect = forms.takesNumbers(kind)
    val method = kind match
      case ScalarKind.Int if isDirect  => "readInt"
      case ScalarKind.Long if isDirect => "readLong"
      case ScalarKind.Double           => "readDouble"
      case _                           => s"get$kind"
    code.call(ReadCalls.reader.empty(method), reader)

  private def absentFields(): Unit =
    code.push(seen)
    code.pushLong(all)
    code.instruction(LCMP)
    code.unless(IFEQ) {
      code.call(ReadCalls.code("isRare"), self, seen)
      code.ifTrue {
        code.push(self)
        code.push(seen)
        array()
        code.push(reader)
        code.call(ReadCalls.code("finish"))
        code.instruction(ARETURN)
      }
      for i <- 0 until count do absentField(i)
    }

  private def absentField(i: Int): Unit =
    code.push(seen)
    code.pushLong(1L << i)
    code.instruction(LAND)
    code.instruction(LCONST_0)
    code.instruction(LCMP)
    code.unless(IFNE) {
      code.call(ReadCalls.code("absent"), self, i, reader)
      code.unbox(types(i))
      code.store(fields(i))
    }

  private def array(): Unit = code.pushArray(count) { i =>
    code.push(fields(i))
    code.box(types(i))
  }

private object ReadMembers:
  private val Unbuilt = Type.getInternalName(classOf[brine.assembly.Unbuilt])

  /** The methods that read an option of a scalar. */
  private val options: Map[ScalarKind, String] = Map(
    ScalarKind.String -> "textOption",
    ScalarKind.Int -> "intOption",
    ScalarKind.Long -> "longOption",
    ScalarKind.Double -> "doubleOption",
    ScalarKind.Boolean -> "booleanOption"
  )
