package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** Events as one collection. `size`: events. */
final class Events(size: Int) extends Workload[Vector[DataEvent]]("events"), Twinned[Vector[DataEvent]]:
  def pickler: Pickler[Vector[DataEvent]] = summon
  lazy val values: Vector[Vector[DataEvent]] = Vector(Events.made(size))

  object plain extends Twin[Vector[DataEvent]]:
    def write(events: Vector[DataEvent], sink: ByteSink): Unit = putAll(events, sink)(Events.put(_, sink))
    def read(source: ByteSource): Vector[DataEvent] = getVector(false, source)(Events.get(source))

  object hardened extends Twin[Vector[DataEvent]]:
    def write(events: Vector[DataEvent], sink: ByteSink): Unit =
      limit(true, sink)
      putAll(events, sink)(Events.put(_, sink))
    def read(source: ByteSource): Vector[DataEvent] = getVector(true, source)(Events.get(source))

/** The events one by one. */
final class EventsEach(size: Int) extends Workload[DataEvent]("eventsEach"), Twinned[DataEvent]:
  def pickler: Pickler[DataEvent] = summon
  lazy val values: Vector[DataEvent] = Events.made(size)

  object plain extends Twin[DataEvent]:
    def write(event: DataEvent, sink: ByteSink): Unit = Events.put(event, sink)
    def read(source: ByteSource): DataEvent = Events.get(source)

  object hardened extends Twin[DataEvent]:
    def write(event: DataEvent, sink: ByteSink): Unit =
      limit(true, sink)
      Events.put(event, sink)
    def read(source: ByteSource): DataEvent = Events.get(source)

private object Events:
  def made(count: Int): Vector[DataEvent] =
    val random = new scala.util.Random(1)
    Vector.tabulate(count)(i =>
      DataEvent(s"event-${random.nextInt(100_000)}", 1_370_000_000_000L + i * 17, s"message number $i of a stream")
    )

  def put(event: DataEvent, sink: ByteSink): Unit =
    putString(event.id, sink)
    sink.putZigzagLong(event.timestamp)
    putString(event.message, sink)

  def get(source: ByteSource): DataEvent = DataEvent(getString(source), source.getZigzagLong(), getString(source))
