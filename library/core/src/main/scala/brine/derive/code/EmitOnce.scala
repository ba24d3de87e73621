package brine.derive.code

import scala.collection.mutable
import scala.quoted.*
import brine.Pickler
import brine.cache.PicklerCache

/** Makes code that runs repeatedly use one pickler. The code is a derivation within a method: of a generic class, whose
  * given has parameters, or at a call site by `import brine.auto.given`.
  *
  * For `given derived$Pickler[A](using evidence: Pickler[A])`:
  *
  * {{{
  * class $anon extends DerivedPickler[Box[A]](…) { … }
  * val known = PicklerCache.find(classOf[$anon], evidence)
  * if known != null then known.asInstanceOf[Pickler[Box[A]]] else PicklerCache.keep(new $anon, evidence)
  * }}}
  *
  * The key is the class and all that it captures, if these are values that do not change. A pickler that captures more
  * is made anew. Nothing is added to a `given` without parameters, which the language evaluates once.
  */
private[brine] final class EmitOnce[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes

  /** `emitted` is a block of a class and its instance. */
  def apply[A: Type](emitted: Expr[Pickler[A]]): Expr[Pickler[A]] =
    bare(emitted.asTerm) match
      case Block(List(made: ClassDef), instance) if isRunAgain =>
        captured(made) match
          case Some(parts) =>
            val found = lookUp[A](Literal(ClassOfConstant(made.symbol.typeRef)), parts, instance.asExprOf[Pickler[A]])
            Block(List(made), found.asTerm).asExprOf[Pickler[A]]
          case None => emitted
      case _ => emitted

  private def bare(term: Term): Term = term match
    case Inlined(_, Nil, inner) => bare(inner)
    case Typed(inner: Block, _) => inner
    case other                  => other

  private def lookUp[A: Type](key: Term, parts: List[Term], made: Expr[Pickler[A]]): Expr[Pickler[A]] =
    val known = key.asExprOf[Class[?]]
    parts.map(_.asExprOf[Any]) match
      case Nil => choose[A]('{ PicklerCache.find($known) }, '{ PicklerCache.keep($made) })
      case List(a) =>
        val part = '{ $a.asInstanceOf[AnyRef] }
        choose[A]('{ PicklerCache.find($known, $part) }, '{ PicklerCache.keep($made, $part) })
      case List(a, b) =>
        val (first, second) = ('{ $a.asInstanceOf[AnyRef] }, '{ $b.asInstanceOf[AnyRef] })
        choose[A]('{ PicklerCache.find($known, $first, $second) }, '{ PicklerCache.keep($made, $first, $second) })
      case all =>
        val array = '{ Array[AnyRef](${ Varargs(all.map(part => '{ $part.asInstanceOf[AnyRef] })) }*) }
        '{
          val parts = $array
          ${ choose[A]('{ PicklerCache.findAll($known, parts) }, '{ PicklerCache.keepAll($made, parts) }) }
        }

  // `Any`, since under -Yexplicit-nulls a value that may be null is not a pickler.
  private def choose[A: Type](find: Expr[Any], keep: Expr[Pickler[A]]): Expr[Pickler[A]] =
    '{
      val known: Any = $find
      if known != null then known.asInstanceOf[Pickler[A]] else $keep
    }

  /** Returns true if the code may run again. Only code in a `given` of a class or object without parameters does not.
    */
  def isRunAgain: Boolean =
    def isOutside(symbol: Symbol): Boolean =
      symbol.isNoSymbol || symbol.isClassDef || symbol.isPackageDef || symbol.isDefDef
    def isMember(symbol: Symbol): Boolean = symbol.isValDef && symbol.owner.isClassDef
    val owner = Iterator.iterate(Symbol.spliceOwner)(_.owner).find(s => isOutside(s) || isMember(s))
    !owner.exists(s => s.isValDef && s.flags.is(Flags.Given))

  /** Returns the values from around `made` that it refers to; None if they do not determine it completely. */
  private def captured(made: ClassDef): Option[List[Term]] =
    val found = new Captured(made.symbol)
    found.traverseTree(made)(made.symbol)
    Option.when(found.areAll)(found.parts.values.toList)

  private final class Captured(made: Symbol) extends TreeTraverser:
    val parts = mutable.LinkedHashMap.empty[Symbol, Term]
    var areAll = true
    private val seen = mutable.HashSet.empty[TypeRepr]

    override def traverseTree(tree: Tree)(owner: Symbol): Unit = if areAll then
      tree match
        case id: Ident       => addName(id)
        case self: This      => addThis(self.symbol)
        case types: TypeTree => addType(types.tpe)
        case _               => ()
      super.traverseTree(tree)(owner)

    private def addName(id: Ident): Unit = if !isInside(id.symbol) then
      if isLocal(id.symbol) then addLocal(id.symbol, id.tpe) else addType(id.tpe)

    private def addLocal(symbol: Symbol, tpe: TypeRepr): Unit =
      val flags = symbol.flags
      val isValue = symbol.isValDef && !flags.is(Flags.Mutable) && !flags.is(Flags.Lazy) && !flags.is(Flags.Module)
      if isValue && !isByName(symbol) && tpe.widenTermRefByName <:< TypeRepr.of[AnyRef] then parts(symbol) = Ref(symbol)
      else areAll = false

    private def isByName(symbol: Symbol): Boolean = symbol.flags.is(Flags.Param) && (symbol.tree match
      case ValDef(_, declared, _) => typeOf(declared) match
          case ByNameType(_) => true
          case _             => false
      case _ => true
    )

    private def typeOf(declared: TypeTree): TypeRepr = declared.tpe

    private def addThis(outer: Symbol): Unit = if !isInside(outer) && !isStatic(outer) then
      if isAround(outer) then parts(outer) = This(outer) else areAll = false

    private def isAround(outer: Symbol): Boolean =
      Iterator.iterate(Symbol.spliceOwner)(_.owner).takeWhile(!_.isNoSymbol).contains(outer)

    private def addType(tpe: TypeRepr): Unit = if areAll && seen.add(tpe) then
      tpe match
        case ThisType(of)                 => addThis(of.typeSymbol)
        case ref: TermRef                 => addPath(ref)
        case ref: TypeRef                 => addClass(ref)
        case AppliedType(constructor, of) => addType(constructor); of.foreach(addType)
        case AndType(a, b)                => addType(a); addType(b)
        case OrType(a, b)                 => addType(a); addType(b)
        case AnnotatedType(of, _)         => addType(of)
        case Refinement(of, _, info)      => addType(of); addType(info)
        case TypeBounds(low, high)        => addType(low); addType(high)
        case ByNameType(of)               => addType(of)
        case _                            => ()

    private def addPath(ref: TermRef): Unit =
      val symbol = ref.termSymbol
      if !isInside(symbol) then if isLocal(symbol) then addLocal(symbol, ref) else addType(ref.qualifier)

    private def addClass(ref: TypeRef): Unit =
      val symbol = ref.typeSymbol
      if symbol.isClassDef && isWithinMethod(symbol) then areAll = false
      else if !symbol.isTypeParam then
        ref.qualifier match
          case NoPrefix() => if ref.isOpaqueAlias || symbol.isClassDef then () else addType(ref.dealias)
          case prefix     => addType(prefix)

    private def isInside(symbol: Symbol): Boolean =
      Iterator.iterate(symbol)(_.maybeOwner).takeWhile(!_.isNoSymbol).contains(made)

    /** Returns true for a symbol of a method, and not of the class that is emitted: no other tree shows the variables
      * that this class captures.
      */
    private def isWithinMethod(symbol: Symbol): Boolean = !isInside(symbol) &&
      Iterator.iterate(symbol.maybeOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol).exists(s =>
        !s.isClassDef && !s.isPackageDef
      )

    private def isLocal(symbol: Symbol): Boolean =
      !symbol.maybeOwner.isNoSymbol && !symbol.owner.isClassDef && !symbol.owner.isPackageDef

    private def isStatic(symbol: Symbol): Boolean =
      symbol.isPackageDef || symbol.isNoSymbol || symbol.flags.is(Flags.Module) && isStatic(symbol.owner)
