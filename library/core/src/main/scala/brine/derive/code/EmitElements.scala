package brine.derive.code

import scala.quoted.*
import brine.PickleReader
import brine.emitted.{DerivedPickler, Emitted, EmittedFailures}

/** Emits the loops that read elements which may not be built yet, for [[EmitRead]]. */
private[brine] trait EmitElements[Q <: Quotes] extends Emitter[Q]:
  import quotes.reflect.*

  /** Reads a collection of which some elements may not be built yet, so that they are stacked up first. */
  protected def stacked[e: Type](
      index: Int,
      size: Expr[Int],
      id: Expr[Int],
      self: Expr[DerivedPickler[?]],
      reader: Expr[PickleReader]
  )(
      next: Quotes ?=> Expr[e]
  )(using Quotes): Expr[AnyRef] =
    '{
      val base = $self.stacked($reader)
      var waits = false
      var i = 0
      try
        while i < $size do
          val x = $next
          if x != null then $self.stack(x, $reader) else waits |= $self.stackNull($reader)
          i += 1
      catch case e: Exception => throw EmittedFailures.failedElement(e, i)
      $self.sequence(${ Expr(index) }, $id, base, waits, $reader)
    }

  /** Reads the elements of an array of references, straight into one that grows with them up to the claimed size. */
  protected def filledArray[e: Type](
      index: Int,
      size: Expr[Int],
      id: Expr[Int],
      self: Expr[DerivedPickler[?]],
      reader: Expr[PickleReader]
  )(next: Quotes ?=> Expr[e])(using Quotes): Expr[Array[e]] =
    val make = (length: Expr[Int]) =>
      Apply(
        TypeApply(Select.unique(New(Inferred(typeOf(index))), "<init>"), List(Inferred(TypeRepr.of[e]))),
        List(length.asTerm)
      ).asExprOf[Array[e]]
    '{
      var all = ${ make('{ Math.min($size, Emitted.FirstCapacity) }) }
      var waiting = null.asInstanceOf[AnyRef]
      var i = 0
      try
        while i < $size do
          if i == all.length then
            val larger = ${ make('{ Math.min($size, i * 2) }) }
            System.arraycopy(all, 0, larger, 0, i)
            all = larger
          val x = $next
          all(i) = x
          if x == null then waiting = $self.waitFor(waiting, i, $reader)
          i += 1
      catch case e: Exception => throw EmittedFailures.failedElement(e, i)
      ${
        if isReified(index) then '{ $self.completeReifiedArray(${ Expr(index) }, $id, all, waiting, $reader) }
        else '{ $self.completeArray(${ Expr(index) }, $id, all, waiting, $reader) }
      }
      all
    }
