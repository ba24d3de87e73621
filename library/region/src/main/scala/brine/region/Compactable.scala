package brine.region

import java.util.concurrent.atomic.AtomicReferenceArray
import scala.annotation.implicitNotFound
import scala.util.control.NonFatal
import brine.{PickleException, PickleOptions, Pickler, internal}
import brine.region.derive.RegionMacros
import brine.region.layout.{Ref, SlotLayout, StaticLayout}
import brine.region.values.RegionObjects
import brine.region.verify.{InOrderVerifier, RegionVerifier}
import brine.shape.Shape
import brine.wire.Blocks

/** Immutable values that a region can hold: every part has a known, immutable type.
  *
  * Write `derives Pickler, Compactable`, or nothing: the compiler derives it where it is needed. A class with a `var`,
  * an array of references, or a mutable collection does not compile, and the error names the path of the field. It is
  * `Compactable` of "Efficient Communication and Collection with Compact Normal Forms", section 3.
  */
@implicitNotFound(
  "no pickler for ${A}, which a region needs: add `derives Pickler` to the type, or `given Pickler[${A}] = " +
    "Pickler.derived` if it is not " +
    "yours"
)
abstract class Compactable[A](val pickler: Pickler[A], text: String):
  private val found = CompactableCache.of(getClass, pickler, text)
  private def layout = found.layout

  /** The types of which a value consists, with their shapes. */
  private[region] def types: StaticLayout = found.layout

  /** True if emitted code applies: see [[brine.region.layout.StaticLayout]]. Else the pickler's calls do all. */
  @internal final def isEmitted: Boolean = layout.unknownScalar == null

  /** The layout of a slot with such a value. */
  private[region] def place: SlotLayout = found.place

  /** Checks regions with values of this type. */
  private[region] def verifier(blocks: Blocks): RegionVerifier =
    new RegionVerifier(blocks, found.tables, emittedInOrder(_, _, _, _, _))

  // Called by emitted code.

  private val picklers = new AtomicReferenceArray[Pickler[Any]](layout.size)

  /** The cached pickler of the type with this number. */
  @internal final def known(index: Int): Pickler[Any] | Null = picklers.get(index)

  @internal final def know(index: Int, pickler: Pickler[?]): Pickler[Any] =
    picklers.set(index, pickler.asInstanceOf[Pickler[Any]])
    picklers.get(index)

  @internal final def shape(index: Int): Shape = layout.shape(index)
  private[region] final def typeCount: Int = layout.size

  /** The tag bits of a type whose layout only its pickler knows. */
  @internal final def bits(index: Int): Int = layout.opaque(index).bits

  /** Lays out a value by its pickler: a value whose layout only the pickler knows, or one without emitted code. */
  @internal final def put(value: Any, pickler: Pickler[Any], index: Int, builder: RegionBuilder): Long =
    builder.placed(builder.other(value, pickler), layout.opaque(index))

  /** Lays out a value by emitted code, and returns its position and tag. */
  @internal protected def emitted(value: A, builder: RegionBuilder, self: Compactable[A]): Long

  /** Checks the object at `at`, of the type with this number, and its parts, by emitted code. */
  @internal protected def emittedInOrder(number: Int, at: Long, limit: Long, levels: Int, in: InOrderVerifier): Long

  /** Copies out the value that a root refers to, by emitted code, which exists if the macro sees the whole type. */
  @internal protected def emittedValue(ref: Long, in: RegionObjects): Any

  /** Copies a value out. If the emitted code fails, or does not exist, the pickler's calls copy it, and report where
    * they fail.
    */
  private[region] final def valueOf(ref: Long, blocks: Blocks, options: PickleOptions): A =
    def byPickler = Region.read(pickler, ref, blocks, options)
    if !isEmitted then byPickler
    else
      try emittedValue(ref, new RegionObjects(blocks, options)).asInstanceOf[A]
      catch case NonFatal(_) => byPickler

  private[region] final def expectedBytes: Int = found.expectedBytes
  private[region] final def expectIn(builder: RegionBuilder): Unit = found.expectIn(builder)
  private[region] final def expect(builder: RegionBuilder): Unit = found.expect(builder)

  private[region] final def write(value: A, builder: RegionBuilder): Long =
    val root = locating(value, builder)(
      if isEmitted then emitted(value, builder, this)
      else if place.isReference then byPickler(value, builder)
      else builder.scalarCell(byPickler(value, builder), place.kind)
    )
    if Ref.isNull(root) then Ref.Null else root

  /** Searches for a cycle again, to report its path. */
  private inline def locating(value: A, builder: RegionBuilder)(inline put: Long): Long =
    try put
    catch
      case e: PickleException.NotCompact if builder.hasCycle =>
        throw CycleSearch.located(value, pickler, builder.options, e)

  /** Lays out a value as an element of a collection with this slot layout: returns a scalar's bits, or the position and
    * tag.
    */
  private[region] final def element(value: A, builder: RegionBuilder, place: SlotLayout): Long =
    if place.isReference && !place.isCelled then write(value, builder)
    else locating(value, builder)(byPickler(value, builder))

  private def byPickler(value: A, builder: RegionBuilder): Long =
    builder.placed(builder.other(value, pickler.asInstanceOf[Pickler[Any]]), place)

object Compactable extends AutomaticCompactables:
  inline def derived[A](using pickler: Pickler[A]): Compactable[A] = ${ RegionMacros.compactable[A]('pickler) }

sealed trait AutomaticCompactables:
  inline given automatic[A](using pickler: Pickler[A]): Compactable[A] = ${ RegionMacros.compactable[A]('pickler) }
