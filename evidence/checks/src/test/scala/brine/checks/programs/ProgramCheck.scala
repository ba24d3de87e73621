package brine.checks.programs

import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  NotSerializableException,
  ObjectInputStream,
  ObjectOutputStream,
  ObjectStreamClass
}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.util.control.NonFatal
import brine.*
import brine.checks.AllFormats
import brine.evolve.Lock
import brine.region.{Compactable, Region}
import brine.testkit.{FieldByField, Laws}

/** The checks that generated programs call. A value goes out and comes back in every way. It is compared with the
  * written one by reflection, field by field, and with the copy that Java's serialization makes.
  */
object ProgramCheck:
  private val differences = new ConcurrentLinkedQueue[String]
  private val checks = new java.util.concurrent.atomic.AtomicInteger

  /** Forgets the results of earlier programs. */
  def start(): Unit =
    differences.clear()
    checks.set(0)

  /** The number of comparisons, and the differences. */
  def results: (Int, List[String]) = (checks.get, differences.toArray(Array.empty[String]).toList)

  private val allOptions =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(Limits.Default.emittedDepth, 0, 1)
    yield PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))

  private val reference = new FieldByField(
    (field, of) =>
      field.setAccessible(true)
      field.get(of)
    ,
    { case (a, b) if isValueOfJava(a) => a.equals(b) }
  )

  private def isValueOfJava(a: AnyRef): Boolean = a.getClass.getName.startsWith("java.") && (a match
    case _: java.util.Collection[?] | _: java.util.Map[?, ?] | _: java.util.Optional[?] => false
    case _                                                                              => true
  )

  /** The value comes back in each format, shared in each way, by emitted code and by the interpreter. */
  def same[A: Pickler](name: String, value: A, subtypes: Subtypes = Subtypes.none): Unit =
    val copy = copyByJava(name, value)
    val options = allOptions.map(_.copy(subtypes = subtypes))
    streams(name, value, options.head)
    for format <- AllFormats.all; given PickleOptions <- options do
      val how =
        s"$name in $format with ${summon[PickleOptions].sharing}, depth ${summon[PickleOptions].limits.emittedDepth}"
      attempt(how) {
        val bytes = Laws.write(value, format, summon[PickleOptions])
        val back = Laws.read[A](bytes, format, summon[PickleOptions])
        compare(how, value, back)
        for c <- copy do compare(s"$how, with Java's copy", c, back)
      }

  /** Several values come back from a stream, in each carriage. */
  private def streams[A: Pickler](name: String, value: A, usual: PickleOptions): Unit =
    for carriage <- Carriage.values; checksum <- List(false, true) do
      val how = s"$name in a stream with carriage $carriage, checksum $checksum"
      attempt(how) {
        given PickleOptions = usual.copy(carriage = carriage, checksum = checksum)
        val out = new ByteArrayOutputStream
        val writer = Pickle.writer[A](out)
        for _ <- 1 to 3 do writer.write(value)
        writer.close()
        val back = Pickle.readAll[A](new ByteArrayInputStream(out.toByteArray)).toList
        if back.length != 3 then differences.add(s"$how: ${back.length} values in place of 3"): Unit
        for b <- back do compare(how, value, b)
      }

  /** The part of a value that a view read in place. */
  def viewed(name: String, expected: Any)(seen: => Any): Unit =
    attempt(s"$name by a view")(compare(s"$name by a view", expected, seen))

  /** The value comes back from a region, which is valid. */
  def region[A: Compactable](name: String, value: A): Unit =
    for given PickleOptions <- allOptions do
      val how = s"$name in a region with ${summon[PickleOptions].sharing}"
      attempt(how) {
        val region = Region.compact(value)
        region.verify()
        compare(how, value, region.toValue)
        compare(s"$how, compacted", value, region.compacted.toValue)
        val file = java.nio.file.Files.createTempFile("program", ".region")
        try
          region.writeTo(file)
          val again = Region.open[A](file)
          compare(s"$how, in a file", value, again.toValue)
          again.close()
        finally java.nio.file.Files.delete(file)
      }

  /** An old value is read as the new class's, by names, by a history, by a lock, and by the text itself. */
  def evolved[Old: Pickler, New: Pickler](name: String, old: Old, expected: New): Unit =
    val shape = Pickler[Old].shape
    attempt(s"$name by the stream's names") {
      val out = new ByteArrayOutputStream
      old.pickleTo(out)
      compare(s"$name by names", expected, Pickle.read[New](new ByteArrayInputStream(out.toByteArray)))
    }
    val lock = Lock.parse(Lock.empty.released("1", Seq("it" -> shape)).text)
    for format <- AllFormats.all; (by, history) <- List("history" -> History(shape), "lock" -> lock.history) do
      attempt(s"$name in $format by a $by") {
        given PickleOptions = PickleOptions(history = history)
        val bytes = Laws.write(old, format, summon[PickleOptions])
        val reader =
          if format == brine.binary.BinaryFormat.Bare then Unpickler.from[New](shape) else summon[Unpickler[New]]
        compare(
          s"$name in $format by a $by",
          expected,
          format.pickled(bytes).unpickle[New](using reader, summon[PickleOptions])
        )
      }

  private def compare(how: String, expected: Any, found: Any): Unit =
    checks.incrementAndGet(): Unit
    reference.difference(expected, found).foreach(d => differences.add(s"$how: $d"))

  private def attempt(how: String)(code: => Unit): Unit =
    try code
    catch
      case e: Throwable if NonFatal(e) || e.isInstanceOf[StackOverflowError] || e.isInstanceOf[LinkageError] =>
        differences.add(s"$how: $e"): Unit

  /** None for objects of classes that are not Serializable, and for objects in a ring through a collection of Scala,
    * which Java's serialization cannot read.
    */
  private def copyByJava[A](name: String, value: A): Option[A] =
    try
      val bytes = new ByteArrayOutputStream
      val out = new ObjectOutputStream(bytes)
      out.writeObject(value)
      out.flush()
      val loader = Thread.currentThread.getContextClassLoader
      val in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)):
        override def resolveClass(c: ObjectStreamClass): Class[?] =
          try Class.forName(c.getName, false, loader)
          catch case _: ClassNotFoundException => super.resolveClass(c)
      Some(in.readObject().asInstanceOf[A])
    catch case _: NotSerializableException | _: ClassCastException => None
