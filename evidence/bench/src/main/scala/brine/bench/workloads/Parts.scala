package brine.bench.workloads

import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import brine.wire.{ByteSink, ByteSource}

/** The common code of the twins: parts of values as anybody would write them by hand. */
private[workloads] object Parts:
  /** Deepest nesting of a hardened twin. */
  final val MostDepth = 512

  /** Most bytes that a hardened twin writes. */
  final val MostBytes = 16L << 30

  final class Refused(message: String) extends RuntimeException(message)

  def tooDeep(): Nothing = throw new Refused(s"nested deeper than $MostDepth")
  def unknownTag(tag: Int): Nothing = throw new Refused(s"tag $tag")

  /** The number of elements, of which each takes a byte or more. */
  def getSize(source: ByteSource): Int =
    val size = source.getVarint()
    if size < 0 || size > source.remaining then throw new Refused(s"$size elements in ${source.remaining} bytes")
    size

  /** The number of bytes, and whether they are all ASCII; then UTF-8. */
  def putString(s: String, sink: ByteSink): Unit =
    val bytes = s.getBytes(UTF_8)
    sink.putVarint(bytes.length << 1 | (if bytes.length == s.length then 1 else 0))
    sink.putBytes(bytes, 0, bytes.length)

  def getString(source: ByteSource): String =
    val header = source.getVarint()
    if (header & 1) != 0 then source.getLatin1(header >>> 1) else source.getUtf8(header >>> 1)

  def putUuid(id: UUID, sink: ByteSink): Unit =
    sink.require(16)
    sink.putLongUnchecked(id.getMostSignificantBits)
    sink.putLongUnchecked(id.getLeastSignificantBits)

  def getUuid(source: ByteSource): UUID = new UUID(source.getLong(), source.getLong())

  inline def putOption[A](option: Option[A], sink: ByteSink)(inline put: A => Unit): Unit = option match
    case Some(value) =>
      sink.putByte(1)
      put(value)
    case None => sink.putByte(0)

  inline def getOption[A](source: ByteSource)(inline get: => A): Option[A] = source.getByte() match
    case 0   => None
    case 1   => Some(get)
    case tag => unknownTag(tag)

  inline def putAll[A](all: Seq[A], sink: ByteSink)(inline put: A => Unit): Unit =
    sink.putVarint(all.length)
    val elements = all.iterator
    while elements.hasNext do put(elements.next())

  inline def getList[A](inline isHardened: Boolean, source: ByteSource)(inline get: => A): List[A] =
    val all = List.newBuilder[A]
    var left = inline if isHardened then getSize(source) else source.getVarint()
    while left > 0 do
      all += get
      left -= 1
    all.result()

  inline def getVector[A](inline isHardened: Boolean, source: ByteSource)(inline get: => A): Vector[A] =
    val all = Vector.newBuilder[A]
    var left = inline if isHardened then getSize(source) else source.getVarint()
    while left > 0 do
      all += get
      left -= 1
    all.result()

  /** Nothing nests here, so sizes alone keep hostile bytes in bounds. */
  inline def limit(inline isHardened: Boolean, sink: ByteSink): Unit =
    inline if isHardened then sink.maxBytes(MostBytes)
