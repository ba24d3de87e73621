package brine.bench

import brine.bench.workloads.Workload
import brine.testkit.Patient
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The contenders are comparable. */
class ContendersSuite extends munit.FunSuite, Patient:
  private def small(kind: Workload.Kind): Workload[?] = Workload(s"${kind.name}:${math.min(kind.sizes.head, 1 << 12)}")

  for kind <- Workload.kinds do
    test(s"${kind.name}: the twins' bytes and Brine's bare ones are about as many, and give the values back") {
      val byHand = List("hand-plain", "hand-hardened", "hand-kept").map(thereAndBack(small(kind), _))
      assertEquals(byHand.distinct.length, 1)
      val ratio = thereAndBack(small(kind), "brine-bare").toDouble / byHand.head
      assert(ratio > 0.8 && ratio < 1.1, s"$ratio of the twin's bytes")
    }

    test(s"${kind.name}: every form of Brine gives the values back, and so do the formats of the company") {
      for name <- List("brine", "brine-shared", "brine-json", "brine-graph", "brine-graph-two") do
        thereAndBack(small(kind), name)
      company(small(kind))
    }

  for kind <- Workload.ofJson do
    test(s"${kind.name}: every writer of JSON gives the values back") {
      for c <- Contenders.ofJson do { val _ = thereAndBack(small(kind), c.name) }
    }

  for kind <- Workload.ofJson do
    test(s"${kind.name}: every writer of JSON writes the same value") {
      val isApi = Workload.apis.contains(kind)
      // In other workloads Brine has its own discriminator, and some leave out members that are null or empty.
      val others =
        Set("brine-json-renamed") ++ (if isApi then Set() else Set("brine-json", "brine-json-indented"))
      val names = Contenders.ofJson.map(_.name).filterNot(others)
      def skipped(name: String): Set[Any] =
        if !isApi then Set(null, Vector.empty)
        else if kind.name == "github" && name == "fory-json" then Set(null)
        else Set.empty
      val written = names.map(name => name -> jsonOf(small(kind), name, skipped(name)))
      for (name, values) <- written.tail do
        assert(values == written.head._2, s"$name: ${difference(values, written.head._2)}")
    }

  test("docs/bench/json-libraries.md says which contenders refuse a field that is missing, there twice, or no text") {
    val event = Workload("eventsEach:1")
    def refusing(text: String): Set[String] = Contenders.ofJson.map(_.name).filter { name =>
      Try(Contenders.contender(name, event).read(text.getBytes("UTF-8"))).isFailure
    }.toSet -- Contenders.inTrials
    assertEquals(
      refusing("""{"id":"a","timestamp":1}"""),
      Set("brine-json", "jsoniter", "jsoniter-fast", "circe", "upickle")
    )
    assertEquals(refusing("""{"id":"a","id":"b","timestamp":1,"message":"m"}"""), Set("brine-json", "jsoniter"))
    // Jackson refuses every unknown field by its defaults.
    assertEquals(
      refusing("""{"id":"a","timestamp":1,"message":"m","x":"\ud800"}"""),
      Set("brine-json", "fory-json", "jackson", "jackson-fast")
    )
  }

  for kind <- Workload.apis; size <- kind.sizes do
    test(s"${kind.name}: about a megabyte") {
      val bytes = thereAndBack(Workload(s"${kind.name}:$size"), "brine-json")
      assert(bytes > 950_000 && bytes < 1_050_000, bytes.toString)
    }

  test("the renaming dialect changes each name, and leaves None out") {
    val media = Workload("media:1")
    def text[A](workload: Workload[A], name: String): String =
      new String(Contenders.contender(name, workload).write(workload.values.head), "UTF-8")
    def names(text: String): Set[String] = "\"([^\"\\\\]+)\":".r.findAllMatchIn(text).map(_.group(1)).toSet
    val (usual, renamed) = (text(media, "brine-json"), text(media, "brine-json-renamed"))
    assert(names(usual).nonEmpty && names(renamed).nonEmpty, renamed)
    assertEquals(names(usual) & names(renamed), Set.empty[String])
    assert(!renamed.contains(":null"), renamed)
  }

  /** The values as trees whose numbers can be compared, whatever their digits. */
  private def jsonOf[A](workload: Workload[A], name: String, skipped: Set[Any]): Vector[Any] =
    val contender = Contenders.contender(name, workload)
    workload.values.take(100).map(value => plain(mapper.readTree(contender.write(value)), skipped))

  private val mapper = new ObjectMapper

  private def plain(node: JsonNode, skipped: Set[Any]): Any =
    if node.isObject then
      val members = node.properties.asScala.toList.map(e => e.getKey -> plain(e.getValue, skipped))
      members.filter((_, value) => !skipped(value)).toMap
    else if node.isArray then node.elements.asScala.map(plain(_, skipped)).toVector
    else if node.isNull then null
    else if node.isIntegralNumber then BigDecimal(node.bigIntegerValue)
    else if node.isNumber then BigDecimal(new java.math.BigDecimal(node.doubleValue))
    else node.asText

  /** The first place where two trees differ. */
  private def difference(a: Any, b: Any): String = (a, b) match
    case (a: Vector[?], b: Vector[?]) if a.length == b.length =>
      a.zip(b).find(_ != _).fold("none")((x, y) => difference(x, y))
    case (a: Map[?, ?], b: Map[?, ?]) if a.keySet == b.keySet =>
      val (as, bs) = (a.asInstanceOf[Map[Any, Any]], b.asInstanceOf[Map[Any, Any]])
      as.keys.find(key => as(key) != bs(key)).fold("none")(key => s"$key: ${difference(as(key), bs(key))}")
    case (a: Map[?, ?], b: Map[?, ?]) => s"${a.keySet} and ${b.keySet}"
    case _                            => s"$a and $b"

  /** The bytes of all values. */
  private def thereAndBack[A](workload: Workload[A], name: String): Int =
    val contender = Contenders.contender(name, workload)
    workload.values.map { value =>
      val bytes = contender.write(value)
      assert(workload.isSame(value, contender.read(bytes)), name)
      bytes.length
    }.sum

  private def company[A](workload: Workload[A]): Unit =
    for builder <- List(new RecordingBuilder, new HashingBuilder) do
      val value = workload.values.head
      assert(workload.isSame(value, TokenFormat.there(value, builder)(using workload.pickler)))

  test("every configuration has a separate name, by which it is found") {
    val (names, ofJson) = (Contenders.all.map(_.name), Contenders.ofJson.map(_.name))
    assertEquals(names.distinct, names)
    assertEquals(ofJson.distinct, ofJson)
    for name <- names ++ ofJson do assertEquals(Contenders.named(name).name, name)
  }

  test("a format that reports a field that does not exist is refused") {
    val tooFar = new TokenReader(scala.collection.mutable.ArrayBuffer.empty):
      override def nextField(shape: brine.shape.Shape.Product, previous: Int): Int = shape.fieldNames.length
    val e =
      intercept[brine.PickleException.UserCode](summon[brine.Pickler[brine.bench.workloads.Image]].unpickle(tooFar))
    assertEquals(e.getCause.getMessage, "field 5 of Image, which has 5")
  }

  test("the links have the paper's number, and as few lead in a circle") {
    val graph = brine.bench.workloads.Links.made
    val articles = (graph.map(_._1) ++ graph.flatMap(_._2)).distinct
    assertEquals(articles.length, 14_672)
    assertEquals(graph.map(_._2.length).sum, 34_130)
    assertEquals(circles(graph.toMap.withDefaultValue(Nil), articles), 23)
  }

  /** Strongly connected components of more than one article. */
  private def circles(links: Map[Int, Seq[Int]], articles: Seq[Int]): Int =
    val back = (for (from, to) <- links.toSeq; t <- to yield t -> from).groupMap(_._1)(_._2).withDefaultValue(Nil)
    def reached(from: Int, next: Int => Seq[Int], seen: Set[Int]): Vector[Int] =
      val met = scala.collection.mutable.LinkedHashSet(from)
      val left = scala.collection.mutable.Queue(from)
      while left.nonEmpty do for to <- next(left.dequeue()) if !seen(to) && met.add(to) do left += to
      met.toVector
    val inCircle = articles.filter(a => links(a).nonEmpty && back(a).nonEmpty)
    var seen = Set.empty[Int]
    var count = 0
    for a <- inCircle if !seen(a) do
      val component = reached(a, links, Set.empty).toSet & reached(a, back, Set.empty).toSet
      seen ++= component
      if component.size > 1 then count += 1
    count

  test("the company's other value comes back from the formats of the company") {
    val value = Mixed.value
    val back = TokenFormat.there(value, new HashingBuilder)
    assertEquals(back.array.toList, value.array.toList)
    assertEquals(back.copy(array = value.array), value)
  }
