package brine.checks

import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.shape.Shape
import brine.testkit.{Laws, PicklerLaws}

/** What counts as a field: tuples of any size, and fields that are no data. */
class FieldsSuite extends PicklerLaws:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  private type Wide = (
      Int, String, Long, Byte, Char, Double, Float, Boolean, Short, Unit, Int, Option[Int],
      List[String], Int, Int, Int, Int, Int, Int, Int, Int, Int, String, (Int, Int)
  )
  private val wide: Gen[Wide] = Gen.zip(Gen.choose(0, 9), Gen.alphaStr).map((n, s) =>
    (n, s, n.toLong, 1.toByte, 'c', 1.5, 2.5f, true, 3.toShort, (), n, Option(n), List(s), n, n, n, n, n, n, n, n, n, s, (n, n))
  )

  obeysLaws("a tuple of 24", wide)
  obeysLaws("tuples of 24 in a class", Gen.listOf(wide).map(Table(_)))
  obeysLaws("a tuple written with *:", Gen.alphaStr.map(s => s *: 1 *: EmptyTuple))
  obeysLaws("a transient field", Gen.alphaStr.map(Cached(_)))

  test("a tuple written with *: is the class it is an object of") {
    assertEquals(
      summon[Pickler[Int *: String *: EmptyTuple]].shape.fingerprint, summon[Pickler[(Int, String)]].shape.fingerprint
    )
    assertEquals(summon[Pickler[Wide]].shape.name, "Tuple24")
  }

  test("transient fields are not in the bytes and come back as null, 0, or their default") {
    val value = Transients("a", 1, List(2), Array(3))(4)
    value.counted = 5
    value.cache = "six"
    value.kept = 7
    for format <- formats; depth <- List(Limits.Default.emittedDepth, 0) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val back = Laws.read[Transients](Laws.write(value, format, options), format, options)
      assertEquals((back.name, back.kept), ("a", 7))
      assertEquals((back.size, back.list, back.buffer, back.more), (0, List(9), null, 0))
      assertEquals((back.counted, back.cache), (0, null))
    assertEquals(new String(Laws.write(value, JsonFormat)), """{"name":"a","kept":7}""")
    assertEquals(summon[Pickler[Transients]].shape.asInstanceOf[Shape.Product].fieldNames.toList, List("name", "kept"))
  }

  test("a transient field's type needs no pickler") {
    for format <- formats do
      val back = Laws.read[Runner](Laws.write(Runner("r", Thread.currentThread), format), format)
      assertEquals(back, Runner("r", null))
  }

final case class Table(rows: List[FieldsSuiteTypes.Row]) derives Pickler

object FieldsSuiteTypes:
  type Row = (
      Int, String, Long, Byte, Char, Double, Float, Boolean, Short, Unit, Int, Option[Int],
      List[String], Int, Int, Int, Int, Int, Int, Int, Int, Int, String, (Int, Int)
  )

final case class Cached(text: String, @transient length: Int = 0) derives Pickler

final class Transients(
    val name: String, @transient val size: Int, @transient val list: List[Int] = List(9), @transient val buffer: Array[Int]
)(@transient val more: Int) derives Pickler:
  @transient var counted: Int = 0
  @transient var cache: String = null
  var kept: Int = 0

final case class Runner(name: String, @transient thread: Thread) derives Pickler
