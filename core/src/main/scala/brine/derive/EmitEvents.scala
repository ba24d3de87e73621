package brine.derive

import scala.quoted.*
import brine.{PickleBuilder, PickleReader}
import brine.plan.{FieldPlan, Plan, TypePlan, Use}
import brine.shape.ScalarKind

/** Emits the calls on any [[PickleBuilder]] and [[PickleReader]] for a class's fields, typed. What surrounds them, from
  * sealed families to collections, needs no types and is [[brine.plan.EventWriter]]'s and [[brine.plan.EventReader]]'s.
  *
  * For `case class Person(name: String, since: Int, friend: Person)`:
  * {{{
  * def put0(value: Person): Unit =
  *   plan.putField(0, "name", value.name, builder)
  *   plan.putField(1, "since", value.since, builder)
  *   plan.putField(2, "friend", value.friend, builder)
  *
  * def get0(): AnyRef =
  *   var f0: String = null; var f1 = 0; var f2: Person = null
  *   var seen = 0L
  *   var next = plan.nextField(-1, reader)
  *   while next >= 0 do                                                     // in whatever order they come
  *     seen = plan.see(seen, next)
  *     next match
  *       case 0 => f0 = plan.getString(0, reader)
  *       case 1 => f1 = plan.getInt(1, reader)
  *       case _ => f2 = plan.getField(2, reader).asInstanceOf[Person]
  *     next = plan.nextField(next, reader)
  *   if plan.endProduct(reader) && seen == 7L then new Person(f0, f1, f2)
  *   else plan.finish(id, Array(f0, f1, f2), seen, reader)                  // some fields are not there, or not built yet
  * }}}
  * What can fail is what it calls: there the field is named, once for all classes. What the class itself does wrong, in a
  * getter or the constructor, is told by [[brine.plan.EmittedFields.writeFields]] and `readFields`, which call this.
  *
  * A class with more fields than the bits of `seen` is read into an array, and so is one that can be part of a cycle,
  * since it may have to be built from the parts it has.
  */
private[brine] final class EmitEvents[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned):
  import quotes.reflect.*

  /** The classes of a large family are left to the interpreter: their code would be a third of all that is emitted. */
  private val hasFewClasses = definitions.count(_.isInstanceOf[TypePlan.Product]) <= EmitEvents.MostClasses

  // ---- writing

  def putFields(plan: Expr[Plan.Product], value: Expr[AnyRef], builder: Expr[PickleBuilder])(using Quotes): Expr[Unit] =
    val otherwise = '{ $plan.putFields($value, $builder) }.asTerm
    dispatch('{ $plan.index }, "put", List("value" -> TypeRepr.of[AnyRef]), TypeRepr.of[Unit], List(value.asTerm), otherwise) {
      case (index, p: TypePlan.Product) if hasFewClasses && p.fields.nonEmpty && p.fields.length <= EmitEvents.MostFieldsWritten =>
        inner => parameters =>
          given Quotes = inner
          let(cast(parameters(0), typeOf(index)))(put(index, p, _, plan, builder))
    }.asExprOf[Unit]

  private def put(index: Int, p: TypePlan.Product, value: Term, plan: Expr[Plan.Product], builder: Expr[PickleBuilder])(
      using Quotes
  ): Term =
    val calls = p.fields.zipWithIndex.toList.map((f, i) => putField(f, Expr(i), field(value, index, i), plan, builder))
    Block(calls, Literal(UnitConstant()))

  private def putField(f: FieldPlan, i: Expr[Int], value: Term, plan: Expr[Plan.Product], builder: Expr[PickleBuilder])(
      using Quotes
  ): Term =
    val name = Expr(f.name)
    (f.use match
      case Use.Scalar(ScalarKind.Boolean) => '{ $plan.putField($i, $name, ${ value.asExprOf[Boolean] }, $builder) }
      case Use.Scalar(ScalarKind.Byte)    => '{ $plan.putField($i, $name, ${ value.asExprOf[Byte] }, $builder) }
      case Use.Scalar(ScalarKind.Short)   => '{ $plan.putField($i, $name, ${ value.asExprOf[Short] }, $builder) }
      case Use.Scalar(ScalarKind.Char)    => '{ $plan.putField($i, $name, ${ value.asExprOf[Char] }, $builder) }
      case Use.Scalar(ScalarKind.Int)     => '{ $plan.putField($i, $name, ${ value.asExprOf[Int] }, $builder) }
      case Use.Scalar(ScalarKind.Long)    => '{ $plan.putField($i, $name, ${ value.asExprOf[Long] }, $builder) }
      case Use.Scalar(ScalarKind.Float)   => '{ $plan.putField($i, $name, ${ value.asExprOf[Float] }, $builder) }
      case Use.Scalar(ScalarKind.Double)  => '{ $plan.putField($i, $name, ${ value.asExprOf[Double] }, $builder) }
      case Use.Scalar(ScalarKind.String)  => '{ $plan.putField($i, $name, ${ value.asExprOf[String] }, $builder) }
      case _ =>
        val any = Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any]
        '{ $plan.putField($i, $name, $any, $builder) }
    ).asTerm

  // ---- reading

  def getFields(plan: Expr[Plan.Product], reader: Expr[PickleReader], id: Expr[Int])(using Quotes): Expr[AnyRef] =
    val otherwise = '{ $plan.getFields($reader, $id).asInstanceOf[AnyRef] }.asTerm
    dispatch('{ $plan.index }, "get", Nil, TypeRepr.of[AnyRef], Nil, otherwise) {
      case (index, p: TypePlan.Product)
          if hasFewClasses && p.fields.nonEmpty && p.fields.length <= EmitEvents.MostFieldsRead && !p.isCyclic =>
        inner => _ => get(index, p, plan, reader, id)(using inner)
    }.asExprOf[AnyRef]

  private def get(index: Int, p: TypePlan.Product, plan: Expr[Plan.Product], reader: Expr[PickleReader], id: Expr[Int])(
      using Quotes
  ): Term =
    val here = owner
    val fields = p.fields.indices.toVector.map { i =>
      val tpe = typeOfKey(fieldKeys(index)(i))
      val symbol = Symbol.newVal(here, s"f$i", tpe, Flags.Mutable | Flags.Synthetic, Symbol.noSymbol)
      ValDef(symbol, Some(zero(p.fields(i).use, tpe)))
    }
    val refs = fields.map(f => Ref(f.symbol))
    def take(next: Term)(using Quotes): Term =
      val arms = refs.zipWithIndex.map { (ref, i) =>
        Assign(ref, getField(p.fields(i).use, i, fieldKeys(index)(i), plan, reader))
      }
      switch(next, arms.init.zipWithIndex.map((arm, i) => i -> arm), arms.last)
    val all = -1L >>> (64 - refs.length)
    val code = variable(Literal(LongConstant(0))) { seenRef =>
      variable('{ $plan.nextField(-1, $reader) }.asTerm) { nextRef =>
        val (seen, next) = (seenRef.asExprOf[Long], nextRef.asExprOf[Int])
        '{
          while $next >= 0 do
            ${ Assign(seenRef, '{ $plan.see($seen, $next) }.asTerm).asExprOf[Unit] }
            ${ take(nextRef).asExprOf[Unit] }
            ${ Assign(nextRef, '{ $plan.nextField($next, $reader) }.asTerm).asExprOf[Unit] }
          if $plan.endProduct($reader) && $seen == ${ Expr(all) } then ${ completed(p, construct(index, refs), plan, reader, id) }
          else $plan.finish($id, Array[AnyRef](${ Varargs(refs.map(boxed)) }*), $seen, $reader).asInstanceOf[AnyRef]
        }.asTerm
      }
    }
    Block(fields.toList, code)

  private def getField(use: Use, i: Int, key: Int, plan: Expr[Plan.Product], reader: Expr[PickleReader])(using Quotes): Term =
    use match
      case Use.Scalar(kind) => getScalar(kind, plan, Expr(i), reader)
      case _                => cast('{ $plan.getField(${ Expr(i) }, $reader) }.asTerm, typeOfKey(key))

  private def getScalar(kind: ScalarKind, plan: Expr[Plan.Product], at: Expr[Int], reader: Expr[PickleReader])(
      using Quotes
  ): Term = (kind match
    case ScalarKind.Unit    => '{ $plan.getUnit($at, $reader) }
    case ScalarKind.Boolean => '{ $plan.getBoolean($at, $reader) }
    case ScalarKind.Byte    => '{ $plan.getByte($at, $reader) }
    case ScalarKind.Short   => '{ $plan.getShort($at, $reader) }
    case ScalarKind.Char    => '{ $plan.getChar($at, $reader) }
    case ScalarKind.Int     => '{ $plan.getInt($at, $reader) }
    case ScalarKind.Long    => '{ $plan.getLong($at, $reader) }
    case ScalarKind.Float   => '{ $plan.getFloat($at, $reader) }
    case ScalarKind.Double  => '{ $plan.getDouble($at, $reader) }
    case ScalarKind.String  => '{ $plan.getString($at, $reader) }
  ).asTerm

  /** The object, known in its slot if it keeps its identity. */
  private def completed(p: TypePlan.Product, value: Term, plan: Expr[Plan.Product], reader: Expr[PickleReader], id: Expr[Int])(
      using Quotes
  ): Expr[AnyRef] =
    val built = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
    if !p.isTracked then built
    else
      '{
        val o = $built
        $plan.complete($id, o, $reader)
        o
      }

private object EmitEvents:
  final val MostClasses = 64

  /** Fields of a class that are written by one method, at most 25 bytecodes each. */
  final val MostFieldsWritten = 250

  /** Fields of a class that are read by one method: bits of a Long. */
  final val MostFieldsRead = 64
