package brine.region.derive

import scala.quoted.*
import brine.{Pickler, internal}
import brine.region.{Compactable, Region, RegionShapes}

/** The entry points of the macros: code that compacts ([[EmitCompactable]]) and code of views ([[EmitViews]]). */
@internal
object RegionMacros:
  def compactable[A: Type](pickler: Expr[Pickler[A]])(using Quotes): Expr[Compactable[A]] =
    new EmitCompactable[quotes.type](quotes).compactable[A](pickler)

  def append[B: Type](value: Expr[B], compactable: Expr[Compactable[B]], region: Expr[Region[?]])(using
      Quotes
  ): Expr[Long] =
    new EmitCompactable[quotes.type](quotes).append[B](value, compactable, region)

  def path[B: Type, C: Type](
      view: Expr[Any],
      blocks: Expr[brine.wire.Blocks],
      shapes: Expr[RegionShapes],
      path: Expr[B => C]
  )(using Quotes): Expr[Any] =
    import quotes.reflect.*
    try new EmitViews[quotes.type](quotes).path[B, C](view, blocks, shapes, path)
    catch
      case e: Exception if e.getClass.getSimpleName == "CyclicReference" =>
        report.errorAndAbort(
          "the type of this view depends on a method whose result type the compiler infers from it: write that " +
            "method's result type",
          path.asTerm.pos
        )

  def fold[B: Type, R: Type](view: Expr[Any], shapes: Expr[RegionShapes], cases: Expr[Seq[Nothing => R]])(using
      Quotes
  ): Expr[R] =
    new EmitViews[quotes.type](quotes).fold[B, R](view, shapes, cases)
