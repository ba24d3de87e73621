package brine.region

import java.util.concurrent.atomic.{AtomicReference, AtomicReferenceArray}
import scala.annotation.implicitNotFound
import scala.util.control.NonFatal
import brine.{PickleException, PickleOptions, Pickler, internal}
import brine.shape.Shape
import brine.wire.Blocks

/** What a region can hold: immutable values, all the way down, of types that say what they are made of.
  *
  * `derives Pickler, Compactable`, or nothing: the compiler makes it where it is needed. A class with a `var`,
  * an array of references, or a mutable collection does not compile, and the error names the field's path. It is `Compactable`
  * of "Efficient Communication and Collection with Compact Normal Forms", section 3.
  */
@implicitNotFound("no region can hold a ${A}, since there is no pickler for it: add `derives Pickler` to the type")
abstract class Compactable[A](val pickler: Pickler[A], text: String):
  private val found = Findings.of(getClass, pickler, text)
  private def layout = found.layout

  /** How the values stand. */
  private[region] def place: Place = found.place

  /** What stands where, for [[RegionVerifier]]. */
  private[region] def forms: Forms = found.forms

  // What emitted code calls.

  private val picklers = new AtomicReferenceArray[Pickler[Any]](layout.size)

  /** The pickler of the type of this number, if it was looked for. */
  @internal final def known(index: Int): Pickler[Any] | Null = picklers.get(index)

  @internal final def know(index: Int, pickler: Pickler[?]): Pickler[Any] =
    picklers.set(index, pickler.asInstanceOf[Pickler[Any]])
    picklers.get(index)

  @internal final def shape(index: Int): Shape = layout.shape(index)
  private[region] final def typeCount: Int = layout.size

  /** Bits of the tag of a type that only its pickler knows. */
  @internal final def bits(index: Int): Int = layout.opaque(index).bits

  /** A value of such a type, or one for which there is no code. */
  @internal final def put(value: Any, pickler: Pickler[Any], index: Int, builder: RegionBuilder): Long =
    builder.placed(builder.other(value, pickler), layout.opaque(index))

  /** Lays out a value by code for its class, which the macro emits; its position and tag. */
  @internal protected def emitted(value: A, builder: RegionBuilder, self: Compactable[A]): Long

  /** Goes down from the object at `at` of the type of this number, by code for its class, which the macro emits. */
  @internal protected def emittedInOrder(number: Int, at: Long, limit: Long, levels: Int, in: InOrder): Long

  private[region] final def objectInOrder(number: Int, at: Long, limit: Long, levels: Int, in: InOrder): Long =
    emittedInOrder(number, at, limit, levels, in)

  /** Copies the value out that a root refers to, by code for its class, which the macro emits if it sees all of it. */
  @internal protected def emittedValue(ref: Long, in: RegionObjects): Any

  /** Copies a value out. What the code does not do, or fails at, the pickler's calls do, and tell where. */
  private[region] final def valueOf(ref: Long, blocks: Blocks, options: PickleOptions): A =
    try emittedValue(ref, new RegionObjects(blocks, options)).asInstanceOf[A]
    catch case NonFatal(_) => Region.read(pickler, ref, blocks, options)

  private[region] final def expectedBytes: Int = found.expectedBytes
  private[region] final def expectIn(builder: RegionBuilder): Unit = found.expectIn(builder)
  private[region] final def expect(builder: RegionBuilder): Unit = found.expect(builder)

  private[region] final def write(value: A, builder: RegionBuilder): Long =
    val root = locating(value, builder)(emitted(value, builder, this))
    if Ref.isNull(root) then Ref.Null else root

  /** A cycle is looked for once more, for its path. */
  private inline def locating(value: A, builder: RegionBuilder)(inline put: Long): Long =
    try put
    catch
      case e: PickleException.NotCompact if builder.hasCycle => throw CycleSearch.located(value, pickler, builder.options, e)

  /** Lays out a value as a collection's element, which stands at such a place: a scalar's bits, or the position and tag. */
  private[region] final def element(value: A, builder: RegionBuilder, place: Place): Long =
    if place.isReference && !place.isCelled then write(value, builder)
    else builder.placed(locating(value, builder)(builder.other(value, pickler.asInstanceOf[Pickler[Any]])), place)

object Compactable extends AutomaticCompactables:
  inline def derived[A](using pickler: Pickler[A]): Compactable[A] = ${ RegionMacros.compactable[A]('pickler) }

sealed trait AutomaticCompactables:
  inline given automatic[A](using pickler: Pickler[A]): Compactable[A] = ${ RegionMacros.compactable[A]('pickler) }

/** What is found out about a type when the program runs, once for each place where the compiler made a [[Compactable]] of it, however
  * often that place is passed.
  */
private final class Findings(pickler: Pickler[?], text: String):
  val layout = new StaticLayout(StaticType.parse(text))

  for mismatch <- Option(layout.mismatch(pickler.shape)) do
    throw new PickleException.NotCompact(
      pickler.shape.name,
      s"has another layout than its class declares: $mismatch. Derive that one by a `derives` clause, or give it a Shape.Custom"
    )

  val place: Place = Place.of(pickler.shape)
  lazy val forms = new Forms(place, layout)

  private def isOf(that: Pickler[?]): Boolean = pickler eq that

  /** Bytes that the last region took, or its objects, if it knows them: likely as many as the next takes. */
  def expectedBytes: Int = expected

  def expectIn(builder: RegionBuilder): Unit = builder.expectedObjects = expectedObjects

  def expect(builder: RegionBuilder): Unit =
    expected = math.min(builder.blocks.length, Findings.MostExpected).toInt
    if builder.objects > 0 then expectedObjects = math.min(builder.objects, Findings.MostExpectedObjects)

  private var expected = 0
  private var expectedObjects = 0

private object Findings:
  private final val MostExpected = 1L << 22
  private final val MostExpectedObjects = 1 << 18

  /** By the class that was emitted for one place, the latest: its pickler may be another each time. */
  private val latest = new ClassValue[AtomicReference[Findings]]:
    protected def computeValue(emitted: Class[?]): AtomicReference[Findings] = new AtomicReference

  /** @throws PickleException.NotCompact if the compiler was wrong about the values */
  def of(emitted: Class[?], pickler: Pickler[?], text: String): Findings =
    val known = latest.get(emitted)
    val before = known.get
    if before != null && before.isOf(pickler) then before
    else
      val found = new Findings(pickler, text)
      known.set(found)
      found
