package brine.derive.code

import scala.quoted.*
import brine.binary.{BinaryBuilder, BinaryTags, FieldRuns}
import brine.emitted.{DerivedPickler, EmittedFailures}
import brine.model.{TypeForm, Use}
import brine.shape.ScalarKind
import brine.wire.ByteSink

/** The part of [[EmitWrite]] that writes the fields of classes. */
private[brine] trait EmitWriteClasses[Q <: Quotes] extends Emitter[Q]:
  import quotes.reflect.*

  protected def unit: Term = Literal(UnitConstant())

  protected trait Classes:
    this: EmittedMethod =>
    protected def builder: Expr[BinaryBuilder]
    protected def self: Expr[DerivedPickler[?]]
    protected def sink: Expr[ByteSink]

    /** Writes the value of a place. */
    protected def place(use: Use, key: Int, value: Term, left: Term)(using Quotes): Term

    protected final def valueAndLeft(index: Int): List[(String, TypeRepr)] =
      List("value" -> typeOf(index), "left" -> TypeRepr.of[Int])

    protected final def product(index: Int, value: Term, left: Term)(using Quotes): Term =
      checked(index, value)(fields(index, value, left, leadingTag = None))

    /** A class that others can extend: only its own objects are written by its plan. */
    protected final def checked(index: Int, value: Term)(code: Quotes ?=> Term)(using Quotes): Term =
      factsOf(index).form match
        case TypeForm.Class(facts) if !facts.isFinal =>
          val any = cast(value, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
          val exact = Literal(ClassOfConstant(typeOf(index))).asExprOf[Class[?]]
          '{
            if $any.getClass ne $exact then $self.checkClass(${ Expr(index) }, $any)
            ${ code.asExprOf[Unit] }
          }.asTerm
        case _ => code

    /** Writes all fields; runs of scalars of bounded size share one check of the sink.
      *
      * @param note code that records the field being written, for a caller that handles failures; without it,
      * failures are handled here
      */
    protected final def fields(
        index: Int,
        value: Term,
        left: Term,
        leadingTag: Option[Int],
        note: Option[Int => Term] = None
    )(
        using Quotes
    ): Term =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val runs = FieldRuns.runs(uses)
      val startsWithRun = runs.headOption.exists(_.isScalars)
      val firstTag = leadingTag.filterNot(tag => startsWithRun && tag < FieldRuns.OneByteLeaves)
      val tag = firstTag.map(putLeaf).toList
      val joinedTag = if firstTag.isEmpty then leadingTag else None
      def parts(at: Quotes ?=> Int => Option[Term])(using Quotes): List[Term] =
        runs.toList.zipWithIndex.flatMap { (run, number) =>
          val code =
            if run.isScalars then
              scalarRun(run.fields.map(i => uses(i) -> field(value, index, i)), joinedTag.filter(_ => number == 0))
            else place(uses(run.fields.head), keys(run.fields.head), field(value, index, run.fields.head), left)
          at(run.fields.head).toList :+ code
        }
      if runs.length > EmitWriteClasses.LongestMethod then Block(tag, inParts(index, value, left, runs))
      else if !FieldRuns.canFail(uses) then Block(tag ++ parts(_ => None), unit)
      else if note.nonEmpty then Block(tag ++ parts(i => note.map(_(i))), unit)
      else
        Block(tag, noting(note => Block(parts(i => Some(note(i))), unit))(failed(index)))

    private def failed(index: Int)(using Quotes)(e: Expr[Exception], at: Expr[Int]): Expr[Throwable] =
      '{ EmittedFailures.failed($e, $self, ${ Expr(index) }, $at) }

    /** The fields of a wide class, in several methods. */
    private def inParts(index: Int, value: Term, left: Term, runs: Vector[FieldRuns.Run])(using Quotes): Term =
      val uses = useOf(index)
      val keys = fieldKeys(index)
      val calls = runs.grouped(EmitWriteClasses.LongestMethod).toList.zipWithIndex.map { (some, number) =>
        val part = newMethod(s"write${index}p$number", valueAndLeft(index), TypeRepr.of[Unit]) { ps =>
          noting { note =>
            val code = some.toList.flatMap { run =>
              val first = run.fields.head
              val put =
                if run.isScalars then scalarRun(run.fields.map(i => uses(i) -> field(ps(0), index, i)), None)
                else place(uses(first), keys(first), field(ps(0), index, first), ps(1))
              List(note(first), put)
            }
            Block(code, unit)
          }(failed(index))
        }
        part(value, left)
      }
      Block(calls, unit)

    protected final def putLeaf(leaf: Int)(using Quotes): Term =
      val code = BinaryTags.leaf(leaf)
      (if leaf < FieldRuns.OneByteLeaves then '{ $sink.putByte(${ Expr(code) }) }
       else '{ $sink.putVarint(${ Expr(code) }) }).asTerm

    private def scalarRun(values: Seq[(Use, Term)], tag: Option[Int])(using Quotes): Term =
      val room = values.map { case (Use.Scalar(kind), _) => FieldRuns.maxBytes(kind); case _ => 0 }.sum + tag.size
      val leaf = tag.map(t => '{ $sink.putByteUnchecked(${ Expr(BinaryTags.leaf(t)) }) }.asTerm).toList
      val puts = values.map { case (Use.Scalar(kind), v) => scalar(kind, v, "Unchecked"); case _ => unit }
      Block('{ $sink.require(${ Expr(room) }) }.asTerm :: leaf ++ puts, unit)

    /** Writes a scalar; with `Unchecked`, where the sink has been asked for its room. */
    protected final def scalar(kind: ScalarKind, value: Term, suffix: String = "")(using Quotes): Term = kind match
      case ScalarKind.Unit   => '{ val ignored = ${ value.asExprOf[Unit] } }.asTerm
      case ScalarKind.String => '{ $builder.putString(${ value.asExprOf[String] }) }.asTerm
      case _                 => putScalar(sink, kind, value, suffix)

private object EmitWriteClasses:
  /** Runs of fields in one method of a wide class. */
  final val LongestMethod = 60
