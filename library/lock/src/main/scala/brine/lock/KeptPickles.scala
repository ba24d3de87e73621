package brine.lock

import java.nio.file.Path
import java.util.IdentityHashMap
import brine.{History, Pickle, PickleException, PickleOptions, Pickler, PickleReader, Record, Unpickler}
import brine.binary.BinaryFormat
import brine.evolve.RecordPlans
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.Shape

/** The values in the golden folder, as far as they can be read: as values of today's types, and as the records that
  * were written.
  *
  * @param files each file with the pickler of its type
  */
private[lock] final class KeptPickles(files: => Seq[(Pickler[Any], Path)], history: History):
  import KeptPickles.*

  private lazy val values: Vector[(Plan, Any)] =
    for (pickler, file) <- files.toVector; value <- read(file, pickler) if value != null
    yield (Plan.of(pickler), value)

  private lazy val records: Map[(String, Long), Vector[Record]] =
    val all = files.toVector.flatMap((_, file) => read(file, AsWritten)).flatMap(recordsIn)
    all.groupBy(r => (r.shape.name, r.shape.fingerprint))

  /** Returns the values of a type that its pickler reads today. */
  def valuesOf(plan: Plan): Vector[Any] = values.collect {
    case (of, value) if (of eq plan) || Samples.isOfClass(plan) && plan.admits(value.asInstanceOf[AnyRef]) => value
  }

  /** Returns the objects that were written from a shape, in whichever value they are. */
  def recordsOf(shape: Shape): Vector[Record] = records.getOrElse((shape.name, shape.fingerprint), Vector.empty)

  /** A file that cannot be read is none: [[Golden.verify]] reports it. */
  private def read(file: Path, unpickler: Unpickler[Any]): Vector[Any] =
    val options = PickleOptions(history = history)
    PickleException.either(Pickle.readAll[Any, Vector[Any]](file)(_.toVector)(using unpickler, BinaryFormat, options))
      .getOrElse(Vector.empty)

private[lock] object KeptPickles:
  /** Reads records of whichever shape was written. */
  private object AsWritten extends Unpickler[Any]:
    val shape: Shape = Shape.Custom("a value as it was written", version = 1)
    def unpickle(reader: PickleReader): Any = throw new PickleException.Malformed("expected a header with a shape")
    private[brine] override def ofShape(writer: Shape): Unpickler[Any] =
      new PlannedPickler.MadePickler[Any](RecordPlans.keepingAll(writer))

  private def recordsIn(root: Any): Vector[Record] =
    val met = new IdentityHashMap[Any, Record]
    val left = scala.collection.mutable.Queue(root)
    while left.nonEmpty do
      left.dequeue() match
        case r: Record =>
          if met.put(r, r) == null then for i <- r.fieldNames.indices do left += r.get(i)
        case (key, value)     => left ++= Seq(key, value)
        case o: Option[?]     => left ++= o
        case all: Iterable[?] => left ++= all
        case _                => ()
    met.values.toArray(Array.empty[Record]).toVector
