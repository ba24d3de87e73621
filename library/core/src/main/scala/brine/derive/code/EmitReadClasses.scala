package brine.derive.code

import scala.quoted.*
import brine.PickleReader
import brine.binary.FieldRuns
import brine.emitted.{DerivedPickler, EmittedFailures}
import brine.model.{TypePlan, Use}

/** The part of [[EmitRead]] that reads the fields of classes and builds the objects, also those in cycles.
  */
private[brine] trait EmitReadClasses[Q <: Quotes] extends Emitter[Q]:
  import quotes.reflect.*

  protected trait Classes:
    protected def reader: Expr[PickleReader]
    protected def self: Expr[DerivedPickler[?]]

    /** Reads a field of a definition. `mayWait`: the caller checks afterwards if a null replaces an object that is
      * not built yet.
      */
    protected def readField(definition: Int, field: Int, left: Term, mayWait: Boolean)(using Quotes): Term

    /** Reads an object. `note`: code that records the field being read, -1 for the constructor, for a caller that
      * handles failures; without it, failures are handled here.
      */
    final def product(index: Int, p: TypePlan.Product, left: Term, id: Term, note: Option[Int => Term] = None)(using
        Quotes
    ): Term =
      if p.fields.isEmpty then completed(index, p, construct(index, Vector.empty), id)
      else if p.isCyclic && p.fields.length > FieldRuns.MostCyclicFields then
        // Its code would be too long (ADR 95, size); the interpreter is faster than that.
        cast('{ $self.readDeep(${ Expr(index) }, $reader, ${ id.asExprOf[Int] }) }.asTerm, typeOf(index))
      else if note.nonEmpty then fields(index, p, left, id, i => note.get(i))
      else
        noting(note => fields(index, p, left, id, i => note(i))) { (e, at) =>
          '{ EmittedFailures.failed($e, $self, ${ Expr(index) }, $at) }
        }

    private def fields(index: Int, p: TypePlan.Product, left: Term, id: Term, at: Quotes ?=> Int => Term)(using
        Quotes
    ): Term =
      firstLateField(p) match
        case Some(late) if p.isCyclic && mayBuildAtOnce => atOnce(index, p, late, left, id, at)
        case late                                       => inOrder(index, p, late, left, id, at)

    /** The object is built as soon as the arguments of its constructor have been read, and then filled field by
      * field. This is done outside of cycles, too, which makes no visible difference: the class only stores its
      * arguments, and nothing in the family needs its hash.
      */
    private def atOnce(
        index: Int,
        p: TypePlan.Product,
        late: Int,
        left: Term,
        id: Term,
        at: Quotes ?=> Int => Term
    )(using Quotes): Term =
      val keys = fieldKeys(index)
      val here = owner
      val (known, filled) = p.fields.indices.toVector.partition(_ < late)
      val values = known.map { i =>
        val symbol = Symbol.newVal(here, s"f$i", typeOfKey(keys(i)), Flags.Synthetic, Symbol.noSymbol)
        i -> ValDef(symbol, Some(readField(index, i, left, mayWait = false)(using inside(symbol))))
      }
      val read = values.toMap
      val arguments = p.fields.indices.toVector.map(i =>
        read.get(i).fold(zero(p.fields(i).use, typeOfKey(keys(i))))(v => Ref(v.symbol))
      )
      val built = let(construct(index, arguments, isAssigned = read.contains)) { o =>
        val any = cast(o, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        val begun =
          if p.isGeneric then '{ $self.begunGeneric(${ Expr(index) }, ${ id.asExprOf[Int] }, $any, $reader) }
          else '{ $self.begun(${ id.asExprOf[Int] }, $any, $reader) }
        Block(begun.asTerm :: filled.toList.flatMap(i => List(at(i), fill(index, p, i, o, any, left))), o)
      }
      Block(values.toList.flatMap((i, v) => List(at(i), v)) :+ at(-1), built)

    private def fill(index: Int, p: TypePlan.Product, i: Int, o: Term, any: Expr[AnyRef], left: Term)(using
        Quotes
    ): Term =
      val use = p.fields(i).use
      let(readField(index, i, left, mayWait = true)) { value =>
        val assigned = assignment(o, index, i, value)
        if !mayBeUnbuilt(use) then assigned
        else
          val later = '{ $self.fillLater(${ Expr(index) }, ${ Expr(i) }, $any, $reader) }.asTerm
          val isNull = '{ ${ Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any] } == null }.asTerm
          Block(List(assigned), If(isNull, later, Literal(UnitConstant())))
      }

    /** The object is built when all its fields have been read; `late`: from which on it may have to be built early. */
    private def inOrder(
        index: Int,
        p: TypePlan.Product,
        late: Option[Int],
        left: Term,
        id: Term,
        at: Quotes ?=> Int => Term
    )(
        using Quotes
    ): Term =
      val keys = fieldKeys(index)
      val here = owner
      val values = p.fields.indices.toVector.map { i =>
        val symbol = Symbol.newVal(here, s"f$i", typeOfKey(keys(i)), Flags.Synthetic, Symbol.noSymbol)
        ValDef(symbol, Some(readField(index, i, left, mayWait = p.isCyclic)(using inside(symbol))))
      }
      val refs = values.map(v => Ref(v.symbol))
      if !p.isCyclic then
        val read = values.zipWithIndex.toList.flatMap((v, i) => List(at(i), v))
        Block(read :+ at(-1), completed(index, p, construct(index, refs), id))
      else
        val read = p.fields.indices.toList.flatMap { i =>
          val pend = if late.contains(i) then List(this.pend(index, refs.take(i), refs.length, id)) else Nil
          pend ++ List(at(i), values(i)) ++ waiting(p, i, values(i), here)
        }
        Block(read :+ at(-1), assemble(index, p, refs, read, id, late))

    private def pend(index: Int, known: Vector[Term], count: Int, id: Term)(using Quotes): Term =
      val parts = known.map(boxed) ++ Vector.fill(count - known.length)('{ null.asInstanceOf[AnyRef] })
      '{ $self.pend(${ Expr(index) }, ${ id.asExprOf[Int] }, Array[AnyRef](${ Varargs(parts) }*), $reader) }.asTerm

    /** Emits the check after a field that may wait: its null may replace an object. */
    private def waiting(p: TypePlan.Product, i: Int, value: ValDef, here: Symbol)(using Quotes): List[ValDef] =
      if !p.isCyclic || !mayBeUnbuilt(p.fields(i).use) then Nil
      else
        val symbol = Symbol.newVal(here, s"w$i", TypeRepr.of[AnyRef], Flags.Synthetic, Symbol.noSymbol)
        val any = Typed(Ref(value.symbol), Inferred(TypeRepr.of[Any])).asExprOf[Any]
        List(ValDef(
          symbol,
          Some('{ if $any == null then $self.part(null, $reader) else null.asInstanceOf[AnyRef] }.asTerm)
        ))

    private def assemble(
        index: Int,
        p: TypePlan.Product,
        refs: Vector[Term],
        read: List[Statement],
        id: Term,
        late: Option[Int]
    )(
        using Quotes
    ): Term =
      val waits =
        read.collect { case v: ValDef if v.name.startsWith("w") => v.name.drop(1).toInt -> Ref(v.symbol) }.toMap
      def isWaiting(using Quotes) =
        if !p.storesOnly then '{ $self.isAwaiting(${ Expr(index) }, $reader) }.asTerm
        else waits.values.map(w => '{ ${ w.asExprOf[AnyRef] } != null }).reduce((a, b) => '{ $a || $b }).asTerm
      def parts(using Quotes): Expr[Array[AnyRef]] =
        val all = refs.zipWithIndex.map { (ref, i) =>
          waits.get(i) match
            case Some(w) => '{
                if ${ w.asExprOf[AnyRef] } != null then ${ w.asExprOf[AnyRef] }
                else ${ boxed(ref) }
              }
            case None => boxed(ref)
        }
        '{ Array[AnyRef](${ Varargs(all) }*) }
      def whole(using Quotes): Term = If(
        isWaiting,
        cast('{ $self.product(${ Expr(index) }, ${ id.asExprOf[Int] }, $parts, $reader) }.asTerm, typeOf(index)),
        completed(index, p, construct(index, refs), id)
      )
      late match
        case None => whole
        case Some(late) =>
          let('{ $self.early(${ id.asExprOf[Int] }, $reader) }.asTerm) { early =>
            val value = early.asExprOf[AnyRef]
            def assigned(using Quotes): Term = let(cast(early, typeOf(index))) { o =>
              val assignments = (late until refs.length).toList.map(i => assignment(o, index, i, refs(i)))
              Block(assignments :+ '{ $self.complete(${ id.asExprOf[Int] }, $value, $reader) }.asTerm, o)
            }
            val filled = If(
              isWaiting,
              cast(
                '{ $self.fill(${ Expr(index) }, ${ id.asExprOf[Int] }, $value, $parts, $reader) }.asTerm,
                typeOf(index)
              ),
              assigned
            )
            If('{ $value == null }.asTerm, whole, filled)
          }

    /** The object, known under its number. */
    protected final def completed(index: Int, p: TypePlan.Product, value: Term, id: Term)(using Quotes): Term =
      if !p.isTracked then value
      else
        let(value) { o =>
          val any = cast(o, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          val complete =
            if p.isGeneric then '{ $self.completeGeneric(${ Expr(index) }, ${ id.asExprOf[Int] }, $any, $reader) }
            else '{ $self.complete(${ id.asExprOf[Int] }, $any, $reader) }
          Block(List(complete.asTerm), o)
        }
