package brine.runtime.family

import brine.PickleBuilder
import brine.bytecode.{BytecodeCode, Code, KeyTarget, MadeClass, Methods, Part, ReadByKey, Recipe}
import brine.model.Use
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
    if layout.fields.length > MostFields || !MemberCode.canMake(layout) then reflected
    else
      val found = MadeClass.of(host, classOf[CompiledCode], pickler, PicklerConstants.calls) { made =>
        val code = new BytecodeCode(_ => layout.objectClass, members, host, made)
        val compiled = new CompileCode(code, layout, plan)
        code.overrides(methods("putFields"))(compiled.putFields)
        if !plan.isCyclic && layout.fields.nonEmpty then code.overrides(methods("getFields"))(compiled.getFields)
        code.overrides(methods("make"))(compiled.make)
      }
      if found == null then reflected else found.invokeWithArguments(reflected).asInstanceOf[ObjectCode]

  /** The bits of a Long: one for each field that has come. */
  private final val MostFields = 64

  private val calls = new Methods(classOf[FieldCalls])
  private val methods = new Methods(classOf[ObjectCode])

private final class CompileCode[V](code: Code[V], layout: ClassLayout, plan: Plan.Product):
  import CompileCode.calls
  import code.*

  private def fields = layout.fields.indices

  private def scalarOf(i: Int): Option[ScalarKind] = Option(plan.fields(i).get.scalarKind)

  /** `fields.putField(0, "name", value.name, builder)` for each field. */
  def putFields(parameters: Seq[V]): V =
    val Seq(calls, value, builder) = parameters: @unchecked
    let(typed(value))(o => block(fields.map(i => putField(i, field(o, i), calls, builder))*))

  private def putField(i: Int, value: V, of: V, builder: V): V =
    val c = scalarOf(i) match
      case Some(ScalarKind.String)      => classOf[String] // the class file says less of a type parameter's field
      case None | Some(ScalarKind.Unit) => classOf[Object]
      case _                            => layout.fields(i).field.getType
    val put = calls("putField", classOf[Int], classOf[String], c, classOf[PickleBuilder])
    call(put, of, int(i), text(plan.shape.fieldNames(i)), cast(value, c), builder)

  /** The object of fields in any order. */
  def getFields(parameters: Seq[V]): V =
    val Seq(calls, reader, id) = parameters: @unchecked
    val uses = fields.map(i => scalarOf(i).map(Use.Scalar(_)).getOrElse(Use.Given(i))).toVector
    val recipe = new Recipe(0, uses, Vector(Part.Product))
    variable(int(-1))(previous => new ReadByKey(recipe, code, new Calls(calls, reader, id, previous)).product)

  private final class Calls(of: V, reader: V, id: V, previous: V) extends KeyTarget[V]:
    def next(seen: V): V = call(calls("nextField"), of, previous, seen, reader)

    def field(i: Int, seen: V)(assign: V => V): V = block(
      code.assign(previous, int(i)),
      code.assign(seen, call(calls("see"), of, seen, int(i))),
      assign(asField(getField(i), i))
    )

    private def getField(i: Int): V = scalarOf(i) match
      case Some(ScalarKind.Unit) => cast(call(calls("getUnit"), of, int(i), reader), classOf[Object])
      case Some(kind)            => call(calls(s"get$kind"), of, int(i), reader)
      case None                  => call(calls("getField"), of, int(i), reader)

    /** The object of all fields, or the result of [[brine.run.FieldCalls.finish]] for those that have come. */
    def made(fields: Vector[V], seen: V): V =
      val isComplete = when(call(calls("endProduct"), of, reader))(is(seen, -1L >>> (64 - fields.length)))(int(0))
      val whole =
        if !plan.isTracked then construct(fields)
        else let(construct(fields))(value => block(call(calls("complete"), of, id, value, reader), value))
      when(isComplete)(whole)(call(calls("finish"), of, id, array(fields), seen, reader))

  /** The object of an array of its fields. */
  def make(parameters: Seq[V]): V = construct(fields.map(i => item(parameters.head, int(i))))
