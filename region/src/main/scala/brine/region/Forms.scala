package brine.region

import brine.PickleException
import brine.shape.ScalarKind

/** What may stand at a position, as [[RegionVerifier]] looks for it: numbers and tables that are read off the layouts once, so that
  * a region is checked without asking each object's type what it is.
  *
  * @param number from 1
  * @param extent how many bytes it takes, or where that stands: one of [[Form.Fixed]], [[Form.Text]], …
  * @param size   bytes of [[Form.Fixed]]
  */
private[region] final class Form(val number: Int, val extent: Int, val size: Int):
  /** Of [[Form.Fixed]]: its words, and where they and its Booleans are. */
  var words: Array[Word] = Form.NoWords
  var offsets: Array[Int] = Form.Nowhere
  var booleans: Array[Int] = Form.Nowhere

  /** Of a collection its elements; of a map its values, and its keys beside. */
  var elements: Column | Null = null
  var keys: Column | Null = null

  /** The number of the type whose code goes down from it, or -1. */
  var code: Int = -1

/** What is referred to from a place, by its tag. */
private[region] final class Word(val bits: Int):
  val mask: Int = (1 << bits) - 1

  /** What is there, where the tag comes with a position; null: nothing may. */
  val forms = new Array[Form | Null](1 << bits)

  /** Whether the tag may come without. */
  val isAlone = new Array[Boolean](1 << bits)

/** Elements side by side. */
private[region] final class Column(val place: Place, val word: Word | Null):
  val isBoolean: Boolean = place.kind == ScalarKind.Boolean.ordinal
  def width(isWide: Boolean): Int = if isWide && place.isReference then 8 else place.width

private[region] object Form:
  // Extents.
  final val Fixed = 0
  final val Text = 1
  final val Blob = 2
  final val Items = 3
  final val Entries = 4

  private val NoWords = new Array[Word](0)
  private val Nowhere = new Array[Int](0)

/** All forms that a region's root leads to. `types`: what the compiler knew of them. */
private[region] final class Forms(root: Place, types: StaticLayout):
  private val numbered = new scala.collection.mutable.ArrayBuffer[Form]
  private val known = new scala.collection.mutable.HashMap[Any, Form]

  /** What is at the root: something to which a reference leads, or a number. */
  val start: Word | Form = if root.isReference then word(root) else cell(root)
  val pad: Form = made(Form.Fixed, 8)

  /** By the number of a type: what refers to it. */
  val words: Array[Word | Null] =
    Array.tabulate(types.size)(i => if types.shape(i) == null then null else entered(Place.of(types.shape(i)), i))

  private val all = numbered.toArray

  def apply(number: Int): Form = all(number - 1)

  private def entered(place: Place, number: Int): Word =
    if types.isInOrder(number) then of(place.layout.nn).code = number
    word(place)

  private def made(extent: Int, size: Int): Form =
    if numbered.length == Short.MaxValue then throw new PickleException.LimitExceeded("more than 32,767 types")
    val form = new Form(numbered.length + 1, extent, size)
    numbered += form
    form

  /** Types that lie in the same way are one, of whatever class their objects are. */
  private def of(key: Any, extent: Int, size: Int)(fill: Form => Unit): Form = known.getOrElse(key, {
    val form = made(extent, size)
    known(key) = form
    fill(form)
    form
  })

  private def of(layout: Layout): Form = layout match
    case r: Layout.Record => of(Forms.key(r), Form.Fixed, r.size)(fixed(_, r.places, r.offsets))
    case Layout.Text      => of(Forms.key(Layout.Text), Form.Text, 0)(_ => ())
    case b: Layout.Blob   => of(Forms.key(b), Form.Blob, 0)(_ => ())
    case c: Layout.Cell   => cell(c.content)
    case i: Layout.Items  => of(Forms.key(i), Form.Items, 0)(_.elements = column(i.element))
    case e: Layout.Entries =>
      of(Forms.key(e), Form.Entries, 0) { form =>
        form.keys = column(e.key)
        form.elements = column(e.value)
      }
    case other => throw new IllegalStateException(other.toString)

  /** A value in a place of its own. */
  private def cell(place: Place): Form =
    of(Some(Forms.key(place)), Form.Fixed, math.max(4, place.width))(fixed(_, Array(place), Array(0)))

  private def fixed(form: Form, places: Array[Place], offsets: Array[Int]): Unit =
    val (references, scalars) = places.zip(offsets).partition(_._1.isReference)
    form.offsets = references.map(_._2)
    form.booleans = scalars.collect { case (place, offset) if place.kind == ScalarKind.Boolean.ordinal => offset }
    form.words = references.map((place, _) => word(place))

  private def column(place: Place): Column = new Column(place, if place.isReference then word(place) else null)

  private def word(place: Place): Word =
    val word = new Word(place.bits)
    place.layout.nn match
      case t: Layout.Tagged => for (leaf, i) <- t.leaves.zipWithIndex do enter(word, i + 1, leaf)
      case m: Layout.Maybe =>
        enter(word, Place.None, null)
        enter(word, Place.Some, m.content)
        word.isAlone(Place.Some) = true
      case _: Layout.Constant => enter(word, 1, null)
      case other              => word.forms(0) = of(other)
    word

  private def enter(word: Word, tag: Int, content: Layout.Content | Null): Unit =
    if content == null then word.isAlone(tag) = true
    else word.forms(tag) = if content.isDirect then of(content.place.layout.nn) else cell(content.place)

private object Forms:
  private def key(place: Place): Any = if place.isReference then key(place.layout.nn) else place.kind

  private def key(layout: Layout): Any = layout match
    case r: Layout.Record   => r.shape.fingerprint
    case b: Layout.Blob     => b.shape.fingerprint
    case c: Layout.Constant => c.shape.fingerprint
    case t: Layout.Tagged   => t.shape.fingerprint
    case m: Layout.Maybe    => m.shape.fingerprint
    case i: Layout.Items    => i.shape.fingerprint
    case e: Layout.Entries  => e.shape.fingerprint
    case c: Layout.Cell     => Some(key(c.content))
    case Layout.Text        => Layout.Text
