package brine.checks

import munit.FunSuite
import brine.*
import brine.binary.BinaryFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Laws, Patient}
import zoo.*

/** Subtypes that go by numbers: what stands in the bytes, and who must agree on what. */
class NumberedSubtypesSuite extends FunSuite, Patient:
  import NumberedSubtypesSuite.*

  private val named = Subtypes(Subtype[Dog], Subtype[Parrot], Subtype[Keeper], Subtype[Nobody.type], Subtype[Stone](using summon, Stones.pickler))
  private val list = List("brine.checks.zoo.Dog", "brine.checks.zoo.Keeper", "brine.checks.zoo.Nobody", "brine.checks.zoo.Stone")
  private val numbered = named.numberedBy(list)
  private val runtime = RuntimePicklers(AllowList(classOf[Held]))
  private val anything = runtime.subtypes.numberedBy(Seq("java.lang.String", "java.lang.Integer", "scala.Tuple2", classOf[Held].getName, "scala.None"))

  private def everyDepth(subtypes: Subtypes, sharing: Sharing = Sharing.Tracked): List[PickleOptions] =
    List(512, 2, 0).map(depth => PickleOptions(subtypes = subtypes, sharing = sharing, limits = Limits(emittedDepth = depth)))

  /** The bare bytes, which all back ends write and read. */
  private def hex[A: Pickler](value: A, subtypes: Subtypes, sharing: Sharing = Sharing.Tracked): String =
    val all = for options <- everyDepth(subtypes, sharing) yield
      val bytes = Laws.write(value, BinaryFormat.Bare, options)
      for in <- everyDepth(subtypes, sharing) do assertEquals(Laws.read[A](bytes, BinaryFormat.Bare, in), value)
      Laws.hex(bytes)
    assertEquals(all.distinct.length, 1)
    all.head

  test("a place is one code: null, a class, a reference"):
    assertEquals(hex(Cage("a", Dog("R", 3)), numbered), "01 03 61 02 03 52 06")
    assertEquals(hex(Cage("a", null), numbered), "01 03 61 00")
    val rex = Dog("R", 3)
    assertEquals(hex(List[Animal](rex, rex, null), numbered), "07 00 02 03 52 06 03 00")

  test("a class without a number goes by its name, as it does without numbers"):
    val bytes = hex(List[Animal](Parrot("p", Vector.empty), Parrot("q", Vector.empty)), numbered)
    val byNames = hex(List[Animal](Parrot("p", Vector.empty), Parrot("q", Vector.empty)), named)
    assert(bytes.startsWith("06 00 01 00 33 62 72"), bytes)
    assertEquals(bytes, byNames.replaceFirst("06 01", "06 00 01"))

