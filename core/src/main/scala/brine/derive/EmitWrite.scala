package brine.derive

import scala.collection.mutable
import scala.quoted.*
import brine.binary.{BinaryBuilder, BinaryTags}
import brine.plan.{Plan, TypePlan, Use}
import brine.shape.ScalarKind
import brine.wire.{ByteSink, Varint}

/** Emits the code that writes a family in the binary format, on the final sink.
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int, weight: Double)`:
  * {{{
  * val sink = builder.sink
  * def sum0(value: Tree, left: Int): Unit =
  *   if value == null then builder.putNull()
  *   else if left <= 0 then Emitted.writeDeep(self, 0, value, builder)      // the interpreter takes over
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
  *   else throw Emitted.unexpected(self, 0, value)
  * }}}
  * Fields that can fail are inside a `try` that adds the field's name to the path.
  */
final class EmitWrite[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned):
  import quotes.reflect.*

  /** Writes values of definition 0, as [[DerivedPickler.emittedWrite]] says. */
  def body[A: Type](
      value: Expr[A],
      values: Expr[Iterator[A] | Null],
      from: Expr[Int],
      until: Expr[Int],
      builder: Expr[BinaryBuilder],
      self: Expr[DerivedPickler[A]]
  )(using Quotes): Expr[Unit] =
    new Body(owner, builder, self).all(value, values, from, until).asExprOf[Unit]

  private final class Body(here: Symbol, builder: Expr[BinaryBuilder], self: Expr[DerivedPickler[?]])(using placed: Quotes):
    private val methods = mutable.Map.empty[Int, LocalMethod]
    private val defined = mutable.ArrayBuffer.empty[DefDef]

    // The sink itself, as in EmitRead.
    private val sinkDef =
      val symbol = Symbol.newVal(here, "sink", TypeRepr.of[ByteSink], Flags.EmptyFlags, Symbol.noSymbol)
      ValDef(symbol, Some('{ $builder.sink }.asTerm.changeOwner(symbol)))
    private val sink = Ref(sinkDef.symbol).asExprOf[ByteSink]

    def all[A: Type](value: Expr[A], values: Expr[Iterator[A] | Null], from: Expr[Int], until: Expr[Int])(using Quotes): Term =
      val code = '{
        val left = Emitted.levels($builder)
        var i = $from
        try
          while i < $until do
            val x = if $values eq null then $value else $values.next()
            if x == null then $builder.putNull() else ${ first('x.asTerm, 'left.asTerm).asExprOf[Unit] }
            i += 1
        catch case e: Exception => throw Emitted.failedElement(e, if $values eq null then -1 else i)
      }
      Block(sinkDef :: defined.toList, code.asTerm)

    /** As in EmitRead. */
    private def first(value: Term, left: Term)(using Quotes): Term = definitions(0) match
      case _: TypePlan.Product if !isRecursive(0) => product(0, value, left)
      case _                                      => nonNull(0, value, left)

    /** The method of a definition, made when first called for. */
    private def method(index: Int): LocalMethod = methods.getOrElse(index, {
      val made = new LocalMethod(here, s"write$index", List("value" -> typeOf(index), "left" -> TypeRepr.of[Int]), TypeRepr.of[Unit])
      methods(index) = made
      defined += made.define(inner => ps => guarded(index, ps(0), ps(1))(using inner))(using placed)
      made
    })

    private def guarded(index: Int, value: Term, left: Term)(using Quotes): Term =
      val next = '{ ${ left.asExprOf[Int] } - 1 }.asTerm
      definitions(index) match
        case _: TypePlan.Product => deep(index, value, left)(product(index, value, next))
        case _: TypePlan.Sum     => deep(index, value, left)(sum(index, value, next))
        case _: TypePlan.Sequence => sequence(index, value, left)
        case _: TypePlan.Mapping  => mapping(index, value, left)
        case other                  => throw new IllegalStateException(other.toString)

    private def deep(index: Int, value: Term, left: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !isRecursive(index) then code
      else
        '{
          if ${ left.asExprOf[Int] } <= 0 then Emitted.writeDeep($self, ${ Expr(index) }, ${ value.asExprOf[Any] }, $builder)
          else ${ code.asExprOf[Unit] }
        }.asTerm

    /** A value that is not null, without its marker. */
    private def nonNull(index: Int, value: Term, left: Term)(using Quotes): Term = definitions(index) match
      case _: TypePlan.Singleton   => unit
      case o: TypePlan.Optional    => optional(index, o, value, left)
      case _: TypePlan.ScalarArray => '{ $builder.putArray(${ cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef] }) }.asTerm
      case _                         => method(index)(value, left)

    // ---- places

    private def place(use: Use, key: Int, value: Term, left: Term)(using Quotes): Term = use match
      case Use.Scalar(kind) => scalar(kind, value)
      case Use.Given(slot) =>
        '{ Emitted.writeGiven($self.slot(${ Expr(slot) }), ${ value.asExprOf[Any] }, $builder, ${ left.asExprOf[Int] }) }.asTerm
      case Use.Local(index) => localPlace(index, value, left)

    private def localPlace(index: Int, value: Term, left: Term)(using Quotes): Term =
      definitions(index) match
        case p: TypePlan.Product => marked(p.isTracked, value)(v => nonNull(index, v, left))
        case _: TypePlan.Singleton =>
          '{ val ignored = $builder.putPresence(${ value.asExprOf[Any] }) }.asTerm
        case TypePlan.Sequence("Array", _, true, _) => trackedCollection(value, isArray = true)(v => nonNull(index, v, left))
        case s: TypePlan.Sequence if s.isTracked    => trackedCollection(value, isArray = false)(v => nonNull(index, v, left))
        case m: TypePlan.Mapping if m.isTracked     => trackedCollection(value, isArray = false)(v => nonNull(index, v, left))
        case o: TypePlan.Optional                => optional(index, o, value, left)
        case _: TypePlan.Sum                     => letNonNull(value)(v => nonNull(index, v, left))
        case _                                     => letNonNull(value)(v => nonNull(index, v, left))

    private def marked(isTracked: Boolean, value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        val goOn = if isTracked then '{ $builder.putTracked($any) } else '{ $builder.putPresence($any) }
        If(goOn.asTerm, code(v), unit)
      }

    private def trackedCollection(value: Term, isArray: Boolean)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        val goOn =
          if isArray then '{ Emitted.enterArray(${ cast(v, TypeRepr.of[Array[?]]).asExprOf[Array[?]] }, $builder) }
          else '{ Emitted.enterCollection(${ cast(v, TypeRepr.of[Iterable[Any]]).asExprOf[Iterable[Any]] }, $builder) }
        If(goOn.asTerm, code(v), unit)
      }

    private def letNonNull(value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
      let(value) { v =>
        '{ if ${ cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } eq null then $builder.putNull() else ${ code(v).asExprOf[Unit] } }.asTerm
      }

    /** An element of a collection, which has a marker if `isMarked`. */
    private def element(use: Use, key: Int, value: Term, isMarked: Term, left: Term)(using Quotes): Term = use match
      case Use.Given(slot) =>
        '{
          Emitted.writeGivenElement(
            $self.slot(${ Expr(slot) }), ${ value.asExprOf[Any] }, ${ isMarked.asExprOf[Boolean] }, $builder, ${ left.asExprOf[Int] }
          )
        }.asTerm
      case Use.Local(index) if isPlainMarker(index) =>
        let(value) { v =>
          val any = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          If('{ !${ isMarked.asExprOf[Boolean] } || $builder.putPresence($any) }.asTerm, nonNull(index, v, left), unit)
        }
      case _ => place(use, key, value, left)

    /** A type with a marker but without identity: elements may go without. */
    private def isPlainMarker(index: Int): Boolean = definitions(index) match
      case p: TypePlan.Product   => !p.isTracked
      case _: TypePlan.Singleton => true
      case _                       => false

    private def marks(use: Use, values: Expr[Iterable[Any]])(using Quotes): Expr[Boolean] = use match
      case Use.Given(slot)                            => '{ Emitted.marksGiven($self.slot(${ Expr(slot) }), $values) }
      case Use.Local(index) if isPlainMarker(index)   => '{ Emitted.containsNull($values) }
      case Use.Local(index) if isTracked(index)       => Expr(true)
      case _                                          => Expr(false)

    // ---- structures

    private def product(index: Int, value: Term, left: Term)(using Quotes): Term =
      checked(index, value)(fields(index, value, left, leadingTag = None))

    /** A class that others can extend: only its own objects are written by its plan. */
    private def checked(index: Int, value: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      factsOf(index).form match
        case TypeForm.Class(facts) if !facts.isFinal =>
          val any = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          val exact = Literal(ClassOfConstant(typeOf(index))).asExprOf[Class[?]]
          '{
            if $any.getClass ne $exact then Emitted.checkClass($self, ${ Expr(index) }, $any)
            ${ code.asExprOf[Unit] }
          }.asTerm
        case _ => code

    /** All fields; runs of scalars of bounded size share one check of the sink. */
    private def fields(index: Int, value: Term, left: Term, leadingTag: Option[Int])(using Quotes): Term =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val runs = EmitWrite.runs(uses)
      val startsWithRun = runs.headOption.exists(_.isScalars)
      val firstTag = leadingTag.filterNot(tag => startsWithRun && tag < EmitWrite.OneByteLeaves)
      val tag = firstTag.map(putLeaf).toList
      val joinedTag = if firstTag.isEmpty then leadingTag else None
      val canFail = uses.exists { case Use.Scalar(kind) => kind == ScalarKind.String; case _ => true }
      def parts(at: Quotes ?=> Int => Option[Term])(using Quotes): List[Term] =
        runs.toList.zipWithIndex.flatMap { (run, number) =>
          val code =
            if run.isScalars then scalarRun(run.fields.map(i => uses(i) -> field(value, index, i)), joinedTag.filter(_ => number == 0))
            else place(uses(run.fields.head), keys(run.fields.head), field(value, index, run.fields.head), left)
          at(run.fields.head).toList :+ code
        }
      if runs.length > EmitWrite.LongestMethod then Block(tag, inParts(index, value, left, runs))
      else if !canFail then Block(tag ++ parts(_ => None), unit)
      else
        Block(tag, '{
          var at = -1
          try ${ Block(parts(i => Some('{ at = ${ Expr(i) } }.asTerm)), unit).asExprOf[Unit] }
          catch case e: Exception => throw Emitted.failed(e, $self, ${ Expr(index) }, at)
        }.asTerm)

    /** The fields of a wide class, in several methods. */
    private def inParts(index: Int, value: Term, left: Term, runs: Vector[EmitWrite.Run])(using Quotes): Term =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val calls = runs.grouped(EmitWrite.LongestMethod).toList.zipWithIndex.map { (some, number) =>
        val made = new LocalMethod(here, s"write${index}p$number", List("value" -> typeOf(index), "left" -> TypeRepr.of[Int]), TypeRepr.of[Unit])
        defined += made.define(inner => ps =>
          given Quotes = inner
          '{
            var at = -1
            try
              ${
                Block(
                  some.toList.flatMap { run =>
                    val first = run.fields.head
                    val code =
                      if run.isScalars then scalarRun(run.fields.map(i => uses(i) -> field(ps(0), index, i)), None)
                      else place(uses(first), keys(first), field(ps(0), index, first), ps(1))
                    List('{ at = ${ Expr(first) } }.asTerm, code)
                  },
                  unit
                ).asExprOf[Unit]
              }
            catch case e: Exception => throw Emitted.failed(e, $self, ${ Expr(index) }, at)
          }.asTerm
        )(using placed)
        made(value, left)
      }
      Block(calls, unit)

    private def putLeaf(leaf: Int)(using Quotes): Term =
      val code = BinaryTags.leaf(leaf)
      (if leaf < EmitWrite.OneByteLeaves then '{ $sink.putByte(${ Expr(code) }) } else '{ $sink.putVarint(${ Expr(code) }) }).asTerm

    private def scalarRun(values: Seq[(Use, Term)], tag: Option[Int])(using Quotes): Term =
      val room = values.map { case (Use.Scalar(kind), _) => EmitWrite.maxBytes(kind); case _ => 0 }.sum + tag.size
      val leaf = tag.map(t => '{ $sink.putByteUnchecked(${ Expr(BinaryTags.leaf(t)) }) }.asTerm).toList
      val puts = values.map { case (Use.Scalar(kind), v) => unchecked(kind, v); case _ => unit }
      Block('{ $sink.require(${ Expr(room) }) }.asTerm :: leaf ++ puts, unit)

    private def unchecked(kind: ScalarKind, value: Term)(using Quotes): Term = (kind match
      case ScalarKind.Unit    => '{ val ignored = ${ value.asExprOf[Unit] } }
      case ScalarKind.Boolean => '{ $sink.putByteUnchecked(if ${ value.asExprOf[Boolean] } then 1 else 0) }
      case ScalarKind.Byte    => '{ $sink.putByteUnchecked(${ value.asExprOf[Byte] }.toInt) }
      case ScalarKind.Short   => '{ $sink.putShortUnchecked(${ value.asExprOf[Short] }.toInt) }
      case ScalarKind.Char    => '{ $sink.putCharUnchecked(${ value.asExprOf[Char] }.toInt) }
      case ScalarKind.Int     => '{ $sink.putZigzagIntUnchecked(${ value.asExprOf[Int] }) }
      case ScalarKind.Long    => '{ $sink.putZigzagLongUnchecked(${ value.asExprOf[Long] }) }
      case ScalarKind.Float   => '{ $sink.putFloatUnchecked(${ value.asExprOf[Float] }) }
      case ScalarKind.Double  => '{ $sink.putDoubleUnchecked(${ value.asExprOf[Double] }) }
      case ScalarKind.String  => '{ $builder.putString(${ value.asExprOf[String] }) }
    ).asTerm

    private def scalar(kind: ScalarKind, value: Term)(using Quotes): Term = (kind match
      case ScalarKind.Unit    => '{ val ignored = ${ value.asExprOf[Unit] } }
      case ScalarKind.Boolean => '{ $sink.putByte(if ${ value.asExprOf[Boolean] } then 1 else 0) }
      case ScalarKind.Byte    => '{ $sink.putByte(${ value.asExprOf[Byte] }.toInt) }
      case ScalarKind.Short   => '{ $sink.putShort(${ value.asExprOf[Short] }.toInt) }
      case ScalarKind.Char    => '{ $sink.putChar(${ value.asExprOf[Char] }.toInt) }
      case ScalarKind.Int     => '{ $sink.putZigzagInt(${ value.asExprOf[Int] }) }
      case ScalarKind.Long    => '{ $sink.putZigzagLong(${ value.asExprOf[Long] }) }
      case ScalarKind.Float   => '{ $sink.putFloat(${ value.asExprOf[Float] }) }
      case ScalarKind.Double  => '{ $sink.putDouble(${ value.asExprOf[Double] }) }
      case ScalarKind.String  => '{ $builder.putString(${ value.asExprOf[String] }) }
    ).asTerm

    private def sum(index: Int, value: Term, left: Term)(using Quotes): Term =
      val keys = leafKeys(index)
      val uses = useOf(index)
      val any = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
      val unexpected = '{ throw Emitted.unexpected($self, ${ Expr(index) }, $any) }.asTerm
      val isInline = fitsInline(index)
      def leaves(number: Int)(using Quotes) = leaf(uses(number), keys(number), value, number, keys.length, left, isInline)
      if isEnumeration(index) then
        val ordinal = '{ ${ value.asExprOf[Any] }.asInstanceOf[scala.reflect.Enum].ordinal }.asTerm
        if keys.forall(types(_).form == TypeForm.Object) then
          '{ $builder.putLeaf(${ ordinal.asExprOf[Int] }) }.asTerm
        else switch(ordinal, keys.indices.map(n => n -> leaves(n)), unexpected)
      else if keys.length > Plan.MostTests then
        let('{ $self.leafByClass(${ Expr(index) }, $any) }.asTerm) { number =>
          if keys.length <= Emitter.GroupSize then switch(number, keys.indices.map(n => n -> leaves(n)), unexpected)
          else
            val methods = groups(keys.length).zipWithIndex.map((range, g) => g -> group(index, g, range)(value, left, number))
            switch('{ Math.floorDiv(${ number.asExprOf[Int] }, ${ Expr(Emitter.GroupSize) }) }.asTerm, methods, unexpected)
        }
      else keys.indices.foldRight(unexpected)((number, otherwise) => If(isLeaf(value, keys(number)), leaves(number), otherwise))

    /** The method that writes some leaves of a big family. */
    private def group(index: Int, number: Int, leaves: Range): LocalMethod =
      val parameters = List("value" -> typeOf(index), "left" -> TypeRepr.of[Int], "number" -> TypeRepr.of[Int])
      val made = new LocalMethod(here, s"write${index}g$number", parameters, TypeRepr.of[Unit])
      val keys = leafKeys(index)
      defined += made.define(inner => ps =>
        given Quotes = inner
        val arms = leaves.map(n => n -> leaf(useOf(index)(n), keys(n), ps(0), n, keys.length, ps(1), isInline = false))
        switch(ps(2), arms, '{ throw Emitted.impossible(${ Expr(index) }) }.asTerm)
      )(using placed)
      made

    /** A Scala 3 enum whose ordinals are the leaf numbers. */
    private def isEnumeration(index: Int): Boolean =
      val tpe = typeOf(index)
      tpe <:< TypeRepr.of[scala.reflect.Enum] && tpe.typeSymbol.children.length == leafKeys(index).length

    private def leaf(use: Use, key: Int, value: Term, number: Int, arity: Int, left: Term, isInline: Boolean)(using Quotes): Term =
      def typed(code: Quotes ?=> Term => Term)(using Quotes): Term = let(cast(value, typeOfKey(key)))(code)
      use match
        case Use.Local(index) =>
          definitions(index) match
            case _: TypePlan.Singleton => putLeaf(number)
            case p: TypePlan.Product =>
              typed { v =>
                def code(using Quotes) =
                  if isInline && isSmall(index) then checked(index, v)(fields(index, v, left, Some(number)))
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
            Emitted.writeGivenLeaf(
              $self.slot(${ Expr(slot) }), $any, ${ Expr(number) }, ${ Expr(arity) }, $builder, ${ left.asExprOf[Int] }
            )
          }.asTerm
        case other => throw new IllegalStateException(other.toString)

    /** Small enough to stand inside the method of its sum, all leaves together far below 8,000 bytecodes. */
    private def isSmall(index: Int): Boolean = useOf(index).length <= EmitWrite.MostInlinedFields && !isRecursiveAlone(index)

    /** A leaf that is also used by itself and recursive needs its own guard. */
    private def isRecursiveAlone(index: Int): Boolean = useOf(index).contains(Use.Local(index))

    private def optional(index: Int, o: TypePlan.Optional, value: Term, left: Term)(using Quotes): Term =
      let(value) { v =>
        val option = v.asExprOf[Option[Any]]
        o.element match
          case Use.Given(slot) =>
            '{ Emitted.writeGivenOption($self.slot(${ Expr(slot) }), $option, $builder, ${ left.asExprOf[Int] }) }.asTerm
          case use =>
            val isMarker = use match
              case Use.Local(index) => isPlainMarker(index) || isTracked(index)
              case _                => false
            val key = factsOf(index).arguments(0)
            val content = cast('{ $option.get }.asTerm, typeOfKey(key))
            If(
              '{ $builder.putOption($option, ${ Expr(isMarker) }) }.asTerm,
              element(use, key, content, Literal(BooleanConstant(false)), left),
              unit
            )
      }

    private def sequence(index: Int, value: Term, left: Term)(using Quotes): Term =
      val s @ TypePlan.Sequence(kind, use, _, _) = definitions(index): @unchecked
      val elementKey = elementKeys(index).head
      val elementType = typeOfKey(elementKey)
      elementType.asType match
        case '[e] =>
          if kind == "Array" then
            val array = value.asExprOf[Array[e]]
            '{
              val isMarked = ${ marks(use, '{ Emitted.iterable($array) }) }
              val size = $array.length
              ${ this.size(s.isTracked, 'size, 'isMarked) }
              var i = 0
              try
                while i < size do
                  val x = $array(i)
                  ${ element(use, elementKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                  i += 1
              catch case e: Exception => throw Emitted.failedElement(e, i)
            }.asTerm
          else if use.isInstanceOf[Use.Given] then
            val Use.Given(slot) = use: @unchecked
            '{
              Emitted.writeGivens(
                $self.slot(${ Expr(slot) }), ${ value.asExprOf[Iterable[Any]] }, ${ Expr(s.isTracked) }, $builder, ${ left.asExprOf[Int] }
              )
            }.asTerm
          else
            val collection = value.asExprOf[Iterable[e]]
            '{
              val isMarked = ${ marks(use, collection) }
              ${ size(s.isTracked, '{ $collection.size }, 'isMarked) }
              var i = 0
              try
                val all = $collection.iterator
                while all.hasNext do
                  val x = all.next()
                  ${ element(use, elementKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                  i += 1
              catch case e: Exception => throw Emitted.failedElement(e, i)
            }.asTerm

    private def size(isTracked: Boolean, size: Expr[Int], isMarked: Expr[Boolean])(using Quotes): Expr[Unit] =
      if isTracked then '{ $builder.putTrackedSize($size, $isMarked) } else '{ $builder.putSize($size, $isMarked) }

    private def mapping(index: Int, value: Term, left: Term)(using Quotes): Term =
      val m @ TypePlan.Mapping(_, keyUse, valueUse, _, _) = definitions(index): @unchecked
      val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
      (typeOfKey(keyKey).asType, typeOfKey(valueKey).asType) match
        case ('[k], '[v]) =>
          val map = value.asExprOf[scala.collection.Map[k, v]]
          '{
            val isMarked = ${ marks(keyUse, '{ $map.keys }) } || ${ marks(valueUse, '{ $map.values }) }
            ${ size(m.isTracked, '{ $map.size }, 'isMarked) }
            var parts = 0 // keys and values in turn
            try
              val all = $map.iterator
              while all.hasNext do
                val entry = all.next()
                val key = entry._1
                val x = entry._2
                ${ element(keyUse, keyKey, 'key.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                parts += 1
                ${ element(valueUse, valueKey, 'x.asTerm, 'isMarked.asTerm, left).asExprOf[Unit] }
                parts += 1
            catch case e: Exception => throw Emitted.failedEntry(e, parts)
          }.asTerm

  private def unit: Term = Literal(UnitConstant())

private object EmitWrite:
  final val MostInlinedFields = 8

  /** Runs of fields in one method of a wide class. */
  final val LongestMethod = 60

  /** Leaf numbers whose tag takes one byte. */
  final val OneByteLeaves = 126

  /** Consecutive fields that are written together: scalars of bounded size, or one field of any other type. */
  final case class Run(isScalars: Boolean, fields: Vector[Int])

  private final val LongestRun = 16

  def runs(uses: Vector[Use]): Vector[Run] =
    uses.indices.foldLeft(Vector.empty[Run]) { (done, i) =>
      done.lastOption match
        case Some(Run(true, fields)) if isBounded(uses(i)) && fields.length < LongestRun => done.init :+ Run(true, fields :+ i)
        case _                                                                           => done :+ Run(isBounded(uses(i)), Vector(i))
    }

  private def isBounded(use: Use): Boolean = use match
    case Use.Scalar(kind) => kind != ScalarKind.String
    case _                => false

  def maxBytes(kind: ScalarKind): Int = kind match
    case ScalarKind.Unit                      => 0
    case ScalarKind.Boolean | ScalarKind.Byte => 1
    case ScalarKind.Short | ScalarKind.Char   => 2
    case ScalarKind.Int                       => Varint.MAX_INT_BYTES
    case ScalarKind.Long                      => Varint.MAX_LONG_BYTES
    case ScalarKind.Float                     => 4
    case ScalarKind.Double                    => 8
    case ScalarKind.String                    => 0
