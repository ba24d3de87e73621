package brine.region

import brine.{Door, PickleException, PickleOptions, Pickler, Unpickler}
import brine.wire.Blocks

final class Region[A] private[region] (val blocks: Blocks, val rootRef: Long, pickler: Pickler[A]):
  opaque type View[+B] = Long
  def root: View[A] = rootRef
  extension [B](view: View[B])
    transparent inline def apply[C](inline path: B => C): Any = ${ RegionMacros.path[B, C]('view, 'blocks, 'path) }
    inline def fold[R](inline cases: (View[Nothing] => R)*): R = ${ RegionMacros.fold[B, R]('view, 'cases) }
    def toValue(using unpickler: Unpickler[B], options: PickleOptions): B =
      brine.plan.PlanReader.place(unpickler, new RegionReader(blocks, Place.of(unpickler.shape), view, options))

object Region:
  def compact[A](value: A)(using compactable: Compactable[A], options: PickleOptions): Region[A] =
    val blocks = Blocks.growing(30, 1024, Failing)
    Door.writing {
      val builder = new RegionBuilder(blocks, options)
      new Region(blocks, compactable.write(value, builder), compactable.pickler)
    }

private[region] object Failing extends Blocks.Failures:
  def outside(at: Long): RuntimeException =
    if at < Int.MaxValue.toLong * -1 / 2 then new PickleException.NullValue("a view of null has no parts")
    else new PickleException.BadReference(s"to position $at, which is outside of the region")
  def closed(): RuntimeException = new PickleException.Closed()
  def lost(cause: Throwable): RuntimeException = new PickleException.Truncated("the file was cut while it was mapped", cause)
  def tooLarge(bytes: Long, most: Long): RuntimeException =
    new PickleException.LimitExceeded(s"an object of $bytes bytes, and a block has $most")
