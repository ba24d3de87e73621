package brine.derive.code

import scala.quoted.*
import brine.binary.{BinaryReader, BinaryTags}
import brine.derive.types.ReadType
import brine.emitted.{DerivedPickler, EmittedFailures}
import brine.model.{Rules, TypePlan, Use}
import brine.run.PlannedPickler
import brine.shape.ScalarKind
import brine.wire.ByteSource

/** Emits the code that reads a family in the binary format, from the final source; [[EmitWrite]] emits the writer.
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int)`:
  *
  * {{{
  * val source = reader.source
  * def read0(left: Int): Tree =
  *   if left <= 0 then self.readDeep(0, reader, -1).asInstanceOf[Tree]
  *   else
  *     val code = source.getVarint()
  *     code match
  *       case 1 => val a = read0(left - 1); val b = read0(left - 1); new Node(a, b)
  *       case 2 => new Leaf(source.getZigzagInt())
  *       case _ => self.resolveLeaf(0, code, reader).asInstanceOf[Tree]     // null, a reference, or no leaf
  * }}}
  *
  * Fields are inside a `try` that adds the field's name to the path. For a type that can be part of a cycle, the code
  * checks each field that was read as null. If the null replaces an object that is not built yet, the
  * [[brine.assembly.Assembly]] takes over.
  */
private[brine] final class EmitRead[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned),
      EmitReadClasses[Q],
      EmitReadCollections[Q]:
  import quotes.reflect.*

  /** Reads a value of definition 0, as [[brine.run.PlannedPickler.readBinary]] says. */
  def body[A: Type](reader: Expr[BinaryReader], id: Expr[Int])(using Quotes): Expr[Any] =
    new Body[A](owner, reader).all(id.asTerm).asExprOf[Any]

  private final class Body[A: Type](here: Symbol, val reader: Expr[BinaryReader])(using Quotes)
      extends EmittedMethod(here),
        Classes,
        Collections:
    private val selfDef = pickler[A]
    protected val self = Ref(selfDef.symbol).asExprOf[DerivedPickler[?]]

    // The source itself: each way through the reader costs a tree of small objects a tenth of its time.
    private val sourceDef = constant("source")('{ $reader.source })
    private val source = Ref(sourceDef.symbol).asExprOf[ByteSource]

    def all(id: Term)(using Quotes): Term =
      val code =
        if isFlat then first(Literal(IntConstant(0)), id)
        else let('{ $reader.levels }.asTerm)(first(_, id))
      Block(selfDef :: sourceDef :: localMethods, code)

    /** Emits definition 0: inline if it is a class that nothing else refers to, which saves a call for each value. */
    private def first(left: Term, id: Term)(using Quotes): Term = definitions(0) match
      case p: TypePlan.Product if !isRecursive(0) => product(0, p, left, id)
      case _                                      => nonNull(0, left, id)

    /** The method of a definition; with a parameter `id` if its objects keep their identity. */
    private def method(index: Int): LocalMethod =
      val parameters = List("left" -> TypeRepr.of[Int]) ++ Option.when(isTracked(index))("id" -> TypeRepr.of[Int])
      methodOf(index, "read", parameters, typeOf(index))(ps => guarded(index, ps(0), ps.lift(1).getOrElse(none)))

    private def call(index: Int, left: Term, id: Term): Term =
      if isTracked(index) then method(index)(left, id) else method(index)(left)

    private def guarded(index: Int, left: Term, id: Term)(using Quotes): Term =
      val next = '{ ${ left.asExprOf[Int] } - 1 }.asTerm
      definitions(index) match
        case p: TypePlan.Product  => deep(index, left, id)(product(index, p, next, id))
        case _: TypePlan.Sum      => deep(index, left, id)(sum(index, next))
        case s: TypePlan.Sequence => sequence(index, s, next, id)
        case m: TypePlan.Mapping  => mapping(index, m, next, id)
        case other                => throw new IllegalStateException(other.toString)

    private def deep(index: Int, left: Term, id: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !isRecursive(index) then code
      else
        val tpe = typeOf(index)
        val interpreted = '{ $self.readDeep(${ Expr(index) }, $reader, ${ id.asExprOf[Int] }) }.asTerm
        If('{ ${ left.asExprOf[Int] } <= 0 }.asTerm, cast(interpreted, tpe), code)

    private def nonNull(index: Int, left: Term, id: Term)(using Quotes): Term = definitions(index) match
      case _: TypePlan.Singleton      => objectOf(typeOf(index))
      case o: TypePlan.Optional       => optional(index, o, left)
      case TypePlan.ScalarArray(kind) => cast(callOf(reader, s"get${kind}s"), typeOf(index))
      case _ if isTakenWhole(index) =>
        val whole = '{ $self.readCollection(${ Expr(index) }, ${ id.asExprOf[Int] }, $reader, ${ left.asExprOf[Int] }) }
        cast(whole.asTerm, typeOf(index))
      case _ => call(index, left, id)

    // ---- places

    /** Emits the read of a place. `mayWait`: the caller checks afterwards if a null replaces an object that is not
      * built yet.
      */
    private def place(use: Use, key: Int, left: Term, mayWait: Boolean)(using Quotes): Term = use match
      case Use.Scalar(kind) => scalar(kind)
      case Use.Given(slot) =>
        cast(ofGiven(slot, left, mayWait), typeOfKey(key))
      case Use.Local(index) =>
        if isPlainMarker(index) then
          If('{ $reader.getPresence() }.asTerm, nonNull(index, left, none), nullOf(typeOf(index)))
        else if isTracked(index) then tracked(index, left)
        else nonNull(index, left, none)

    private def ofGiven(slot: Int, left: Term, mayWait: Boolean)(using Quotes): Term =
      val levels = left.asExprOf[Int]
      let('{ $reader.depth }.asTerm) { depth =>
        let('{ $self.nextGiven(${ Expr(slot) }, $reader, $levels) }.asTerm) { code =>
          val next = code.asExprOf[Int]
          val body = '{
            if $next == ${ Expr(PlannedPickler.Body) } then
              $self.slot(${ Expr(slot) }).asInstanceOf[PlannedPickler[?]].readBinary($reader, -1)
            else null
          }
          variable(body.asTerm) { value =>
            val other =
              if mayWait then '{ $self.readGiven($next, ${ Expr(slot) }, $reader, $levels) }
              else '{ $self.readGivenBuilt($next, ${ Expr(slot) }, $reader, $levels) }
            val orOther =
              If('{ ${ value.asExprOf[Any] } == null }.asTerm, Assign(value, other.asTerm), Literal(UnitConstant()))
            Block(List(orOther, '{ $reader.depth = ${ depth.asExprOf[Int] } }.asTerm), value)
          }
        }
      }

    private def tracked(index: Int, left: Term)(using Quotes): Term =
      definitions(index) match
        case _: TypePlan.Product =>
          let('{ $source.getVarint() }.asTerm) { code =>
            val other =
              if isReified(index) then
                cast('{ $self.refer(${ Expr(index) }, ${ code.asExprOf[Int] }, $reader) }.asTerm, typeOf(index))
              else elsewhere(index, '{ $reader.tag(${ code.asExprOf[Int] }, 1) })
            If('{ ${ code.asExprOf[Int] } == 1 }.asTerm, nonNull(index, left, '{ $self.open($reader) }.asTerm), other)
          }
        case TypePlan.Sequence("List", _, _, _) => trackedCollection(index, left, Some('{ Nil }.asTerm))
        case _                                  => trackedCollection(index, left, None)

    /** Reads a collection that keeps its identity. `empty`: the empty collection, if it is always the same object. */
    private def trackedCollection(index: Int, left: Term, empty: Option[Term])(using Quotes): Term =
      let('{ $reader.getTag(0) }.asTerm) { tag =>
        val id = if isMutable(index) then '{ $self.open($reader) }
        else '{ $self.openCollection($reader) }
        val found = nonNull(index, left, id.asTerm)
        val present = empty.fold(found)(e => If('{ $reader.skipEmpty() }.asTerm, cast(e, typeOf(index)), found))
        If('{ ${ tag.asExprOf[Int] } == 0 }.asTerm, present, elsewhere(index, tag.asExprOf[Int]))
      }

    /** Reads a value that is not a new object: null, or one that was read before. */
    private def elsewhere(index: Int, tag: Expr[Int])(using Quotes): Term =
      // The cast is all the check that a class without type parameters needs.
      val found =
        if isReified(index) then '{ $self.lookUp(${ Expr(index) }, $tag, $reader) }
        else '{ $self.resolve(${ Expr(index) }, $tag, $reader) }
      cast(found.asTerm, typeOf(index))

    protected def readField(definition: Int, field: Int, left: Term, mayWait: Boolean)(using Quotes): Term =
      place(useOf(definition)(field), fieldKeys(definition)(field), left, mayWait)

    /** The slot of an object that nothing refers to. */
    private def none: Term = Literal(IntConstant(-1))

    def element(use: Use, key: Int, isMarked: Term, left: Term, mayWait: Boolean)(using Quotes): Term = use match
      case Use.Given(slot) =>
        val (pickler, marked, levels) =
          ('{ $self.slot(${ Expr(slot) }) }, isMarked.asExprOf[Boolean], left.asExprOf[Int])
        val value =
          if mayWait then '{ $self.readGivenElement($pickler, $marked, $reader, $levels) }
          else '{ $self.readGivenElementBuilt($pickler, $marked, $reader, $levels) }
        cast(value.asTerm, typeOfKey(key))
      case Use.Local(index) if isPlainMarker(index) =>
        If(
          '{ !${ isMarked.asExprOf[Boolean] } || $reader.getPresence() }.asTerm,
          nonNull(index, left, none),
          nullOf(typeOf(index))
        )
      case _ => place(use, key, left, mayWait)

    private def scalar(kind: ScalarKind)(using Quotes): Term = kind match
      case ScalarKind.Unit   => '{ $reader.getUnit() }.asTerm
      case ScalarKind.String => '{ $reader.getString($source).asInstanceOf[String] }.asTerm
      case _                 => getScalar(source, kind)

    // ---- structures

    private def sum(index: Int, left: Term)(using Quotes): Term =
      val keys = leafKeys(index)
      val uses = useOf(index)
      let('{ $source.getVarint() }.asTerm) { code =>
        val number = code.asExprOf[Int]
        val other = cast('{ $self.resolveLeaf(${ Expr(index) }, $number, $reader) }.asTerm, typeOf(index))
        if fitsInline(uses) || keys.length <= Emitter.LeavesInGroup then
          leaves(index, keys.indices, left, code, other, isGroup = false)
        else
          val methods = groups(keys.length).zipWithIndex.map((range, g) => g -> group(index, g, range)(left, code))
          If(
            '{ $number <= 0 || $number > ${ Expr(keys.length) } }.asTerm,
            other,
            switch('{ ($number - 1) / ${ Expr(Emitter.LeavesInGroup) } }.asTerm, methods, other)
          )
      }

    /** The method that reads some leaves of a big family. */
    private def group(index: Int, number: Int, range: Range): LocalMethod =
      newMethod(s"read${index}g$number", List("left" -> TypeRepr.of[Int], "code" -> TypeRepr.of[Int]), typeOf(index)) {
        ps =>
          leaves(index, range, ps(0), ps(1), impossible(Expr(index)), isGroup = true)
      }

    /** A switch over these leaves' codes; failures as in EmitWrite. */
    private def leaves(index: Int, range: Range, left: Term, code: Term, otherwise: Term, isGroup: Boolean)(using
        Quotes
    ): Term =
      val keys = leafKeys(index)
      val uses = useOf(index)
      val isInline = fitsInline(range.map(uses(_)))
      def all(note: Option[Int => Term])(using Quotes) =
        switch(code, range.map(n => BinaryTags.leaf(n) -> leaf(uses(n), keys(n), left, isInline, note)), otherwise)
      val hasFields = isGroup && isInline && range.exists { n =>
        uses(n) match
          case Use.Local(leaf) => useOf(leaf).nonEmpty && isSmall(leaf)
          case _               => false
      }
      if !hasFields then all(None)
      else
        noting(note => all(Some(note))) { (e, at) =>
          '{ EmittedFailures.failedLeafIn($e, $self, ${ Expr(index) }, ${ code.asExprOf[Int] }, $at) }
        }

    /** Returns true if the code is small enough for the method of its sum. */
    private def isSmall(index: Int): Boolean = definitions(index) match
      case p: TypePlan.Product => p.fields.length <= EmitRead.MostInlinedFields && !p.isTracked
      case _                   => false

    private def leaf(use: Use, key: Int, left: Term, isInline: Boolean, note: Option[Int => Term])(using Quotes): Term =
      use match
        case Use.Local(index) =>
          definitions(index) match
            case _: TypePlan.Singleton => objectOf(typeOf(index))
            case p: TypePlan.Product =>
              val id = if p.isTracked then '{ $self.open($reader) }.asTerm else none
              if isInline && isSmall(index) then product(index, p, left, none, note)
              else call(index, left, id)
            case other => throw new IllegalStateException(other.toString)
        case Use.Given(slot) =>
          cast(
            '{ $self.readGivenLeaf($self.slot(${ Expr(slot) }), $reader, ${ left.asExprOf[Int] }) }.asTerm,
            typeOfKey(key)
          )
        case other => throw new IllegalStateException(other.toString)

    private def someNull(content: Use)(using Quotes): Term = content match
      case Use.Given(slot)       => '{ $self.someNull($self.slot(${ Expr(slot) }), $reader) }.asTerm
      case use if hasMarker(use) => '{ Some(null) }.asTerm
      case _                     => '{ throw EmittedFailures.noSomeNull($reader) }.asTerm

    private def optional(index: Int, o: TypePlan.Optional, left: Term)(using Quotes): Term = o.element match
      case Use.Scalar(kind) if kind != ScalarKind.Unit =>
        cast(callOf(reader, s"get${kind}Option", source.asTerm), typeOf(index))
      case _ => anyOption(index, o, left)

    private def anyOption(index: Int, o: TypePlan.Optional, left: Term)(using Quotes): Term =
      val key = factsOf(index).arguments(0)
      val tpe = typeOf(index)
      def content(using Quotes) = o.element match
        case Use.Given(slot) =>
          val isMarked = '{ $self.isTracked($self.slot(${ Expr(slot) })) }.asTerm
          element(o.element, key, isMarked, left, o.isCyclic)
        case use => element(use, key, Literal(BooleanConstant(false)), left, o.isCyclic)
      def some(using Quotes) = typeOfKey(key).asType match
        case '[e] =>
          if !o.isCyclic then '{ Some[e](${ content.asExprOf[e] }) }.asTerm
          else
            '{
              val part = ${ content.asExprOf[e] }
              if part != null then Some[e](part)
              else $self.someOfNull(${ Expr(index) }, $reader).asInstanceOf[Option[e]]
            }.asTerm
      switch(
        '{ $reader.getOption() }.asTerm,
        Seq(0 -> '{ None }.asTerm, 1 -> some, 2 -> someNull(o.element)).map((n, t) => n -> cast(t, tpe)),
        nullOf(tpe)
      )

private object EmitRead:
  final val MostInlinedFields = 8
