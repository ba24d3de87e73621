package brine.checks.runtime

import brine.*
import brine.binary.BinaryFormat
import brine.checks.{AcceptedCode, Corpus65, Wide65}
import brine.json.JsonFormat
import brine.plan.Plan
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.*

/** All back ends of runtime picklers agree on a value, on its pickle and on a failure. The back ends are reflection,
  * code for any format, code for the binary format, and the interpreter. Derived picklers agree with them if their
  * shape is equal.
  */
class RuntimeBackEndsSuite extends munit.FunSuite, AcceptedCode, Patient:
  import RuntimeBackEndsSuite.*

  private val depths = List(Limits.Default.emittedDepth, 0, 1, 2, 3, 7)
  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat)

  private val bare = BinaryFormat.Bare

  private val reflected = picklers(compileAfter = Int.MaxValue)
  private val compiled = picklers(compileAfter = 1)

  private def picklers(compileAfter: Int, allowed: AllowList = AllowList(classes.toSeq*)): RuntimePicklers =
    val made = RuntimePicklers(allowed, compileAfter = compileAfter)
    made.usesDerived = false
    made

  /** A value of the corpus with its picklers. `derived`: null where its shape is another. */
  private final class Case(
      val name: String,
      val value: AnyRef,
      val reflected: Pickler[AnyRef],
      val compiled: Pickler[AnyRef],
      val derived: Pickler[AnyRef] | Null
  )

  private lazy val cases: List[Case] =
    for
      sample <- Corpus.all
      value = sample.value.asInstanceOf[AnyRef]
      if value != null
      c = if value.isInstanceOf[scala.reflect.Enum] then value.getClass.getSuperclass else value.getClass
      made <- pickler(reflected, c).toList
    yield
      val derived = sample.pickler.asInstanceOf[Pickler[AnyRef]]
      Case(
        sample.name,
        value,
        made,
        pickler(compiled, c).get,
        if derived.shape.fingerprint == made.shape.fingerprint then derived else null
      )

  private def pickler(by: RuntimePicklers, c: Class[?]): Option[Pickler[AnyRef]] =
    try Some(by.pickler(c).asInstanceOf[Pickler[AnyRef]])
    catch case _: UnfitClassException => None

  private def options(sharing: Sharing, depth: Int): PickleOptions =
    PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth), subtypes = compiled.subtypes)

  private def written(
      value: AnyRef,
      pickler: Pickler[AnyRef],
      format: PickleFormat,
      options: PickleOptions
  ): Either[String, String] =
    try Right(Laws.hex(Laws.write(value, format, options)(using pickler)))
    catch case e: PickleException => Left(told(e))

  private def read(
      bytes: Array[Byte],
      pickler: Pickler[AnyRef],
      format: PickleFormat,
      options: PickleOptions
  ): Either[String, AnyRef] =
    try Right(Laws.read[AnyRef](bytes, format, options)(using pickler))
    catch case e: PickleException => Left(told(e))

  /** The path of a cycle that cannot be rebuilt, and the reason for refusing a reference, depend on the back end. */
  private def told(e: PickleException) = e match
    case e: PickleException.CyclicConstruction                           => s"CyclicConstruction at byte ${e.offset}"
    case e: (PickleException.BadReference | PickleException.UnknownLeaf) => s"bad tag at ${e.path}, byte ${e.offset}"
    case e: PickleException.WrongType                                    => s"WrongType at ${e.path}, byte ${e.offset}"
    case e => s"${e.getClass.getSimpleName} ${e.getMessage}"

  test(
    "most of the corpus has runtime picklers, all of them with code, half of them with the shape that the source has"
  ) {
    assert(cases.length >= 110, s"${cases.length} of ${Corpus.all.length}")
    assert(cases.count(_.derived != null) >= 55, cases.filter(_.derived == null).map(_.name).mkString(" "))
    for c <- cases do
      for _ <- 1 to 2 do Laws.write(c.value, bare, options(Sharing.Tracked, 512))(using c.compiled)
      assert(RuntimePicklers.hasCode(c.compiled) || !RuntimePicklers.isReflected(c.compiled), s"${c.name} has no code")
      assert(!RuntimePicklers.hasCode(c.reflected), c.name)
  }

  test("back ends write the same bytes, and read the same values from them") {
    for
      c <- cases; format <- formats; sharing <- Sharing.values
      if sharing != Sharing.Off || !isCyclic(c)
    do
      val expected = written(c.value, c.reflected, format, options(sharing, 512))
      for depth <- depths; by <- List(c.reflected, c.compiled) ++ Option(c.derived).map(_.nn) do
        val clue = s"${c.name}, $format, $sharing, emittedDepth = $depth, by ${by.getClass.getSimpleName}"
        for _ <- 1 to 2 do
          val opts = options(sharing, depth)
          assertEquals(written(c.value, by, format, opts), expected, clue)
          for hex <- expected do
            val bytes = Laws.write(c.value, format, opts)(using by)
            Laws.assertSame(Laws.read[AnyRef](bytes, format, opts)(using by), c.value, opts)(using c.reflected)
  }

  private def isCyclic(c: Case): Boolean =
    try { Laws.write(c.value, BinaryFormat, options(Sharing.Off, 512))(using c.reflected); false }
    catch case _: PickleException => true

  /** Reads bytes by all back ends: they give one failure, or values that have the same bytes. */
  private def agree(c: Case, bytes: Array[Byte]): Unit =
    val expected = outcome(c, bytes, c.reflected, 512)
    for depth <- List(512, 2); by <- List(c.compiled, c.reflected) ++ Option(c.derived).map(_.nn) do
      assertEquals(
        outcome(c, bytes, by, depth),
        expected,
        s"${c.name}: ${Laws.hex(bytes)}, emittedDepth = $depth, by ${by.getClass.getName}"
      )

  private def outcome(c: Case, bytes: Array[Byte], by: Pickler[AnyRef], depth: Int): Either[String, String] =
    read(bytes, by, bare, options(Sharing.Tracked, depth)).flatMap(written(
      _,
      c.reflected,
      bare,
      options(Sharing.Tracked, 512)
    ))

  test("back ends agree on pickles that are cut") {
    for c <- cases do
      val bytes = Laws.write(c.value, bare, options(Sharing.Tracked, 512))(using c.reflected)
      for length <- 0 until math.min(bytes.length, 300) do agree(c, bytes.take(length))
  }

  test("back ends agree on pickles with a bit flipped") {
    for c <- cases do
      val bytes = Laws.write(c.value, bare, options(Sharing.Tracked, 512))(using c.reflected)
      for i <- 0 until math.min(bytes.length, 300); bit <- 0 until 8 do
        val flipped = bytes.clone
        flipped(i) = (flipped(i) ^ (1 << bit)).toByte
        agree(c, flipped)
  }

  test("back ends agree on values that are nested deeper than the stack, or long") {
    val samples = List[(AnyRef, Pickler[?])](
      Corpus.chain(3000) -> summon[Pickler[Chain]],
      Corpus.rose(3000) -> summon[Pickler[Rose]],
      Corpus.ring(3000) -> summon[Pickler[Cell]],
      Rose(0, List.fill(3000)(Rose(1, List.empty))) -> summon[Pickler[Rose]]
    )
    for (value, derived) <- samples; format <- formats do
      val all = List(reflected, compiled).map(_.pickler(value.getClass)) :+ derived
      Laws.onSmallStack {
        val written =
          all.map(p => Laws.write(value, format)(using p.asInstanceOf[Pickler[AnyRef]])).map(java.util.Arrays.hashCode)
        assertEquals(written.distinct.length, 1, s"${value.getClass}, $format")
        val bytes = Laws.write(value, format)(using derived.asInstanceOf[Pickler[AnyRef]])
        for p <- all.map(_.asInstanceOf[Pickler[AnyRef]]) do
          val back = Laws.read[AnyRef](bytes, format)(using p)
          assertEquals(java.util.Arrays.hashCode(Laws.write(back, format)(using p)), java.util.Arrays.hashCode(bytes))
      }
  }

  private val stable = AllowList(classOf[Stable], classOf[Horse], classOf[Wide65])

  /** Writes and reads by all back ends: one outcome for all. */
  private def outcomes[A: scala.reflect.ClassTag](value: A, derived: Option[Pickler[A]]): Set[String] =
    val all = List(Int.MaxValue, 1).map(picklers(_, stable).pickler[A]) ++ derived
    val found =
      for p <- all; depth <- List(512, 0, 1, 2, 3); _ <- 1 to 2 yield try
        val opts = options(Sharing.Tracked, depth)
        val bytes = Laws.write(value, bare, opts)(using p)
        val again = Laws.write(Laws.read[A](bytes, bare, opts)(using p), bare, opts)(using p)
        s"${Laws.hex(bytes)} and again ${Laws.hex(again)}"
      catch case e: PickleException => told(e)
    found.toSet

  test("failures of writing have one path and one text") {
    val none = Stable(null, List(), Array(), Map(), None, Left("x"), Vector())
    val (horse, pony) = (new Horse(1), new Pony(2))
    val told = List(
      none.copy(one = pony),
      none.copy(list = List(horse, null, pony)),
      none.copy(array = Array(null, horse, pony)),
      none.copy(map = Map("a" -> pony)),
      none.copy(option = Some(pony)),
      none.copy(either = Right(pony)),
      none.copy(nested = Vector(List(Some(horse)), List(None, Some(pony))))
    ).map(outcomes(_, Some(Stable.derived)))
    assertEquals(told.map(_.size), told.map(_ => 1))
    assertEquals(
      told.flatten.map(_.takeWhile(_ != ':')),
      List("one", "list[2]", "array[2]", "map.values[0]", "option", "either.value", "nested[1][1]").map(
        "UnexpectedClass at $." + _
      )
    )
    assertEquals(outcomes(none, Some(Stable.derived)).size, 1)
  }

  test("classes with more fields than a Long has bits") {
    assertEquals(outcomes(Corpus65.value, None).size, 1) // its Option[Int] is one of anything here
    val compiled = picklers(1, stable).pickler[Wide65]
    Laws.write(Corpus65.value, bare, options(Sharing.Tracked, 512))(using compiled)
    assert(RuntimePicklers.hasCode(compiled))
  }

object RuntimeBackEndsSuite:
  /** The classes of all objects that the corpus is made of. */
  lazy val classes: Set[Class[?]] =
    val found = scala.collection.mutable.Set.empty[Class[?]]
    val seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Plan, java.lang.Boolean])
    def visit(plan: Plan): Unit = if seen.add(plan) then
      plan match
        case p: Plan.Product =>
          if p.objectClass.getName.startsWith("brine.") then found += p.objectClass
          p.fields.foreach(f => visit(f.get))
        case s: Plan.Sum      => s.leaves.foreach(l => visit(l.get))
        case o: Plan.Optional => visit(o.element.get)
        case s: Plan.Sequence => visit(s.element.get)
        case m: Plan.Mapping  => visit(m.key.get); visit(m.value.get)
        case m: Plan.Mapped   => visit(m.inner.get)
        case s: Plan.Singleton =>
          if s.value.getClass.getName.startsWith("brine.") && !s.value.isInstanceOf[scala.reflect.Enum] then
            found += s.value.getClass
        case _ => ()
    for sample <- Corpus.all do
      visit(Plan.of(sample.pickler))
      sample.value match
        case constant: scala.reflect.Enum => found += constant.getClass.getSuperclass
        case _                            => ()
    found.toSet

class Horse(val number: Int)
final class Pony(number: Int) extends Horse(number)
final case class Stable(
    one: Horse,
    list: List[Horse],
    array: Array[Horse],
    map: Map[String, Horse],
    option: Option[Horse],
    either: Either[String, Horse],
    nested: Vector[List[Option[Horse]]]
)
object Stable:
  import brine.auto.given
  val derived: Pickler[Stable] = summon
