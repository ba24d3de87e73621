package brine.derive

import scala.quoted.*
import brine.{internal, Pickler}
import brine.derive.code.EmitPickler
import brine.derive.types.ReadType
import brine.model.{Problem, Rules}

/** Derivation: read the types, decide, emit. Called by [[Pickler.derived]], `derives Pickler` and `brine.auto`.
  *
  *   1. [[ReadType]] turns the compiler's types into facts ([[TypeModel]]).
  *   1. [[Rules]] turns facts into a plan ([[brine.model.Family]]), or into every [[Problem]] found.
  *   1. [[CheckLock]] checks that the type can read all its released shapes.
  *   1. [[EmitPickler]] turns the plan into code.
  */
@internal
object Derive:
  def pickler[A: Type](using Quotes): Expr[Pickler[A]] = derive[A](isAutomatic = false)

  def automatic[A: Type](using Quotes): Expr[Pickler[A]] = derive[A](isAutomatic = true)

  private def derive[A: Type](isAutomatic: Boolean)(using quotes: Quotes): Expr[Pickler[A]] =
    import quotes.reflect.*
    val types = new ReadType[quotes.type](quotes)
    val root = types.key(TypeRepr.of[A])
    new Rules(types(_), types.isSubtype, isAutomatic).plan(root) match
      case Rules.Result.Failed(problems) => report.errorAndAbort(Problem.report(types(root).shown, problems))
      case planned: Rules.Result.Planned =>
        def plan = new StaticPlans[quotes.type](types, isAutomatic).of(planned)
        CheckLock.problem[quotes.type](quotes, types, root, plan).foreach(report.errorAndAbort(_))
        new EmitPickler[quotes.type](quotes, types, planned).pickler[A]
