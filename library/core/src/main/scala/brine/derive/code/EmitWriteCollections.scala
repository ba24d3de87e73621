package brine.derive.code

import scala.quoted.*
import brine.binary.BinaryBuilder
import brine.emitted.{DerivedPickler, EmittedFailures}
import brine.model.{CollectionKind, TypePlan, Use}

/** The part of [[EmitWrite]] that writes collections, arrays and maps. */
private[brine] trait EmitWriteCollections[Q <: Quotes] extends Emitter[Q]:
  import quotes.reflect.*

  protected trait Collections:
    protected def builder: Expr[BinaryBuilder]
    protected def self: Expr[DerivedPickler[?]]

    /** Writes an element, which has a marker if `isMarked`. */
    protected def element(use: Use, key: Int, value: Term, isMarked: Term, left: Term)(using Quotes): Term

    private def marks(use: Use, values: Expr[scala.collection.Iterable[Any]])(using Quotes): Expr[Boolean] = use match
      case Use.Given(slot)                          => '{ $self.marksGiven($self.slot(${ Expr(slot) }), $values) }
      case Use.Local(index) if isPlainMarker(index) => '{ $self.containsNull($values) }
      case Use.Local(index) if isTracked(index)     => Expr(true)
      case _                                        => Expr(false)

    /** A collection of given picklers, of which some may be open: with numbers its plan writes it, else `code`. */
    private def byPlanIfNumbered(index: Int, uses: Seq[Use], value: Term, left: Term)(code: Quotes ?=> Term)(using
        Quotes
    ): Term =
      if !uses.exists(_.isInstanceOf[Use.Given]) then code
      else
        '{
          if $self.isNumbered(${ Expr(index) }, $builder) then
            $self.writeByPlan(${ Expr(index) }, ${ value.asExprOf[Any] }, $builder, ${ left.asExprOf[Int] })
          else ${ code.asExprOf[Unit] }
        }.asTerm

    protected final def sequence(index: Int, value: Term, left: Term)(using Quotes): Term =
      byPlanIfNumbered(index, useOf(index), value, left)(ownSequence(index, value, left))

    private def ownSequence(index: Int, value: Term, left: Term)(using Quotes): Term =
      val s @ TypePlan.Sequence(kind, use, _, _) = definitions(index): @unchecked
      val elementKey = elementKeys(index).head
      val elementType = typeOfKey(elementKey)
      elementType.asType match
        case '[e] =>
          if kind == "Array" then
            val array = value.asExprOf[Array[e]]
            '{
              val isMarked = ${ marks(use, '{ $self.iterable($array) }) }
              val size = $array.length
              ${ this.size(s.isTracked, 'size, 'isMarked) }
              var i = 0
              try
                while i < size do
                  val x = $array(i)
                  ${ element(use, elementKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                  i += 1
              catch case e: Exception => throw EmittedFailures.failedElement(e, i)
            }.asTerm
          else
            '{
              val collection = ${ iterable[e](index, kind, value) }
              val isMarked = ${ marks(use, 'collection) }
              val size = collection.size
              ${ this.size(s.isTracked, 'size, 'isMarked) }
              var i = 0
              try
                val all = collection.iterator
                while all.hasNext do
                  val x = all.next()
                  ${ element(use, elementKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                  i += 1
              catch case e: Exception => throw EmittedFailures.failedElement(e, i)
              if i != size then throw EmittedFailures.changed(size, i)
            }.asTerm

    /** A collection as one of Scala's. */
    private def iterable[e: Type](index: Int, kind: String, value: Term)(using
        Quotes
    ): Expr[scala.collection.Iterable[e]] =
      if CollectionKind.isJava(kind) then
        '{ $self.asScala(${ Expr(index) }, ${ value.asExprOf[AnyRef] }).asInstanceOf[scala.collection.Iterable[e]] }
      else if CollectionKind.mayBeLazy(kind) then
        '{ $self.ended(${ value.asExprOf[scala.collection.Iterable[e]] }, $builder) }
      else value.asExprOf[scala.collection.Iterable[e]]

    private def size(isTracked: Boolean, size: Expr[Int], isMarked: Expr[Boolean])(using Quotes): Expr[Unit] =
      if isTracked then '{ $builder.putTrackedSize($size, $isMarked) }
      else '{ $builder.putSize($size, $isMarked) }

    protected final def mapping(index: Int, value: Term, left: Term)(using Quotes): Term =
      byPlanIfNumbered(index, useOf(index), value, left)(ownMapping(index, value, left))

    private def ownMapping(index: Int, value: Term, left: Term)(using Quotes): Term =
      val m @ TypePlan.Mapping(kind, keyUse, valueUse, _, _) = definitions(index): @unchecked
      val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
      (typeOfKey(keyKey).asType, typeOfKey(valueKey).asType) match
        case ('[k], '[v]) =>
          '{
            val map: scala.collection.Map[k, v] = ${
              if CollectionKind.isJava(kind) then
                '{
                  $self.mapAsScala(${ Expr(index) }, ${ value.asExprOf[AnyRef] }).asInstanceOf[scala.collection.Map[
                    k,
                    v
                  ]]
                }
              else value.asExprOf[scala.collection.Map[k, v]]
            }
            val isMarked = ${ marks(keyUse, '{ map.keys }) } || ${ marks(valueUse, '{ map.values }) }
            val size = map.size
            ${ this.size(m.isTracked, 'size, 'isMarked) }
            var parts = 0 // keys and values in turn
            try
              val all = map.iterator
              while all.hasNext do
                val entry = all.next()
                val key = entry._1
                val x = entry._2
                ${ element(keyUse, keyKey, 'key.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                parts += 1
                ${ element(valueUse, valueKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                parts += 1
            catch case e: Exception => throw EmittedFailures.failedEntry(e, parts)
            if parts >> 1 != size then throw EmittedFailures.changed(size, parts >> 1)
          }.asTerm
