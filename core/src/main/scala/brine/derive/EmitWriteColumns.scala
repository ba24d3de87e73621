package brine.derive

import scala.quoted.*
import brine.columns.{ColumnBuilder, ColumnsCode, ColumnSink, ColumnSinks, Counter, Member, Role}
import brine.emitted.{DerivedPickler, EmittedColumns, EmittedFailures}
import brine.model.{CollectionKind, Rules, TypeForm, TypePlan, Use}
import brine.plan.Plan
import brine.shape.ScalarKind

/** Emits the code that puts a family's objects into columns, in the order of [[brine.run.EventWriter]] with a builder
  * of columns. The code of a place comes first, then its value. The fields of an object that hold no objects precede
  * the others.
  *
  * For `case class Person(name: String, friend: Person)`:
  * {{{
  * val cs = columns.all
  * val counters = columns.counters
  * def put0(value: Person, left: Int): Unit =
  *   counters(0).count += 1
  *   cs(0).addString(value.name)
  *   if out.isNew(value.friend, cs(1)) then put0(value.friend, left - 1)
  * }}}
  */
private[brine] final class EmitWriteColumns[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned),
      Columnar[Q]:
  import quotes.reflect.*

  def body(
      definition: Expr[Int],
      value: Expr[AnyRef],
      out: Expr[ColumnBuilder],
      columns: Expr[ColumnSinks],
      left: Expr[Int],
      self: Expr[DerivedPickler[?]]
  )(using Quotes): Expr[Unit] =
    new Body(owner, out, columns, self).all(definition, value, left).asExprOf[Unit]

  private def unit: Term = Literal(UnitConstant())

  private final class Body(
      here: Symbol,
      out: Expr[ColumnBuilder],
      columns: Expr[ColumnSinks],
      self: Expr[DerivedPickler[?]]
  )(using Quotes)
      extends EmittedMethod(here):
    private val csDef = constant("cs")('{ $columns.all })
    private val cs = Ref(csDef.symbol).asExprOf[Array[ColumnSink]]
    private val countersDef = constant("counters")('{ $columns.counters })
    private val counters = Ref(countersDef.symbol).asExprOf[Array[Counter | Null]]

    def all(definition: Expr[Int], value: Expr[AnyRef], left: Expr[Int])(using Quotes): Term =
      val cases = emitted.map(i => i -> product(i)(cast(value.asTerm, typeOf(i)), left.asTerm))
      val objects = switch(definition.asTerm, cases, impossible(definition))
      Block(csDef :: countersDef :: localMethods, objects)

    private def column(definition: Int, member: Int, level: Int, role: Int)(using Quotes): Expr[ColumnSink] =
      '{ $cs(${ Expr(number(definition, member, level, role)) }) }

    private def count(index: Int)(using Quotes): Expr[Unit] =
      '{
        val counter = $counters(${ Expr(index) }).asInstanceOf[Counter]
        counter.count += 1
      }

    private def any(value: Term)(using Quotes): Expr[Any] = Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any]
    private def ref(value: Term)(using Quotes): Expr[AnyRef] = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]

    private def valueAndLeft(index: Int) = List("value" -> typeOf(index), "left" -> TypeRepr.of[Int])

    private def product(index: Int): LocalMethod =
      methodOf(index, "put", valueAndLeft(index), TypeRepr.of[Unit]) { ps =>
        val next = '{ ${ ps(1).asExprOf[Int] } - 1 }.asTerm
        val fields = checked(index, ps(0))(guarded(index, ps(0), next))
        if !isRecursive(index) then fields
        else
          '{
            if ${ ps(1).asExprOf[Int] } <= 0 then $self.writeDeep(${ Expr(index) }, ${ ref(ps(0)) }, $out)
            else ${ fields.asExprOf[Unit] }
          }.asTerm
      }

    /** A class that others can extend: only its own objects are written by its plan. */
    private def checked(index: Int, value: Term)(code: Term)(using Quotes): Term = factsOf(index).form match
      case TypeForm.Class(facts) if !facts.isFinal =>
        val exact = Literal(ClassOfConstant(typeOf(index))).asExprOf[Class[?]]
        '{
          if ${ ref(value) }.getClass ne $exact then $self.checkClass(${ Expr(index) }, ${ ref(value) })
          ${ code.asExprOf[Unit] }
        }.asTerm
      case _ => code

    private def guarded(index: Int, value: Term, left: Term)(using Quotes): Term =
      val written = noting(note => Block(fields(index, value, left, i => note(i)), unit)) { (e, at) =>
        '{ EmittedFailures.failed($e, $self, ${ Expr(index) }, $at) }
      }
      Block(List(count(index).asTerm), written)

    private def fields(index: Int, value: Term, left: Term, at: Quotes ?=> Int => Term)(using Quotes): List[Term] =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val undecided = if uses.length > 1 then undecidedIn(uses) else Set.empty[Int]
      def put(i: Int)(using Quotes): List[Term] =
        List(at(i), place(index, i, uses(i), keys(i), field(value, index, i), left))
      def whereEarly(i: Int, isEarly: Boolean): Term =
        val bit = '{ ($columns.early(${ Expr(index) }) & ${ Expr(1L << i) }) != 0L }
        If((if isEarly then bit else '{ ! $bit }).asTerm, Block(put(i), unit), unit)
      val (values, others) = uses.indices.toList.partition(i => isValue(uses(i)))
      // Columns are numbered as they get their first value, so the values come in the class's order.
      val firsts = uses.indices.toList.flatMap { i =>
        if isValue(uses(i)) then put(i) else if undecided(i) then List(whereEarly(i, isEarly = true)) else Nil
      }
      firsts ++ others.flatMap(i => if undecided(i) then List(whereEarly(i, isEarly = false)) else put(i))

    // ---- places

    private def place(definition: Int, member: Int, use: Use, key: Int, value: Term, left: Term, level: Int = 0)(using
        Quotes
    ): Term =
      use match
        case Use.Scalar(ScalarKind.Unit) => '{ val ignored = ${ value.asExprOf[Unit] } }.asTerm
        case Use.Scalar(kind)            => scalar(kind, column(definition, member, level, Role.of(kind)), value)
        case Use.Given(slot) =>
          let(value) { v =>
            val levels = left.asExprOf[Int]
            '{
              val objects = $columns.objects(${ Expr(objectsAt(definition, member)) })
              val code = objects.code
              if code != null && $levels > 0 then
                val x = ${ any(v) }.asInstanceOf[AnyRef]
                if $out.isNew(x, objects.codes) then
                  code.asInstanceOf[ColumnsCode].write(0, x, $out, objects.columns, $levels - ${ Expr(Plan.LevelCost) })
              else
                EmittedColumns.writeGiven(
                  $self,
                  ${ Expr(definition) },
                  ${ Expr(member) },
                  ${ Expr(slot) },
                  ${ any(v) },
                  objects,
                  $columns,
                  $out,
                  $levels
                )
            }.asTerm
          }
        case Use.Local(index) =>
          if !isTaken(use) then
            '{
              EmittedColumns.writePlace(
                $self,
                ${ Expr(definition) },
                ${ Expr(member) },
                ${ Expr(index) },
                ${ any(value) },
                $columns,
                $out,
                ${ left.asExprOf[Int] }
              )
            }.asTerm
          else
            let(value)(v =>
              taken(index, v, definition, member, level, column(definition, member, level, Role.Codes), left)
            )

    private def taken(
        index: Int,
        v: Term,
        definition: Int,
        member: Int,
        level: Int,
        codes: Expr[ColumnSink],
        left: Term
    )(using
        Quotes
    ): Term =
      definitions(index) match
        case _: TypePlan.Product  => If('{ $out.isNew(${ ref(v) }, $codes) }.asTerm, present(index, v, left), unit)
        case _: TypePlan.Sum      => sum(index, v, definition, member, level, codes, left)
        case s: TypePlan.Sequence => If(isNewCollection(index, v, codes), sequence(index, s)(v, left), unit)
        case m: TypePlan.Mapping  => If(isNewCollection(index, v, codes), mapping(index, m)(v, left), unit)
        case TypePlan.ScalarArray(kind) => If(isNewCollection(index, v, codes), array(index, kind, v), unit)
        case o: TypePlan.Optional =>
          val option = v.asExprOf[Option[Any]]
          val key = factsOf(index).arguments(0)
          val content = cast('{ $option.get }.asTerm, typeOfKey(key))
          If(
            '{ EmittedColumns.hasContent($option, ${ Expr(isMarker(o.element)) }, $codes) }.asTerm,
            place(definition, member, o.element, key, content, left, level + 1),
            unit
          )
        case other => throw new IllegalStateException(other.toString)

    private def isNewCollection(index: Int, value: Term, codes: Expr[ColumnSink])(using Quotes): Term =
      '{ EmittedColumns.isNewCollection($self, ${ Expr(index) }, ${ ref(value) }, $codes, $out) }.asTerm

    /** An object whose code has been put. */
    private def present(index: Int, value: Term, left: Term)(using Quotes): Term =
      if hasCode(index) then product(index)(value, left)
      else
        '{ EmittedColumns.writeObject($self, ${ Expr(index) }, ${ ref(value) }, $out, ${ left.asExprOf[Int] }) }.asTerm

    private def scalar(kind: ScalarKind, column: Expr[ColumnSink], value: Term)(using Quotes): Term = (kind match
      case ScalarKind.Boolean => '{ $column.add(if ${ value.asExprOf[Boolean] } then 1L else 0L) }
      case ScalarKind.Byte    => '{ $column.add(${ value.asExprOf[Byte] }.toLong) }
      case ScalarKind.Short   => '{ $column.add(${ value.asExprOf[Short] }.toLong) }
      case ScalarKind.Char    => '{ $column.add(${ value.asExprOf[Char] }.toLong) }
      case ScalarKind.Int     => '{ $column.add(${ value.asExprOf[Int] }.toLong) }
      case ScalarKind.Long    => '{ $column.add(${ value.asExprOf[Long] }) }
      case ScalarKind.Float   => '{ $column.add(java.lang.Float.floatToRawIntBits(${ value.asExprOf[Float] }).toLong) }
      case ScalarKind.Double  => '{ $column.add(java.lang.Double.doubleToRawLongBits(${ value.asExprOf[Double] })) }
      case ScalarKind.String  => '{ $column.addString(${ value.asExprOf[String] }) }
      case ScalarKind.Unit    => throw new IllegalStateException("a column of nothing")
    ).asTerm

    // ---- structures

    /** A value of a sealed family: its code, which leaf, and the leaf. */
    private def sum(
        index: Int,
        value: Term,
        definition: Int,
        member: Int,
        level: Int,
        codes: Expr[ColumnSink],
        left: Term
    )(using
        Quotes
    ): Term =
      val where = List(definition, member, level).map(n => Literal(IntConstant(n)))
      val leaf = leaves(index)(List(value, codes.asTerm) ++ where :+ left*)
      If('{ ${ ref(value) } == null }.asTerm, '{ $codes.add(1L) }.asTerm, leaf)

    private def leaves(index: Int): LocalMethod =
      val parameters = List(
        "value" -> typeOf(index),
        "codes" -> TypeRepr.of[ColumnSink],
        "holder" -> TypeRepr.of[Int],
        "member" -> TypeRepr.of[Int],
        "level" -> TypeRepr.of[Int],
        "left" -> TypeRepr.of[Int]
      )
      methodOf(index, "leaf", parameters, TypeRepr.of[Unit]) { ps =>
        val List(value, codes, holder, member, level, left) = ps: @unchecked
        val keys = leafKeys(index)
        val uses = useOf(index)
        def begin(n: Int)(using Quotes): Expr[Unit] =
          '{
            ${ column(index, Member.Leaf, 0, Role.Codes) }.add(${ Expr(n.toLong) })
            ${ count(index) }
          }
        val cases = uses.indices.map { n =>
          n -> (uses(n) match
            case Use.Local(l) if definitions(l).isInstanceOf[TypePlan.Singleton] =>
              '{
                ${ codes.asExprOf[ColumnSink] }.add(0L)
                ${ begin(n) }
              }.asTerm
            case Use.Local(l) =>
              let(cast(value, typeOfKey(keys(n)))) { leaf =>
                val isNew = '{ $out.isNew(${ ref(leaf) }, ${ codes.asExprOf[ColumnSink] }) }
                If(isNew.asTerm, Block(List(begin(n).asTerm), present(l, leaf, left)), unit)
              }
            case _ =>
              '{
                EmittedColumns.writeLeaf(
                  $self,
                  ${ Expr(index) },
                  ${ ref(value) },
                  ${ holder.asExprOf[Int] },
                  ${ member.asExprOf[Int] },
                  ${ level.asExprOf[Int] },
                  $columns,
                  $out,
                  ${ left.asExprOf[Int] }
                )
              }.asTerm
          )
        }
        val unexpected = '{ throw EmittedFailures.unexpected($self, ${ Expr(index) }, ${ ref(value) }) }.asTerm
        if keys.length > Plan.MostTests then
          switch('{ $self.leafByClass(${ Expr(index) }, ${ ref(value) }) }.asTerm, cases, unexpected)
        else cases.foldRight(unexpected) { case ((n, code), otherwise) => If(isLeaf(value, keys(n)), code, otherwise) }
      }

    private def sequence(index: Int, s: TypePlan.Sequence): LocalMethod =
      methodOf(index, "all", valueAndLeft(index), TypeRepr.of[Unit]) { ps =>
        val key = elementKeys(index).head
        def element(x: Term)(using Quotes): Expr[Unit] =
          place(index, Member.Element, s.element, key, x, ps(1)).asExprOf[Unit]
        typeOfKey(key).asType match
          case '[e] if s.kind == "Array" =>
            '{
              val all = ${ ps(0).asExprOf[Array[e]] }
              ${ count(index) }
              ${ column(index, Member.Size, 0, Role.Codes) }.add(all.length.toLong)
              ${
                if namesClass(s) then '{ ${ column(index, Member.ArrayClass, 0, Role.String) }.addString(null) }
                else '{ () }
              }
              ${
                orLarge(index, '{ all.iterator }, '{ all.length }, ps(1))('{
                  var i = 0
                  try
                    while i < all.length do
                      val x = all(i)
                      ${ element('x.asTerm) }
                      i += 1
                  catch case e: Exception => throw EmittedFailures.failedElement(e, i)
                })
              }
            }.asTerm
          case '[e] =>
            '{
              val collection = ${ iterable[e](index, s.kind, ps(0)) }
              ${ count(index) }
              val size = collection.size
              ${ column(index, Member.Size, 0, Role.Codes) }.add(size.toLong)
              val all = collection.iterator
              ${
                orLarge(index, 'all, 'size, ps(1))('{
                  var i = 0
                  try
                    while all.hasNext do
                      val x = all.next()
                      ${ element('x.asTerm) }
                      i += 1
                  catch case e: Exception => throw EmittedFailures.failedElement(e, i)
                  if i != size then throw EmittedFailures.changed(size, i)
                })
              }
            }.asTerm
      }

    /** The elements, by this code if they are not many. */
    private def orLarge(index: Int, all: Expr[Iterator[Any]], size: Expr[Int], left: Term)(code: Quotes ?=> Expr[Unit])(
        using Quotes
    ): Expr[Unit] =
      '{
        if $size >= ColumnBuilder.Large then
          EmittedColumns.writeLarge($self, ${ Expr(index) }, $all, $size, $out, ${ left.asExprOf[Int] })
        else $code
      }

    private def array(index: Int, kind: ScalarKind, value: Term)(using Quotes): Term =
      '{
        ${ count(index) }
        EmittedColumns.writeArray(
          ${ ref(value) },
          ${ column(index, Member.Size, 0, Role.Codes) },
          ${ column(index, Member.Element, 0, Role.of(kind)) }
        )
      }.asTerm

    private def mapping(index: Int, m: TypePlan.Mapping): LocalMethod =
      methodOf(index, "map", valueAndLeft(index), TypeRepr.of[Unit]) { ps =>
        val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
        (typeOfKey(keyKey).asType, typeOfKey(valueKey).asType) match
          case ('[k], '[v]) =>
            '{
              val map = ${ asMap[k, v](index, m.kind, ps(0)) }
              ${ count(index) }
              val size = map.size
              ${ column(index, Member.Size, 0, Role.Codes) }.add(size.toLong)
              var parts = 0
              try
                val all = map.iterator
                while all.hasNext do
                  val entry = all.next()
                  val key = entry._1
                  ${ place(index, Member.Key, m.key, keyKey, 'key.asTerm, ps(1)).asExprOf[Unit] }
                  parts += 1
                  val value = entry._2
                  ${ place(index, Member.Value, m.value, valueKey, 'value.asTerm, ps(1)).asExprOf[Unit] }
                  parts += 1
              catch case e: Exception => throw EmittedFailures.failedEntry(e, parts)
              if parts >> 1 != size then throw EmittedFailures.changed(size, parts >> 1)
            }.asTerm
      }

    private def iterable[e: Type](index: Int, kind: String, value: Term)(using
        Quotes
    ): Expr[scala.collection.Iterable[e]] =
      if CollectionKind.isJava(kind) then
        '{ $self.asScala(${ Expr(index) }, ${ ref(value) }).asInstanceOf[scala.collection.Iterable[e]] }
      else value.asExprOf[scala.collection.Iterable[e]]

    private def asMap[k: Type, v: Type](index: Int, kind: String, value: Term)(using
        Quotes
    ): Expr[scala.collection.Map[k, v]] =
      if CollectionKind.isJava(kind) then
        '{ $self.mapAsScala(${ Expr(index) }, ${ ref(value) }).asInstanceOf[scala.collection.Map[k, v]] }
      else value.asExprOf[scala.collection.Map[k, v]]
