package brine.bench.workloads

import java.nio.charset.StandardCharsets.UTF_8
import brine.Pickler
import brine.wire.{ByteSink, ByteSource}

/** A message after those of the Evactor event processor, which "Instant Pickles" (section 6.4) pickles: an id, a time, a
  * text.
  */
final case class DataEvent(id: String, timestamp: Long, message: String) extends java.io.Serializable derives Pickler

/** 10,000 events as one collection. */
object EventsWorkload extends Workload[Vector[DataEvent]]:
  final val Count = 10_000

  def pickler: Pickler[Vector[DataEvent]] = summon

  def value: Vector[DataEvent] =
    val random = new scala.util.Random(1)
    Vector.tabulate(Count)(i => DataEvent(s"event-${random.nextInt(100_000)}", 1_370_000_000_000L + i * 17, s"message number $i of a stream"))

  def write(events: Vector[DataEvent], sink: ByteSink): Unit =
    sink.putVarint(1 + (events.length << 1))
    val all = events.iterator
    while all.hasNext do
      val event = all.next()
      writeString(event.id, sink)
      sink.putZigzagLong(event.timestamp)
      writeString(event.message, sink)

  def read(source: ByteSource): Vector[DataEvent] =
    val size = source.getVarint() >> 1
    val all = Vector.newBuilder[DataEvent]
    var i = 0
    while i < size do
      all += DataEvent(readString(source), source.getZigzagLong(), readString(source))
      i += 1
    all.result()

  /** As Brine writes one of ASCII characters, which these events consist of. */
  def writeString(s: String, sink: ByteSink): Unit =
    val bytes = s.getBytes(UTF_8)
    sink.putVarint(1 + (bytes.length << 1 | (if bytes.length == s.length then 0 else 1)))
    sink.putBytes(bytes, 0, bytes.length)

  def readString(source: ByteSource): String =
    val form = source.getVarint() - 1
    if (form & 1) == 0 then source.getLatin1(form >> 1) else source.getUtf8(form >> 1)
