package brine.json.reading

import brine.bytecode.{Code, KeyTarget, Part, PlanRecipe, ReadByKey}
import brine.json.looks.CodeForms
import brine.model.Use
import brine.shape.ScalarKind

/** Reads the members of an object by code, and makes the object: see [[ReadCodeMaker]].
  *
  * @param at       the variable that has the field for the path of a failure
  * @param previous the variable that has the field before a key that was not expected
  */
private[json] final class ReadMembers[V] private (
    code: Code[V],
    recipe: PlanRecipe,
    forms: CodeForms,
    parameters: ReadMembers.Parameters[V],
    at: V,
    previous: V
) extends KeyTarget[V]:
  import code.*
  import parameters.*

  private val plan = recipe.plan
  private val keys = forms.keys(plan.shape).nn
  private val all = -1L >>> (64 - recipe.fields.length)

  private def callCode(name: String, arguments: V*): V = call(ReadCalls.code(name), (self +: arguments)*)
  private def callIn(name: String, arguments: V*): V = call(ReadCalls.in(name), (in +: arguments)*)

  override def first: Option[V] = Some(parameters.first)
  def next(seen: V): V = callCode("next", reader, previous, isLeaf)

  // ---- fields

  def field(i: Int, seen: V)(assign: V => V): V = block(
    code.assign(at, int(i)),
    when(callCode("isSeen", seen, int(i)))(raise(callCode("duplicate", int(i))))(unit),
    code.assign(seen, callCode("see", seen, int(i))),
    if !plan.isUnboxed(i) && !mayWait(recipe.fields(i)) then assign(read(i))
    else let(read(i))(v => block(check(i, v, seen), assign(v))),
    code.assign(at, int(ReadFailures.Between))
  )

  private def check(i: Int, value: V, seen: V): V = block(
    if plan.isUnboxed(i) then when(isNull(value))(raise(callCode("noValue", int(i))))(unit) else unit,
    if mayWait(recipe.fields(i)) then code.assign(seen, callCode("seeUnbuilt", seen, value)) else unit
  )

  private def mayWait(use: Use): Boolean = use match
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(Use.Scalar(_)) => false
        case _                            => true
    case Use.Given(_)  => true
    case Use.Scalar(_) => false

  override def goesOn(i: Int, isLast: Boolean): Option[(V, V)] =
    Some(if isLast then callIn("takesEnd") else takesNext(i + 1), code.assign(previous, int(i)))

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

  // ---- the object

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

private[brine] object ReadMembers:
  /** The parameters of the method [[ReadCode.read]]. */
  private final class Parameters[V](val reader: V, val in: V, val first: V, val isLeaf: V, val left: V)

  /** Makes the method that reads an object, of its parameters. */
  def read[V](code: Code[V], recipe: PlanRecipe, forms: CodeForms)(parameters: Seq[V]): V =
    import code.*
    val Seq(reader, in, first, isLeaf, left) = parameters: @unchecked
    def failed(e: V, at: V) =
      call(ReadCalls.failures("failed"), module(ReadCalls.failures.owner), e, self, at, reader)
    variable(int(ReadFailures.Between))(at =>
      variable(int(-1)) { previous =>
        val target =
          new ReadMembers(code, recipe, forms, new Parameters(reader, in, first, isLeaf, left), at, previous)
        handled(new ReadByKey(recipe, code, target).product)(failed(_, at))
      }
    )

  /** The methods that read an option of a scalar. */
  private val options: Map[ScalarKind, String] = Map(
    ScalarKind.String -> "textOption",
    ScalarKind.Int -> "intOption",
    ScalarKind.Long -> "longOption",
    ScalarKind.Double -> "doubleOption",
    ScalarKind.Boolean -> "booleanOption"
  )
