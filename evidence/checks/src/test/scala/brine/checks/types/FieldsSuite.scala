package brine.checks

import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.shape.Shape
import brine.testkit.{Laws, PicklerLaws}

/** Types and parameters that count as fields: tuples of any size, and parameters that are not data. */
class FieldsSuite extends PicklerLaws:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  private type Wide = (
      Int,
      String,
      Long,
      Byte,
      Char,
      Double,
      Float,
      Boolean,
      Short,
      Unit,
      Int,
      Option[Int],
      List[String],
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      String,
      (Int, Int)
  )
  private val wide: Gen[Wide] = Gen.zip(Gen.choose(0, 9), Gen.alphaStr).map((n, s) =>
    (
      n,
      s,
      n.toLong,
      1.toByte,
      'c',
      1.5,
      2.5f,
      true,
      3.toShort,
      (),
      n,
      Option(n),
      List(s),
      n,
      n,
      n,
      n,
      n,
      n,
      n,
      n,
      n,
      s,
      (n, n)
    )
  )

  obeysLaws("a tuple of 24", wide)
  obeysLaws("tuples of 24 in a class", Gen.listOf(wide).map(Table(_)))
  obeysLaws("a tuple written with *:", Gen.alphaStr.map(s => s *: 1 *: EmptyTuple))
  obeysLaws("a transient field", Gen.alphaStr.map(Cached(_)))

  test("a tuple written with *: is the class it is an object of") {
    assertEquals(
      summon[Pickler[Int *: String *: EmptyTuple]].shape.fingerprint,
      summon[Pickler[(Int, String)]].shape.fingerprint
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

  test("variables of traits, and of generic superclasses") {
    val mixed = new Mixed("m")
    mixed.count = 3
    mixed.nick = "k"
    val heir = Heir("a", 1)
    heir.more = List("x")
    for format <- formats do
      val back = Laws.read[Mixed](Laws.write(mixed, format), format)
      assertEquals((back.name, back.count, back.nick), ("m", 3, "k"))
      assertEquals(Laws.read[Heir](Laws.write(heir, format), format).more, List("x"))
    assertEquals(new String(Laws.write(mixed, JsonFormat)), """{"name":"m","count":3,"nick":"k"}""")
  }

  test("an inner class's pickler belongs to the object around it, and so do the objects that it reads") {
    val (one, two) = (new Around(1), new Around(2))
    val bytes = Laws.write(one.Inner(3), BinaryFormat)
    val back = Laws.read[two.Inner](bytes, BinaryFormat)
    assertEquals((back.x, back.outer eq two), (3, true))
  }

final case class Table(rows: List[FieldsSuiteTypes.Row]) derives Pickler

object FieldsSuiteTypes:
  type Row = (
      Int,
      String,
      Long,
      Byte,
      Char,
      Double,
      Float,
      Boolean,
      Short,
      Unit,
      Int,
      Option[Int],
      List[String],
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      Int,
      String,
      (Int, Int)
  )

trait Tally:
  var count: Int = 0
trait Nicked:
  def name: String
  var nick: String = name
final class Mixed(val name: String) extends Tally, Nicked derives Pickler

abstract class Legacy[A](val first: A, var more: List[A])
final case class Heir(override val first: String, n: Int) extends Legacy[String](first, Nil) derives Pickler

final class Around(val n: Int):
  self =>
  final case class Inner(x: Int) derives Pickler:
    def outer: Around = self

final case class Cached(text: String, @transient length: Int = 0) derives Pickler

final class Transients(
    val name: String,
    @transient val size: Int,
    @transient val list: List[Int] = List(9),
    @transient val buffer: Array[Int]
)(@transient val more: Int) derives Pickler:
  @transient var counted: Int = 0
  @transient var cache: String = null
  var kept: Int = 0

final case class Runner(name: String, @transient thread: Thread) derives Pickler
