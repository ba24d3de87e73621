package brine.json.writing

import brine.bytecode.{Code, Place, PlanRecipe, PlanTarget, WriteTarget, WriteWalk}
import brine.json.looks.{CodeForms, DefaultForms}
import brine.model.Use
import brine.plan.Plan
import brine.shape.ScalarKind
import brine.wire.JsonSink
import java.nio.charset.StandardCharsets.UTF_8

/** Writes the members of an object, in the order of the class's fields. */
private[brine] final class JsonTarget[V] private (
    code: Code[V],
    recipe: PlanRecipe,
    forms: CodeForms,
    builder: V,
    out: V,
    left: V
) extends PlanTarget[V](code):
  import code.*
  private val shape = recipe.plan.shape

  /** The names with their quotes and colons. */
  private val names = forms.keys(shape).nn.map(key => new JsonSink.Literal(s"\"$key\":".getBytes(UTF_8)))

  def order: Seq[Int] = recipe.fields.indices

  override def divided(name: String, value: V)(body: (WriteTarget[V], V) => V): V =
    method(name, JsonCalls.members, Seq(value, builder, out, left)) { parameters =>
      val Seq(value, builder, out, left) = parameters: @unchecked
      body(new JsonTarget(code, recipe, forms, builder, out, left), value)
    }

  override def field(i: Int, value: V)(write: V => V): V = let(value) { v =>
    val member =
      if !shape.gathers(i) then block(put(names(i)), write(v))
      else call(JsonCalls.code("writeGathered"), self, int(i), v, builder, left)
    val written =
      if !forms.mayOmit(shape, i) then member
      else when(call(JsonCalls.code("omits"), self, int(i), cast(v, classOf[Object])))(unit)(member)
    if i > 0 && bytesOf(i - 1) > 0 then written else block(call(JsonCalls.out("room"), out, int(room(i))), written)
  }

  /** The most bytes of a value that asks for no room; 0 of any other. */
  private def bytesOf(i: Int): Int = recipe.fields(i) match
    case Use.Scalar(kind) => JsonTarget.bytesOf(kind, forms)
    case _                => 0

  /** The room for fields from `i` on, up to one that asks for room: for its name, and one word or number. */
  private def room(i: Int): Int =
    val last = names.indices.indexWhere(bytesOf(_) == 0, i)
    val fields = i to (if last < 0 then names.length - 1 else last)
    fields.map(n => names(n).length + bytesOf(n)).sum + JsonSink.ANY

  /** Stores bytes by words of eight, up to three at a time. */
  private def put(literal: JsonSink.Literal): V =
    val words = (0 until literal.length by 8).map(n => code.long(literal.word(n / 8)))
    block(words.grouped(3).zipWithIndex.map { (some, n) =>
      val length = math.min(literal.length - n * 24, 24)
      call(JsonCalls.words(some.length), (out +: some :+ int(length))*)
    }.toSeq*)

  def scalar(at: Place, kind: ScalarKind, value: V): V = kind match
    case ScalarKind.String  => let(value)(v => orNull(at, v)(call(JsonCalls.builder("writeString"), builder, v)))
    case ScalarKind.Boolean => call(JsonCalls.out("bool"), out, value)
    case ScalarKind.Long if JsonTarget.bytesOf(kind, forms) > 0 => call(JsonCalls.number(classOf[Long]), out, value)
    case ScalarKind.Long | ScalarKind.Double | ScalarKind.Float =>
      call(JsonCalls.builder(s"write$kind"), builder, value)
    case _ => call(JsonCalls.number(classOf[Int]), out, value)

  private def orNull(at: Place, value: V)(write: V): V =
    if at.isContent then write else when(isNull(value))(call(JsonCalls.builder("writeNull"), builder))(write)

  /** Calls a method of [[JsonCode]] that writes a value, after these numbers. */
  private def callCode(name: String, numbers: Int*)(value: V): V =
    call(JsonCalls.code(name), ((self +: numbers.map(int)) ++ Seq(value, builder, out, left))*)

  def byPickler(field: Int, value: V): V = call(JsonCalls.code("writeField"), self, int(field), value, builder, left)
  def present(at: Place, d: Int, value: V)(write: V): V = orNull(at, value)(write)
  def hasContent(at: Place, d: Int, option: V): V = callCode("hasContent", at.field)(option)
  def product(d: Int, value: V): V = this.value(d, d, value)(call(JsonCalls.out("begin"), out, int('{')))
  def leaf(at: Place, d: Int, n: Int, leaf: Int, value: V)(write: => V): V =
    recipe.plans(d) match
      case sum: Plan.Sum =>
        val begun = new JsonSink.Literal(forms.begun(sum.shape, n).nn :+ ','.toByte)
        val room = call(JsonCalls.out("room"), out, int(begun.length + JsonSink.ANY))
        val named = call(JsonCalls.code("nameLeaf"), self, int(leaf), builder)
        val isNoted = recipe.product(leaf).shape.gathersAny
        this.value(d, leaf, value)(block(if isNoted then named else unit, room, put(begun)))
      case other => throw new IllegalStateException(other.toString)

  /** Writes a value by the code for its class, or by the plan of its type. */
  private def value(d: Int, c: Int, value: V)(begin: V): V =
    let(call(JsonCalls.code("codeOf"), self, int(c), left))(code =>
      when(isNull(code))(call(JsonCalls.code("writePart"), self, int(d), value, builder, left))(block(
        begin,
        call(JsonCalls.members, code, value, builder, out, left),
        call(JsonCalls.out("end"), out, int('}'))
      ))
    )

  def otherLeaf(at: Place, d: Int, value: V): V = callCode("writeSum", d)(value)
  def collection(at: Place, d: Int, value: V): V = callCode("writeCollection", d)(value)

private[brine] object JsonTarget:
  /** Makes the method that writes the members of an object, of its parameters. */
  def members[V](code: Code[V], recipe: PlanRecipe, forms: CodeForms)(parameters: Seq[V]): V =
    val Seq(value, builder, out, left) = parameters: @unchecked
    code.let(code.add(left, -Plan.LevelCost)) { next =>
      val fields = new WriteWalk(recipe, code, new JsonTarget(code, recipe, forms, builder, out, next)).product(value)
      if !recipe.plan.shape.gathersAny then fields
      else
        def gathering(name: String) = code.call(JsonCalls.builder(name), builder)
        code.block(gathering("beginGathering"), fields, gathering("endGathering"))
    }

  /** Which values the code writes itself. */
  final class Choice(forms: CodeForms) extends PlanRecipe.Choice:
    def takesScalar(kind: ScalarKind, isContent: Boolean): Boolean =
      kind != ScalarKind.Unit && kind != ScalarKind.Char && !(isContent && forms.hasNull(kind))
    def takesObject(plan: Plan.Product, isContent: Boolean): Boolean = JsonCodeMaker.canBePart(plan, forms)
    def takesSum(plan: Plan.Sum, isContent: Boolean): Boolean = !plan.isTracked
    def takesSequence(plan: Plan.Sequence, isContent: Boolean): Boolean =
      !plan.isTracked && CollectionWriter.canWrite(plan, forms)
    override def takesMapping(plan: Plan.Mapping): Boolean = !plan.isTracked && CollectionWriter.canWrite(plan, forms)

    override def compared(sum: Plan.Sum, alone: => Seq[(Int, Plan.Product)]): Seq[(Int, Plan.Product)] =
      if sum.leaves.length > MostTests then Nil
      else alone.filter((n, leaf) => JsonCodeMaker.canBePart(leaf, forms) && forms.begun(sum.shape, n) != null)

  /** The most bytes of a number or word with its comma, if code writes it without the builder; else 0. */
  private def bytesOf(kind: ScalarKind, forms: CodeForms): Int = kind match
    case ScalarKind.Boolean                       => 6
    case ScalarKind.Byte                          => 5
    case ScalarKind.Short                         => 7
    case ScalarKind.Int                           => 12
    case ScalarKind.Long if forms eq DefaultForms => 21
    case _                                        => 0

  /** The number of leaves of a sealed type up to which the code compares their classes. */
  private final val MostTests = 4
