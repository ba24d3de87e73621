package brine.derive

import scala.quoted.*
import brine.columns.{ColumnBuilder, ColumnReader, ColumnsCode, ColumnSource, ColumnSources, Member, Role}
import brine.emitted.{DerivedPickler, EmittedColumns, EmittedFailures}
import brine.model.{Rules, TypePlan, Use}
import brine.plan.Plan
import brine.shape.ScalarKind

/** Emits the code that reads a family's objects from columns, which the code of [[EmitWriteColumns]] writes.
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int)`:
  *
  * {{{
  * val cs = columns.all
  * def sum0(left: Int): Tree = cs(0).next() match
  *   case 0 => get1(in.begin(), left)
  *   case 1 => get2(in.begin(), left)
  *   case n => EmittedColumns.readLeaf(…)
  * def get1(id: Int, left: Int): Node =
  *   if left <= 0 then self.readDeep(1, in, id).asInstanceOf[Node]
  *   else
  *     val code = cs(1).next()
  *     val a = if code == 0 then sum0(left - 1) else EmittedColumns.elsewhere(self, 0, code, …).asInstanceOf[Tree]
  *     val b = …
  *     val o = new Node(a, b)
  *     self.complete(id, o, in)
  *     o
  * }}}
  */
private[brine] final class EmitReadColumns[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned),
      EmitReadClasses[Q],
      EmitElements[Q],
      Columnar[Q]:
  import quotes.reflect.*

  /** An object of the definition, which has begun. */
  def body(
      definition: Expr[Int],
      in: Expr[ColumnReader],
      columns: Expr[ColumnSources],
      id: Expr[Int],
      left: Expr[Int],
      self: Expr[DerivedPickler[?]]
  )(using Quotes): Expr[AnyRef] =
    new Body(owner, in, columns, self).all(definition, id, left).asExprOf[AnyRef]

  private final class Body(
      here: Symbol,
      in: Expr[ColumnReader],
      columns: Expr[ColumnSources],
      val self: Expr[DerivedPickler[?]]
  )(using Quotes) extends EmittedMethod(here),
        Classes:
    protected def reader: Expr[ColumnReader] = in

    private val csDef = constant("cs")('{ $columns.all })
    private val cs = Ref(csDef.symbol).asExprOf[Array[ColumnSource]]

    def all(definition: Expr[Int], id: Expr[Int], left: Expr[Int])(using Quotes): Term =
      val cases = emitted.map(i => i -> cast(product(i)(id.asTerm, left.asTerm), TypeRepr.of[AnyRef]))
      val objects = switch(definition.asTerm, cases, impossible(definition))
      Block(csDef :: localMethods, objects)

    private def column(definition: Int, member: Int, level: Int, role: Int)(using Quotes): Expr[ColumnSource] =
      '{ $cs(${ Expr(number(definition, member, level, role)) }) }

    private def product(index: Int): LocalMethod =
      methodOf(index, "get", List("id" -> TypeRepr.of[Int], "left" -> TypeRepr.of[Int]), typeOf(index)) { ps =>
        val next = '{ ${ ps(1).asExprOf[Int] } - 1 }.asTerm
        val deep = '{ $self.readDeep(${ Expr(index) }, $in, ${ ps(0).asExprOf[Int] }) }.asTerm
        val fields = counted(index, guarded(index, next, ps(0)))
        if isRecursive(index) then If('{ ${ ps(1).asExprOf[Int] } <= 0 }.asTerm, cast(deep, typeOf(index)), fields)
        else fields
      }

    private def counted(index: Int, code: Term)(using Quotes): Term =
      if isCountedByColumn(index) then code
      else Block(List('{ $in.count($columns.shapes(${ Expr(index) })) }.asTerm), code)

    private def guarded(index: Int, left: Term, id: Term)(using Quotes): Term = definitions(index) match
      case p: TypePlan.Product if p.isCyclic => product(index, p, left, id)
      case p: TypePlan.Product =>
        noting(note => inColumnOrder(index, p, left, id, i => note(i))) { (e, at) =>
          '{ EmittedFailures.failed($e, $self, ${ Expr(index) }, $at) }
        }
      case other => throw new IllegalStateException(other.toString)

    protected def readField(definition: Int, field: Int, left: Term, mayWait: Boolean)(using Quotes): Term =
      place(definition, field, useOf(definition)(field), fieldKeys(definition)(field), left, mayWait)

    /** Objects inside read from these columns after them. */
    protected def comesFirst(use: Use): Boolean = isValue(use)

    protected def isNumbered(p: TypePlan.Product): Boolean = true

    protected def ifReferredTo(id: Term, code: Term)(using Quotes): Term =
      If('{ ${ id.asExprOf[Int] } >= 0 }.asTerm, code, Literal(UnitConstant()))

    /** Reads values first, then fields that may hold objects; and makes the object, to which by its type nothing
      * leads back.
      */
    private def inColumnOrder(index: Int, p: TypePlan.Product, left: Term, id: Term, at: Quotes ?=> Int => Term)(using
        Quotes
    ): Term =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val here = owner
      val undecided = undecidedToRead(uses)
      val definitions = uses.indices.toVector.map { i =>
        val tpe = typeOfKey(keys(i))
        val flags = if undecided(i) then Flags.Mutable | Flags.Synthetic else Flags.Synthetic
        val symbol = Symbol.newVal(here, s"f$i", tpe, flags, Symbol.noSymbol)
        val value =
          if undecided(i) then zero(uses(i), tpe) else readField(index, i, left, mayWait = false)(using inside(symbol))
        ValDef(symbol, Some(value))
      }
      def whereEarly(i: Int, isEarly: Boolean): Term =
        val bit = '{ ($columns.early(${ Expr(index) }) & ${ Expr(1L << i) }) != 0L }
        val assigned = Assign(Ref(definitions(i).symbol), readField(index, i, left, mayWait = false))
        If((if isEarly then bit else '{ ! $bit }).asTerm, Block(List(at(i)), assigned), Literal(UnitConstant()))
      val (values, others) = uses.indices.toList.partition(i => isValue(uses(i)))
      val early = undecided.toList.sorted
      val read =
        values.flatMap(i => List(at(i), definitions(i))) ++ early.map(definitions(_)) ++ early.map(whereEarly(
          _,
          isEarly = true
        )) ++
          others.flatMap(i =>
            if undecided(i) then List(whereEarly(i, isEarly = false)) else List(at(i), definitions(i))
          )
      Block(read :+ at(-1), completed(index, p, construct(index, definitions.map(d => Ref(d.symbol))), id))

    // ---- places

    private def place(definition: Int, member: Int, use: Use, key: Int, left: Term, mayWait: Boolean, level: Int = 0)(
        using Quotes
    ): Term = use match
      case Use.Scalar(ScalarKind.Unit) => Literal(UnitConstant())
      case Use.Scalar(kind)            => scalar(kind, column(definition, member, level, Role.of(kind)))
      case Use.Given(slot) =>
        val levels = left.asExprOf[Int]
        val value = '{
          val objects = $columns.objects(${ Expr(objectsAt(definition, member)) })
          val code = objects.code
          if code != null && $levels > 0 then
            val number = objects.codes.next()
            if number == 0L then
              val value = code.asInstanceOf[ColumnsCode].read(
                0,
                $in,
                objects.columns,
                $in.begin(),
                $levels - ${ Expr(Plan.LevelCost) }
              )
              ${ if mayWait then 'value else '{ EmittedColumns.built($self, ${ Expr(slot) }, value, $in) } }
            else EmittedColumns.elsewhereGiven($self, ${ Expr(slot) }, number, ${ Expr(mayWait) }, $in)
          else
            EmittedColumns.readGiven(
              $self,
              ${ Expr(definition) },
              ${ Expr(member) },
              ${ Expr(slot) },
              ${ Expr(mayWait) },
              objects,
              $columns,
              $in,
              $levels
            )
        }
        cast(value.asTerm, typeOfKey(key))
      case Use.Local(index) =>
        val tpe = typeOfKey(key)
        if !isTaken(use) then
          val levels = left.asExprOf[Int]
          val read = '{
            EmittedColumns.readPlace(
              $self,
              ${ Expr(definition) },
              ${ Expr(member) },
              ${ Expr(index) },
              ${ Expr(mayWait) },
              $columns,
              $in,
              $levels
            )
          }
          cast(read.asTerm, tpe)
        else
          let('{ ${ column(definition, member, level, Role.Codes) }.next() }.asTerm) { code =>
            val number = code.asExprOf[Long]
            definitions(index) match
              case o: TypePlan.Optional => option(index, o, definition, member, level, number, left)
              case _ =>
                val other =
                  if isReified(index) then
                    '{ EmittedColumns.elsewhereReified($self, ${ Expr(index) }, $number, ${ Expr(mayWait) }, $in) }
                  else '{ EmittedColumns.elsewhere($self, ${ Expr(index) }, $number, ${ Expr(mayWait) }, $in) }
                If('{ $number == 0L }.asTerm, present(index, left, mayWait), cast(other.asTerm, tpe))
          }

    /** A value whose code has been read. */
    private def present(index: Int, left: Term, mayWait: Boolean)(using Quotes): Term = definitions(index) match
      case _: TypePlan.Product =>
        if hasCode(index) then product(index)('{ $in.begin() }.asTerm, left)
        else
          val levels = left.asExprOf[Int]
          cast(
            '{ EmittedColumns.readObject($self, ${ Expr(index) }, ${ Expr(mayWait) }, $in, $levels) }.asTerm,
            typeOf(index)
          )
      case _: TypePlan.Sum            => sum(index)(left)
      case s: TypePlan.Sequence       => sequence(index, s)(left)
      case m: TypePlan.Mapping        => mapping(index, m)(left)
      case TypePlan.ScalarArray(kind) => array(index, kind)
      case other                      => throw new IllegalStateException(other.toString)

    private def option(
        index: Int,
        o: TypePlan.Optional,
        definition: Int,
        member: Int,
        level: Int,
        code: Expr[Long],
        left: Term
    )(using
        Quotes
    ): Term =
      val key = factsOf(index).arguments(0)
      val tpe = typeOf(index)
      val some = typeOfKey(key).asType match
        case '[e] =>
          val content = place(definition, member, o.element, key, left, o.isCyclic, level + 1).asExprOf[e]
          if !o.isCyclic then '{ Some[e]($content) }.asTerm
          else
            '{
              val part = $content
              if part != null then Some[e](part)
              else $self.someOfNull(${ Expr(index) }, $in).asInstanceOf[Option[e]]
            }.asTerm
      val rare = '{ EmittedColumns.option($code, ${ Expr(isMarker(o.element)) }) }.asTerm
      val other = If('{ $code == 2L }.asTerm, cast('{ None }.asTerm, tpe), cast(rare, tpe))
      If('{ $code == 0L }.asTerm, cast(some, tpe), other)

    private def scalar(kind: ScalarKind, column: Expr[ColumnSource])(using Quotes): Term = (kind match
      case ScalarKind.Boolean => '{ $column.nextBoolean() }
      case ScalarKind.Byte    => '{ $column.nextByte() }
      case ScalarKind.Short   => '{ $column.nextShort() }
      case ScalarKind.Char    => '{ $column.nextChar() }
      case ScalarKind.Int     => '{ $column.nextInt() }
      case ScalarKind.Long    => '{ $column.next() }
      case ScalarKind.Float   => '{ $column.nextFloat() }
      case ScalarKind.Double  => '{ $column.nextDouble() }
      case ScalarKind.String  => '{ $column.nextString().asInstanceOf[String] }
      case ScalarKind.Unit    => throw new IllegalStateException("a column of nothing")
    ).asTerm

    // ---- structures

    private def sum(index: Int): LocalMethod =
      methodOf(index, "sum", List("left" -> TypeRepr.of[Int]), typeOf(index)) { ps =>
        val keys = leafKeys(index)
        val uses = useOf(index)
        val isCyclic = definitions(index) match
          case s: TypePlan.Sum => s.isCyclic
          case _               => false
        let('{ ${ column(index, Member.Leaf, 0, Role.Codes) }.next() }.asTerm) { code =>
          val leaf = code.asExprOf[Long]
          val cases = uses.indices.flatMap { n =>
            uses(n) match
              case Use.Local(l) if definitions(l).isInstanceOf[TypePlan.Singleton] =>
                Some(n -> objectOf(typeOfKey(keys(n))))
              case Use.Local(l) => Some(n -> present(l, ps(0), isCyclic))
              case _            => None
          }
          val levels = ps(0).asExprOf[Int]
          val other = '{
            EmittedColumns.readLeaf($self, ${ Expr(index) }, $leaf, ${ Expr(isCyclic) }, $columns, $in, $levels)
          }.asTerm
          val number = '{ if $leaf == $leaf.toInt then $leaf.toInt else -1 }.asTerm
          switch(number, cases.map((n, t) => n -> cast(t, typeOf(index))), cast(other, typeOf(index)))
        }
      }

    private def sequence(index: Int, s: TypePlan.Sequence): LocalMethod =
      methodOf(index, "all", List("left" -> TypeRepr.of[Int]), typeOf(index)) { ps =>
        val key = elementKeys(index).head
        def element(using Quotes): Term = place(index, Member.Element, s.element, key, ps(0), mayWait = s.isCyclic)
        val all = typeOfKey(key).asType match
          case '[e] if s.kind == "Array" =>
            '{
              val size = ${ sizeOf(index) }
              val id = ${ idOf(index, 'size) }
              ${
                if !namesClass(s) then '{ () }
                else
                  '{
                    EmittedColumns.checkArrayClass(
                      $self,
                      ${ Expr(index) },
                      ${ column(index, Member.ArrayClass, 0, Role.String) }.nextString()
                    )
                  }
              }
              ${
                orLarge[Array[e]](index, s, 'size, 'id, ps(0))(
                  filledArray[e](index, 'size, 'id, self, reader)(element.asExprOf[e])
                )
              }
            }.asTerm
          case '[e] if s.isCyclic =>
            '{
              val size = ${ sizeOf(index) }
              val id = ${ idOf(index, 'size) }
              ${ stacked[e](index, 'size, 'id, self, reader)(element.asExprOf[e]) }
            }.asTerm
          case '[e] =>
            '{
              val size = ${ sizeOf(index) }
              val id = ${ idOf(index, 'size) }
              ${
                orLarge[AnyRef](index, s, 'size, 'id, ps(0))('{
                  val all = $self.newBuilder(${ Expr(index) }, size)
                  var i = 0
                  try
                    while i < size do
                      all.addOne(${ element.asExprOf[e] })
                      i += 1
                  catch case e: Exception => throw EmittedFailures.failedElement(e, i)
                  val collection = $self.result(${ Expr(index) }, all, size, $in)
                  $self.completeGeneric(${ Expr(index) }, id, collection, $in)
                  collection
                })
              }
            }.asTerm
        cast(all, typeOf(index))
      }

    /** The collection, by this code if its elements are not many. */
    private def orLarge[A: Type](index: Int, s: TypePlan.Sequence, size: Expr[Int], id: Expr[Int], left: Term)(
        code: Quotes ?=> Expr[A]
    )(using Quotes): Expr[A] =
      if s.isCyclic then code
      else
        '{
          if $size >= ColumnBuilder.Large then
            EmittedColumns.readLarge($self, ${ Expr(index) }, $size, $id, $in, ${ left.asExprOf[Int] }).asInstanceOf[A]
          else $code
        }

    private def array(index: Int, kind: ScalarKind)(using Quotes): Term =
      val elements = column(index, Member.Element, 0, Role.of(kind))
      val all = '{
        EmittedColumns.readArray($self, ${ Expr(index) }, ${ sizeOf(index) }, ${ Expr(kind.ordinal) }, $elements, $in)
      }
      cast(all.asTerm, typeOf(index))

    private def sizeOf(index: Int)(using Quotes): Expr[Int] =
      '{ $in.sizeOf($columns.shapes(${ Expr(index) }), ${ column(index, Member.Size, 0, Role.Codes) }.next()) }

    private def idOf(index: Int, size: Expr[Int])(using Quotes): Expr[Int] =
      if isMutable(index) then '{ $in.begin() }
      else '{ if $size == 0 then -1 else $in.begin() }

    private def mapping(index: Int, m: TypePlan.Mapping): LocalMethod =
      methodOf(index, "map", List("left" -> TypeRepr.of[Int]), typeOf(index)) { ps =>
        val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
        def part(member: Int, use: Use, key: Int)(using Quotes): Expr[AnyRef] =
          val value = Typed(place(index, member, use, key, ps(0), m.isCyclic), Inferred(TypeRepr.of[Any])).asExprOf[Any]
          if m.isCyclic then '{ $self.part($value, $in) }
          else '{ $value.asInstanceOf[AnyRef] }
        val all = '{
          val size = ${ sizeOf(index) }
          val id = ${ idOf(index, 'size) }
          val parts = new java.util.ArrayList[AnyRef]()
          var i = 0
          try
            while i < size do
              parts.add(${ part(Member.Key, m.key, keyKey) })
              parts.add(${ part(Member.Value, m.value, valueKey) })
              i += 1
          catch case e: Exception => throw EmittedFailures.failedEntry(e, parts.size)
          $self.mapping(${ Expr(index) }, id, parts, $in)
        }
        cast(all.asTerm, typeOf(index))
      }
