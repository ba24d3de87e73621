package brine.region.derive

import scala.collection.mutable
import scala.quoted.*
import brine.Pickler
import brine.derive.types.TypeTexts
import brine.model.FoundPickler
import brine.region.{RegionShapes, ViewLoads}
import brine.region.layout.{SlotLayout, StaticType}
import brine.shape.ScalarKind
import brine.wire.Blocks

/** Emits the code of views: loads at constant offsets.
  *
  * `view(_.left.value)` on a `Node(left: Leaf, …)` becomes
  * {{{
  * ViewLoads.ref(blocks, view + 0, 0, 0)       // left
  * blocks.getInt(… + 0)                    // value
  * }}}
  */
private[region] final class EmitViews[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes
  private val read = new StaticTypeReader[quotes.type](quotes)
  private val typeTexts = new TypeTexts[quotes.type](quotes)

  /** A value on the path: an object by its `ref`, or the position of a scalar or word. */
  private enum Step:
    case AtRef(tpe: TypeRepr, ref: Expr[Long])

    /** `before` is the distance in bytes from the beginning of the object to the slot. */
    case AtPlace(tpe: TypeRepr, at: Expr[Long], before: Int)
    case Known(term: Term)

  private def static(tpe: TypeRepr): StaticType =
    val found = read.of(read.types.key(tpe.asInstanceOf[read.types.quotes.reflect.TypeRepr]))
    if read.problems.nonEmpty then report.errorAndAbort(read.problems.mkString("\n"))
    found match
      case StaticType.Record(_) | StaticType.Tagged(_) | StaticType.Opaque => visited(keyOf(tpe)) = tpe
      case _                                                               => ()
    found

  // ---- classes of other modules

  /** The types whose layout the code takes for granted, or asks of a pickler. */
  private val visited = mutable.LinkedHashMap.empty[Int, TypeRepr]

  /** Code whose offsets and tags were computed from classes of other modules, or of classes with parts that only a
    * pickler knows, which may prove to be scalars. It compares them with the picklers at its first use; at each, if it
    * has type parameters:
    * {{{
    * if !ViewLoads.isKnown(0x5c1a…L, classOf[Leaf]) then
    *   ViewLoads.check(0x5c1a…L, Array("r1,2#5c1a s5 t"), Array(pickler), Array(classOf[Leaf]))
    * code
    * }}}
    */
  private def checkedModules(code: Expr[Any]): Expr[Any] =
    val others = visited.toList.filter((key, tpe) =>
      read.of(key) != StaticType.Opaque && (isOfOtherModule(tpe.typeSymbol) || hasOpaqueParts(key))
    ).flatMap((key, tpe) =>
      shown(tpe).map((key, tpe, _))
    )
    if others.isEmpty then code
    else
      val texts = others.map((key, _, _) => read.textOfOne(key))
      val isKnownOnce = others.forall((_, tpe, _) => isConcrete(tpe))
      val known = Expr(
        if isKnownOnce then EmitViews.hash(others.map((_, tpe, _) => typeTexts.full(tpe)).zip(texts).mkString("\n"))
        else ViewLoads.Unknown
      )
      val picklers = Varargs(others.map((_, _, pickler) => pickler))
      val classes = others.map((_, tpe, _) => Literal(ClassOfConstant(tpe)).asExprOf[Class[?]])
      val check = '{
        if !ViewLoads.isKnown($known, ${ classes.head }) then
          ViewLoads.check(
            $known,
            Array(${ Varargs(texts.map(Expr(_))) }*),
            Array[Pickler[?]]($picklers*),
            Array[Class[?]](${ Varargs(classes) }*)
          )
      }
      Block(List(check.asTerm), code.asTerm).asExpr

  /** Code that a region may lay out by other givens than those here. It compares them at its first use with a region,
    * unless all layouts follow from classes:
    * {{{
    * if !shapes.isPlain && !shapes.isKnown(0x5c1a…L) then
    *   shapes.check(0x5c1a…L, Array("r1,2#5c1a@9f3b s5 t"), Array(pickler), Array(classOf[Leaf]))
    * code
    * }}}
    */
  private def checked(shapes: Expr[RegionShapes])(code: Expr[Any]): Expr[Any] =
    val all = visited.toList.flatMap((key, tpe) => shown(tpe).map((key, tpe, _)))
    if all.isEmpty then checkedModules(code)
    else
      val texts = all.map((key, _, _) => read.textOfOne(key))
      val number = Expr(EmitViews.hash(all.map((_, tpe, _) => typeTexts.full(tpe)).zip(texts).mkString("\n")))
      val picklers = all.map((_, _, pickler) => pickler)
      val classes = all.map((key, tpe, _) =>
        if read.of(key) == StaticType.Opaque then '{ classOf[Object] }
        else Literal(ClassOfConstant(tpe)).asExprOf[Class[?]]
      )
      def check(place: Expr[Long]) = '{
        $shapes.check(
          $place,
          Array(${ Varargs(texts.map(Expr(_))) }*),
          Array[Pickler[?]](${ Varargs(picklers) }*),
          Array[Class[?]](${ Varargs(classes) }*)
        )
      }
      val compared =
        if all.forall((key, _, _) => read.isPlain(key)) then
          '{ if ! $shapes.isPlain && ! $shapes.isKnown($number) then ${ check(number) } }
        else
          '{
            val place = ${ picklers.foldLeft(number)((n, pickler) => '{ ViewLoads.place($n, $pickler) }) }
            if ! $shapes.isKnown(place) then ${ check('place) }
          }
      Block(List(compared.asTerm), checkedModules(code).asTerm).asExpr

  private def isOfOtherModule(symbol: Symbol): Boolean =
    !symbol.isDefinedInCurrentRun && !symbol.fullName.startsWith("scala.") && !symbol.fullName.startsWith("java.")

  private def hasOpaqueParts(key: Int): Boolean = read.of(key) match
    case StaticType.Record(fields) => fields.exists(n => read.of(read.keyOf(n)) == StaticType.Opaque)
    case _                         => false

  private def isConcrete(tpe: TypeRepr): Boolean = tpe.dealias match
    case AppliedType(constructor, arguments) => isConcrete(constructor) && arguments.forall(isConcrete)
    case TypeBounds(low, high)               => isConcrete(low) && isConcrete(high)
    case other                               => other.typeSymbol.isClassDef || other.typeSymbol.flags.is(Flags.Opaque)

  /** The pickler that shows the layout of a type: its own, or that of a sealed type above it. */
  private def shown(tpe: TypeRepr): Option[Expr[Pickler[?]]] =
    (tpe :: tpe.baseClasses.drop(1).filter(_.flags.is(Flags.Sealed)).map(tpe.baseType))
      .find(t => read.types(keyOf(t)).pickler != FoundPickler.None)
      .map(picklerOf)

  private def nameOf(tpe: TypeRepr): String = typeTexts.short(tpe)

  private def keyOf(tpe: TypeRepr): Int = read.types.key(tpe.asInstanceOf[read.types.quotes.reflect.TypeRepr])

  private def part(number: Int): TypeRepr = read.types.typeOf(read.keyOf(number)).asInstanceOf[TypeRepr]

  // ---- paths

  def path[B: Type, C: Type](
      view: Expr[Any],
      blocks: Expr[Blocks],
      shapes: Expr[RegionShapes],
      path: Expr[B => C]
  ): Expr[Any] =
    val (parameter, body) = lambda(path.asTerm)
    val start = Step.AtRef(TypeRepr.of[B], '{ $view.asInstanceOf[Long] })
    checked(shapes)(finish(new PathEmitter(blocks, parameter, start).step(body), view, blocks))

  @annotation.tailrec
  private def lambda(term: Term): (Symbol, Term) = term match
    case Inlined(_, Nil, inner)                        => lambda(inner)
    case Typed(inner, _)                               => lambda(inner)
    case Lambda(List(parameter), body)                 => (parameter.symbol, body)
    case TypeApply(Select(inner, "$asInstanceOf$"), _) => lambda(inner) // inlining wraps an argument like this
    case Block(Nil, inner)                             => lambda(inner)
    case other => report.errorAndAbort("expected a path as a function literal, such as `_.left.value`", other.pos)

  /** The value of a scalar or string, a view of any other type. */
  private def finish(step: Step, view: Expr[Any], blocks: Expr[Blocks]): Expr[Any] = step match
    case Step.Known(term) => term.asExpr
    case Step.AtPlace(tpe, at, before) =>
      static(tpe) match
        case StaticType.Scalar(kind) => scalar(kind, blocks, at)
        case _                       => finish(Step.AtRef(tpe, followed(tpe, blocks, at, before)), view, blocks)
    case Step.AtRef(tpe, ref) =>
      static(tpe) match
        case StaticType.Text         => '{ ViewLoads.text($blocks, $ref).asInstanceOf[String] }
        case StaticType.Scalar(kind) => scalar(kind, blocks, ref)
        case _                       => viewOf(tpe, ref, view)

  private def followed(tpe: TypeRepr, blocks: Expr[Blocks], at: Expr[Long], before: Int): Expr[Long] =
    '{ ViewLoads.ref($blocks, $at, ${ bits(tpe, static(tpe)) }, ${ Expr(before) }) }

  /** The tag bits of a reference to it. For an opaque type, the code asks its pickler. */
  private def bits(tpe: TypeRepr, t: StaticType): Expr[Int] = t match
    case StaticType.Opaque => '{ ViewLoads.bitsOf(${ picklerOf(tpe) }) }
    case other             => Expr(StaticType.bits(other))

  private def picklerOf(tpe: TypeRepr): Expr[Pickler[Any]] =
    val model = read.types(keyOf(tpe))
    if model.pickler == FoundPickler.None then report.errorAndAbort(s"there is no pickler for ${model.shown}")
    val term = read.types.picklerOf(keyOf(tpe)).asInstanceOf[Term]
    '{ ${ term.asExprOf[Pickler[?]] }.asInstanceOf[Pickler[Any]] }

  private def unseen(tpe: TypeRepr): Nothing =
    report.errorAndAbort(
      s"only its own pickler knows the layout of ${nameOf(tpe)}: take the enclosing value out, by `toValue`"
    )

  private def viewOf(tpe: TypeRepr, ref: Expr[Long], view: Expr[Any]): Expr[Any] =
    viewTypes(view.asTerm.tpe).headOption match
      case None => report.errorAndAbort(s"expected a view, found ${view.asTerm.tpe.show}")
      case Some(constructor) =>
        constructor.appliedTo(tpe).asType match
          case '[v] => '{ $ref.asInstanceOf[v] }

  /** `region.View`. The compiler refines the type of a view that is passed to an inlined method. */
  private def viewTypes(tpe: TypeRepr): List[TypeRepr] = tpe match
    case AndType(one, other) => viewTypes(one) ++ viewTypes(other)
    case AppliedType(view @ TypeRef(prefix, "View"), _) =>
      if typeTexts.full(prefix).contains("$proxy") then Nil else List(view)
    case t: TermRef                          => viewTypes(t.widen)
    case other if !(other.dealias =:= other) => viewTypes(other.dealias)
    case _                                   => Nil

  private def scalar(kind: ScalarKind, blocks: Expr[Blocks], at: Expr[Long]): Expr[Any] = kind match
    case ScalarKind.Unit    => '{ () }
    case ScalarKind.Boolean => '{ ViewLoads.boolean($blocks, $at) }
    case ScalarKind.Byte    => '{ $blocks.getByte($at) }
    case ScalarKind.Short   => '{ $blocks.getShort($at) }
    case ScalarKind.Char    => '{ $blocks.getChar($at) }
    case ScalarKind.Int     => '{ $blocks.getInt($at) }
    case ScalarKind.Long    => '{ $blocks.getLong($at) }
    case ScalarKind.Float   => '{ ViewLoads.float($blocks, $at) }
    case ScalarKind.Double  => '{ ViewLoads.double($blocks, $at) }
    case ScalarKind.String  => throw new IllegalStateException("a string is not a scalar here")

  private final class PathEmitter(blocks: Expr[Blocks], parameter: Symbol, start: Step):
    def step(term: Term): Step = term match
      case Inlined(_, Nil, inner)                                      => step(inner)
      case Typed(inner, _)                                             => step(inner)
      case Block(Nil, inner)                                           => step(inner)
      case id: Ident if id.symbol == parameter                         => start
      case Apply(Select(of, "apply"), List(key))                       => index(of, key)
      case Apply(conversion, List(of)) if isWrapper(conversion.symbol) => step(of)
      case Apply(Select(of, "contains"), List(key))                    => contains(of, key)
      case Apply(TypeApply(Select(of, "contains"), _), List(key))      => contains(of, key)
      case Apply(Select(of, "=="), List(text))                         => isText(of, text, term)
      case Apply(select: Select, Nil)                                  => step(select)
      case Select(of, name)                                            => member(of, name)
      case other                                                       => refuse(other)

    /** The operations of arrays and strings come by a conversion. A call that does not compile has no symbol. */
    private def isWrapper(conversion: Symbol): Boolean =
      val name = conversion.name
      !conversion.isNoSymbol &&
      (conversion.owner == defn.PredefModule.moduleClass ||
        conversion.owner.fullName == "scala.LowPriorityImplicits") &&
      (name.endsWith("ArrayOps") || name.endsWith("Array") || name == "augmentString" || name == "wrapString")

    private def refuse(term: Term): Nothing =
      report.errorAndAbort(
        "a path consists of fields, `(i)`, `size` and `contains` of collections, `(key)` of maps, `get` and " +
          "`isDefined` of " +
          s"options, and may end with a string's `==`; found `${term.show(using Printer.TreeShortCode)}`",
        term.pos
      )

    /** The `ref` of the object here. */
    private def located(of: Term): (TypeRepr, Expr[Long]) = step(of) match
      case Step.AtRef(tpe, ref)          => (tpe, ref)
      case Step.AtPlace(tpe, at, before) => (tpe, followed(tpe, blocks, at, before))
      case Step.Known(term)              => refuse(term)

    private def member(of: Term, name: String): Step =
      val (tpe, ref) = located(of)
      (static(tpe), name) match
        case (StaticType.Record(fields), _) =>
          val names = read.fieldsOf(keyOf(tpe)).map(_.name)
          val at = names.indexOf(name)
          if at < 0 then report.errorAndAbort(s"${nameOf(tpe)} has no field $name: ${names.mkString(", ")}", of.pos)
          val types = fields.map(f => read.of(read.keyOf(f)))
          val (offsets, _) = StaticTypeReader.offsets(types)
          Step.AtPlace(part(fields(at)), '{ $ref + ${ Expr(offsets(at).toLong) } }, offsets(at))
        case (StaticType.Maybe(element), "get")              => content(part(element), ref)
        case (StaticType.Maybe(_), "isDefined" | "nonEmpty") => Step.Known('{ ViewLoads.isDefined($ref) }.asTerm)
        case (StaticType.Maybe(_), "isEmpty")                => Step.Known('{ !ViewLoads.isDefined($ref) }.asTerm)
        case (StaticType.Items(_) | StaticType.Entries(_, _), "size" | "length") => Step.Known('{
            ViewLoads.size($blocks, $ref)
          }.asTerm)
        case (StaticType.Items(_) | StaticType.Entries(_, _), "isEmpty") => Step.Known('{
            ViewLoads.size($blocks, $ref) == 0
          }.asTerm)
        case (StaticType.Items(_) | StaticType.Entries(_, _), "nonEmpty") => Step.Known('{
            ViewLoads.size($blocks, $ref) != 0
          }.asTerm)
        case (StaticType.Text, "length" | "size") => Step.Known('{ ViewLoads.textLength($blocks, $ref) }.asTerm)
        case (StaticType.Text, "isEmpty")         => Step.Known('{ ViewLoads.textLength($blocks, $ref) == 0 }.asTerm)
        case (StaticType.Text, "nonEmpty")        => Step.Known('{ ViewLoads.textLength($blocks, $ref) != 0 }.asTerm)
        case (StaticType.Opaque, _)               => unseen(tpe)
        case (StaticType.Tagged(_), _) =>
          report.errorAndAbort(
            s"${nameOf(tpe)} is sealed: choose its leaf by `fold`, then read the fields of the leaf",
            of.pos
          )
        case _ => refuse(Select.unique(of, name))

    private def content(tpe: TypeRepr, ref: Expr[Long]): Step = static(tpe) match
      case StaticType.Scalar(_) => Step.AtPlace(tpe, '{ ViewLoads.some($ref) }, 0)
      case t => Step.AtRef(tpe, '{ ViewLoads.content($blocks, ViewLoads.some($ref), ${ bits(tpe, t) }) })

    private def index(of: Term, key: Term): Step =
      val (tpe, ref) = located(of)
      static(tpe) match
        case StaticType.Items(_) if !(tpe <:< TypeRepr.of[scala.collection.Seq[?]] || tpe <:< TypeRepr.of[Array[?]]) =>
          report.errorAndAbort(s"the elements of a ${nameOf(tpe)} have no index: take it out, by `toValue`", of.pos)
        case StaticType.Items(element) =>
          val i = key.changeOwner(Symbol.spliceOwner).asExprOf[Int]
          static(part(element)) match
            case StaticType.Scalar(kind) =>
              Step.AtPlace(
                part(element),
                '{ ViewLoads.at($blocks, $ref, $i, ${ Expr(SlotLayout.ofScalar(kind).width) }) },
                0
              )
            case t => Step.AtRef(part(element), '{ ViewLoads.element($blocks, $ref, $i, ${ bits(part(element), t) }) })
        case StaticType.Entries(k, v) =>
          val (width, bits) = valueOf(v)
          val found = '{ ViewLoads.value($blocks, $ref, ${ owned(key) }, ${ picklerOf(part(k)) }, $width, $bits) }
          static(part(v)) match
            case StaticType.Scalar(_) => Step.AtPlace(part(v), found, 0)
            case _                    => Step.AtRef(part(v), found)
        case _ => refuse(of)

    private def owned(key: Term): Expr[Any] = key.changeOwner(Symbol.spliceOwner).asExpr

    private def valueOf(v: Int): (Expr[Int], Expr[Int]) = static(part(v)) match
      case StaticType.Scalar(kind) => (Expr(SlotLayout.ofScalar(kind).width), Expr(-1))
      case t                       => (Expr(4), bits(part(v), t))

    private def contains(of: Term, key: Term): Step =
      val (tpe, ref) = located(of)
      static(tpe) match
        case StaticType.Entries(k, v) =>
          val (width, bits) = valueOf(v)
          Step.Known('{
            ViewLoads.contains($blocks, $ref, ${ owned(key) }, ${ picklerOf(part(k)) }, $width, $bits)
          }.asTerm)
        case StaticType.Items(element) =>
          Step.Known('{ ViewLoads.hasElement($blocks, $ref, ${ owned(key) }, ${ picklerOf(part(element)) }) }.asTerm)
        case _ => refuse(of)

    /** A string that is compared in place. */
    private def isText(of: Term, text: Term, whole: Term): Step =
      val (tpe, ref) = located(of)
      if static(tpe) != StaticType.Text || !(text.tpe <:< TypeRepr.of[String]) then refuse(whole)
      Step.Known('{ ViewLoads.isText($blocks, $ref, ${ owned(text).asExprOf[String] }) }.asTerm)

  // ---- sealed types

  def fold[B: Type, R: Type](
      view: Expr[Any],
      shapes: Expr[RegionShapes],
      cases: Expr[Seq[Nothing => R]]
  ): Expr[R] =
    val tpe = TypeRepr.of[B]
    val leaves = static(tpe) match
      case StaticType.Tagged(leaves) => leaves.map(part)
      case StaticType.Opaque         => unseen(tpe)
      case _                         => report.errorAndAbort(s"${nameOf(tpe)} is not a sealed type")
    val functions = bare(cases.asTerm) match
      case Repeated(all, _) => all.map(bare)
      case other            => report.errorAndAbort("expected the cases of a fold as function literals", other.pos)
    val taken = functions.map(f => caseOf(f, leaves))
    for (leaf, i) <- leaves.zipWithIndex do
      if taken.count(_ == i) > 1 then report.errorAndAbort(s"${nameOf(leaf)} has two cases")
    val bits = Expr(StaticType.bits(static(tpe)))
    val missing = leaves.zipWithIndex.filterNot((_, i) => taken.contains(i)).map((leaf, _) => nameOf(leaf))
    if missing.nonEmpty then
      report.errorAndAbort(s"this fold is not exhaustive: there is no case for ${missing.mkString(", ")}")
    checked(shapes)('{
      val folded = $view.asInstanceOf[Long]
      ${
        val arms = functions.zip(taken).toList.map { (f, leaf) =>
          val position =
            if static(leaves(leaf)) == StaticType.Constant then '{ ViewLoads.leaf(folded, ${ Expr(leaf + 1) }, $bits) }
            else '{ ViewLoads.leafObject(folded, ${ Expr(leaf + 1) }, $bits, ${ Expr(nameOf(tpe)) }) }
          val at = viewOf(leaves(leaf), position, view)
          val call = Apply(Select.unique(f, "apply"), List(at.asTerm))
          CaseDef(Literal(IntConstant(leaf + 1)), None, Term.betaReduce(call).getOrElse(call))
        }
        val otherwise = CaseDef(Wildcard(), None, '{ ViewLoads.noLeaf(folded, ${ Expr(nameOf(tpe)) }) }.asTerm)
        Match('{ ViewLoads.tag(folded, $bits) }.asTerm, arms :+ otherwise).asExprOf[R]
      }
    }).asExprOf[R]

  @annotation.tailrec
  private def bare(term: Term): Term = term match
    case TypeApply(Select(inner, "$asInstanceOf$"), _) => bare(inner)
    case Inlined(_, Nil, inner)                        => bare(inner)
    case Typed(inner, _)                               => bare(inner)
    case other                                         => other

  /** The leaf of a function's parameter. */
  private def caseOf(function: Term, leaves: Vector[TypeRepr]): Int =
    val argument = function.tpe.widen.dealias match
      case AppliedType(_, List(from, _)) =>
        from.dealias match
          case AppliedType(_, List(leaf)) => leaf
          case other                      => other
      case other => other
    val at = leaves.indexWhere(_ =:= argument)
    if at < 0 then
      report.errorAndAbort(
        s"a case of this fold is a function of a view of one of ${leaves.map(nameOf).mkString(", ")}, " +
          s"not of ${nameOf(argument)}",
        function.pos
      )
    at

private[derive] object EmitViews:
  /** FNV-1a, over UTF-16. */
  def hash(text: String): Long = text.foldLeft(0xcbf29ce484222325L)((hash, c) => (hash ^ c) * 0x100000001b3L)
