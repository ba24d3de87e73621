package brine.bench.workloads

import brine.*
import brine.binary.BinaryFormat

/** The event as a later release has it: a field added, one gone, another order, a number wider. */
final case class LaterEvent(message: String, timestamp: Double, priority: Int = 3, tags: List[String]) derives Pickler

/** The class before it. */
final case class EarlierEvent(id: String, timestamp: Float, message: String) derives Pickler

/** The cost of evolution: a message, or 10,000 as one collection, with its shape carried one way or another. The reader
  * is the class that wrote it, or the next one.
  */
object Evolving:
  /** `write`s and `read`s a value that it holds. */
  abstract class Way:
    def write(): Array[Byte]
    def read(bytes: Array[Byte]): Any

  private val event = EarlierEvent("event-4711", 1.5f, "message number 4711 of a stream")

  def apply(size: String, way: String): Way =
    if size == "message" then of(event, way, Pickler[EarlierEvent], Pickler[LaterEvent])
    else
      of(
        Vector.tabulate(10_000)(i => event.copy(timestamp = i.toFloat)),
        way,
        Pickler[Vector[EarlierEvent]],
        Pickler[Vector[LaterEvent]]
      )

  private def of[A, B](value: A, way: String, pickler: Pickler[A], later: Pickler[B]): Way =
    val history = History(pickler.shape)
    val options = PickleOptions(checksum = false, history = history)
    def by(format: PickleFormat, options: PickleOptions, reader: Unpickler[?]): Way = new Way:
      def write(): Array[Byte] = value.pickle(using pickler, format, options).bytes
      def read(bytes: Array[Byte]): Any =
        format.pickled(bytes).unpickle[Any](using reader.asInstanceOf[Unpickler[Any]], options)
    way match
      case "bare"        => by(BinaryFormat.Bare, options, pickler)
      case "fingerprint" => by(BinaryFormat, options, pickler)
      case "key"         => by(BinaryFormat.Keyed, options, pickler)
      case "names"       => by(BinaryFormat, options.copy(carriage = Carriage.Names), pickler)
      case "later"       => by(BinaryFormat.Bare, options, Unpickler.from(pickler.shape)(using later))
      case "laterByKey"  => by(BinaryFormat.Keyed, options, later)
      case "laterEmitted" => // the time of the emitted decoder for the later class's own
        of(
          Unpickler.from(pickler.shape)(using later).pipe(u =>
            BinaryFormat.Bare.pickled(by(BinaryFormat.Bare, options, pickler).write()).unpickle[B](using u, options)
          ),
          "bare",
          later,
          later
        )

  extension [A](value: A) private def pipe[B](f: A => B): B = f(value)
