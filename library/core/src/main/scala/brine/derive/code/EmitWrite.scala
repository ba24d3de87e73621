package brine.derive.code

import scala.quoted.*
import brine.binary.{BinaryBuilder, FieldRuns}
import brine.derive.types.ReadType
import brine.emitted.{DerivedPickler, EmittedFailures}
import brine.model.{Rules, TypeForm, TypePlan, Use}
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.ScalarKind
import brine.wire.ByteSink

/** Emits the code that writes a family in the binary format, on the final sink.
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int, weight: Double)`:
  *
  * {{{
  * val sink = builder.sink
  * def sum0(value: Tree, left: Int): Unit =
  *   if value == null then builder.putNull()
  *   else if left <= 0 then self.writeDeep(0, value, builder)      // the interpreter takes over
  *   else if value.isInstanceOf[Node] then
  *     val leaf = value.asInstanceOf[Node]
  *     sink.putByte(1)
  *     sum0(leaf.left, left - 1)
  *     sum0(leaf.right, left - 1)
  *   else if value.isInstanceOf[Leaf] then
  *     val leaf = value.asInstanceOf[Leaf]
  *     sink.require(14)                                             // one check for a run of scalars
  *     sink.putByteUnchecked(2)
  *     sink.putZigzagIntUnchecked(leaf.value)
  *     sink.putDoubleUnchecked(leaf.weight)
  *   else throw EmittedFailures.unexpected(self, 0, value)
  * }}}
  *
  * Fields that can fail are inside a `try` that adds the field's name to the path.
  */
private[brine] final class EmitWrite[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned),
      EmitWriteClasses[Q],
      EmitWriteCollections[Q]:
  import quotes.reflect.*

  /** Writes a value of definition 0, as [[brine.run.PlannedPickler.writeBinary]] says. */
  def body[A: Type](value: Expr[Any], builder: Expr[BinaryBuilder])(using Quotes): Expr[Unit] =
    new Body[A](owner, builder).all(value).asExprOf[Unit]

  private final class Body[A: Type](here: Symbol, val builder: Expr[BinaryBuilder])(using Quotes)
      extends EmittedMethod(here),
        Classes,
        Collections:
    private val selfDef = pickler[A]
    protected val self = Ref(selfDef.symbol).asExprOf[DerivedPickler[?]]

    // The sink itself, as in EmitRead.
    private val sinkDef = constant("sink")('{ $builder.sink })
    protected val sink = Ref(sinkDef.symbol).asExprOf[ByteSink]

    def all(value: Expr[Any])(using Quotes): Term =
      val typed = '{ $value.asInstanceOf[A] }.asTerm
      val code =
        if isFlat then let(typed)(first(_, Literal(IntConstant(0))))
        else let('{ $builder.levels }.asTerm)(left => let(typed)(first(_, left)))
      Block(selfDef :: sinkDef :: localMethods, code)

    /** Emits the first call: a product that is not recursive needs no local method. */
    private def first(value: Term, left: Term)(using Quotes): Term = definitions(0) match
      case _: TypePlan.Product if !isRecursive(0) => product(0, value, left)
      case _                                      => nonNull(0, value, left)

    private def method(index: Int): LocalMethod =
      methodOf(index, "write", valueAndLeft(index), TypeRepr.of[Unit])(ps => guarded(index, ps(0), ps(1)))

    private def guarded(index: Int, value: Term, left: Term)(using Quotes): Term =
      val next = '{ ${ left.asExprOf[Int] } - 1 }.asTerm
      definitions(index) match
        case _: TypePlan.Product                 => deep(index, value, left)(product(index, value, next))
        case _: TypePlan.Sum                     => deep(index, value, left)(sum(index, value, next))
        case TypePlan.Sequence("Array", _, _, _) => ofItsClass(index, value)(sequence(index, value, next))
        case _: TypePlan.Sequence                => verified(index, value)(sequence(index, value, next))
        case _: TypePlan.Mapping                 => verified(index, value)(mapping(index, value, next))
        case other                               => throw new IllegalStateException(other.toString)

    private def verified(index: Int, value: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !isToBeChecked(index) then code
      else Block(List('{ $self.check(${ Expr(index) }, ${ value.asExprOf[AnyRef] }) }.asTerm), code)

    /** An array; one of a subtype is left to the plan. */
    private def ofItsClass(index: Int, array: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !mayBeNarrower(index) then code
      else
        '{
          if $self.isNarrower(${ Expr(index) }, ${ array.asExprOf[AnyRef] }) then
            $self.writeDeep(${ Expr(index) }, ${ array.asExprOf[Any] }, $builder)
          else ${ code.asExprOf[Unit] }
        }.asTerm

    private def deep(index: Int, value: Term, left: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !isRecursive(index) then code
      else
        '{
          if ${ left.asExprOf[Int] } <= 0 then $self.writeDeep(${ Expr(index) }, ${ value.asExprOf[Any] }, $builder)
          else ${ code.asExprOf[Unit] }
        }.asTerm

    /** Emits the code for a value that is not null, without its marker. */
    private def nonNull(index: Int, value: Term, left: Term)(using Quotes): Term = definitions(index) match
      case _: TypePlan.Singleton => unit
      case o: TypePlan.Optional  => optional(index, o, value, left)
      case TypePlan.ScalarArray(kind) =>
        Select.overloaded(builder.asTerm, "putArray", Nil, List(Typed(value, Inferred(arrayType(kind)))))
      case _ if isTakenWhole(index) =>
        '{ $self.writeCollection(${ Expr(index) }, ${ value.asExprOf[Any] }, $builder, ${ left.asExprOf[Int] }) }.asTerm
      case _ => method(index)(value, left)

    // ---- places

    def place(use: Use, key: Int, value: Term, left: Term)(using Quotes): Term = use match
      case Use.Scalar(kind) => scalar(kind, value)
      case Use.Given(slot) =>
        let(value) { v =>
          val any = Typed(v, Inferred(TypeRepr.of[Any])).asExprOf[Any]
          let('{ $builder.depth }.asTerm) { depth =>
            '{
              if $self.beginGiven(${ Expr(slot) }, $any, $builder, ${ left.asExprOf[Int] }) then
                $self.slot(${ Expr(slot) }).asInstanceOf[PlannedPickler[?]].writeBinary($any, $builder)
                $builder.depth = ${ depth.asExprOf[Int] }
            }.asTerm
          }
        }
      case Use.Local(index) => localPlace(index, value, left)

    private def localPlace(index: Int, value: Term, left: Term)(using Quotes): Term =
      definitions(index) match
        case p: TypePlan.Product => marked(p.isTracked, value)(v => nonNull(index, v, left))
        case _: TypePlan.Singleton =>
          '{ val ignored = $builder.putPresence(${ value.asExprOf[Any] }) }.asTerm
        case TypePlan.Sequence("Array", _, true, _) =>
          trackedCollection(value, isArray = true)(v => nonNull(index, v, left))
        case _ if isMutable(index) => mutableCollection(index, value)(v => nonNull(index, v, left))
        case s: TypePlan.Sequence if s.isTracked =>
          trackedCollection(value, isArray = false)(v => nonNull(index, v, left))
        case m: TypePlan.Mapping if m.isTracked =>
          trackedCollection(value, isArray = false)(v => nonNull(index, v, left))
        case o: TypePlan.Optional => optional(index, o, value, left)
        case _ if isTakenWhole(index) =>
          val any = Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any]
          '{ $self.writeCollectionOrNull(${ Expr(index) }, $any, $builder, ${ left.asExprOf[Int] }) }.asTerm
        case _ => letNonNull(value)(v => nonNull(index, v, left))

    private def marked(isTracked: Boolean, value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        val goOn = if isTracked then '{ $builder.putTracked($any) }
        else '{ $builder.putPresence($any) }
        If(goOn.asTerm, code(v), unit)
      }

    private def trackedCollection(value: Term, isArray: Boolean)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        val goOn =
          if isArray then '{ $self.enterArray(${ cast(v, TypeRepr.of[Array[?]]).asExprOf[Array[?]] }, $builder) }
          else '{ $self.enterCollection(${ cast(v, TypeRepr.of[Iterable[Any]]).asExprOf[Iterable[Any]] }, $builder) }
        If(goOn.asTerm, code(v), unit)
      }

    private def mutableCollection(index: Int, value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        If('{ $self.enterMutable(${ Expr(index) }, $any, $builder) }.asTerm, code(v), unit)
      }

    private def letNonNull(value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        '{
          if ${ cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } == null then $builder.putNull()
          else ${ code(v).asExprOf[Unit] }
        }.asTerm
      }

    /** An element of a collection, which has a marker if `isMarked`. */
    def element(use: Use, key: Int, value: Term, isMarked: Term, left: Term)(using Quotes): Term = use match
      case Use.Given(slot) =>
        '{
          $self.writeGivenElement(
            $self.slot(${ Expr(slot) }),
            ${ value.asExprOf[Any] },
            ${ isMarked.asExprOf[Boolean] },
            $builder,
            ${ left.asExprOf[Int] }
          )
        }.asTerm
      case Use.Local(index) if isPlainMarker(index) =>
        let(value) { v =>
          val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          If('{ !${ isMarked.asExprOf[Boolean] } || $builder.putPresence($any) }.asTerm, nonNull(index, v, left), unit)
        }
      case _ => place(use, key, value, left)

    // ---- structures

    private def sum(index: Int, value: Term, left: Term)(using Quotes): Term =
      val keys = leafKeys(index)
      val any = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
      val unexpected = '{ throw EmittedFailures.unexpected($self, ${ Expr(index) }, $any) }.asTerm
      if isEnumeration(index) then
        val ordinal = '{ ${ value.asExprOf[Any] }.asInstanceOf[scala.reflect.Enum].ordinal }.asTerm
        if keys.forall(types(_).form == TypeForm.Object) then '{ $builder.putLeaf(${ ordinal.asExprOf[Int] }) }.asTerm
        else leaves(index, keys.indices, value, left, isGroup = false)(some => switch(ordinal, some, unexpected))
      else if keys.length > Plan.MostTests then
        let('{ $self.leafByClass(${ Expr(index) }, $any) }.asTerm) { number =>
          if fitsInline(useOf(index)) || keys.length <= Emitter.LeavesInGroup then
            leaves(index, keys.indices, value, left, isGroup = false)(some => switch(number, some, unexpected))
          else
            val methods =
              groups(keys.length).zipWithIndex.map((range, g) => g -> group(index, g, range)(value, left, number))
            switch(
              '{ Math.floorDiv(${ number.asExprOf[Int] }, ${ Expr(Emitter.LeavesInGroup) }) }.asTerm,
              methods,
              unexpected
            )
        }
      else
        leaves(index, keys.indices, value, left, isGroup = false) { some =>
          some.foldRight(unexpected) { case ((number, code), otherwise) =>
            If(isLeaf(value, keys(number)), code, otherwise)
          }
        }

    /** The method that writes some leaves of a big family. */
    private def group(index: Int, number: Int, range: Range): LocalMethod =
      newMethod(s"write${index}g$number", valueAndLeft(index) :+ ("number" -> TypeRepr.of[Int]), TypeRepr.of[Unit]) {
        ps =>
          leaves(index, range, ps(0), ps(1), isGroup = true)(some => switch(ps(2), some, impossible(Expr(index))))
      }

    /** Emits the code that `choose` makes of these leaves' code. Many leaves share one handler for failures of their
      * fields, because a handler for each is long. Few leaves have one each, which is faster if some have no field
      * that can fail.
      */
    private def leaves(index: Int, range: Range, value: Term, left: Term, isGroup: Boolean)(
        choose: Quotes ?=> Seq[(Int, Term)] => Term
    )(using Quotes): Term =
      val keys = leafKeys(index)
      val uses = useOf(index)
      val isInline = fitsInline(range.map(uses(_)))
      def code(note: Option[Int => Term])(using Quotes) =
        choose(range.map(n => n -> leaf(uses(n), keys(n), value, n, keys.length, left, isInline, note)))
      val canFail = isGroup && isInline && range.exists { n =>
        uses(n) match
          case Use.Local(leaf) => isSmall(leaf) && FieldRuns.canFail(useOf(leaf))
          case _               => false
      }
      if !canFail then code(None)
      else
        noting(note => code(Some(note))) { (e, at) =>
          '{ EmittedFailures.failedLeafOut($e, $self, ${ Expr(index) }, ${ value.asExprOf[Any] }, $at) }
        }

    /** A Scala 3 enum whose ordinals are the leaf numbers. */
    private def isEnumeration(index: Int): Boolean =
      val tpe = typeOf(index)
      tpe <:< TypeRepr.of[scala.reflect.Enum] && tpe.typeSymbol.children.length == leafKeys(index).length

    private def leaf(
        use: Use,
        key: Int,
        value: Term,
        number: Int,
        arity: Int,
        left: Term,
        isInline: Boolean,
        note: Option[Int => Term]
    )(using Quotes): Term =
      def typed(code: Quotes ?=> Term => Term)(using Quotes): Term = let(cast(value, typeOfKey(key)))(code)
      use match
        case Use.Local(index) =>
          definitions(index) match
            case _: TypePlan.Singleton => putLeaf(number)
            case p: TypePlan.Product =>
              typed { v =>
                def code(using Quotes) =
                  if isInline && isSmall(index) then checked(index, v)(fields(index, v, left, Some(number), note))
                  else Block(List(putLeaf(number)), nonNull(index, v, left))
                if !p.isTracked then code
                else
                  val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
                  If('{ $builder.enter($any, ${ Expr(arity) }) }.asTerm, code, unit)
              }
            case other => throw new IllegalStateException(other.toString)
        case Use.Given(slot) =>
          val any = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          '{
            $self.writeGivenLeaf(
              $self.slot(${ Expr(slot) }),
              $any,
              ${ Expr(number) },
              ${ Expr(arity) },
              $builder,
              ${ left.asExprOf[Int] }
            )
          }.asTerm
        case other => throw new IllegalStateException(other.toString)

    /** Returns true if the code is small enough for the method of its sum: all leaves together are far below 8,000
      * bytecodes.
      */
    private def isSmall(index: Int): Boolean =
      useOf(index).length <= EmitWrite.MostInlinedFields && !isRecursiveAlone(index)

    /** A recursive leaf that is also used alone needs a separate guard. */
    private def isRecursiveAlone(index: Int): Boolean = useOf(index).contains(Use.Local(index))

    private def optional(index: Int, o: TypePlan.Optional, value: Term, left: Term)(using Quotes): Term =
      o.element match
        case Use.Scalar(kind) if kind != ScalarKind.Unit => callOf(builder, s"put${kind}Option", value)
        case _                                           => anyOption(index, o, value, left)

    private def anyOption(index: Int, o: TypePlan.Optional, value: Term, left: Term)(using Quotes): Term =
      let(value) { v =>
        val option = v.asExprOf[Option[Any]]
        o.element match
          case Use.Given(slot) =>
            '{ $self.writeGivenOption($self.slot(${ Expr(slot) }), $option, $builder, ${ left.asExprOf[Int] }) }.asTerm
          case use =>
            val key = factsOf(index).arguments(0)
            val content = cast('{ $option.get }.asTerm, typeOfKey(key))
            If(
              '{ $builder.putOption($option, ${ Expr(hasMarker(use)) }) }.asTerm,
              element(use, key, content, Literal(BooleanConstant(false)), left),
              unit
            )
      }

private object EmitWrite:
  final val MostInlinedFields = 8
