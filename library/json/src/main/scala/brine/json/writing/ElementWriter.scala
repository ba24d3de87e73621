package brine.json.writing

import brine.collections.LazyLists
import brine.json.looks.CodeForms
import scala.util.control.NonFatal
import brine.PickleException
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.shape.{Nullness, ScalarKind}
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** Writes the elements of collections without identity, where each is written alike. */
private[json] sealed abstract class ElementWriter(plan: Plan.Sequence):
  protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit

  private def isOf(that: Plan.Sequence): Boolean = that eq plan

  /** Writes a collection that is not null. */
  final def write(collection: AnyRef, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
    plan.ops.check(collection)
    LazyLists.checkEnd(collection, builder.options.limits)
    val size = plan.ops.size(collection)
    var count = 0
    out.writeArrayStart()
    try
      collection match
        case few: Vector[Any] if size <= ElementWriter.Few => // spares an iterator
          while count < size do
            element(few(count), builder, out, left - Plan.LevelCost)
            count += 1
        case _ =>
          val all = plan.ops.iterator(collection)
          while all.hasNext do
            element(all.next(), builder, out, left - Plan.LevelCost)
            count += 1
    catch case NonFatal(e) => throw PartFailures.writing(e, s"[$count]")
    if count != size then throw PickleException.ChangedWhileWritten.size(size, count)
    out.writeArrayEnd()

private[json] object ElementWriter:
  /** Elements of a vector that are one array, where the nth one is at hand. */
  private final val Few = 32

  /** Returns true if there is a writer for such elements. */
  private[json] def canWrite(plan: Plan.Sequence, forms: CodeForms): Boolean = canWrite(plan, forms, MostLevels)

  private def canWrite(plan: Plan.Sequence, forms: CodeForms, levels: Int): Boolean =
    // an array may be of another class than declared
    plan.ops.kind != "Array" && isAlike(plan.element.get, forms, levels)

  /** The most collections inside each other. A collection of itself has no end. */
  private final val MostLevels = 16

  private def isAlike(element: Plan, forms: CodeForms, levels: Int): Boolean = element match
    case s: Plan.Scalar   => s.kind != ScalarKind.Unit && s.kind != ScalarKind.Char
    case p: Plan.Product  => p.nullness == Nullness.Marker && JsonCodeMaker.canHaveCode(p, forms)
    case s: Plan.Sum      => !s.isTracked
    case s: Plan.Sequence => !s.isTracked && levels > 0 && canWrite(s, forms, levels - 1)
    case _                => false

  /** Returns the writer of such collections, or null. */
  def of(plan: Plan.Sequence, forms: CodeForms): ElementWriter | Null =
    val holder = forms.holder(plan.shape)
    holder.code match
      case known: ElementWriter if known.isOf(plan) => known
      case _ if !canWrite(plan, forms)              => null
      case _ =>
        val made = make(plan, forms)
        holder.code = made
        made

  /** Writes an array of numbers. Returns false, and does nothing, if it has other elements. */
  def ofNumbers(array: AnyRef, builder: JsonBuilder, out: JsonWriter): Boolean = array match
    case a: Array[Double] => each(a.length, out)(i => builder.writeDouble(a(i)))
    case a: Array[Int]    => each(a.length, out)(i => out.writeVal(a(i)))
    case a: Array[Long]   => each(a.length, out)(i => builder.writeLong(a(i)))
    case a: Array[Float]  => each(a.length, out)(i => builder.writeFloat(a(i)))
    case _                => false

  private inline def each(size: Int, out: JsonWriter)(inline write: Int => Unit): Boolean =
    out.writeArrayStart()
    var i = 0
    while i < size do
      write(i)
      i += 1
    out.writeArrayEnd()
    true

  private def make(plan: Plan.Sequence, forms: CodeForms): ElementWriter = plan.element.get match
    case s: Plan.Scalar if s.kind == ScalarKind.String => new Texts(plan)
    case s: Plan.Scalar                                => new Scalars(plan, s)
    case p: Plan.Product                               => new Objects(plan, p, forms)
    case s: Plan.Sum                                   => new Sums(plan, s, forms)
    case s: Plan.Sequence                              => new Sequences(plan, s, forms)
    case other                                         => throw new IllegalStateException(other.shape.name)

  private final class Texts(plan: Plan.Sequence) extends ElementWriter(plan):
    protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
      if value == null then out.writeNull() else builder.writeString(value.asInstanceOf[String])

  private final class Scalars(plan: Plan.Sequence, scalar: Plan.Scalar) extends ElementWriter(plan):
    protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
      if value == null then JsonCode.byPlan(scalar, value, builder, left)
      else
        scalar.kind match
          case ScalarKind.Int     => out.writeVal(value.asInstanceOf[Int])
          case ScalarKind.Long    => builder.writeLong(value.asInstanceOf[Long])
          case ScalarKind.Double  => builder.writeDouble(value.asInstanceOf[Double])
          case ScalarKind.Float   => builder.writeFloat(value.asInstanceOf[Float])
          case ScalarKind.Boolean => out.writeVal(value.asInstanceOf[Boolean])
          case ScalarKind.Byte    => out.writeVal(value.asInstanceOf[Byte])
          case ScalarKind.Short   => out.writeVal(value.asInstanceOf[Short])
          case _                  => JsonCode.byPlan(scalar, value, builder, left)

  private final class Objects(plan: Plan.Sequence, objects: Plan.Product, forms: CodeForms) extends ElementWriter(plan):
    private var known: JsonCode | Null = null

    protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
      if known == null then known = JsonCodeMaker.of(objects, forms)
      val code = known
      if value == null then out.writeNull()
      else if code == null || left <= 0 then JsonCode.byPlan(objects, value, builder, left)
      else
        out.writeObjectStart()
        code.members(value.asInstanceOf[AnyRef], builder, out, left)
        out.writeObjectEnd()

  private final class Sums(plan: Plan.Sequence, sum: Plan.Sum, forms: CodeForms) extends ElementWriter(plan):
    private val writer = new SumWriter(sum, forms)

    protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
      if value == null then out.writeNull() else writer.write(value.asInstanceOf[AnyRef], builder, out, left)

  private final class Sequences(plan: Plan.Sequence, inner: Plan.Sequence, forms: CodeForms)
      extends ElementWriter(plan):
    private val elements = ElementWriter.of(inner, forms).nn

    protected def element(value: Any, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
      if value == null then out.writeNull()
      else if left <= 0 then JsonCode.byPlan(inner, value, builder, left)
      else elements.write(value.asInstanceOf[AnyRef], builder, out, left)
