package brine.bench.pauses

import brine.Pickler
import brine.region.{Region, RegionSize}

/** A list, as one would write it by hand. */
enum Chain derives Pickler:
  case End
  case Link(value: Long, rest: Chain)

/** A list that grows at its head, and all of which is kept. */
abstract class Growing:
  def add(value: Long): Unit
  def sum: Long

object Growing:
  /** A region that is to grow has blocks of a mebibyte, since a larger one is copied when it needs more room. */
  final val BlockBits = 20

  def apply(form: String): Growing = form match
    case "heap"   => new GrowingOnHeap
    case "region" => new GrowingInRegion
    case other    => throw new IllegalArgumentException(s"no list grows in '$other'")

final class GrowingOnHeap extends Growing:
  private var list: Chain = Chain.End

  def add(value: Long): Unit = list = Chain.Link(value, list)

  def sum: Long =
    var (total, left) = (0L, list)
    while left != Chain.End do
      val link = left.asInstanceOf[Chain.Link]
      total += link.value
      left = link.rest
    total

/** Each link is appended to one region, behind the others. */
final class GrowingInRegion extends Growing:
  private val region = Region.compact[Chain](Chain.End, RegionSize(blockBits = Growing.BlockBits))
  private var list: region.View[Chain] = region.root

  def add(value: Long): Unit = list = region.append[Chain](Chain.Link(value, list.toValue))

  def sum: Long =
    var total = 0L
    var left = list
    var isOver = false
    while !isOver do
      left.fold(
        (link: region.View[Chain.Link]) =>
          total += link(_.value)
          left = link(_.rest)
        ,
        (end: region.View[Chain.End.type]) => isOver = true
      )
    total
