package brine.derive

import scala.quoted.*
import brine.{internal, Pickler}
import brine.derive.code.EmitPickler
import brine.derive.types.ReadType
import brine.model.{Problem, Rules}

/** Derivation: read the types, decide, emit. Called by [[Pickler.derived]], `derives Pickler` and `brine.auto`.
  *
  *   1. A union type has the pickler that [[brine.combine.Unions]] makes of those of its types; all others go on.
  *   1. [[ReadType]] turns the compiler's types into facts ([[TypeModel]]).
  *   1. [[Rules]] turns facts into a plan ([[brine.model.Family]]), or into every [[Problem]] found.
  *   1. [[CheckLock]] checks that the type can read all its released shapes.
  *   1. [[EmitPickler]] turns the plan into code.
  */
@internal
object Derive:
  def pickler[A: Type](using Quotes): Expr[Pickler[A]] = derive[A](isAutomatic = false)

  /** Derives on the spot. The search for the pickler of a part, such as `Optional[A]`, may lead here again for a type
    * that is being derived: it gets the pickler that is.
    */
  def automatic[A: Type](using quotes: Quotes): Expr[Pickler[A]] =
    EnumerationMacros.pickler[A].getOrElse(onTheSpot[A])

  private def onTheSpot[A: Type](using quotes: Quotes): Expr[Pickler[A]] =
    import quotes.reflect.*
    val tpe = TypeRepr.of[A]
    pending.get.find(_._1.asInstanceOf[TypeRepr] =:= tpe) match
      case Some((_, symbol)) => Ref(symbol.asInstanceOf[Symbol]).asExprOf[Pickler[A]]
      case None =>
        val symbol =
          Symbol.newVal(Symbol.spliceOwner, "automatic", TypeRepr.of[Pickler[A]], Flags.Lazy, Symbol.noSymbol)
        val before = pending.get
        pending.set((tpe, symbol) :: before)
        try
          val made = derive[A](isAutomatic = true).asTerm
          if refersTo(symbol, made) then
            Block(List(ValDef(symbol, Some(made.changeOwner(symbol)))), Ref(symbol)).asExprOf[Pickler[A]]
          else made.asExprOf[Pickler[A]]
        finally pending.set(before)

  /** The types that are being derived on the spot, with the symbols of their picklers: data of the compiler's. */
  private val pending = ThreadLocal.withInitial[List[(Any, Any)]](() => Nil)

  private def refersTo(using quotes: Quotes)(symbol: quotes.reflect.Symbol, in: quotes.reflect.Term): Boolean =
    import quotes.reflect.*
    val search = new TreeAccumulator[Boolean]:
      def foldTree(found: Boolean, tree: Tree)(owner: Symbol): Boolean =
        found || tree.symbol == symbol || foldOverTree(found, tree)(owner)
    search.foldTree(false, in)(Symbol.spliceOwner)

  private def derive[A: Type](isAutomatic: Boolean)(using quotes: Quotes): Expr[Pickler[A]] =
    import quotes.reflect.*
    val types = new ReadType[quotes.type](quotes)
    // Within another derivation, the parts may not be there yet.
    types.unionPickler(TypeRepr.of[A], isAutomatic && pending.get.length == 1) match
      case Some(made) => made.asExprOf[Pickler[A]]
      case None       => ofClass[A](types, isAutomatic)

  private def ofClass[A: Type](using
      quotes: Quotes
  )(types: ReadType[quotes.type], isAutomatic: Boolean): Expr[Pickler[A]] =
    import quotes.reflect.*
    val root = types.key(TypeRepr.of[A])
    new Rules(types(_), types.isSubtype, isAutomatic, types.isPermitted).plan(root) match
      case Rules.Result.Failed(problems) => report.errorAndAbort(Problem.report(types(root).shown, problems))
      case planned: Rules.Result.Planned =>
        def plan = new StaticPlans[quotes.type](types, isAutomatic).of(planned)
        CheckLock.problem[quotes.type](quotes, types, root, plan).foreach(report.errorAndAbort(_))
        new EmitPickler[quotes.type](quotes, types, planned).pickler[A]
