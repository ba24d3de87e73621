package brine.json.reading

import brine.json.looks.CodeForms
import brine.json.text.JsonInput
import scala.collection.mutable.{ArrayBuilder, Growable}
import scala.util.control.NonFatal
import brine.{PickleException, PickleReader}
import brine.assembly.Construction
import brine.assembly.ReaderAssembly.*
import brine.emitted.Emitted
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.run.EventReader
import brine.shape.{Note, Nullness, ScalarKind}

/** Reads the elements of collections, where each looks alike. Values that look otherwise are read by their plan. */
private[json] sealed abstract class ElementReader(plan: Plan.Sequence) extends Note:
  private[json] final def isOf(that: Plan.Sequence): Boolean = plan eq that

  /** Adds the elements behind the bracket that has been taken, and takes the last one; returns how many there were.
    *
    * @param left the levels that an element may go down on the stack
    */
  def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int

  /** A collection whose bracket has been taken, so that it has no number; null if it is not built yet. */
  final def read(reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    if plan.isCyclic then waiting(reader, in, left)
    else
      val all = plan.ops.newBuilder(PickleReader.UnknownSize)
      val count = addAll(reader, in, left, all)
      Construction.resultOf(plan, all, count, reader)

  /** A collection whose elements may wait for an object around it. */
  private def waiting(reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    val assembly = reader.assembly
    val base = assembly.stacked
    val ignored = addAll(reader, in, left, assembly.stacking)
    assembly.hide(assembly.unstack(-1, plan, base))

  protected inline def each(reader: JsonReader, in: JsonInput, into: Growable[Any])(inline element: => Any): Int =
    var at = -1
    try
      var goesOn = !in.takes(']')
      while goesOn do
        at += 1
        into.addOne(element)
        goesOn = in.goesOn()
    catch case NonFatal(e) => throw failed(e, at, reader)
    at + 1

  /** A failure in element `at`, or before the first one, as it leaves. */
  protected final def failed(e: Throwable, at: Int, reader: JsonReader): PickleException =
    PartFailures.reading(e, if at < 0 then "" else s"[$at]", reader)

  protected final def byPlan(reader: JsonReader, left: Int): AnyRef | Null =
    whole(Emitted.nested(reader, left)(EventReader.place(plan.element.get, reader)), reader)

  protected final def whole(value: AnyRef | Null, reader: JsonReader): AnyRef | Null =
    Construction.element(plan, value, reader)

private[json] object ElementReader:
  /** Returns true if there is a reader for such elements. */
  def canRead(plan: Plan.Sequence, forms: CodeForms): Boolean = canRead(plan, forms, MostLevels)

  private def canRead(plan: Plan.Sequence, forms: CodeForms, levels: Int): Boolean =
    isAlike(plan.element.get, forms, levels)

  /** The most collections inside each other. A collection of itself has no end. */
  private final val MostLevels = 16

  private def isAlike(element: Plan, forms: CodeForms, levels: Int): Boolean = element match
    case s: Plan.Scalar   => s.kind == ScalarKind.String || areNumbers(s.kind, forms)
    case p: Plan.Product  => p.nullness == Nullness.Marker && ReadCodeMaker.canHaveCode(p, forms)
    case s: Plan.Sum      => SumReader.canRead(s, forms)
    case s: Plan.Sequence => levels > 0 && canRead(s, forms, levels - 1)
    case _                => false

  /** Returns true if there is a reader for arrays of such numbers. */
  def areNumbers(kind: ScalarKind, forms: CodeForms): Boolean =
    (kind == ScalarKind.Int || kind == ScalarKind.Long || kind == ScalarKind.Double) && forms.takesNumbers(kind)

  /** An array of these numbers, whose bracket has been taken. */
  def numbers(kind: ScalarKind, reader: JsonReader, in: JsonInput): AnyRef = kind match
    case ScalarKind.Int =>
      val all = new ArrayBuilder.ofInt
      whileOne(in)(all.addOne(reader.readInt()))
      all.result()
    case ScalarKind.Long =>
      val all = new ArrayBuilder.ofLong
      whileOne(in)(all.addOne(reader.readLong()))
      all.result()
    case _ =>
      val all = new ArrayBuilder.ofDouble
      whileOne(in)(all.addOne(reader.readDouble()))
      all.result()

  private inline def whileOne(in: JsonInput)(inline read: => Any): Unit =
    var goesOn = !in.takes(']')
    while goesOn do
      val ignored = read
      goesOn = in.goesOn()

  /** Returns the reader of such collections; null if there is none. */
  def of(plan: Plan.Sequence, forms: CodeForms): ElementReader | Null =
    val holder = forms.holder(plan.shape)
    holder.readCode match
      case known: ElementReader if known.isOf(plan) => known
      case none: NoReader if none.plan eq plan      => null
      case _ =>
        val made = if canRead(plan, forms) then make(plan, forms) else null
        holder.readCode = if made == null then new NoReader(plan) else made
        made

  private final class NoReader(val plan: Plan.Sequence) extends Note

  private def make(plan: Plan.Sequence, forms: CodeForms): ElementReader = plan.element.get match
    case s: Plan.Scalar if s.kind == ScalarKind.String => new Texts(plan)
    case s: Plan.Scalar if s.kind == ScalarKind.Int    => new Ints(plan)
    case s: Plan.Scalar if s.kind == ScalarKind.Long   => new Longs(plan)
    case s: Plan.Scalar                                => new Doubles(plan)
    case p: Plan.Product                               => new Objects(plan, p, forms)
    case s: Plan.Sum                                   => new Sums(plan, s, forms)
    case s: Plan.Sequence                              => new Sequences(plan, s, forms)
    case other                                         => throw new IllegalStateException(other.shape.name)

  private final class Texts(plan: Plan.Sequence) extends ElementReader(plan):
    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into)(reader.getString())

  private final class Ints(plan: Plan.Sequence) extends ElementReader(plan):
    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into)(reader.readInt())

  private final class Longs(plan: Plan.Sequence) extends ElementReader(plan):
    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into)(reader.readLong())

  private final class Doubles(plan: Plan.Sequence) extends ElementReader(plan):
    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into)(reader.readDouble())

  private final class Objects(plan: Plan.Sequence, objects: Plan.Product, forms: CodeForms) extends ElementReader(plan):
    private var known: ReadCode | Null = null

    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into) {
        if known == null then known = ReadCodeMaker.of(objects, forms)
        val code = known
        if code != null && left > 0 && in.takesFirstKey(code.firstKey) then
          whole(code.read(reader, in, 0, false, left - Plan.LevelCost), reader)
        else byPlan(reader, left)
      }

  private final class Sums(plan: Plan.Sequence, sum: Plan.Sum, forms: CodeForms) extends ElementReader(plan):
    private val sums = SumReader.of(sum, forms)

    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into) {
        val value = sums.read(reader, in, left)
        if value eq SumReader.Other then byPlan(reader, left) else whole(value, reader)
      }

  private final class Sequences(plan: Plan.Sequence, inner: Plan.Sequence, forms: CodeForms)
      extends ElementReader(plan):
    private val elements = ElementReader.of(inner, forms).nn

    def addAll(reader: JsonReader, in: JsonInput, left: Int, into: Growable[Any]): Int =
      each(reader, in, into)(
        if left > 0 && in.takesNow('[') then whole(elements.read(reader, in, left - Plan.LevelCost), reader)
        else byPlan(reader, left)
      )
