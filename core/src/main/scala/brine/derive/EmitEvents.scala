package brine.derive

import scala.quoted.*
import brine.{PickleBuilder, PickleReader}
import brine.plan.{EmittedFields, FieldPlan, Plan, TypePlan, Use}
import brine.shape.{ScalarKind, Shape}

/** Emits the calls on any [[PickleBuilder]] and [[PickleReader]] for a class's fields, typed. What surrounds them, from
  * sealed families to collections, needs no types and is [[brine.plan.EventWriter]]'s and [[brine.plan.EventReader]]'s.
  *
  * For `case class Person(name: String, since: Int, friend: Person)`:
  * {{{
  * def put0(value: Person): Unit =
  *   val shape = plan.shape
  *   var at = 0
  *   try
  *     builder.putStringField(shape, 0, "name", value.name)
  *     at = 1
  *     builder.putIntField(shape, 1, "since", value.since)
  *     at = 2
  *     plan.putField(2, "friend", value.friend, builder)
  *   catch case e: Exception => throw EmittedFailures.failedWriting(e, plan, at)
  *
  * def get0(): AnyRef =
  *   val shape = plan.shape
  *   var f0: String = null; var f1 = 0; var f2: Person = null
  *   var at = -1; var seen = 0L; var waiting: AnyRef = null
  *   try
  *     var next = plan.nextField(-1, "name", reader)
  *     while next >= 0 do                                                   // in whatever order they come
  *       at = next
  *       seen = plan.see(seen, next)
  *       next match
  *         case 0 =>
  *           f0 = plan.getString(0, reader)
  *           at = -1                                                        // between two fields, a failure is the object's
  *           next = plan.nextField(0, "since", reader)                      // which is likely to come next
  *         case 1 =>
  *           f1 = plan.getInt(1, reader)
  *           at = -1
  *           next = plan.nextField(1, "friend", reader)
  *         case 2 =>
  *           f2 = plan.getField(2, reader).asInstanceOf[Person]
  *           waiting = plan.waiting(waiting, 2, reader)
  *           at = -1
  *           next = plan.nextField(2, reader)
  *     plan.endProduct(reader)
  *     at = EmittedFields.Building
  *     if seen == 7L && (waiting eq null) then new Person(f0, f1, f2)
  *     else plan.finish(id, Array(f0, f1, f2), seen, waiting, reader)
  *   catch case e: Exception => throw EmittedFailures.failedReading(e, plan, at, reader)
  * }}}
  * A class with more fields than the bits of `seen` is read into an array, and so is one that can be part of a cycle,
  * since it may have to be built from the parts it has.
  */
final class EmitEvents[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
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
    '{
      val shape = $plan.shape
      var at = 0
      try
        ${
          val calls = p.fields.zipWithIndex.toList.flatMap { (f, i) =>
            val noted = if i == 0 then Nil else List('{ at = ${ Expr(i) } }.asTerm)
            noted :+ putField(f, i, field(value, index, i), 'shape, plan, builder)
          }
          Block(calls, Literal(UnitConstant())).asExprOf[Unit]
        }
      catch case e: Exception => throw EmittedFailures.failedWriting(e, $plan, at)
    }.asTerm

  private def putField(
      f: FieldPlan, i: Int, value: Term, shape: Expr[Shape.Product], plan: Expr[Plan.Product], builder: Expr[PickleBuilder]
  )(using Quotes): Term = f.use match
    case Use.Scalar(kind) => putScalar(kind, shape, Expr(i), Expr(f.name), value, builder)
    case _ =>
      val any = Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any]
      '{ $plan.putField(${ Expr(i) }, ${ Expr(f.name) }, $any, $builder) }.asTerm

  private def putScalar(
      kind: ScalarKind, shape: Expr[Shape.Product], i: Expr[Int], name: Expr[String], value: Term, builder: Expr[PickleBuilder]
  )(using Quotes): Term = (kind match
    case ScalarKind.Unit =>
      '{
        val ignored = ${ value.asExprOf[Unit] }
        $builder.beginField($shape, $i)
        $builder.putUnit()
      }
    case ScalarKind.Boolean => '{ $builder.putBooleanField($shape, $i, $name, ${ value.asExprOf[Boolean] }) }
    case ScalarKind.Byte    => '{ $builder.putByteField($shape, $i, $name, ${ value.asExprOf[Byte] }) }
    case ScalarKind.Short   => '{ $builder.putShortField($shape, $i, $name, ${ value.asExprOf[Short] }) }
    case ScalarKind.Char    => '{ $builder.putCharField($shape, $i, $name, ${ value.asExprOf[Char] }) }
    case ScalarKind.Int     => '{ $builder.putIntField($shape, $i, $name, ${ value.asExprOf[Int] }) }
    case ScalarKind.Long    => '{ $builder.putLongField($shape, $i, $name, ${ value.asExprOf[Long] }) }
    case ScalarKind.Float   => '{ $builder.putFloatField($shape, $i, $name, ${ value.asExprOf[Float] }) }
    case ScalarKind.Double  => '{ $builder.putDoubleField($shape, $i, $name, ${ value.asExprOf[Double] }) }
    case ScalarKind.String  => '{ $builder.putStringField($shape, $i, $name, ${ value.asExprOf[String] }) }
  ).asTerm

  // ---- reading

  def getFields(plan: Expr[Plan.Product], reader: Expr[PickleReader], id: Expr[Int])(using Quotes): Expr[AnyRef] =
    val otherwise = '{ $plan.getFields($reader, $id) }.asTerm
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
    def nextAfter(i: Int)(using Quotes): Expr[Int] =
      if i + 1 == p.fields.length then '{ $plan.nextField(${ Expr(i) }, $reader) }
      else '{ $plan.nextField(${ Expr(i) }, ${ Expr(p.fields(i + 1).name) }, $reader) }
    def take(next: Expr[Int], wait: Expr[Int] => Term, goOn: Expr[Int] => Term)(using Quotes): Expr[Unit] =
      val cases = refs.zipWithIndex.map { (ref, i) =>
        val assign = Assign(ref, getField(p.fields(i).use, i, fieldKeys(index)(i), plan, reader))
        val parts = p.fields(i).use match
          case Use.Scalar(_) => List(assign)
          case _             => List(assign, wait(Expr(i)))
        i -> Block(parts, goOn(nextAfter(i)))
      }
      switch(next.asTerm, cases, impossible(next)).asExprOf[Unit]
    val all = -1L >>> (64 - refs.length)
    Block(fields.toList, '{
      var at = -1
      var seen = 0L
      var waiting: AnyRef | Null = null
      try
        var next = ${ nextAfter(-1) }
        while next >= 0 do
          at = next
          seen = $plan.see(seen, next)
          ${
            take(
              'next,
              i => '{ waiting = $plan.waiting(waiting, $i, $reader) }.asTerm,
              after => '{
                at = -1
                next = $after
              }.asTerm
            )
          }
        $plan.endProduct($reader)
        at = EmittedFields.Building
        if seen == ${ Expr(all) } && (waiting eq null) then ${ completed(p, construct(index, refs), plan, reader, id) }
        else
          val parts = Array[AnyRef](${ Varargs(refs.map(boxed)) }*)
          $plan.finish($id, parts, seen, waiting, $reader).asInstanceOf[AnyRef]
      catch case e: Exception => throw EmittedFailures.failedReading(e, $plan, at, $reader)
    }.asTerm)

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
