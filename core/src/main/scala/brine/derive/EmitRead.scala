package brine.derive

import scala.collection.mutable
import scala.collection.mutable.Growable
import scala.quoted.*
import brine.binary.{BinaryReader, BinaryTags}
import brine.plan.{GivenElements, TypePlan, Use}
import brine.shape.ScalarKind
import brine.wire.ByteSource

/** Emits the code that reads a family in the binary format, from the final source. Mirrors [[EmitWrite]].
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int)`:
  * {{{
  * val source = reader.source
  * def read0(left: Int): Tree =
  *   if left <= 0 then Emitted.readDeep(self, 0, reader, -1).asInstanceOf[Tree]
  *   else
  *     val code = source.getVarint()
  *     code match
  *       case 1 => val a = read0(left - 1); val b = read0(left - 1); new Node(a, b)
  *       case 2 => new Leaf(source.getZigzagInt())
  *       case _ => Emitted.resolveLeaf(self, 0, code, reader).asInstanceOf[Tree]     // null, a reference, or no leaf
  * }}}
  * Fields are inside a `try` that adds the field's name to the path. A type that can be part of a cycle asks after
  * each field that came as null whether it stands for an object that is not built yet; if so, the
  * [[brine.plan.Assembly]] takes over.
  */
final class EmitRead[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned):
  import quotes.reflect.*

  /** Reads values of definition 0, as [[DerivedPickler.emittedRead]] says. */
  def body[A: Type](
      reader: Expr[BinaryReader],
      id: Expr[Int],
      from: Expr[Int],
      until: Expr[Int],
      into: Expr[Growable[A] | Null],
      self: Expr[DerivedPickler[A]]
  )(using Quotes): Expr[A] =
    new Body(owner, reader, self).all(id.asTerm, from, until, into).asExprOf[A]

  private final class Body(here: Symbol, reader: Expr[BinaryReader], self: Expr[DerivedPickler[?]])(using placed: Quotes):
    private val methods = mutable.Map.empty[Int, LocalMethod]
    private val defined = mutable.ArrayBuffer.empty[DefDef]

    // The source itself: each way through the reader costs a tree of small objects a tenth of its time.
    private val sourceDef =
      val symbol = Symbol.newVal(here, "source", TypeRepr.of[ByteSource], Flags.EmptyFlags, Symbol.noSymbol)
      ValDef(symbol, Some('{ $reader.source }.asTerm.changeOwner(symbol)))
    private val source = Ref(sourceDef.symbol).asExprOf[ByteSource]

    def all[A: Type](id: Term, from: Expr[Int], until: Expr[Int], into: Expr[Growable[A] | Null])(using Quotes): Term =
      val code = '{
        val left = Emitted.levels($reader)
        var last: Any = null
        var i = $from
        try
          while i < $until do
            last = ${ first('left.asTerm, id).asExprOf[A] }
            if $into ne null then
              if last == null then Emitted.refuseUnbuilt($self, $reader)
              $into.addOne(last.asInstanceOf[A])
            i += 1
        catch case e: Exception => throw Emitted.failedElement(e, if $into eq null then -1 else i)
        last.asInstanceOf[A]
      }
      Block(sourceDef :: defined.toList, code.asTerm)

    /** Definition 0: in the loop itself if it is a class that nothing here refers to, which saves a call for each value. */
    private def first(left: Term, id: Term)(using Quotes): Term = definitions(0) match
      case p: TypePlan.Product if !isRecursive(0) => product(0, p, left, id)
      case _                                      => nonNull(0, left, id)

    /** The method of a definition, made when first called for; with a parameter `id` if its objects keep their identity. */
    private def method(index: Int): LocalMethod = methods.getOrElse(index, {
      val parameters = List("left" -> TypeRepr.of[Int]) ++ Option.when(isTracked(index))("id" -> TypeRepr.of[Int])
      val made = new LocalMethod(here, s"read$index", parameters, typeOf(index))
      methods(index) = made
      defined += made.define(inner => ps => guarded(index, ps(0), ps.lift(1).getOrElse(none))(using inner))(using placed)
      made
    })

    private def call(index: Int, left: Term, id: Term): Term = if isTracked(index) then method(index)(left, id) else method(index)(left)

    private def guarded(index: Int, left: Term, id: Term)(using Quotes): Term =
      val next = '{ ${ left.asExprOf[Int] } - 1 }.asTerm
      definitions(index) match
        case p: TypePlan.Product  => deep(index, left, id)(product(index, p, next, id))
        case _: TypePlan.Sum      => deep(index, left, id)(sum(index, next))
        case s: TypePlan.Sequence => sequence(index, s, left, id)
        case m: TypePlan.Mapping  => mapping(index, m, left, id)
        case other                  => throw new IllegalStateException(other.toString)

    private def deep(index: Int, left: Term, id: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      if !isRecursive(index) then code
      else
        val tpe = typeOf(index)
        val interpreted = '{ Emitted.readDeep($self, ${ Expr(index) }, $reader, ${ id.asExprOf[Int] }) }.asTerm
        If('{ ${ left.asExprOf[Int] } <= 0 }.asTerm, cast(interpreted, tpe), code)

    private def nonNull(index: Int, left: Term, id: Term)(using Quotes): Term = definitions(index) match
      case _: TypePlan.Singleton     => objectOf(typeOf(index))
      case o: TypePlan.Optional      => optional(index, o, left)
      case TypePlan.ScalarArray(kind) => cast('{ $reader.getArray(${ kindOf(kind) }) }.asTerm, typeOf(index))
      case _                           => call(index, left, id)

    private def kindOf(kind: ScalarKind)(using Quotes): Expr[ScalarKind] =
      Select.unique(Ref(TypeRepr.of[ScalarKind].typeSymbol.companionModule), kind.toString).asExprOf[ScalarKind]

    private def none: Term = Literal(IntConstant(-1))

    // ---- places

    /** `mayWait`: the caller asks afterwards whether a null stands for an object that is not built yet. */
    private def place(use: Use, key: Int, left: Term, mayWait: Boolean)(using Quotes): Term = use match
      case Use.Scalar(kind) => scalar(kind)
      case Use.Given(slot) =>
        val pickler = '{ $self.slot(${ Expr(slot) }) }
        val levels = left.asExprOf[Int]
        val value = if mayWait then '{ Emitted.readGiven($pickler, $reader, $levels) } else '{ Emitted.readGivenBuilt($pickler, $reader, $levels) }
        cast(value.asTerm, typeOfKey(key))
      case Use.Local(index) =>
        if isPlainMarker(index) then If('{ $reader.getPresence() }.asTerm, nonNull(index, left, none), nullOf(typeOf(index)))
        else if isTracked(index) then tracked(index, left)
        else nonNull(index, left, none)

    private def tracked(index: Int, left: Term)(using Quotes): Term =
      definitions(index) match
        case _: TypePlan.Product =>
          let('{ $source.getVarint() }.asTerm) { code =>
            val other =
              if isReified(index) then cast('{ Emitted.refer(${ code.asExprOf[Int] }, $reader) }.asTerm, typeOf(index))
              else elsewhere(index, '{ $reader.tag(${ code.asExprOf[Int] }, 1) })
            If('{ ${ code.asExprOf[Int] } == 1 }.asTerm, nonNull(index, left, '{ Emitted.open($reader) }.asTerm), other)
          }
        case TypePlan.Sequence("List", _, _, _) => trackedCollection(index, left, Some('{ Nil }.asTerm))
        case _                                  => trackedCollection(index, left, None)

    /** `empty`: what an empty collection is, if that is always the same. */
    private def trackedCollection(index: Int, left: Term, empty: Option[Term])(using Quotes): Term =
      let('{ $reader.getTag(0) }.asTerm) { tag =>
        val found = nonNull(index, left, '{ Emitted.openCollection($reader) }.asTerm)
        val present = empty.fold(found)(e => If('{ $reader.skipEmpty() }.asTerm, cast(e, typeOf(index)), found))
        If('{ ${ tag.asExprOf[Int] } == 0 }.asTerm, present, elsewhere(index, tag.asExprOf[Int]))
      }

    /** What a tag says that is no new object: null, or one that was read before. */
    private def elsewhere(index: Int, tag: Expr[Int])(using Quotes): Term =
      // The cast is all the check that a class without type parameters needs.
      val found = if isReified(index) then '{ Emitted.lookUp($tag, $reader) } else '{ Emitted.resolve($self, ${ Expr(index) }, $tag, $reader) }
      cast(found.asTerm, typeOf(index))

    /** The class of an object tells its type: [[Plan.Sequence.isReified]]. */
    private def isReified(index: Int): Boolean = definitions(index) match
      case p: TypePlan.Product => !p.isGeneric
      case TypePlan.Sequence("Array", Use.Scalar(_), _, _)       => true
      case TypePlan.Sequence("Array", Use.Local(element), _, _) =>
        definitions(element) match
          case p: TypePlan.Product => !p.isGeneric
          case _                   => false
      case _ => false

    private def element(use: Use, key: Int, isMarked: Term, left: Term, mayWait: Boolean)(using Quotes): Term = use match
      case Use.Given(slot) =>
        val value = '{
          Emitted.readGivenElement($self.slot(${ Expr(slot) }), ${ isMarked.asExprOf[Boolean] }, $reader, ${ left.asExprOf[Int] })
        }
        cast(value.asTerm, typeOfKey(key))
      case Use.Local(index) if isPlainMarker(index) =>
        If('{ !${ isMarked.asExprOf[Boolean] } || $reader.getPresence() }.asTerm, nonNull(index, left, none), nullOf(typeOf(index)))
      case _ => place(use, key, left, mayWait)

    private def isPlainMarker(index: Int): Boolean = definitions(index) match
      case p: TypePlan.Product   => !p.isTracked
      case _: TypePlan.Singleton => true
      case _                       => false

    private def scalar(kind: ScalarKind)(using Quotes): Term = (kind match
      case ScalarKind.Unit    => '{ $reader.getUnit() }
      case ScalarKind.Boolean => '{ $source.getBoolean() }
      case ScalarKind.Byte    => '{ $source.getByte() }
      case ScalarKind.Short   => '{ $source.getShort() }
      case ScalarKind.Char    => '{ $source.getChar() }
      case ScalarKind.Int     => '{ $source.getZigzagInt() }
      case ScalarKind.Long    => '{ $source.getZigzagLong() }
      case ScalarKind.Float   => '{ $source.getFloat() }
      case ScalarKind.Double  => '{ $source.getDouble() }
      case ScalarKind.String  => '{ $reader.getString().asInstanceOf[String] }
    ).asTerm

    // ---- structures

    private def product(index: Int, p: TypePlan.Product, left: Term, id: Term)(using Quotes): Term =
      if p.fields.isEmpty then completed(index, p, construct(index, Vector.empty), id)
      else if p.isCyclic && p.fields.length > EmitRead.MostCyclicFields then
        // Its code would be too long to be compiled by HotSpot; the interpreter is faster than that.
        cast('{ Emitted.readDeep($self, ${ Expr(index) }, $reader, ${ id.asExprOf[Int] }) }.asTerm, typeOf(index))
      else
        typeOf(index).asType match
          case '[t] =>
            '{
              var at = -1
              try ${ fields(index, p, left, id, i => '{ at = ${ Expr(i) } }.asTerm).asExprOf[t] }
              catch case e: Exception => throw Emitted.failed(e, $self, ${ Expr(index) }, at)
            }.asTerm

    private def fields(index: Int, p: TypePlan.Product, left: Term, id: Term, at: Quotes ?=> Int => Term)(using Quotes): Term =
      firstLateField(p) match
        case Some(late) if p.isCyclic && mayBuildAtOnce => atOnce(index, p, late, left, id, at)
        case late                                       => inOrder(index, p, late, left, id, at)

    /** The object is built as soon as all that its constructor needs has been read, and then filled field by field. That
      * it is done outside of cycles, too, cannot be seen: its class only stores what it is given, and nothing in the family
      * asks for its hash.
      */
    private def atOnce(index: Int, p: TypePlan.Product, late: Int, left: Term, id: Term, at: Quotes ?=> Int => Term)(using Quotes): Term =
      val keys = fieldKeys(index)
      val here = owner
      val known = (0 until late).toVector.map { i =>
        val symbol = Symbol.newVal(here, s"f$i", typeOfKey(keys(i)), Flags.EmptyFlags, Symbol.noSymbol)
        ValDef(symbol, Some(place(p.fields(i).use, keys(i), left, mayWait = false)(using inside(symbol))))
      }
      val open = (late until p.fields.length).map(i => zero(p.fields(i).use, typeOfKey(keys(i))))
      val filled = let(construct(index, known.map(v => Ref(v.symbol)) ++ open)) { o =>
        val any = cast(o, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        val begun =
          if p.isGeneric then '{ Emitted.begunGeneric($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, $any, $reader) }
          else '{ Emitted.begun(${ id.asExprOf[Int] }, $any, $reader) }
        val fills = (late until p.fields.length).toList.flatMap(i => List(at(i), fill(index, p, i, o, any, left)))
        Block(begun.asTerm :: fills, o)
      }
      Block(known.zipWithIndex.toList.flatMap((v, i) => List(at(i), v)), filled)

    private def fill(index: Int, p: TypePlan.Product, i: Int, o: Term, any: Expr[AnyRef], left: Term)(using Quotes): Term =
      val use = p.fields(i).use
      let(place(use, fieldKeys(index)(i), left, mayWait = true)) { value =>
        val assigned = Assign(field(o, index, i), value)
        if !mayBeUnbuilt(use) then assigned
        else
          val later = '{ Emitted.fillLater($self, ${ Expr(index) }, ${ Expr(i) }, $any, $reader) }.asTerm
          val isNull = '{ ${ Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any] } == null }.asTerm
          Block(List(assigned), If(isNull, later, Literal(UnitConstant())))
      }

    /** Nothing in the family, and no pickler that it calls, looks into an object that is not complete. */
    private lazy val mayBuildAtOnce: Boolean = slotKeys.isEmpty && definitions.forall {
      case s: TypePlan.Sequence => !s.isCyclic || s.kind != "Set"
      case m: TypePlan.Mapping  => !m.isCyclic
      case p: TypePlan.Product  => !p.isCyclic || p.storesOnly
      case _                    => true
    }

    /** The object is built when all its fields have been read; `late`: from which on it may have to be built early. */
    private def inOrder(index: Int, p: TypePlan.Product, late: Option[Int], left: Term, id: Term, at: Quotes ?=> Int => Term)(
        using Quotes
    ): Term =
      val keys = fieldKeys(index)
      val here = owner
      val values = p.fields.indices.toVector.map { i =>
        val symbol = Symbol.newVal(here, s"f$i", typeOfKey(keys(i)), Flags.EmptyFlags, Symbol.noSymbol)
        ValDef(symbol, Some(place(p.fields(i).use, keys(i), left, mayWait = p.isCyclic)(using inside(symbol))))
      }
      val refs = values.map(v => Ref(v.symbol))
      if !p.isCyclic then
        val read = values.zipWithIndex.toList.flatMap((v, i) => List(at(i), v))
        Block(read, completed(index, p, construct(index, refs), id))
      else
        val read = values.zipWithIndex.toList.flatMap { (v, i) =>
          val pend = if late.contains(i) then List(this.pend(index, refs.take(i), refs.length, id)) else Nil
          pend ++ List(at(i), v) ++ waiting(p, i, v, here)
        }
        Block(read, assemble(index, p, refs, read, id, late))

    /** The first of the mutable fields that can lead back to the object, if by then all that its constructor needs has
      * been read: from there on the object can be built early.
      */
    private def firstLateField(p: TypePlan.Product): Option[Int] =
      val first = p.fields.indexWhere(f => f.isMutable && mayBeUnbuilt(f.use))
      val (before, after) = p.fields.splitAt(first)
      Option.when(first >= 0 && p.storesOnly && !before.exists(f => mayBeUnbuilt(f.use)) && after.forall(_.isMutable))(first)

    private def pend(index: Int, known: Vector[Term], count: Int, id: Term)(using Quotes): Term =
      val parts = known.map(boxed) ++ Vector.fill(count - known.length)('{ null })
      '{ Emitted.pend($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, Array[AnyRef](${ Varargs(parts) }*), $reader) }.asTerm

    private def mayBeUnbuilt(use: Use): Boolean = use match
      case Use.Scalar(_)    => false
      case Use.Given(_)     => true
      case Use.Local(index) => definitions(index) match
          case d: TypePlan.Product  => d.isCyclic
          case d: TypePlan.Sum      => d.isCyclic
          case d: TypePlan.Optional => d.isCyclic
          case d: TypePlan.Sequence => d.isCyclic
          case d: TypePlan.Mapping  => d.isCyclic
          case _                      => false

    /** After a field that may wait: what its null stands for. */
    private def waiting(p: TypePlan.Product, i: Int, value: ValDef, here: Symbol)(using Quotes): List[ValDef] =
      if !p.isCyclic || !mayBeUnbuilt(p.fields(i).use) then Nil
      else
        val symbol = Symbol.newVal(here, s"w$i", TypeRepr.of[AnyRef], Flags.EmptyFlags, Symbol.noSymbol)
        val any = Typed(Ref(value.symbol), Inferred(TypeRepr.of[Any])).asExprOf[Any]
        List(ValDef(symbol, Some('{ if $any == null then Emitted.part(null, $reader) else null }.asTerm)))

    private def assemble(index: Int, p: TypePlan.Product, refs: Vector[Term], read: List[Statement], id: Term, late: Option[Int])(
        using Quotes
    ): Term =
      val waits = read.collect { case v: ValDef if v.name.startsWith("w") => v.name.drop(1).toInt -> Ref(v.symbol) }.toMap
      def isWaiting(using Quotes) =
        if !p.storesOnly then '{ Emitted.isAwaiting($reader) }.asTerm
        else waits.values.map(w => '{ ${ w.asExprOf[AnyRef] } ne null }).reduce((a, b) => '{ $a || $b }).asTerm
      def parts(using Quotes): Expr[Array[AnyRef]] =
        val all = refs.zipWithIndex.map { (ref, i) =>
          waits.get(i) match
            case Some(w) => '{ if ${ w.asExprOf[AnyRef] } ne null then ${ w.asExprOf[AnyRef] } else ${ boxed(ref) } }
            case None    => boxed(ref)
        }
        '{ Array[AnyRef](${ Varargs(all) }*) }
      def whole(using Quotes): Term = If(
        isWaiting,
        cast('{ Emitted.product($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, $parts, $reader) }.asTerm, typeOf(index)),
        completed(index, p, construct(index, refs), id)
      )
      late match
        case None => whole
        case Some(late) =>
          let('{ Emitted.early(${ id.asExprOf[Int] }, $reader) }.asTerm) { early =>
            val value = early.asExprOf[AnyRef]
            def assigned(using Quotes): Term = let(cast(early, typeOf(index))) { o =>
              val assignments = (late until refs.length).toList.map(i => Assign(field(o, index, i), refs(i)))
              Block(assignments, o)
            }
            val filled = If(isWaiting, cast('{ Emitted.fill($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, $value, $parts, $reader) }.asTerm, typeOf(index)), assigned)
            If('{ $value eq null }.asTerm, whole, filled)
          }

    private def boxed(ref: Term)(using Quotes): Expr[AnyRef] =
      val any = Typed(ref, Inferred(TypeRepr.of[Any])).asExprOf[Any]
      '{ $any.asInstanceOf[AnyRef] }

    /** The object, known under its number if it keeps its identity. */
    private def completed(index: Int, p: TypePlan.Product, value: Term, id: Term)(using Quotes): Term =
      if !p.isTracked then value
      else
        let(value) { o =>
          val any = cast(o, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          val complete =
            if p.isGeneric then '{ Emitted.completeGeneric($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, $any, $reader) }
            else '{ Emitted.complete(${ id.asExprOf[Int] }, $any, $reader) }
          Block(List(complete.asTerm), o)
        }

    private def sum(index: Int, left: Term)(using Quotes): Term =
      val keys = leafKeys(index)
      val uses = useOf(index)
      let('{ $source.getVarint() }.asTerm) { code =>
        val number = code.asExprOf[Int]
        val other = cast('{ Emitted.resolveLeaf($self, ${ Expr(index) }, $number, $reader) }.asTerm, typeOf(index))
        if keys.length <= Emitter.GroupSize then
          val isInline = fitsInline(index)
          switch(code, keys.indices.map(n => BinaryTags.leaf(n) -> leaf(uses(n), keys(n), left, isInline)), other)
        else
          val methods = groups(keys.length).zipWithIndex.map((range, g) => g -> group(index, g, range)(left, code))
          If(
            '{ $number <= 0 || $number > ${ Expr(keys.length) } }.asTerm,
            other,
            switch('{ ($number - 1) / ${ Expr(Emitter.GroupSize) } }.asTerm, methods, other)
          )
      }

    /** The method that reads some leaves of a big family. */
    private def group(index: Int, number: Int, leaves: Range): LocalMethod =
      val made = new LocalMethod(here, s"read${index}g$number", List("left" -> TypeRepr.of[Int], "code" -> TypeRepr.of[Int]), typeOf(index))
      val keys = leafKeys(index)
      defined += made.define(inner => ps =>
        given Quotes = inner
        val arms = leaves.map(n => BinaryTags.leaf(n) -> leaf(useOf(index)(n), keys(n), ps(0), isInline = false))
        switch(ps(1), arms, '{ throw Emitted.impossible(${ Expr(index) }) }.asTerm)
      )(using placed)
      made

    private def leaf(use: Use, key: Int, left: Term, isInline: Boolean)(using Quotes): Term = use match
      case Use.Local(index) =>
        definitions(index) match
          case _: TypePlan.Singleton => objectOf(typeOf(index))
          case p: TypePlan.Product =>
            val id = if p.isTracked then '{ Emitted.open($reader) }.asTerm else none
            if isInline && p.fields.length <= EmitRead.MostInlinedFields && !p.isTracked then product(index, p, left, none)
            else call(index, left, id)
          case other => throw new IllegalStateException(other.toString)
      case Use.Given(slot) =>
        cast('{ Emitted.readGivenLeaf($self.slot(${ Expr(slot) }), $reader, ${ left.asExprOf[Int] }) }.asTerm, typeOfKey(key))
      case other => throw new IllegalStateException(other.toString)

    private def optional(index: Int, o: TypePlan.Optional, left: Term)(using Quotes): Term =
      val key = factsOf(index).arguments(0)
      val tpe = typeOf(index)
      def content(using Quotes) = o.element match
        case Use.Given(slot) =>
          val isMarked = '{ Emitted.isTracked($self.slot(${ Expr(slot) })) }.asTerm
          element(o.element, key, isMarked, left, o.isCyclic)
        case use => element(use, key, Literal(BooleanConstant(false)), left, o.isCyclic)
      def some(using Quotes) = typeOfKey(key).asType match
        case '[e] =>
          if !o.isCyclic then '{ Some[e](${ content.asExprOf[e] }) }.asTerm
          else
            '{
              val part = ${ content.asExprOf[e] }
              if part != null then Some[e](part)
              else Emitted.someOfNull($self, ${ Expr(index) }, $reader).asInstanceOf[Option[e]]
            }.asTerm
      switch(
        '{ $reader.getOption() }.asTerm,
        Seq(0 -> '{ None }.asTerm, 1 -> some, 2 -> '{ Some(null) }.asTerm).map((n, t) => n -> cast(t, tpe)),
        nullOf(tpe)
      )

    private def sequence(index: Int, s: TypePlan.Sequence, left: Term, id: Term)(using Quotes): Term =
      val key = elementKeys(index).head
      def next(isMarked: Expr[Boolean])(using Quotes): Term = element(s.element, key, isMarked.asTerm, left, s.isCyclic)
      def nextOf(givens: Expr[GivenElements | Null], isMarked: Expr[Boolean])(using Quotes): Term = s.element match
        case Use.Given(_) => cast('{ $givens.asInstanceOf[GivenElements].next() }.asTerm, typeOfKey(key))
        case _            => next(isMarked)
      typeOfKey(key).asType match
        case '[e] =>
          if s.kind == "Array" then array[e](index, s, left, id)(q ?=> (givens, isMarked) => nextOf(givens, isMarked).asExprOf[e])
          else if s.element.isInstanceOf[Use.Given] && !s.isCyclic then givens(index, s, left, id)
          else if s.isCyclic then cyclicSequence(index, s, left, id)(q ?=> (givens, isMarked) => nextOf(givens, isMarked).asExprOf[e])
          else plainSequence(index, id)(q ?=> isMarked => next(isMarked).asExprOf[e])

    /** A collection's header: its size is a claim that the bytes must bear out, or a limit. */
    private def size(index: Int)(using Quotes): Expr[Long] =
      if useOf(index).exists(takesBytes) then '{ $reader.getSize() } else '{ Emitted.size($self, ${ Expr(index) }, $reader) }

    /** Whether every value of an element takes a byte at least, as far as is known here. */
    private def takesBytes(element: Use): Boolean = element match
      case Use.Scalar(kind) => kind != ScalarKind.Unit
      case Use.Given(_)     => false
      case Use.Local(index) => definitions(index) match
          case p: TypePlan.Product   => p.isTracked || p.fields.exists(_.use != Use.Scalar(ScalarKind.Unit))
          case _: TypePlan.Singleton => false
          case _                       => true

    /** Elements go straight into an array that grows with them up to the claimed size. */
    private def array[e: Type](index: Int, s: TypePlan.Sequence, left: Term, id: Term)(
        next: Quotes ?=> (Expr[GivenElements | Null], Expr[Boolean]) => Expr[e]
    )(using Quotes): Term =
      val make = (length: Expr[Int]) =>
        Apply(TypeApply(Select.unique(New(Inferred(typeOf(index))), "<init>"), List(Inferred(TypeRepr.of[e]))), List(length.asTerm)).asExprOf[Array[e]]
      '{
        val header = ${ size(index) }
        if header == -1L then null
        else
          val size = (header >>> 1).toInt
          val isMarked = (header & 1L) != 0L
          var all = ${ make('{ Math.min(size, Emitted.FirstCapacity) }) }
          var waiting: AnyRef = null
          val givens: GivenElements | Null = ${ givenElements(s.element, 'isMarked, left) }
          var i = 0
          try
            while i < size do
              if i == all.length then
                val larger = ${ make('{ Math.min(size, i * 2) }) }
                System.arraycopy(all, 0, larger, 0, i)
                all = larger
              val x = ${ next('givens, 'isMarked) }
              all(i) = x
              if x == null then waiting = Emitted.waitFor(waiting, i, $reader)
              i += 1
          catch case e: Exception => throw Emitted.failedElement(e, i)
          ${
            if isReified(index) then
              '{ Emitted.completeReifiedArray($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, all, waiting, $reader) }
            else '{ Emitted.completeArray($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, all, waiting, $reader) }
          }
          all
      }.asTerm

    /** Elements are stacked up, since some may not be built yet. */
    private def cyclicSequence[e: Type](index: Int, s: TypePlan.Sequence, left: Term, id: Term)(
        next: Quotes ?=> (Expr[GivenElements | Null], Expr[Boolean]) => Expr[e]
    )(using Quotes): Term =
      cast('{
        val header = ${ size(index) }
        if header == -1L then null
        else
          val size = (header >>> 1).toInt
          val isMarked = (header & 1L) != 0L
          val base = Emitted.stacked($reader)
          var waits = false
          val givens: GivenElements | Null = ${ givenElements(s.element, 'isMarked, left) }
          var i = 0
          try
            while i < size do
              val x = ${ next('givens, 'isMarked) }
              if x != null then Emitted.stack(x, $reader) else waits |= Emitted.stackNull($reader)
              i += 1
          catch case e: Exception => throw Emitted.failedElement(e, i)
          Emitted.sequence($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, base, waits, $reader)
      }.asTerm, typeOf(index))

    private def givenElements(use: Use, isMarked: Expr[Boolean], left: Term)(using Quotes): Expr[GivenElements | Null] = use match
      case Use.Given(slot) => '{ Emitted.elements($self.slot(${ Expr(slot) }), $isMarked, $reader, ${ left.asExprOf[Int] }) }
      case _               => '{ null }

    /** Elements with a pickler of their own, which reads them all. */
    private def givens(index: Int, s: TypePlan.Sequence, left: Term, id: Term)(using Quotes): Term =
      val Use.Given(slot) = s.element: @unchecked
      val sequence = '{
        Emitted.readGivens($self, ${ Expr(index) }, $self.slot(${ Expr(slot) }), ${ id.asExprOf[Int] }, $reader, ${ left.asExprOf[Int] })
      }
      cast(sequence.asTerm, typeOf(index))

    private def plainSequence[e: Type](index: Int, id: Term)(next: Quotes ?=> Expr[Boolean] => Expr[e])(using Quotes): Term =
      cast('{
        val header = ${ size(index) }
        if header == -1L then null
        else
          val size = (header >>> 1).toInt
          val isMarked = (header & 1L) != 0L
          val all = Emitted.newBuilder($self, ${ Expr(index) }, size)
          var i = 0
          try
            while i < size do
              all.addOne(${ next('isMarked) })
              i += 1
          catch case e: Exception => throw Emitted.failedElement(e, i)
          val collection = Emitted.result($self, ${ Expr(index) }, all, size)
          Emitted.completeGeneric($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, collection, $reader)
          collection
      }.asTerm, typeOf(index))

    private def mapping(index: Int, m: TypePlan.Mapping, left: Term, id: Term)(using Quotes): Term =
      val Vector(keyKey, valueKey) = elementKeys(index): @unchecked
      def read(use: Use, key: Int, isMarked: Term): Quotes ?=> Expr[Any] =
        Typed(element(use, key, isMarked, left, m.isCyclic), Inferred(TypeRepr.of[Any])).asExprOf[Any]
      cast('{
        val header = ${ size(index) }
        if header == -1L then null
        else
          val size = (header >>> 1).toInt
          val isMarked = (header & 1L) != 0L
          val parts = new java.util.ArrayList[AnyRef]()
          var i = 0
          try
            while i < size do
              val key: Any = ${ read(m.key, keyKey, 'isMarked.asTerm) }
              parts.add(Emitted.part(key, $reader))
              val x: Any = ${ read(m.value, valueKey, 'isMarked.asTerm) }
              parts.add(Emitted.part(x, $reader))
              i += 1
          catch case e: Exception => throw Emitted.failedEntry(e, parts.size)
          Emitted.mapping($self, ${ Expr(index) }, ${ id.asExprOf[Int] }, parts, $reader)
      }.asTerm, typeOf(index))

    private def nullOf(tpe: TypeRepr): Term = cast(Literal(NullConstant()), tpe)

private object EmitRead:
  final val MostInlinedFields = 8

  /** Fields of a class that can be in a cycle, about 90 bytecodes each. */
  final val MostCyclicFields = 60
