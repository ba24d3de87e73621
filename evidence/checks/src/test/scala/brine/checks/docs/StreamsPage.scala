package brine.checks.docs

/** docs/guide/streams.md. */
object StreamsPage:
  // doc:writer
  import brine.*
  import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
  import scala.util.Using

  final case class Person(name: String, since: Int) derives Pickler

  val people = List.tabulate(100)(i => Person(s"Person $i", 2000 + i % 30))

  val out = ByteArrayOutputStream()
  Using.resource(Pickle.writer[Person](out)) { writer => people.foreach(writer.write) }
  println(Pickle.readAll[Person](ByteArrayInputStream(out.toByteArray)).toList == people)    // true
  // end

  // doc:close
  val kept = ByteArrayOutputStream()
  val writer = Pickle.writer[Person](kept)
  people.foreach(writer.write)
  println(kept.size)                   // 0
  writer.flush()
  println(kept.size == out.size)       // true
  writer.close()
  // end

  // doc:gzip
  import java.util.zip.{GZIPInputStream, GZIPOutputStream}

  val zipped = ByteArrayOutputStream()
  Using.resource(Pickle.writer[Person](GZIPOutputStream(zipped))) { writer => people.foreach(writer.write) }
  println(zipped.size * 3 < out.size)  // true
  println(Pickle.readAll[Person](GZIPInputStream(ByteArrayInputStream(zipped.toByteArray))).size)    // 100
  // end

  // doc:sizes
  import brine.binary.{BinaryFormat, RecordNames, RecordReader, RecordWriter}
  import brine.wire.{ByteSink, ByteSource}

  def perRecord(write: ByteArrayOutputStream => Unit): Double =
    val out = ByteArrayOutputStream()
    write(out)
    out.size.toDouble / people.length

  println(perRecord(out => people.foreach(_.pickleTo(out))))                 // 56.9
  println(perRecord(out => people.foreach(p => out.write(p.pickle.bytes))))  // 27.9
  def written(options: PickleOptions): Double =
    perRecord(out => Using.resource(Pickle.writer[Person](out)(using options = options))(w => people.foreach(w.write)))
  println(written(PickleOptions()))                                          // 28.19
  println(written(PickleOptions(checksum = false)))                          // 24.19
  println(perRecord(out => people.pickleTo(out)))                            // 12.45

  val sink = ByteSink.growing(1024)
  val records = RecordWriter(sink)
  people.foreach(records.write)
  val bare = sink.toByteArray
  println(bare.length.toDouble / people.length)                              // 11.9
  val reader = RecordReader(ByteSource.of(bare))
  println(Iterator.continually(reader.read[Person]).take(100).toList == people)    // true
  // end

  // doc:json
  import brine.json.JsonFormat

  val lines = ByteArrayOutputStream()
  Using.resource(Pickle.writer[Person](lines)(using format = JsonFormat)) { writer =>
    people.take(2).foreach(writer.write)
  }
  println(lines)                       // {"name":"Person 0","since":2000}{"name":"Person 1","since":2001}
  // end
