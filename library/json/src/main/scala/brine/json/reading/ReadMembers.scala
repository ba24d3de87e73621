package brine.json.reading

import brine.bytecode.{Code, KeyTarget, Part, PlanRecipe, ReadByKey}
import brine.json.looks.CodeForms
import brine.model.Use
import brine.shape.ScalarKind

/** Reads the members of an object by code: see [[ReadCodeMaker]]. */
private[json] abstract class ReadMembers[V](context: ReadMembers.Context[V]) extends KeyTarget[V]:
  import context.*
  import context.code.*

  protected val plan = recipe.plan
  private val keys = forms.keys(plan.shape).nn

  protected def callCode(name: String, arguments: V*): V = call(ReadCalls.code(name), (self +: arguments)*)
  private def callIn(name: String, arguments: V*): V = call(ReadCalls.in(name), (in +: arguments)*)

  override def first: Option[V] = Some(context.first)
  def next(seen: V): V = callCode("next", reader, previous, isLeaf)

  // ---- fields

  /** Notes that a field has come, which may not come twice. */
  protected def see(seen: V, i: Int): V

  /** Notes that a value has come which may not be built yet. */
  protected def seeUnbuilt(seen: V, value: V): V

  def field(i: Int, seen: V)(assign: V => V): V = block(
    code.assign(at, int(i)),
    see(seen, i),
    if !plan.isUnboxed(i) && !mayWait(recipe.fields(i)) then assign(read(i))
    else let(read(i))(v => block(check(i, v, seen), assign(v))),
    code.assign(at, int(ReadFailures.Between)),
    if usualNext(i).isEmpty then code.assign(previous, int(i)) else unit
  )

  private def check(i: Int, value: V, seen: V): V = block(
    if plan.isUnboxed(i) then when(isNull(value))(raise(callCode("noValue", int(i))))(unit) else unit,
    if mayWait(recipe.fields(i)) then seeUnbuilt(seen, value) else unit
  )

  private def mayWait(use: Use): Boolean = use match
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(Use.Scalar(_)) => false
        case _                            => true
    case Use.Given(_)  => true
    case Use.Scalar(_) => false

  /** The field behind this one, or the number of fields for the end. The reader's calls find the members that an object
    * gathers, behind all fields.
    */
  private def usualNext(i: Int): Option[Int] =
    val shape = plan.shape
    val fields = recipe.fields.indices
    if shape.gathers(i) then None
    else fields.drop(i + 1).find(!shape.gathers(_)).orElse(Option.when(!shape.gathersAny)(fields.length))

  override def goesOn(i: Int): Option[(Int, V, V)] = usualNext(i).map { next =>
    val isNext = if next == recipe.fields.length then callIn("takesEnd") else takesNext(next)
    (next, isNext, code.assign(previous, int(i)))
  }

  private def takesNext(i: Int): V =
    val key = s",\"${keys(i)}\":".getBytes("US-ASCII")
    def word(from: Int): Long =
      (0 until 8).map(n => if from + n < key.length then (key(from + n) & 0xffL) << 8 * n else 0L).sum
    val size = int(key.length)
    if key.length <= 8 then callIn("takesShort", long(word(0)), long(-1L >>> 8 * (8 - key.length)), size)
    else if key.length <= 16 then callIn("takesLong", long(word(0)), long(word(key.length - 8)), size)
    else callCode("takesNext", int(i), in)

  // ---- values

  private def read(i: Int): V = recipe.fields(i) match
    case Use.Scalar(kind) => scalar(kind)
    case Use.Given(_)     => byPlan(i)
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(Use.Scalar(kind)) => optionOf(i, kind)
        case Part.Optional(Use.Local(d))     => part(i, d, "Option")
        case Part.Optional(Use.Given(_))     => byPlan(i)
        case _                               => part(i, d, "Of")

  private def byPlan(i: Int): V = callCode("byPlan", int(i), reader, left)

  /** A value of a definition. `form`: `Of` for the value, `Option` for an option of it. */
  private def part(i: Int, d: Int, form: String): V =
    val method = recipe.definitions(d) match
      case Part.Product    => "object"
      case Part.Sum(_)     => "sum"
      case Part.Collection => "elements"
      case other           => throw new IllegalStateException(other.toString)
    callCode(method + form, int(d), int(i), reader, in, left)

  private def optionOf(i: Int, kind: ScalarKind): V =
    val method = if forms.takesNumbers(kind) then ReadMembers.options.get(kind) else None
    method.map(callCode(_, int(i), reader, in, left)).getOrElse(byPlan(i))

  private def scalar(kind: ScalarKind): V =
    val isDirect = forms.takesNumbers(kind)
    val method = kind match
      case ScalarKind.Int if isDirect  => "readInt"
      case ScalarKind.Long if isDirect => "readLong"
      case ScalarKind.Double           => "readDouble"
      case _                           => s"get$kind"
    call(ReadCalls.reader.empty(method), reader)

private[brine] object ReadMembers:
  /** The code around the fields: the parameters of its method, and two variables.
    *
    * @param at       has the field for the path of a failure
    * @param previous has the field before a key that was not expected
    */
  final class Context[V](
      val code: Code[V],
      val recipe: PlanRecipe,
      val forms: CodeForms,
      val reader: V,
      val in: V,
      val first: V,
      val isLeaf: V,
      val left: V,
      val at: V,
      val previous: V
  )

  /** Makes the method that reads an object, of its parameters. */
  def read[V](code: Code[V], recipe: PlanRecipe, forms: CodeForms)(parameters: Seq[V]): V =
    import code.*
    val Seq(reader, in, first, isLeaf, left) = parameters: @unchecked
    withFailures(code, reader) { (at, previous) =>
      val target =
        new InVariables(new Context(code, recipe, forms, reader, in, first, isLeaf, left, at, previous))
      val fields = new ReadByKey(recipe, code, target).product
      if !recipe.plan.shape.gathersAny then fields
      else block(call(ReadCalls.code("beginGathering"), self, reader), fields)
    }

  /** Makes the method that reads some fields of a wide class, of its parameters. It calls a method for each range of
    * fields.
    */
  def fields[V](code: Code[V], recipe: PlanRecipe, forms: CodeForms)(parameters: Seq[V]): V =
    import code.*
    val Seq(reader, in, first, isLeaf, left, parts) = parameters: @unchecked
    val all = recipe.fields.indices.grouped(LongestMethod).toVector
    def apart(range: Range): V =
      method(s"fields${range.start}", ReadCalls.fields, parameters)(ofRange(code, recipe, forms, range))
    all.init.foldRight(apart(all.last))((range, others) => when(less(first, int(range.last + 1)))(apart(range))(others))

  private def ofRange[V](code: Code[V], recipe: PlanRecipe, forms: CodeForms, range: Range)(parameters: Seq[V]): V =
    import code.*
    val Seq(reader, in, first, isLeaf, left, parts) = parameters: @unchecked
    variable(first) { next =>
      val all = withFailures(code, reader) { (at, previous) =>
        val target = new InArray(new Context(code, recipe, forms, reader, in, next, isLeaf, left, at, previous))
        new ReadByKey(recipe, code, target).fields(range, next, parts)(i =>
          target.field(i, parts)(target.put(i, parts))
        )
      }
      block(all, next)
    }

  private def withFailures[V](code: Code[V], reader: V)(body: (V, V) => V): V =
    import code.*
    def failed(e: V, at: V) =
      call(ReadCalls.failures("failed"), module(ReadCalls.failures.owner), e, self, at, reader)
    variable(int(ReadFailures.Between))(at =>
      variable(int(-1))(previous => handled(body(at, previous))(failed(_, at)))
    )

  /** Fields in one method of a wide class, which C1 compiles as well (ADR 95, size). */
  private final val LongestMethod = 40

  /** The methods that read an option of a scalar. */
  private val options: Map[ScalarKind, String] = Map(
    ScalarKind.String -> "textOption",
    ScalarKind.Int -> "intOption",
    ScalarKind.Long -> "longOption",
    ScalarKind.Double -> "doubleOption",
    ScalarKind.Boolean -> "booleanOption"
  )

  /** Keeps the fields in variables, and a bit for each that has come in a `Long`. */
  private final class InVariables[V](context: Context[V]) extends ReadMembers[V](context):
    import context.*
    import context.code.*

    private val all = -1L >>> (64 - recipe.fields.length)

    protected def see(seen: V, i: Int): V = block(
      when(callCode("isSeen", seen, int(i)))(raise(callCode("duplicate", int(i))))(unit),
      assign(seen, callCode("see", seen, int(i)))
    )

    protected def seeUnbuilt(seen: V, value: V): V = assign(seen, callCode("seeUnbuilt", seen, value))

    def made(fields: Vector[V], seen: V): V =
      val isComplete = is(seen, all)
      when(when(isComplete)(int(0))(callCode("isRare", seen)))(callCode("finish", seen, array(fields), reader))(
        block(
          when(isComplete)(unit)(block(fields.indices.map(i => absent(i, fields(i), seen))*)),
          assign(at, int(ReadFailures.AtEnd)),
          construct(fields)
        )
      )

    private def absent(i: Int, field: V, seen: V): V =
      def value = callCode("absent", int(i), reader)
      val typed = recipe.fields(i) match
        case Use.Scalar(kind) if kind != ScalarKind.String => cast(value, kind.tag.runtimeClass)
        case _                                             => value
      when(callCode("isSeen", seen, int(i)))(unit)(assign(field, typed))

  /** Keeps the fields of a wide class in an array, of which [[ReadCode.Wide]] makes the object. The array is `seen`. */
  private final class InArray[V](context: Context[V]) extends ReadMembers[V](context):
    import context.code.*

    protected def see(parts: V, i: Int): V = call(ReadCalls.wide("expect"), self, parts, int(i))
    protected def seeUnbuilt(parts: V, value: V): V = unit
    def put(i: Int, parts: V)(value: V): V =
      call(ReadCalls.wide("put"), self, parts, int(i), cast(value, classOf[Object]))
    def made(fields: Vector[V], parts: V): V = throw new IllegalStateException("another method makes the object")
