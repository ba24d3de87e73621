package brine.checks

import java.io.ByteArrayInputStream
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import brine.*
import brine.binary.BinaryFormat
import brine.checks.regions.*
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.graph.decoupled.DecoupledFormat
import brine.region.Region
import brine.testkit.Laws
import brine.testkit.corpus.{Corpus, Sample}

/** Every reader refuses each version of its format that it does not know. The kept bytes have another version here, and
  * are otherwise whole.
  */
class FormatVersionsSuite extends munit.FunSuite:
  private val root = Repository.root.resolve("golden")

  private val versionOffset = 2

  private def kept(format: String, name: String): Array[Byte] = Files.readAllBytes(root.resolve(s"$format/$name.bin"))

  private def names(format: String): List[String] =
    Using.resource(Files.list(root.resolve(format)))(_.iterator.asScala.map(_.getFileName.toString).toList)
      .collect { case s"$name.bin" => name }

  private def text(version: Int, known: Int): String =
    val start = s"at $$, byte 2: unknown version $version of the format: this Brine reads version $known. "
    if version > known then s"${start}Read the pickle with a newer Brine"
    else
      s"${start}Version $version was a draft before the first release: " +
        "write the value as JSON with the Brine that wrote the pickle, and read the JSON here"

  /** Each reader refuses the kept bytes with a later version, the latest one, and every earlier one. */
  private def refuses(bytes: Array[Byte], known: Int, name: String)(readers: (Array[Byte] => Any)*)(using
      munit.Location
  ): Unit =
    assertEquals(bytes(versionOffset).toInt, known, name)
    for read <- readers do
      val ignored = read(bytes)
      for version <- (0 until known).toList ++ List(known + 1, 0x7f, 0x80, 0xff) do
        val other = bytes.updated(versionOffset, version.toByte)
        val e = intercept[PickleException.UnknownVersion](read(other))
        assertEquals((e.found, e.newestKnown, e.offset), (version, known, versionOffset.toLong), name)
        val message = e.getMessage.replace(", in the record that begins at byte 0", "")
        assertEquals(message, text(version, known), name)

  private def onFile[A](read: Path => A)(bytes: Array[Byte]): A =
    val file = Files.createTempFile("version", ".brine")
    try
      val written = Files.write(file, bytes)
      read(written)
    finally Files.delete(file)

  private def ofCorpus(format: String, known: Int)(readers: [A] => Pickler[A] => Seq[Array[Byte] => Any])(using
      munit.Location
  ): Unit =
    def refused[A](sample: Sample[A]): Unit =
      refuses(kept(format, sample.name), known, sample.name)(readers(sample.pickler)*)
    for sample <- Corpus.all do refused(sample)

  test("binary: arrays, streams, files, and streams of several values") {
    ofCorpus("binary/v1", 1) {
      [A] =>
        (pickler: Pickler[A]) =>
          given Pickler[A] = pickler
          List(
            (bytes: Array[Byte]) => Laws.read[A](bytes, BinaryFormat),
            (bytes: Array[Byte]) => Laws.read[A](bytes, BinaryFormat, PickleOptions(limits = Limits(emittedDepth = 0))),
            (bytes: Array[Byte]) => Pickle.read[A](Laws.trickle(bytes)),
            onFile(file => Pickle.read[A](file)),
            (bytes: Array[Byte]) => Pickle.readAll[A](new ByteArrayInputStream(bytes)).toList
        )
    }
    ofCorpus("binary-sharing/v1", 1) {
      [A] =>
        (pickler: Pickler[A]) =>
          given Pickler[A] = pickler
          List((bytes: Array[Byte]) => Laws.read[A](bytes, BinaryFormat))
    }
  }

  test("graphs: arrays, streams, files, without the classes, and looked into") {
    ofCorpus("clustered/v1", 1) {
      [A] =>
        (pickler: Pickler[A]) =>
          given Pickler[A] = pickler
          List(
            (bytes: Array[Byte]) => Laws.read[A](bytes, GraphFormat),
            (bytes: Array[Byte]) => Pickle.read[A](Laws.trickle(bytes))(using pickler, GraphFormat),
            onFile(file => Pickle.read[A](file)(using pickler, GraphFormat)),
            onFile(file => Using.resource(Graph.open(file))(_ => ())),
            onFile(file => Using.resource(Graph.openUnchecked(file))(_ => ())),
            onFile(file => Graph.inspect(file)(_.bytes)),
            onFile(file => Graph.inspectUnchecked(file)(_.bytes)),
            onFile(file => Graph.header(file)),
            (bytes: Array[Byte]) => Graph.inspect(new GraphPickle(bytes)),
            (bytes: Array[Byte]) => Graph.header(new GraphPickle(bytes)),
            asRecords
        )
    }
  }

  /** Picklers by hand have no records, which is an error of another class. */
  private def asRecords(bytes: Array[Byte]): Any =
    try Graph.records(new GraphPickle(bytes))
    catch case e: PickleException.IncompatibleShape => e

  test("regions: buffers, files and channels, checked and unchecked, and upgraded") {
    for name <- names("region/v1") do
      val ofType = name match
        case "bintree" | "pads" => regionReaders[BinTree]
        case "pointtree"        => regionReaders[PointTree]
        case "post"             => regionReaders[Post]
        case "page"             => regionReaders[Page]
        case "wide"             => regionReaders[Vector[String]]
        case "wide-map"         => regionReaders[Map[String, Option[Int]]]
        case "set"              => regionReaders[Set[Mood]]
        case "by-hand"          => regionReaders[(BigInt, BigDecimal, java.util.UUID)]
        case other              => fail(s"the kept region $other has no type here")
      refuses(kept("region/v1", name), 1, name)(ofType*)
      // A checksum that is right for the other version changes nothing: the version comes first.
      val header = RegionBytes.littleEndian(kept("region/v1", name))
      val signed = RegionBytes.signed(header.array.updated(versionOffset, 0.toByte), header.getInt(4))
      for read <- ofType do intercept[PickleException.UnknownVersion](read(signed))
  }

  private def regionReaders[A: brine.region.Compactable]: Seq[Array[Byte] => Any] = List(
    bytes => Region.in[A](ByteBuffer.wrap(bytes)),
    bytes => Region.inUnchecked[A](ByteBuffer.wrap(bytes)),
    bytes => RegionBytes.received[A](bytes),
    onFile(file => Region.open[A](file).close()),
    onFile(file => Region.openUnchecked[A](file).close()),
    onFile(file => Region.upgrade[A](file))
  )

  test("decoupled pickles keep version 0, a draft") {
    ofCorpus("decoupled/v0", 0) {
      [A] =>
        (pickler: Pickler[A]) =>
          given Pickler[A] = pickler
          List((bytes: Array[Byte]) => Laws.read[A](bytes, DecoupledFormat))
    }
  }

  test("a checksum that is right for another version changes nothing") {
    for name <- names("binary/v1"); version <- List(0, 2, 255) do
      val bytes = kept("binary/v1", name).updated(versionOffset, version.toByte)
      val crc = new java.util.zip.CRC32C
      crc.update(bytes, 0, bytes.length - 4)
      RegionBytes.littleEndian(bytes).putInt(bytes.length - 4, crc.getValue.toInt)
      val e = intercept[PickleException.UnknownVersion](BinaryFormat.pickled(bytes).unpickle[Int])
      assertEquals(e.found, version, name)
  }

  test("bare pickles have no version: their bytes are the body of the kept pickle") {
    def same[A](sample: Sample[A]): Unit =
      given Pickler[A] = sample.pickler
      val whole = kept("binary/v1", sample.name)
      val bare = Laws.write(sample.value, BinaryFormat.Bare)
      assertEquals(Laws.hex(bare), Laws.hex(whole.slice(12, whole.length - 4)), sample.name)
    for sample <- Corpus.all do same(sample)
  }
