package brine.region.derive

import scala.collection.mutable
import scala.quoted.*
import brine.Pickler
import brine.model.FoundPickler
import brine.region.{Compactable, Region, RegionBuilder}
import brine.region.layout.{SlotLayout, StaticType}
import brine.region.values.{Constructors, RegionObjects}
import brine.region.verify.InOrderVerifier
import brine.shape.ScalarKind

/** Emits the code that lays out values of the classes that the compiler sees. Picklers lay out all other values.
  *
  * For `enum Tree { case Leaf(value: Int); case Node(left: Tree, right: Tree) }`:
  * {{{
  * def put0(value: Tree): Long =
  *   val c = value.getClass
  *   if value eq null then builder.ownNull
  *   else if c eq classOf[Leaf] then builder.tagged(put1(value.asInstanceOf[Leaf]), 1) // holds nothing: not deeper
  *   else
  *     val put =
  *       if !builder.enter() then builder.other(value, pickler)               // nested too deep for the Java stack
  *       else if c eq classOf[Node] then builder.tagged(put2(value.asInstanceOf[Node]), 2)
  *       else builder.other(value, pickler)
  *     builder.leave()
  *     put
  * def put2(value: Node): Long =
  *   var f0 = put0(value.left); var f1 = put0(value.right)                  // the parts precede the object
  *   if builder.mayBeFar(reach) then { f0 = builder.near(f0, 2, 2); f1 = builder.near(f1, 2, 2) }
  *   val at = builder.record(8)
  *   builder.refAt(at, f0, 2)
  *   builder.refAt(at + 4, f1, 2)
  *   at
  * }}}
  */
private[region] final class EmitCompactable[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given outer: Quotes = quotes
  private val read = new StaticTypeReader[quotes.type](quotes)

  def compactable[A: Type](pickler: Expr[Pickler[A]]): Expr[Compactable[A]] =
    val all = read.all(read.types.key(TypeRepr.of[A].asInstanceOf[read.types.quotes.reflect.TypeRepr]))
    if read.problems.nonEmpty then
      report.errorAndAbort(
        read.problems.mkString(s"no region can hold a ${Type.show[A]}: it must be immutable, and\n  ", "\n  ", "")
      )
    val text = Expr(read.text(all))
    '{
      new Compactable[A]($pickler, $text):
        protected def emitted(value: A, builder: RegionBuilder, self: Compactable[A]): Long =
          ${ new Body(all, 'value, 'builder, 'self).code }
        protected def emittedInOrder(number: Int, at: Long, limit: Long, levels: Int, in: InOrderVerifier): Long =
          ${ new EmitInOrder[Quotes](summon[Quotes], all, 'in).code('number, 'at, 'limit, 'levels) }
        protected def emittedValue(ref: Long, in: RegionObjects): Any =
          ${ new EmitObjects[Quotes](summon[Quotes], read, all, 'in).code('ref) }
    }

  /** Lays out a value that is appended to a region. A constructor's call in the source may have a view of the same
    * region, copied out, as an argument: `Node(region.root.toValue, Leaf(3))`. The code then makes no copy: the new
    * object refers to the existing one, if the constructors only keep their arguments. Otherwise they run, on copies:
    * {{{
    * val a = region.root; val b = 3
    * if Constructors.onlyKeep(classOf[Node], classOf[Leaf]) then …
    * else region.appendValue(Node(a.toValue, Leaf(b)), known)
    * }}}
    */
  def append[B: Type](value: Expr[B], compactable: Expr[Compactable[B]], region: Expr[Region[?]]): Expr[Long] =
    val all = read.all(read.types.key(TypeRepr.of[B].asInstanceOf[read.types.quotes.reflect.TypeRepr]))
    val prefix = nameOf(region.asTerm)
    if read.problems.nonEmpty || !holdsView(bare(value.asTerm), prefix) then
      '{ $region.appendValue($value, $compactable) }
    else
      val parts = new Arguments(prefix)
      val split = parts.split(value.asTerm)
      val classes = Varargs(parts.classes.toList.map(c => Literal(ClassOfConstant(c.typeRef)).asExprOf[Class[?]]))
      val code = '{
        val known = $compactable
        if known.isEmitted && Constructors.onlyKeep($classes*) then
          $region.appendBy(
            known,
            builder => ${ new Body(all, split.asExprOf[B], 'builder, 'known).written(bare(split), prefix) }
          )
        else $region.appendValue(${ split.asExprOf[B] }, known)
      }
      Block(parts.values.toList, code.asTerm).asExprOf[Long]

  /** The arguments of nested constructors' calls, each computed once, in their order: as `values`. */
  private final class Arguments(prefix: Option[TypeRepr]):
    val values = mutable.ArrayBuffer.empty[ValDef]
    val classes = mutable.LinkedHashSet.empty[Symbol]

    /** Returns the calls, with the names of the values as arguments. */
    def split(term: Term): Term = bare(term) match
      case Apply(Apply(copy, List(view)), givens) if taken(term, prefix).isDefined =>
        Apply(Apply(copy, List(named(view))), givens)
      case whole @ Apply(make, _) if call(whole).isDefined =>
        val (made, arguments) = call(whole).get
        classes += made
        Apply(make, arguments.map(split))
      case other => named(other)

    private def named(term: Term): Term =
      val symbol =
        Symbol.newVal(
          Symbol.spliceOwner,
          s"argument${values.length}",
          term.tpe.widen,
          Flags.EmptyFlags,
          Symbol.noSymbol
        )
      values += ValDef(symbol, Some(term.changeOwner(symbol)))
      Ref(symbol)

  /** The stable path of a term, if it has one. Inlined code binds its prefix to a new name, whose type leads to the
    * original path.
    */
  private def nameOf(term: Term): Option[TypeRepr] =
    val name = term.tpe.widenTermRefByName match
      case Refinement(parent, "View", _) => parent
      case _ =>
        term.tpe.widen match
          case Refinement(parent, "View", _) => parent
          case _                             => term.tpe
    Option.when(isStable(name))(name)

  private def isStable(tpe: TypeRepr): Boolean = tpe match
    case TermRef(prefix, _) =>
      val flags = tpe.termSymbol.flags
      !flags.is(Flags.Method) && !flags.is(Flags.Mutable) && isStable(prefix)
    case ThisType(_) | NoPrefix() => true
    case _                        => false

  private def holdsView(term: Term, prefix: Option[TypeRepr]): Boolean = call(term).exists { (_, arguments) =>
    arguments.exists(a => taken(a, prefix).isDefined || holdsView(bare(a), prefix))
  }

  /** The class and the arguments of a constructor's call. */
  private def call(term: Term): Option[(Symbol, List[Term])] = term match
    case Apply(make @ Select(New(of), "<init>"), arguments) =>
      of.tpe.classSymbol.filter(_.primaryConstructor == make.symbol).map(_ -> arguments.map(bare))
    // An `apply` written by a user may do anything.
    case Apply(make @ Select(companion, "apply"), arguments)
        if make.symbol.flags.is(Flags.Synthetic) && isCompanion(companion, arguments) =>
      Some(companion.symbol.companionClass -> arguments.map(bare))
    case _ => None

  private def isCompanion(term: Term, arguments: List[Term]): Boolean =
    term.symbol.flags.is(Flags.Module) && term.symbol.companionClass.flags.is(Flags.Case) &&
      term.symbol.companionClass.primaryConstructor.paramSymss.flatten.filter(_.isTerm).length == arguments.length &&
      arguments.forall { case NamedArg(_, _) => false; case _ => true }

  /** The view that a term copies out, if the view belongs to the region with this path. */
  private def taken(term: Term, prefix: Option[TypeRepr]): Option[(Term, TypeRepr)] = bare(term) match
    case Apply(Apply(TypeApply(Select(region, "toValue"), List(of)), List(view)), _)
        if prefix.exists(p => nameOf(region).exists(_ =:= p)) =>
      Some((view, of.tpe))
    case _ => None

  @annotation.tailrec
  private def bare(term: Term): Term = term match
    case TypeApply(Select(inner, "$asInstanceOf$"), _) => bare(inner)
    case Inlined(_, Nil, inner)                        => bare(inner)
    case Typed(inner, _)                               => bare(inner)
    case Block(Nil, inner)                             => bare(inner)
    case other                                         => other

  private final class Body(
      all: Vector[StaticType],
      value: Expr[Any],
      builder: Expr[RegionBuilder],
      self: Expr[Compactable[?]]
  )(using
      place: Quotes
  ):
    private val owner = place.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]
    private val methods = mutable.Map.empty[Int, Symbol]
    private val definitions = mutable.ArrayBuffer.empty[DefDef]

    def code: Expr[Long] =
      val root = ref(0, value.asTerm)
      Block(definitions.toList, root).asExprOf[Long]

    /** A value given by its term. */
    def written(term: Term, prefix: Option[TypeRepr]): Expr[Long] =
      val root = part(0, term, prefix)
      Block(definitions.toList, root.asTerm.asInstanceOf[Term]).asExprOf[Long]

    private def part(i: Int, term: Term, prefix: Option[TypeRepr]): Expr[Long] =
      taken(term, prefix).flatMap((view, of) => known(i, view, of)).orElse(constructed(i, term, prefix)).getOrElse {
        slot(i, term.changeOwner(owner).asExprOf[Any])
      }

    /** A value that is in the region already. */
    private def known(i: Int, view: Term, of: TypeRepr): Option[Expr[Long]] =
      val ref = '{ $builder.viewed(${ view.changeOwner(owner).asExprOf[Any] }.asInstanceOf[Long]) }
      all(i) match
        case StaticType.Tagged(leaves) if !(of =:= typeOf(i)) =>
          val leaf = leaves.indexWhere(l => typeOf(l) =:= of)
          Option.when(leaf >= 0)('{ $builder.tagged($ref, ${ Expr(leaf + 1) }) })
        case StaticType.Scalar(_) | StaticType.Text => None
        case _                                      => Option.when(of =:= typeOf(i))(ref)

    private def constructed(i: Int, term: Term, prefix: Option[TypeRepr]): Option[Expr[Long]] =
      call(bare(term)).flatMap { (symbol, arguments) =>
        def ofClass(n: Int, tag: Int): Option[Expr[Long]] = all(n) match
          case StaticType.Record(fields)
              if typeOf(n).classSymbol.contains(symbol) && fields.length == arguments.length =>
            val put = laidOut(fields)(f => part(fields(f), arguments(f), prefix)).asExprOf[Long]
            Some(if tag == 0 then put else '{ $builder.tagged($put, ${ Expr(tag) }) })
          case _ => None
        all(i) match
          case StaticType.Tagged(leaves) =>
            leaves.zipWithIndex.flatMap((leaf, number) => ofClass(leaf, number + 1)).headOption
          case _ => ofClass(i, 0)
      }

    private def typeOf(i: Int): TypeRepr = read.types.typeOf(read.keyOf(i)).asInstanceOf[TypeRepr]
    private def model(i: Int) = read.types(read.keyOf(i))

    /** The pickler of a type, looked up once; none if it is derived with another type. */
    private def pickler(i: Int): Option[Expr[Pickler[Any]]] =
      if model(i).pickler == FoundPickler.None then None
      else
        val term = read.types.picklerOf(read.keyOf(i)).asInstanceOf[Term]
        Some('{
          val known = $self.known(${ Expr(i) })
          if known != null then known else $self.know(${ Expr(i) }, ${ term.asExprOf[Pickler[?]] })
        })

    private def cast(term: Term, to: TypeRepr): Term = to.asType match
      case '[t] => '{ ${ term.asExprOf[Any] }.asInstanceOf[t] }.asTerm

    /** Lays out a value, and gives its position and tag. */
    private def ref(i: Int, value: Term): Term = all(i) match
      case StaticType.Text => '{ $builder.string(${ cast(value, TypeRepr.of[String]).asExprOf[String] }) }.asTerm
      case StaticType.Record(_) | StaticType.Tagged(_) => Apply(Ref(method(i)), List(cast(value, typeOf(i))))
      case StaticType.Maybe(element) =>
        '{
          val option = ${ value.asExprOf[Any] }.asInstanceOf[Option[Any]]
          if option == null then $builder.ownNull
          else if option.isEmpty then $builder.none
          else ${ some(element, '{ option.get }) }
        }.asTerm
      case StaticType.Items(element) if EmitCompactable.isWalked(model(i).symbol) =>
        '{
          val values = ${ value.asExprOf[Any] }.asInstanceOf[scala.collection.Iterable[Any]]
          if values == null then $builder.ownNull
          else
            ${
              once(
                i,
                'values,
                '{
                  $builder.beginItems()
                  val each = values.iterator
                  while each.hasNext do
                    val next = each.next()
                    $builder.element(${ slot(element, '{ next }) })
                  $builder.endItems($self.shape(${ Expr(i) }))
                }
              )
            }
        }.asTerm
      case StaticType.Constant => '{ $builder.constant(${ value.asExprOf[Any] }) }.asTerm
      case StaticType.Scalar(kind) =>
        '{ $builder.scalarCell(${ bits(kind, value) }, ${ Expr(kind.ordinal) }) }.asTerm
      case _ => other(i, value)

    private def other(i: Int, value: Term): Term = pickler(i) match
      case Some(pickler) => '{ $self.put(${ value.asExprOf[Any] }, $pickler, ${ Expr(i) }, $builder) }.asTerm
      case None          => '{ $builder.unexpected(${ Expr(model(i).name) }, ${ value.asExprOf[Any] }) }.asTerm

    private def some(element: Int, content: Expr[Any])(using Quotes): Expr[Long] = all(element) match
      case StaticType.Scalar(kind) =>
        '{ $builder.someScalar(${ bits(kind, content.asTerm.asInstanceOf[Term]) }, ${ Expr(kind.ordinal) }) }
      case StaticType.Opaque => '{ $builder.someRef(${ slot(element, content) }, $self.bits(${ Expr(element) })) }
      case t                 => '{ $builder.someRef(${ slot(element, content) }, ${ Expr(StaticType.bits(t)) }) }

    /** Gives a value in the form of the builder's stack. */
    private def slot(i: Int, value: Expr[Any])(using Quotes): Expr[Long] = all(i) match
      case StaticType.Scalar(kind) => bits(kind, value.asTerm.asInstanceOf[Term])
      case _                       => ref(i, value.asTerm.asInstanceOf[Term]).asExprOf[Long]

    private def bits(kind: ScalarKind, value: Term): Expr[Long] =
      val any = value.asExprOf[Any]
      kind match
        case ScalarKind.Unit    => '{ val ignored = $any; 0L }
        case ScalarKind.Boolean => '{ if ${ typed[Boolean](value) } then 1L else 0L }
        case ScalarKind.Byte    => '{ ${ typed[Byte](value) }.toLong }
        case ScalarKind.Short   => '{ ${ typed[Short](value) }.toLong }
        case ScalarKind.Char    => '{ ${ typed[Char](value) }.toLong }
        case ScalarKind.Int     => '{ ${ typed[Int](value) }.toLong }
        case ScalarKind.Long    => typed[Long](value)
        case ScalarKind.Float   => '{ java.lang.Float.floatToRawIntBits(${ typed[Float](value) }).toLong }
        case ScalarKind.Double  => '{ java.lang.Double.doubleToRawLongBits(${ typed[Double](value) }) }
        case ScalarKind.String  => throw new IllegalStateException("a string is not a scalar here")

    private def typed[T: Type](value: Term): Expr[T] =
      if value.tpe.widen <:< TypeRepr.of[T] then value.asExprOf[T] else '{ ${ value.asExprOf[Any] }.asInstanceOf[T] }

    // ---- methods

    private def method(i: Int): Symbol = methods.getOrElse(
      i, {
        val symbol =
          Symbol.newMethod(owner, s"put$i", MethodType(List("value"))(_ => List(typeOf(i)), _ => TypeRepr.of[Long]))
        methods(i) = symbol
        definitions += DefDef(
          symbol,
          {
            case List(List(value: Term)) =>
              given Quotes = symbol.asInstanceOf[place.reflect.Symbol].asQuotes
              Some(body(i, value).changeOwner(symbol))
            case other => throw new IllegalStateException(other.toString)
          }
        )
        symbol
      }
    )

    private def body(i: Int, value: Term)(using Quotes): Term = all(i) match
      case StaticType.Record(fields) =>
        val any = value.asExprOf[Any]
        val code = once(i, any, record(i, fields, value).asExprOf[Long])
        if model(i).pickler == FoundPickler.None then
          // A leaf is selected by its class; at other places the code must test for it.
          exactly(i, any, code, '{ $builder.ownMarker }).asTerm
        else exactly(i, any, guarded(i, value, code), '{ $builder.ownMarker }).asTerm
      case StaticType.Tagged(leaves) =>
        val any = value.asExprOf[Any]
        val (ends, others) = leaves.zipWithIndex.partition((leaf, _) => holdsNothing(all(leaf)))
        val deeper = tagged(others, value)(other(i, value).asExprOf[Long])
        val rest = tagged(ends, value)(if others.isEmpty then deeper else guarded(i, value, deeper))
        '{ if $any == null then $builder.ownNull else $rest }.asTerm
      case other => throw new IllegalStateException(other.toString)

    private def holdsNothing(leaf: StaticType): Boolean = leaf match
      case StaticType.Record(fields) =>
        fields.map(all).forall {
          case StaticType.Scalar(_) | StaticType.Text | StaticType.Constant => true; case _ => false
        }
      case other => other == StaticType.Constant

    private def exactly(i: Int, any: Expr[Any], code: Expr[Long], onNull: Expr[Long])(using Quotes): Expr[Long] =
      '{
        if $any == null then $onNull
        else if ${ isExactly(i, any) } then $code
        else ${ other(i, any.asTerm.asInstanceOf[Term]).asExprOf[Long] }
      }

    private def isExactly(i: Int, any: Expr[Any])(using Quotes): Expr[Boolean] =
      val symbol = model(i).symbol
      if symbol.startsWith("scala.Tuple") then '{ true }
      else '{ $any.asInstanceOf[AnyRef].getClass eq ${ classOf(i) } }

    private def classOf(i: Int)(using Quotes): Expr[Class[?]] =
      Literal(ClassOfConstant(typeOf(i).classSymbol.get.typeRef)).asExprOf[Class[?]]

    /** Lays out an object unless the builder has it already. */
    private def once(i: Int, value: Expr[Any], code: Expr[Long])(using Quotes): Expr[Long] =
      '{
        val found = $builder.found($value, $self, ${ Expr(i) })
        if found > 0 then found else $builder.laidOut(found, $code, $self, ${ Expr(i) })
      }

    /** Goes one level deeper; or calls the pickler, which does not use the Java stack. */
    private def guarded(i: Int, value: Term, code: Expr[Long])(using Quotes): Expr[Long] = pickler(i) match
      case None => code
      case Some(pickler) =>
        '{
          val put = if $builder.enter() then $code else $builder.other(${ value.asExprOf[Any] }, $pickler)
          $builder.leave()
          put
        }

    /** Lays out a value of one of these leaves, which come with their numbers. */
    private def tagged(leaves: Vector[(Int, Int)], value: Term)(otherwise: Expr[Long])(using Quotes): Expr[Long] =
      val any = value.asExprOf[Any]
      leaves.foldRight(otherwise) { case ((leaf, number), rest) =>
        all(leaf) match
          case StaticType.Constant =>
            val constant = Ref(typeOf(leaf).termSymbol).asExprOf[Any]
            '{
              if $any.asInstanceOf[AnyRef] eq $constant.asInstanceOf[AnyRef] then
                $builder.tagged(0L, ${ Expr(number + 1) })
              else $rest
            }
          case StaticType.Record(_) =>
            val put = ref(leaf, value).asExprOf[Long]
            '{
              if $any.asInstanceOf[AnyRef].getClass eq ${ classOf(leaf) } then
                $builder.tagged($put, ${ Expr(number + 1) })
              else $rest
            }
          case _ => rest
      }

    private def record(i: Int, fields: Vector[Int], value: Term)(using Quotes): Term =
      laidOut(fields) { n =>
        val field = value.select(read.fieldSymbol(read.keyOf(i), read.fieldsOf(read.keyOf(i))(n).name))
        slot(fields(n), field.asExprOf[Any])
      }

    /** Lays out an object; `give` returns the values of these fields in the form of the builder's stack. */
    private def laidOut(fields: Vector[Int])(give: Int => Expr[Long])(using Quotes): Term =
      val here = summon[Quotes].reflect.Symbol.spliceOwner.asInstanceOf[Symbol]
      val types = fields.map(all)
      val (offsets, size) = StaticTypeReader.offsets(types)
      val isReference = types.map(t => StaticType.bits(t) >= 0 && !t.isInstanceOf[StaticType.Scalar])
      val values = fields.indices.toVector.map { n =>
        val symbol = Symbol.newVal(here, s"f$n", TypeRepr.of[Long], Flags.Mutable | Flags.Synthetic, Symbol.noSymbol)
        ValDef(symbol, Some(give(n).asTerm.asInstanceOf[Term].changeOwner(symbol)))
      }
      val refs = values.map(v => Ref(v.symbol))
      def bitsOf(n: Int): Expr[Int] =
        if types(n) == StaticType.Opaque then '{ $self.bits(${ Expr(fields(n)) }) }
        else Expr(StaticType.bits(types(n)))
      val nearer = fields.indices.toList.filter(isReference).map { n =>
        Assign(
          refs(n),
          '{ $builder.near(${ refs(n).asExprOf[Long] }, ${ bitsOf(n) }, ${ Expr(fields.length) }) }.asTerm
        )
      }
      val reach = SlotLayout.reach(types.map(StaticType.bits).maxOption.getOrElse(0))
      val far =
        if nearer.isEmpty then Nil
        else
          // A value whose layout only its pickler knows may have the shortest reach.
          val least = if types.contains(StaticType.Opaque) then 0L else reach
          val nothing = Literal(UnitConstant())
          List(If('{ $builder.mayBeFar(${ Expr(least) }) }.asTerm, Block(nearer, nothing), nothing))
      def puts(at: Expr[Long])(using Quotes): Expr[Unit] =
        val calls = fields.indices.toList.map { n =>
          val to = '{ $at + ${ Expr(offsets(n).toLong) } }
          val value = refs(n).asExprOf[Long]
          (types(n) match
            case StaticType.Scalar(kind) =>
              SlotLayout.ofScalar(kind).width match
                case 0 => '{ () }
                case 1 => '{ $builder.byteAt($to, $value.toInt) }
                case 2 => '{ $builder.shortAt($to, $value.toInt) }
                case 4 => '{ $builder.intAt($to, $value.toInt) }
                case _ => '{ $builder.longAt($to, $value) }
            case _ => '{ $builder.refAt($to, $value, ${ bitsOf(n) }) }
          ).asTerm.asInstanceOf[Term]
        }
        Block(calls, Literal(UnitConstant())).asExprOf[Unit]
      Block(
        values.toList ++ far,
        '{
          val at = $builder.record(${ Expr(size) })
          ${ puts('at) }
          at
        }.asTerm.asInstanceOf[Term]
      )

private object EmitCompactable:
  /** Collections that need no check; the picklers check the others. */
  def isWalked(symbol: String): Boolean =
    symbol == "scala.collection.immutable.List" || symbol == "scala.collection.immutable.Vector"
