package brine.checks.decoupled

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.{Files, Path}
import java.util.concurrent.Executors
import brine.*
import brine.graph.decoupled.{DecoupledFormat, Image, ImageObject}
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.{Corpus, Sample}

/** Images in arrays, buffers and files, and reading them in place. */
class ImageSuite extends munit.FunSuite, Patient:
  import ImageSuite.*

  private def slotsOf(image: Image): Seq[Long] = (0 until image.slots).map(image.slot(_))
  private val formats = List(DecoupledFormat, DecoupledFormat.withMarkWords, DecoupledFormat.withExecutor(_.run()))

  private def inFile[A](work: Path => A): A =
    val path = Files.createTempFile("image", ".brine")
    try work(path)
    finally Files.delete(path)

  test("an image in a buffer or a file is that in an array, for the whole corpus") {
    def check[A](sample: Sample[A]): Unit =
      given Pickler[A] = sample.pickler
      for format <- formats do
        val bytes = Laws.write(sample.value, format)
        val image = format.image(bytes)
        val buffer = ByteBuffer.allocate(image.slots * 8 + 24).position(16)
        val inBuffer = format.image(bytes, buffer)
        assertEquals(buffer.position(), 16)
        assertEquals(slotsOf(inBuffer), slotsOf(image), sample.name)
        val longs = ByteBuffer.wrap(buffer.array).order(ByteOrder.LITTLE_ENDIAN)
        for i <- 0 until image.slots do assertEquals(longs.getLong(16 + i * 8), image.slot(i))
        assertEquals(inBuffer.dump, image.dump, sample.name)
        inFile { path =>
          format.image(bytes, path)
          val opened = Image.open(path)
          assertEquals(slotsOf(opened), slotsOf(image), sample.name)
          assertEquals(opened.sizes, image.sizes, sample.name)
          if image.slots > 0 then
            val back =
              try opened.root.read[A]
              catch case e: PickleException => fail(sample.name, e)
            Laws.assertSame(back, sample.value)
        }
    for sample <- Corpus.all do check(sample)
  }

  test("a large image in pieces, by several threads, in a buffer outside the heap and in a file") {
    val executor = Executors.newFixedThreadPool(2)
    try
      val format = DecoupledFormat.withExecutor(executor)
      val bytes = Laws.write(Tree.of(1 << 15), format)
      val image = DecoupledFormat.image(bytes)
      assertEquals(slotsOf(format.image(bytes, ByteBuffer.allocateDirect(image.slots * 8))), slotsOf(image))
      inFile { path =>
        format.image(bytes, path)
        assertEquals(slotsOf(Image.open(path)), slotsOf(image))
      }
    finally executor.shutdown()
  }

  test("a buffer without room is refused, and a file that is not an image") {
    val bytes = Laws.write(library, DecoupledFormat)
    val slots = DecoupledFormat.image(bytes).slots
    val e = intercept[PickleException.LimitExceeded](DecoupledFormat.image(bytes, ByteBuffer.allocate(slots * 8 - 1)))
    assert(e.getMessage.contains(s"$slots slots"), e.getMessage)
    inFile { path =>
      Files.write(path, bytes)
      assert(intercept[PickleException.Malformed](Image.open(path)).getMessage.contains(
        "a pickle in place of a file with an image"
      ))
      DecoupledFormat.image(bytes, path)
      val file = Files.readAllBytes(path)
      assert(intercept[PickleException.Malformed](Laws.read[Library](file, DecoupledFormat)).getMessage.contains(
        "Image.open"
      ))
      // A hostile pickle leaves the file as it was.
      intercept[PickleException](DecoupledFormat.image(bytes.updated(bytes.length - 1, (bytes.last ^ 1).toByte), path))
      assertEquals(Files.readAllBytes(path).toSeq, file.toSeq)
    }
    intercept[PickleException.InputOutput](Image.open(Path.of("no", "such", "file")))
  }

  test("with any slot of a file changed, it is refused, or is an image") {
    inFile { path =>
      DecoupledFormat.image(Laws.write(library, DecoupledFormat), path)
      val file = Files.readAllBytes(path)
      var refused = 0
      for at <- 0 until file.length; to <- List(0, 1, 0x7f, 0xff) do
        inFile { other =>
          Files.write(other, file.updated(at, to.toByte))
          try
            val image = Image.open(other)
            assert(image.dump.nonEmpty)
            try { val _ = image.root.read[Library] }
            catch case _: PickleException => refused += 1
          catch case _: PickleException => refused += 1
        }
      for length <- 0 until file.length do
        inFile { other =>
          Files.write(other, file.take(length))
          intercept[PickleException](Image.open(other))
        }
      assert(refused > file.length, s"$refused")
    }
  }

  // ---- read in place

  private val image = DecoupledFormat.image(Laws.write(library, DecoupledFormat))

  test("fields are read where they lie") {
    val root = image.root
    assertEquals(root.className, "Library")
    assertEquals(root.fieldNames, Seq("name", "books", "ratings", "years", "open"))
    assertEquals(root.string("name"), "Bodleian")
    assertEquals(root.boolean("open"), true)
    val books = root.reference("books")
    assertEquals(books.length, 2)
    val first = books.reference(0)
    assertEquals(first.string("title"), "Emma")
    assertEquals(first.int("pages"), 512)
    assertEquals(first.double("price"), 7.5)
    assertEquals(first.long("isbn"), 9780141439587L)
    assertEquals(first.char("mark"), 'e')
    assertEquals(first.reference("next").address, books.reference(1).address)
    assertEquals(books.reference(1).reference("next"), null)
    assertEquals(first("author").asInstanceOf[ImageObject].string(ImageObjectContent), "Austen")
    assertEquals(root.reference("years").elements.toList, List[Any](1602, 1886))
    assertEquals(root.reference("years").int(1), 1886)
    assertEquals(root.reference("ratings").key(0), "Emma")
    assertEquals(root.reference("ratings").value(0), 4.5f)
  }

  test(
    "a place that an object does not have, and a kind that the place does not hold, are refused with the existing ones"
  ) {
    val first = image.root.reference("books").reference(0)
    def no(read: => Any, text: String): Unit =
      val e = intercept[IllegalArgumentException](read)
      assert(e.getMessage.contains(text), e.getMessage)
    no(first.int("page"), "it has title, pages, price, isbn, mark, author, next")
    no(first.long("pages"), "field 'pages' of Book holds Int, not Long")
    no(first.reference("pages"), "field 'pages' of Book holds Int, not a reference")
    no(first.int("title"), "field 'title' of Book holds a reference, not Int")
    no(first.string("next"), "which is not a string")
    no(image.root.reference("years").long(0), "no elements of Long")
    no(image.root.reference("years").int(2), "element 2 of a Array[Int] of 2")
    no(first.reference(0), "has no elements")
    no(first.text, "a Book is not a string")
    no(first.key(0), "Book is not a map")
    intercept[PickleException.BadReference](image.objectAt(image.slots + 1L))
    intercept[PickleException.BadReference](image.objectAt(0))
  }

  test("units, which have no slots, are read at the end of an image, too") {
    assertEquals(DecoupledFormat.image(Laws.write((), DecoupledFormat)).root(ImageObjectContent), ())
    assertEquals(
      DecoupledFormat.image(Laws.write(List((), ()), DecoupledFormat)).root.elements.toList,
      List[Any]((), ())
    )
  }

  test("a few objects are made, each with all that it leads to, and no other") {
    Book.made = 0
    val second = image.root.reference("books").reference(1)
    assertEquals(second.read[Book].title, "Dune")
    assertEquals(Book.made, 1)
    assertEquals(image.objectAt(second.address).read[Book].pages, 896)
    assertEquals(image.root.reference("ratings").read[Map[String, Float]], library.ratings)
    val e = intercept[PickleException.WrongType](second.read[Library])
    assert(e.getMessage.contains("Library"), e.getMessage)
  }

  test("several threads read one image") {
    val bytes = Laws.write(Tree.of(1 << 10), DecoupledFormat)
    val image = DecoupledFormat.image(bytes)
    val sums = (1 to 4).map(_ =>
      new java.util.concurrent.FutureTask[Int](() =>
        image.objects.filter(_.className == "Leaf").map(_.int("value")).sum
      )
    )
    val threads = sums.map(new Thread(_))
    threads.foreach(_.start())
    assertEquals(sums.map(_.get()).toSet, Set(1 << 10))
  }

object ImageSuite:
  private final val ImageObjectContent = "content"

  final class Book(
      val title: String,
      val pages: Int,
      val price: Double,
      val isbn: Long,
      val mark: Char,
      val author: Option[String],
      val next: Book
  ) derives Pickler:
    Book.made += 1

  object Book:
    var made = 0

  final case class Library(
      name: String,
      books: List[Book],
      ratings: Map[String, Float],
      years: Array[Int],
      open: Boolean
  ) derives Pickler

  private val library =
    val dune = new Book("Dune", 896, 9.25, 9780441013593L, 'd', None, null)
    val emma = new Book("Emma", 512, 7.5, 9780141439587L, 'e', Some("Austen"), dune)
    Library("Bodleian", List(emma, dune), Map("Emma" -> 4.5f), Array(1602, 1886), true)
