package brine.json.writing

import brine.collections.LazyLists
import brine.json.looks.CodeForms
import brine.json.text.JsonTags
import scala.util.control.NonFatal
import brine.PickleException
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.shape.{Note, Nullness, ScalarKind}
import brine.wire.JsonSink

/** Writes elements of collections, or values of maps, that are each written alike. An element may be null. */
private[json] sealed abstract class ElementWriter:
  def write(element: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit

/** Writes collections or maps without identity. */
private[json] sealed abstract class CollectionWriter(private[json] val plan: Plan) extends ElementWriter, Note:
  final def write(collection: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    if collection == null then builder.writeNull()
    else if left <= 0 then JsonCode.byPlan(plan, collection, builder, left)
    else writeAll(collection.asInstanceOf[AnyRef], builder, out, left - Plan.LevelCost)

  protected def writeAll(collection: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit

private[json] object CollectionWriter:
  /** Elements of a vector that are one array, where the nth one is at hand. */
  private final val Few = 32

  /** Returns true if there is a writer for such collections. */
  private[json] def canWrite(plan: Plan, forms: CodeForms): Boolean = canWrite(plan, forms, MostLevels)

  private def canWrite(plan: Plan, forms: CodeForms, levels: Int): Boolean = plan match
    // an array may be of another class than declared
    case s: Plan.Sequence => s.ops.kind != "Array" && isAlike(s.element.get, forms, levels)
    case m: Plan.Mapping  => JsonTags.isObject(m.shape) && isAlike(m.value.get, forms, levels)
    case _                => false

  /** The most collections inside each other. A collection of itself has no end. */
  private final val MostLevels = 16

  private def isAlike(element: Plan, forms: CodeForms, levels: Int): Boolean = element match
    case s: Plan.Scalar                    => s.kind != ScalarKind.Unit && s.kind != ScalarKind.Char
    case p: Plan.Product                   => p.nullness == Nullness.Marker && JsonCodeMaker.canBePart(p, forms)
    case s: Plan.Sum                       => !s.isTracked
    case _: (Plan.Sequence | Plan.Mapping) => !element.isTracked && levels > 0 && canWrite(element, forms, levels - 1)
    case _                                 => false

  /** Returns the writer of such collections, or null. */
  def of(plan: Plan, forms: CodeForms): CollectionWriter | Null =
    val holder = forms.holder(plan.shape)
    holder.code match
      case known: CollectionWriter if known.plan eq plan => known
      case _ if !canWrite(plan, forms)                   => null
      case _ =>
        val made = plan match
          case s: Plan.Sequence => new Elements(s, writer(s.element.get, forms))
          case m: Plan.Mapping  => new Entries(m, writer(m.value.get, forms))
          case other            => throw new IllegalStateException(other.shape.name)
        holder.code = made
        made

  private def writer(element: Plan, forms: CodeForms): ElementWriter = element match
    case s: Plan.Scalar if s.kind == ScalarKind.String => Texts
    case s: Plan.Scalar                                => new Scalars(s)
    case p: Plan.Product                               => new Objects(p, forms)
    case s: Plan.Sum                                   => new Sums(s, forms)
    case other                                         => of(other, forms).nn

  /** Writes an array of numbers. Returns false, and does nothing, if it has other elements. */
  def ofNumbers(array: AnyRef, builder: JsonBuilder, out: JsonSink): Boolean = array match
    case a: Array[Double] => each(a.length, out)(i => builder.writeDouble(a(i)))
    case a: Array[Int]    => each(a.length, out)(i => out.ready().number(a(i)))
    case a: Array[Long]   => each(a.length, out)(i => builder.writeLong(a(i)))
    case a: Array[Float]  => each(a.length, out)(i => builder.writeFloat(a(i)))
    case _                => false

  private inline def each(size: Int, out: JsonSink)(inline write: Int => Unit): Boolean =
    out.ready().begin('[')
    var i = 0
    while i < size do
      write(i)
      i += 1
    out.end(']')
    true

  // ---- collections

  private final class Elements(sequence: Plan.Sequence, element: ElementWriter) extends CollectionWriter(sequence):
    protected def writeAll(collection: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      sequence.ops.check(collection)
      LazyLists.checkEnd(collection, builder.options.limits)
      val size = sequence.ops.size(collection)
      var count = 0
      out.ready().begin('[')
      try
        collection match
          case few: Vector[Any] if size <= Few => // spares an iterator
            while count < size do
              element.write(few(count), builder, out, left)
              count += 1
          case _ =>
            val all = sequence.ops.iterator(collection)
            while all.hasNext do
              element.write(all.next(), builder, out, left)
              count += 1
      catch case NonFatal(e) => throw PartFailures.writing(e, s"[$count]")
      if count != size then throw PickleException.ChangedWhileWritten.size(size, count)
      out.end(']')

  /** Maps whose keys are names. */
  private final class Entries(mapping: Plan.Mapping, value: ElementWriter) extends CollectionWriter(mapping):
    private val key = mapping.key.get

    protected def writeAll(map: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      mapping.ops.check(map)
      val size = mapping.ops.size(map)
      var count = 0
      var at: Any = null
      var isAtKey = false
      out.ready().begin('{')
      try
        val all = mapping.ops.iterator(map)
        while all.hasNext do
          val (k, v) = all.next()
          at = k
          isAtKey = true
          builder.writeMapKey(key, k)
          isAtKey = false
          value.write(v, builder, out, left)
          count += 1
      catch
        case NonFatal(e) =>
          throw PartFailures.writing(
            e,
            if isAtKey then s".keys[$count]" else builder.pathSegments.entry(mapping.shape, count, at)
          )
      if count != size then throw PickleException.ChangedWhileWritten.size(size, count)
      out.end('}')

  // ---- elements

  private object Texts extends ElementWriter:
    def write(element: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      if element == null then builder.writeNull() else builder.writeString(element.asInstanceOf[String])

  private final class Scalars(scalar: Plan.Scalar) extends ElementWriter:
    def write(element: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      if element == null then JsonCode.byPlan(scalar, element, builder, left)
      else
        scalar.kind match
          case ScalarKind.Int     => out.ready().number(element.asInstanceOf[Int])
          case ScalarKind.Long    => builder.writeLong(element.asInstanceOf[Long])
          case ScalarKind.Double  => builder.writeDouble(element.asInstanceOf[Double])
          case ScalarKind.Float   => builder.writeFloat(element.asInstanceOf[Float])
          case ScalarKind.Boolean => out.ready().bool(element.asInstanceOf[Boolean])
          case ScalarKind.Byte    => out.ready().number(element.asInstanceOf[Byte].toInt)
          case ScalarKind.Short   => out.ready().number(element.asInstanceOf[Short].toInt)
          case _                  => JsonCode.byPlan(scalar, element, builder, left)

  private final class Objects(objects: Plan.Product, forms: CodeForms) extends ElementWriter:
    private var known: JsonCode | Null = null

    def write(element: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      if known == null then known = JsonCodeMaker.of(objects, forms)
      val code = known
      if element == null then builder.writeNull()
      else if code == null || left <= 0 then JsonCode.byPlan(objects, element, builder, left)
      else
        out.ready().begin('{')
        code.members(element.asInstanceOf[AnyRef], builder, out, left)
        out.end('}')

  private final class Sums(sum: Plan.Sum, forms: CodeForms) extends ElementWriter:
    private val sums = SumWriter.of(sum, forms)

    def write(element: Any, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
      if element == null then builder.writeNull() else sums.write(element.asInstanceOf[AnyRef], builder, out, left)
