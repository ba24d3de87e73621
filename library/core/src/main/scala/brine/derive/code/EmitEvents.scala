package brine.derive.code

import scala.quoted.*
import brine.{PickleBuilder, PickleReader}
import brine.derive.types.ReadType
import brine.model.{FieldPlan, Rules, TypePlan, Use}
import brine.run.FieldCalls
import brine.shape.ScalarKind

/** Emits the calls on any [[PickleBuilder]] and [[PickleReader]] for a class's fields, typed. The code around them,
  * from sealed families to collections, needs no types: it is that of [[brine.run.EventWriter]] and
  * [[brine.run.EventReader]].
  *
  * For `case class Person(name: String, since: Int, friend: Person)`:
  *
  * {{{
  * def put0(value: Person): Unit =
  *   fields.putField(0, "name", value.name, builder)
  *   fields.putField(1, "since", value.since, builder)
  *   fields.putField(2, "friend", value.friend, builder)
  *
  * def get0(): AnyRef =
  *   var f0: String = null; var f1 = 0; var f2: Person = null
  *   var seen = 0L
  *   var next = fields.nextField(-1, 0L, reader)
  *   while next >= 0 do                                                     // in whatever order they come
  *     seen = fields.see(seen, next)
  *     next match
  *       case 0 => f0 = fields.getString(0, reader)
  *       case 1 => f1 = fields.getInt(1, reader)
  *       case _ => f2 = fields.getField(2, reader).asInstanceOf[Person]
  *     next = fields.nextField(next, seen, reader)
  *   if fields.endProduct(reader) && seen == 7L then new Person(f0, f1, f2)
  *   else fields.finish(id, Array(f0, f1, f2), seen, reader)                // some fields are not there, or not yet
  * }}}
  *
  * The called methods can fail: they add the field's name, once for all classes. Failures of the class itself, in a
  * getter or the constructor, are reported by [[brine.run.FieldCalls.writeFields]] and `readFields`, which call this
  * code.
  *
  * A class with more fields than the bits of `seen` is read into an array. A class that can be part of a cycle is,
  * too, since it may have to be built from a part of its fields.
  */
private[brine] final class EmitEvents[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned):
  import quotes.reflect.*

  /** The classes of a large family are left to the interpreter: their code would be a third of all that is emitted. */
  private val hasFewClasses = definitions.count(_.isInstanceOf[TypePlan.Product]) <= EmitEvents.MostClasses

  // ---- writing

  def putFields(fields: Expr[FieldCalls], value: Expr[AnyRef], builder: Expr[PickleBuilder])(using Quotes): Expr[Unit] =
    val otherwise = '{ $fields.putFields($value, $builder) }.asTerm
    dispatch(
      '{ $fields.index },
      "put",
      List("value" -> TypeRepr.of[AnyRef]),
      TypeRepr.of[Unit],
      List(value.asTerm),
      otherwise
    ) {
      case (index, p: TypePlan.Product)
          if hasFewClasses && p.fields.nonEmpty && p.fields.length <= EmitEvents.MostFieldsWritten =>
        inner =>
          parameters =>
            given Quotes = inner
            let(cast(parameters(0), typeOf(index)))(put(index, p, _, fields, builder))
    }.asExprOf[Unit]

  private def put(index: Int, p: TypePlan.Product, value: Term, fields: Expr[FieldCalls], builder: Expr[PickleBuilder])(
      using Quotes
  ): Term =
    val calls =
      p.fields.zipWithIndex.toList.map((f, i) => putField(f, Expr(i), field(value, index, i), fields, builder))
    Block(calls, Literal(UnitConstant()))

  private def putField(f: FieldPlan, i: Expr[Int], value: Term, fields: Expr[FieldCalls], builder: Expr[PickleBuilder])(
      using Quotes
  ): Term =
    val declared = f.use match
      case Use.Scalar(kind) if kind != ScalarKind.Unit => scalarType(kind)
      case _                                           => TypeRepr.of[Any]
    val arguments = List(i.asTerm, Literal(StringConstant(f.name)), Typed(value, Inferred(declared)), builder.asTerm)
    Select.overloaded(fields.asTerm, "putField", Nil, arguments)

  // ---- reading

  def getFields(fields: Expr[FieldCalls], reader: Expr[PickleReader], id: Expr[Int])(using Quotes): Expr[AnyRef] =
    val otherwise = '{ $fields.getFields($reader, $id).asInstanceOf[AnyRef] }.asTerm
    dispatch('{ $fields.index }, "get", Nil, TypeRepr.of[AnyRef], Nil, otherwise) {
      case (index, p: TypePlan.Product)
          if hasFewClasses && p.fields.nonEmpty && p.fields.length <= EmitEvents.MostFieldsRead && !p.isCyclic =>
        inner => _ => get(index, p, fields, reader, id)(using inner)
    }.asExprOf[AnyRef]

  private def get(index: Int, p: TypePlan.Product, fields: Expr[FieldCalls], reader: Expr[PickleReader], id: Expr[Int])(
      using Quotes
  ): Term =
    val here = owner
    val variables = p.fields.indices.toVector.map { i =>
      val tpe = typeOfKey(fieldKeys(index)(i))
      val symbol = Symbol.newVal(here, s"f$i", tpe, Flags.Mutable | Flags.Synthetic, Symbol.noSymbol)
      ValDef(symbol, Some(zero(p.fields(i).use, tpe)))
    }
    val refs = variables.map(v => Ref(v.symbol))
    def take(next: Term)(using Quotes): Term =
      val arms = refs.zipWithIndex.map { (ref, i) =>
        Assign(ref, getField(p.fields(i).use, i, fieldKeys(index)(i), fields, reader))
      }
      switch(next, arms.init.zipWithIndex.map((arm, i) => i -> arm), arms.last)
    val all = -1L >>> (64 - refs.length)
    val code = variable(Literal(LongConstant(0))) { seenRef =>
      variable('{ $fields.nextField(-1, 0L, $reader) }.asTerm) { nextRef =>
        val (seen, next) = (seenRef.asExprOf[Long], nextRef.asExprOf[Int])
        '{
          while $next >= 0 do
            ${ Assign(seenRef, '{ $fields.see($seen, $next) }.asTerm).asExprOf[Unit] }
            ${ take(nextRef).asExprOf[Unit] }
            ${ Assign(nextRef, '{ $fields.nextField($next, $seen, $reader) }.asTerm).asExprOf[Unit] }
          if $fields.endProduct($reader) && $seen == ${ Expr(all) } then
            ${ completed(p, construct(index, refs), fields, reader, id) }
          else $fields.finish($id, Array[AnyRef](${ Varargs(refs.map(boxed)) }*), $seen, $reader).asInstanceOf[AnyRef]
        }.asTerm
      }
    }
    Block(variables.toList, code)

  private def getField(use: Use, i: Int, key: Int, fields: Expr[FieldCalls], reader: Expr[PickleReader])(using
      Quotes
  ): Term =
    use match
      case Use.Scalar(kind) => callOf(fields, s"get$kind", Literal(IntConstant(i)), reader.asTerm)
      case _                => cast('{ $fields.getField(${ Expr(i) }, $reader) }.asTerm, typeOfKey(key))

  /** The object, known in its slot if it keeps its identity. */
  private def completed(
      p: TypePlan.Product,
      value: Term,
      fields: Expr[FieldCalls],
      reader: Expr[PickleReader],
      id: Expr[Int]
  )(
      using Quotes
  ): Expr[AnyRef] =
    val built = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
    if !p.isTracked then built
    else
      '{
        val o = $built
        $fields.complete($id, o, $reader)
        o
      }

private object EmitEvents:
  final val MostClasses = 64

  /** Fields of a class that are written by one method, at most 25 bytecodes each. */
  final val MostFieldsWritten = 250

  /** Fields of a class that are read by one method: bits of a Long. */
  final val MostFieldsRead = 64
