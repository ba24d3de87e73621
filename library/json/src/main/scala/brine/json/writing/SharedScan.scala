package brine.json.writing

import brine.{Extras, PathSegments, PickleBuilder, PickleException, PickleOptions, Pickler, Sharing, Subtype}
import brine.json.looks.{DialectForms, Looks}
import brine.json.text.JsonTags
import brine.run.Resolutions
import brine.shape.{ScalarKind, Shape}

/** Finds which objects of a value are referred to, so that only these get a number: a first run of the pickler, whose
  * output is thrown away.
  *
  * [[PickleBuilder.enter]] numbers objects in the order of the calls, so the numbers of this run are those of the run
  * that writes. Every call writes at least one byte of JSON, so the limit on the output also ends this run.
  */
private[json] final class SharedScan(options: PickleOptions, forms: DialectForms | Null) extends PickleBuilder(options):
  private val referred = new java.util.BitSet()
  private var calls = 0L

  /** The ids of the objects referred to, ascending. */
  def shared: Array[Int] = referred.stream().toArray

  /** As [[JsonBuilder]], since picklers may put something else then. */
  override def isTextual: Boolean = true
  override def asksEachElement: Boolean = true

  /** For failures: this run is the first. */
  private[brine] override def pathSegments: PathSegments = new PathSegments:
    override def field(shape: Shape.Product, field: Int): String =
      if forms == null then JsonTags.segment(shape, field) else Looks.ofClass(shape, forms.dialect).segment(field)

    override def entry(shape: Shape.Mapping, index: Int, key: Any): String =
      if forms == null && JsonTags.isObject(shape) then JsonTags.entrySegment(index, JsonTags.keyName(key))
      else if forms != null && forms.isObject(shape) then JsonTags.entrySegment(index, forms.keyName(shape.key, key))
      else super.entry(shape, index, key)

  private def count(bytes: Int): Unit =
    calls += bytes
    if calls > options.limits.maxOutputBytes then
      throw new PickleException.LimitExceeded(
        s"more than ${options.limits.maxOutputBytes} bytes of output (limits.maxOutputBytes); if the value shares " +
          "immutable objects many times over, ask for `sharing = Sharing.All`"
      )

  override def putReference(id: Int, arity: Int): Unit =
    count(1)
    referred.set(id)

  def putIdentity(id: Int): Unit = ()
  def putNull(): Unit = count(1)
  def putPresent(): Unit = ()
  def putUnit(): Unit = count(1)
  def putBoolean(value: Boolean): Unit = count(1)
  def putByte(value: Byte): Unit = count(1)
  def putShort(value: Short): Unit = count(1)
  def putChar(value: Char): Unit = count(1)
  def putInt(value: Int): Unit = count(1)
  def putLong(value: Long): Unit = count(1)
  def putFloat(value: Float): Unit = count(1)
  def putDouble(value: Double): Unit = count(1)
  def putString(value: String | Null): Unit = count(1)
  override def putExtras(extras: Extras): Unit =
    for (_, entry) <- extras.entries do
      entry match
        case e: Extras.Json => count(e.bytes.length)
        case e: Extras.Shaped =>
          val (value, pickler) = Resolutions.keptFields.record(e)
          put(value.orNull)(using pickler)

  // Parts in which nothing keeps its identity have no numbers.
  private val sharesTracked = options.sharing == Sharing.Tracked

  private[brine] override def omits(shape: Shape.Product, index: Int, value: Any): Boolean =
    sharesTracked && !shape.fieldShapes(index).holdsTracked

  private[brine] override def skipsParts(shape: Shape): Boolean = sharesTracked && (shape match
    case s: Shape.Sequence => !s.element.holdsTracked
    case m: Shape.Mapping  => !m.key.holdsTracked && !m.value.holdsTracked
    case _                 => false
  )

  def beginProduct(shape: Shape.Product): Unit = count(1)
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = count(1)
  override def putObject(shape: Shape.Singleton): Unit = count(1)
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = count(1)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def putNone(shape: Shape.Optional): Unit = count(1)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = ()
  def endSome(shape: Shape.Optional): Unit = ()
  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = ()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = count(1)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    count(1 + java.lang.reflect.Array.getLength(array))
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = count(1)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

private[json] object SharedScan:
  private val NoIds = new Array[Int](0)

  /** The ids of the objects that are referred to when `value` is written, ascending. */
  def apply[A](value: A, pickler: Pickler[A], options: PickleOptions, forms: DialectForms | Null): Array[Int] =
    if options.sharing == Sharing.Off || (options.sharing == Sharing.Tracked && !pickler.shape.holdsTracked) then NoIds
    else
      val scan = new SharedScan(options, forms)
      pickler.pickle(value, scan)
      scan.shared
