package brine.bench.workloads

import scala.collection.mutable.ArrayBuffer
import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** Points in ten dimensions. `size`: points. */
final class Points(size: Int) extends Workload[ArrayBuffer[DataPoint]]("points"), Twinned[ArrayBuffer[DataPoint]]:
  def pickler: Pickler[ArrayBuffer[DataPoint]] = summon

  lazy val values: Vector[ArrayBuffer[DataPoint]] =
    val random = new scala.util.Random(1)
    Vector(ArrayBuffer.fill(size)(DataPoint(random.nextGaussian(), Coordinates(Array.fill(10)(random.nextGaussian())))))

  override def isSame(value: ArrayBuffer[DataPoint], back: ArrayBuffer[DataPoint]): Boolean =
    value.length == back.length &&
      value.lazyZip(back).forall((a, b) => a.y == b.y && java.util.Arrays.equals(a.x.elements, b.x.elements))

  object plain extends Twin[ArrayBuffer[DataPoint]]:
    def write(points: ArrayBuffer[DataPoint], sink: ByteSink): Unit = Points.put(false, points, sink)
    def read(source: ByteSource): ArrayBuffer[DataPoint] = Points.get(false, source)

  object hardened extends Twin[ArrayBuffer[DataPoint]]:
    def write(points: ArrayBuffer[DataPoint], sink: ByteSink): Unit = Points.put(true, points, sink)
    def read(source: ByteSource): ArrayBuffer[DataPoint] = Points.get(true, source)

private object Points:
  inline def put(inline isHardened: Boolean, points: ArrayBuffer[DataPoint], sink: ByteSink): Unit =
    limit(isHardened, sink)
    sink.putVarint(points.length)
    var i = 0
    while i < points.length do
      val point = points(i)
      sink.putDouble(point.y)
      val elements = point.x.elements
      sink.putVarint(elements.length)
      sink.putDoubles(elements, 0, elements.length)
      i += 1

  inline def get(inline isHardened: Boolean, source: ByteSource): ArrayBuffer[DataPoint] =
    val size = inline if isHardened then getSize(source) else source.getVarint()
    val points = new ArrayBuffer[DataPoint](size)
    var i = 0
    while i < size do
      points += DataPoint(
        source.getDouble(),
        Coordinates(source.getDoubles(inline if isHardened then getSize(source) else source.getVarint()))
      )
      i += 1
    points

/** A square of cells, an int each. `size`: cells. */
final class Rasters(size: Int) extends Workload[Raster]("raster"), Twinned[Raster]:
  def pickler: Pickler[Raster] = summon

  lazy val values: Vector[Raster] =
    val random = new java.util.SplittableRandom(1)
    Vector(Raster(Array.fill(size)(random.nextInt()), size / 1000, 1000))

  override def isSame(value: Raster, back: Raster): Boolean =
    value.columns == back.columns && value.rows == back.rows && java.util.Arrays.equals(value.data, back.data)

  object plain extends Twin[Raster]:
    def write(raster: Raster, sink: ByteSink): Unit = Rasters.put(false, raster, sink)
    def read(source: ByteSource): Raster = Rasters.get(false, source)

  object hardened extends Twin[Raster]:
    def write(raster: Raster, sink: ByteSink): Unit = Rasters.put(true, raster, sink)
    def read(source: ByteSource): Raster = Rasters.get(true, source)

private object Rasters:
  inline def put(inline isHardened: Boolean, raster: Raster, sink: ByteSink): Unit =
    limit(isHardened, sink)
    sink.putVarint(raster.data.length)
    sink.putInts(raster.data, 0, raster.data.length)
    sink.putZigzagInt(raster.columns)
    sink.putZigzagInt(raster.rows)

  inline def get(inline isHardened: Boolean, source: ByteSource): Raster =
    Raster(
      source.getInts(inline if isHardened then getSize(source) else source.getVarint()),
      source.getZigzagInt(),
      source.getZigzagInt()
    )
