package brine.bench

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.objenesis.strategy.StdInstantiatorStrategy
import brine.bench.workloads.{DataEvent, EventsEach}

/** Round trips of events, one by one ("Instant Pickles", 6.4), in two forms. One is the form that the benchmark behind
  * the paper gave its competitors, which favoured its own system; the other is fair:
  *
  * - Kryo made a serializer and allocated a buffer of 128 MB in each run; the fair form keeps both.
  * - Java's serialization wrote all events to one stream that was never reset. After each event all bytes so far were
  *   copied and kept. The fair form uses a stream for each event.
  * - Brine takes the part of scala/pickling here, and is the same in both.
  */
abstract class Published:
  /** One run: all events that came back. */
  def thereAndBack(events: Vector[DataEvent]): Vector[DataEvent]

object Published:
  def of(contender: String, form: String): Published = (contender, form) match
    case ("kryo", "published") => KryoAsPublished
    case ("java", "published") => JavaAsPublished
    case ("kryo", "fair")      => new OneByOne("kryo-fast")
    case ("java", "fair")      => new OneByOne("java")
    case ("brine", _)          => new OneByOne("brine")
    case _                     => throw new IllegalArgumentException(s"$contender, $form")

  def events(count: Int): Vector[DataEvent] = new EventsEach(count).values

  private final class OneByOne(contender: String) extends Published:
    private val by = Contenders.contender(contender, new EventsEach(1))
    def thereAndBack(events: Vector[DataEvent]): Vector[DataEvent] = events.map(by.write(_)).map(by.read(_))

  private object KryoAsPublished extends Published:
    private final val BufferBytes = 128 << 20

    def thereAndBack(events: Vector[DataEvent]): Vector[DataEvent] =
      val kryo = new Kryo
      kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy))
      kryo.register(classOf[DataEvent])
      val output = new Output(BufferBytes)
      val pickles = events.map { event =>
        output.reset()
        kryo.writeClassAndObject(output, event)
        output.toBytes
      }
      pickles.map(bytes => kryo.readClassAndObject(new Input(bytes)).asInstanceOf[DataEvent])

  private object JavaAsPublished extends Published:
    def thereAndBack(events: Vector[DataEvent]): Vector[DataEvent] =
      val bytes = new ByteArrayOutputStream
      val out = new ObjectOutputStream(bytes)
      val pickles = events.map { event =>
        out.writeObject(event)
        out.flush()
        bytes.toByteArray
      }
      val in = new ObjectInputStream(new ByteArrayInputStream(pickles.last))
      events.map(_ => in.readObject().asInstanceOf[DataEvent])
