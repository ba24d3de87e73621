package brine.checks.graphs

import java.util as ju
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.checks.AllFormats
import brine.testkit.{GraphIsomorphism, Laws, Patient}

/** Random graphs come back unchanged, by every back end and format: shared objects, cycles, sets that find their
  * elements, and values computed from whole objects. Brine's giants run more of them.
  */
class RandomGraphsSuite extends munit.FunSuite, Patient:
  private val seeds = if java.lang.Boolean.getBoolean("brine.giants") then 20_000 else 500

  private def everyWay[A: Pickler](seed: Int, graph: A): Unit =
    for sharing <- List(Sharing.Tracked, Sharing.All); format <- BinaryFormat :: AllFormats.telling do
      var first: Array[Byte] | Null = null
      for depth <- List(Limits.Default.emittedDepth, 6, 2, 0) do
        val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
        val clue = s"seed $seed, $format, $sharing, emittedDepth = $depth"
        val bytes = Laws.write(graph, format, options)
        if first == null then first = bytes
        assert(java.util.Arrays.equals(bytes, first), clue)
        val back =
          try Laws.read[A](bytes, format, options)
          catch case e: PickleException => fail(clue, e)
        assertEquals(GraphIsomorphism.difference(graph, back, options), None, clue)
        for wrong <- Inspection.faults(back) do fail(s"$clue: $wrong")

  test("classes, lists, options, arrays") {
    for seed <- 1 to seeds do everyWay(seed, new GraphGenerator(seed).vertex())
  }

  test("sets, maps, a class that computes") {
    for seed <- 1 to seeds do everyWay(seed, new GraphGenerator(seed).hashing())
  }

  test("classes derived apart, generic classes, a function") {
    for seed <- 1 to seeds do everyWay(seed, new GraphGenerator(seed).town())
  }

  test("several graphs as one") {
    for seed <- 1 to seeds do
      val generator = new GraphGenerator(seed)
      everyWay(
        seed,
        (generator.hashing(), List(generator.vertex(), generator.vertex()), Some(generator.town()): Option[Town])
      )
  }

/** Checks every object of a graph for properties that an isomorphism does not show: hashes, and computed values. */
private object Inspection:
  def faults(root: Any): Option[String] =
    val seen = new java.util.IdentityHashMap[AnyRef, AnyRef]
    val open = new java.util.ArrayDeque[AnyRef]
    def meet(value: Any): Unit = value match
      case null              => ()
      case reference: AnyRef => if seen.put(reference, reference) == null then open.add(reference)
    meet(root)
    Iterator.continually(open.poll()).takeWhile(_ != null).flatMap { value =>
      partsOf(value).foreach(meet)
      fault(value)
    }.nextOption()

  private def fault(value: AnyRef): Option[String] = value match
    case s: Set[Any @unchecked] => Option.when(!s.forall(s.contains))(s"a set does not find its elements: $s")
    case m: Map[Any @unchecked, ?] =>
      Option.when(!m.keysIterator.forall(m.contains))(s"a map does not find its keys: $m")
    case s: mutable.Set[Any @unchecked] =>
      Option.when(!s.forall(s.contains))(s"a mutable set does not find its elements: $s")
    case s: ju.Set[?] => Option.when(!s.asScala.forall(s.contains))(s"a set of Java's does not find its elements: $s")
    case m: mutable.Map[Any @unchecked, ?] =>
      Option.when(!m.keysIterator.forall(m.contains))(s"a mutable map does not find its keys: $m")
    case c: Computed => Option.when(c.text != Computed.describe(c.of) + c.n)(s"computed '${c.text}'")
    case p: Plate    => Option.when(p.names != new Plate(p.people).names)(s"computed '${p.names}'")
    case _           => None

  private def partsOf(value: AnyRef): Iterator[Any] = value match
    case a: Array[?]                                             => a.iterator
    case i: Iterable[?]                                          => i.iterator
    case c: ju.Collection[?]                                     => c.asScala.iterator
    case x if x.getClass.getPackageName == "brine.checks.graphs" => fieldsOf(x)
    case p: Product                                              => p.productIterator
    case _                                                       => Iterator.empty

  private def fieldsOf(value: AnyRef): Iterator[Any] =
    value.getClass.getDeclaredFields.iterator.filter(f => !java.lang.reflect.Modifier.isStatic(f.getModifiers)).map {
      field =>
        field.setAccessible(true)
        field.get(value)
    }
