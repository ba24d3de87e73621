package brine.derive.code

import scala.quoted.*
import brine.binary.BinaryReader
import brine.emitted.{DerivedPickler, EmittedFailures, GivenElements}
import brine.model.{TypePlan, Use}

/** The part of [[EmitRead]] that reads collections, arrays and maps. */
private[brine] trait EmitReadCollections[Q <: Quotes] extends EmitElements[Q]:
  import quotes.reflect.*

  protected trait Collections:
    protected def reader: Expr[BinaryReader]
    protected def self: Expr[DerivedPickler[?]]

    /** Reads an element, which has a marker if `isMarked`; `mayWait` as for places. */
    protected def element(use: Use, key: Int, isMarked: Term, left: Term, mayWait: Boolean)(using Quotes): Term

    /** Reads by the plan if [[EmitWriteCollections]] writes by the plan. */
    private def byPlanIfNumbered(index: Int, left: Term, id: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !useOf(index).exists(_.isInstanceOf[Use.Given]) then code
      else
        val byPlan =
          '{ $self.readByPlan(${ Expr(index) }, ${ id.asExprOf[Int] }, $reader, ${ left.asExprOf[Int] }) }.asTerm
        If('{ $self.isNumbered(${ Expr(index) }, $reader) }.asTerm, cast(byPlan, typeOf(index)), code)

    final def sequence(index: Int, s: TypePlan.Sequence, left: Term, id: Term)(using Quotes): Term =
      byPlanIfNumbered(index, left, id)(ownSequence(index, s, left, id))

    private def ownSequence(index: Int, s: TypePlan.Sequence, left: Term, id: Term)(using Quotes): Term =
      val key = elementKeys(index).head
      def next(isMarked: Expr[Boolean])(using Quotes): Term = element(s.element, key, isMarked.asTerm, left, s.isCyclic)
      def nextOf(givens: Expr[GivenElements | Null], isMarked: Expr[Boolean])(using Quotes): Term = s.element match
        case Use.Given(_) => cast('{ $givens.asInstanceOf[GivenElements].next() }.asTerm, typeOfKey(key))
        case _            => next(isMarked)
      typeOfKey(key).asType match
        case '[e] =>
          if s.kind == "Array" then
            array[e](index, s, left, id)(q ?=> (givens, isMarked) => nextOf(givens, isMarked).asExprOf[e])
          else if s.isCyclic then
            cyclicSequence(index, s, left, id)(q ?=> (givens, isMarked) => nextOf(givens, isMarked).asExprOf[e])
          else plainSequence(index, id)(q ?=> isMarked => next(isMarked).asExprOf[e])

    /** A collection's header: its size is a claim that the bytes must bear out, or a limit. */
    private def size(index: Int)(using Quotes): Expr[Long] =
      if useOf(index).exists(takesBytes) then '{ $reader.getSize() }
      else '{ $self.size(${ Expr(index) }, $reader) }

    /** Reads a collection that may be null. `read` makes it of its size and a flag: its elements are marked. */
    private def sized[A: Type](index: Int)(read: Quotes ?=> (Expr[Int], Expr[Boolean]) => Expr[A])(using
        Quotes
    ): Expr[A] =
      '{
        val header = ${ size(index) }
        if header == -1L then null.asInstanceOf[A]
        else
          val size = (header >>> 1).toInt
          val isMarked = (header & 1L) != 0L
          ${ read('size, 'isMarked) }
      }

    private def array[e: Type](index: Int, s: TypePlan.Sequence, left: Term, id: Term)(
        next: Quotes ?=> (Expr[GivenElements | Null], Expr[Boolean]) => Expr[e]
    )(using Quotes): Term =
      val read = sized(index)((size, isMarked) =>
        '{
          val givens: GivenElements | Null = ${ givenElements(s.element, isMarked, left) }
          ${ filledArray[e](index, size, id.asExprOf[Int], self, reader)(next('givens, isMarked)) }
        }
      )
      if !mayBeNarrower(index) then read.asTerm else otherArray[e](index, id, read)

    /** An array of a subtype is left to the plan. */
    private def otherArray[e: Type](index: Int, id: Term, declared: Expr[Array[e]])(using Quotes): Term =
      '{
        if $reader.isOtherArray then
          $self.readDeep(${ Expr(index) }, $reader, ${ id.asExprOf[Int] }).asInstanceOf[Array[e]]
        else $declared
      }.asTerm

    private def cyclicSequence[e: Type](index: Int, s: TypePlan.Sequence, left: Term, id: Term)(
        next: Quotes ?=> (Expr[GivenElements | Null], Expr[Boolean]) => Expr[e]
    )(using Quotes): Term =
      cast(
        sized(index)((size, isMarked) =>
          '{
            val givens: GivenElements | Null = ${ givenElements(s.element, isMarked, left) }
            ${ stacked[e](index, size, id.asExprOf[Int], self, reader)(next('givens, isMarked)) }
          }
        ).asTerm,
        typeOf(index)
      )

    private def givenElements(use: Use, isMarked: Expr[Boolean], left: Term)(using Quotes): Expr[GivenElements | Null] =
      use match
        case Use.Given(slot) =>
          '{ $self.elements($self.slot(${ Expr(slot) }), $isMarked, $reader, ${ left.asExprOf[Int] }) }
        case _ => '{ null.asInstanceOf[GivenElements] }

    private def plainSequence[e: Type](index: Int, id: Term)(next: Quotes ?=> Expr[Boolean] => Expr[e])(using
        Quotes
    ): Term =
      cast(
        sized(index)((size, isMarked) =>
          '{
            val all = $self.newBuilder(${ Expr(index) }, $size)
            var i = 0
            try
              while i < $size do
                all.addOne(${ next(isMarked) })
                i += 1
            catch case e: Exception => throw EmittedFailures.failedElement(e, i)
            val collection = $self.result(${ Expr(index) }, all, $size, $reader)
            $self.completeGeneric(${ Expr(index) }, ${ id.asExprOf[Int] }, collection, $reader)
            collection
          }
        ).asTerm,
        typeOf(index)
      )

    final def mapping(index: Int, m: TypePlan.Mapping, left: Term, id: Term)(using Quotes): Term =
      byPlanIfNumbered(index, left, id)(ownMapping(index, m, left, id))

    private def ownMapping(index: Int, m: TypePlan.Mapping, left: Term, id: Term)(using Quotes): Term =
      val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
      def read(use: Use, key: Int, isMarked: Term): Quotes ?=> Expr[Any] =
        Typed(element(use, key, isMarked, left, mayWait = true), Inferred(TypeRepr.of[Any])).asExprOf[Any]
      cast(
        sized(index)((size, isMarked) =>
          '{
            val parts = new java.util.ArrayList[AnyRef]()
            var i = 0
            try
              while i < $size do
                val key: Any = ${ read(m.key, keyKey, isMarked.asTerm) }
                parts.add($self.part(key, $reader))
                val x: Any = ${ read(m.value, valueKey, isMarked.asTerm) }
                parts.add($self.part(x, $reader))
                i += 1
            catch case e: Exception => throw EmittedFailures.failedEntry(e, parts.size)
            $self.mapping(${ Expr(index) }, ${ id.asExprOf[Int] }, parts, $reader)
          }
        ).asTerm,
        typeOf(index)
      )
