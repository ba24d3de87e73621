package brine.spark

import java.nio.ByteBuffer
import scala.reflect.ClassTag
import org.apache.spark.SparkConf

/** Arrays that several objects of one record share, where fields declare them. None of the classes derives a pickler.
  */
class SharedArraysSuite extends munit.FunSuite:
  import SharedArraysSuite.*

  private def instanceWith(settings: (String, String)*): BrineInstance =
    new BrineInstance(Settings.from(new SparkConf(false).setAll(settings)), getClass.getClassLoader)

  private val instance = instanceWith()
  private val sharesAll = instanceWith("spark.brine.sharing" -> "all")

  private def bytes(value: Any): ByteBuffer = instance.serialize[Any](value)(using ClassTag.Any)

  /** Before and after code for the classes is compiled. */
  private def back[A](value: A)(verify: A => Unit): Unit =
    for _ <- 1 to 30 do verify(instance.deserialize[Any](bytes(value))(using ClassTag.Any).asInstanceOf[A])

  test("eight objects that share an array of 8 MB take about 8 MB, and share it when they are read") {
    val shared = Array.tabulate(1 << 20)(_.toDouble)
    val all = List.tabulate(8)(i => new Holder(i, shared))
    val written = bytes(all)
    assert(written.remaining < (8 << 20) + 500, written.remaining)
    val read = instance.deserialize[Any](written)(using ClassTag.Any).asInstanceOf[List[Holder]]
    assert(read.forall(_.values eq read.head.values))
    assert(java.util.Arrays.equals(read.head.values, shared))
  }

  test("with spark.brine.sharing=all, eight objects that share a text of a megabyte, or a value, write it once") {
    val text = "text ".repeat(200_000)
    val all = List.tabulate(8)(i => Note(i, text, Some(text), List(text)))
    val written = sharesAll.serialize[Any](all)(using ClassTag.Any)
    assert(written.remaining < text.length + 500, written.remaining)
    val read = sharesAll.deserialize[Any](written)(using ClassTag.Any).asInstanceOf[List[Note]]
    assertEquals(read, all)
    assert(read.forall(_.text eq read.head.text))
    val value = List(Note(1, text, None, Nil))
    val twice = sharesAll.serialize[Any](List.fill(100)(value))(using ClassTag.Any)
    assert(twice.remaining < text.length + 500, twice.remaining)
  }

  test("a stored stream tells its reader whether all objects are shared in it") {
    val text = "text ".repeat(1000)
    for (writer, reader) <- List((instance, sharesAll), (sharesAll, instance), (sharesAll, sharesAll)) do
      val out = new java.io.ByteArrayOutputStream
      val records = List.tabulate(3)(i => (Note(i, text, Some(text), Nil), text, new Holder(i, Array(1.5, i))))
      writer.serializeStream(out).writeAll[Any](records.iterator)(using ClassTag.Any).close()
      val in = reader.deserializeStream(new java.io.ByteArrayInputStream(out.toByteArray))
      val read = in.asIterator.toList.asInstanceOf[List[(Note, String, Holder)]]
      assertEquals(read.map((note, text, _) => (note, text)), records.map((note, text, _) => (note, text)))
      assertEquals(read.map(_(2).values.toList), records.map(_(2).values.toList))
  }

  test("arrays of each primitive type keep their identity in fields, as elements of arrays and in options") {
    val arrays = List[AnyRef](
      Array(true),
      Array(1.toByte),
      Array(2.toShort),
      Array('c'),
      Array(3),
      Array(4L),
      Array(5f),
      Array(6.0)
    )
    val all = Primitives.of(arrays)
    back((all, Primitives.of(arrays))) { (first, second) =>
      for (a, b) <- first.all.zip(second.all) do assert(a eq b, a.getClass)
      for (a, b) <- first.all.zip(arrays) do assert(java.util.Objects.deepEquals(a, b), a.getClass)
    }
    val row = Array(1, 2)
    back(new Rows(Array(row, Array(3), row), Some(row), Left(row))) { found =>
      assert(found.rows(0) eq found.rows(2))
      assert(found.chosen.get eq found.rows(0))
      assert(found.either.swap.toOption.get eq found.rows(0))
    }
  }

  test("arrays of references keep their identity and their class in fields") {
    val (texts, somes, shapes) =
      (Array("a", null), Array(Some(1), null), Array[CharSequence]("a", new StringBuilder("b")))
    back(List.fill(2)(new References(texts, somes, shapes, null))) { found =>
      val (a, b) = (found(0), found(1))
      assert((a.texts eq b.texts) && (a.somes eq b.somes) && (a.shapes eq b.shapes) && a.none == null)
      assertEquals(
        List(a.texts.getClass, a.somes.getClass, a.shapes.getClass),
        List(texts.getClass, somes.getClass, shapes.getClass)
      )
      assertEquals(
        (a.texts.toList, a.somes.toList, a.shapes.map(_.toString).toList),
        (texts.toList, somes.toList, List("a", "b"))
      )
    }
  }

  test("an array of each class of options, lists and ranges has its class at a place of any type") {
    for array <- List[Array[?]](
        Array(Some(1)),
        Array(None),
        Array(List(1).asInstanceOf[::[Int]]),
        Array(Nil),
        Array(1 to 3),
        Array(1 until 2),
        Array(Array(Some(1)))
      )
    do
      back(List[Any](array, array)) { found =>
        assert(found(0).asInstanceOf[AnyRef] eq found(1).asInstanceOf[AnyRef])
        assertEquals(found(0).getClass.toString, array.getClass.toString)
        assert(java.util.Objects.deepEquals(found(0), array))
      }
  }

  test("fields that declare a class of options, lists or ranges hold its objects") {
    val narrow = new Narrow(
      Some(1),
      None,
      List(1, 2).asInstanceOf[::[Int]],
      Nil,
      1 to 3,
      (1 until 2).asInstanceOf[Range.Exclusive],
      Array(Some("a"))
    )
    back(narrow) { found =>
      assertEquals((found.some, found.none, found.list, found.nil), (narrow.some, narrow.none, narrow.list, narrow.nil))
      assertEquals((found.range, found.open, found.somes.toList), (narrow.range, narrow.open, narrow.somes.toList))
    }
  }

object SharedArraysSuite:
  final case class Note(id: Int, text: String, maybe: Option[String], all: List[String])
  final class Narrow(
      val some: Some[Int],
      val none: None.type,
      val list: ::[Int],
      val nil: Nil.type,
      val range: Range.Inclusive,
      val open: Range.Exclusive,
      val somes: Array[Some[String]]
  )
  final class Holder(val id: Int, val values: Array[Double])
  final class Rows(val rows: Array[Array[Int]], val chosen: Option[Array[Int]], val either: Either[Array[Int], String])
  final class References(
      val texts: Array[String],
      val somes: Array[Some[Int]],
      val shapes: Array[CharSequence],
      val none: Array[Int]
  )
  final class Primitives(
      val a: Array[Boolean],
      val b: Array[Byte],
      val c: Array[Short],
      val d: Array[Char],
      val e: Array[Int],
      val f: Array[Long],
      val g: Array[Float],
      val h: Array[Double]
  ):
    def all: List[AnyRef] = List(a, b, c, d, e, f, g, h)
  object Primitives:
    def of(all: List[AnyRef]): Primitives = all match
      case List(
            a: Array[Boolean],
            b: Array[Byte],
            c: Array[Short],
            d: Array[Char],
            e: Array[Int],
            f: Array[Long],
            g: Array[Float],
            h: Array[Double]
          ) =>
        new Primitives(a, b, c, d, e, f, g, h)
      case other => throw new IllegalArgumentException(other.toString)
