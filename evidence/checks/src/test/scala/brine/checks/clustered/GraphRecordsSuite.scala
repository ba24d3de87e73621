package brine.checks.clustered

import java.time.{Instant, LocalDate}
import java.util.UUID
import brine.*
import brine.graph.{Graph, GraphFormat, GraphPickle, GraphRecords}
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{GraphIsomorphism, Laws}

/** A graph is read without its classes, with any objects at open places, and written back unchanged. */
class GraphRecordsSuite extends munit.FunSuite:
  import GraphRecordsSuite.*

  private val sharing = PickleOptions(sharing = Sharing.All)

  /** The records of a value, which are written back as the same graph. */
  private def records[A: Pickler](value: A, options: PickleOptions = PickleOptions.Default): GraphRecords =
    val bytes = Laws.write(value, GraphFormat, options)
    val records = Graph.records(new GraphPickle(bytes))
    assertEquals(records.pickle.bytes.toSeq, bytes.toSeq)
    val back = Laws.read[A](records.pickle.bytes, GraphFormat, options)
    if options.code eq NamedCode.none then
      assertEquals(GraphIsomorphism.difference(value, back, sharing.copy(subtypes = options.subtypes)), None)
    records

  private val animals = PickleOptions(subtypes =
    Subtypes(Subtype[Dog], Subtype[Cage], Subtype[Nobody.type], Subtype[Weight], Subtype[Herd])
  )

  test("objects of an open type are records") {
    val rex = Dog("Rex", Colour.Red)
    val all = records(List[Animal](Cage(rex), rex, null, Nobody, Cage(Nobody)), animals)
    val list = all.root.asInstanceOf[collection.Seq[Record]]
    assertEquals(list(0).name, "Cage")
    assertEquals(list(1)[String]("name"), "Rex")
    assertEquals(list(1)[Record]("colour").name, "Red")
    assert(list(0)[AnyRef]("inside") eq list(1))
    assertEquals(list(3).name, "Nobody")
  }

  test("a value of a class without fields is a record of its value at a place of an open type") {
    val all = records(List[Animal](Weight(3), Herd(List(Dog("a", Colour.Green), Weight(4))), Weight(3)), animals)
    val list = all.root.asInstanceOf[collection.Seq[Record]]
    assertEquals(list(0).toString, "Weight(value = 3)")
    assertEquals(list(1)[collection.Seq[Record]]("value")(1)[Int]("value"), 4)
  }

  test("an object at an open place and at a typed place is one record") {
    val rex = Dog("Rex", Colour.Red)
    val first = records(Both(rex, rex, List(rex)), animals).root.asInstanceOf[Record]
    assert(first[AnyRef]("any") eq first[AnyRef]("dog"))
    assert(first[collection.Seq[AnyRef]]("sealedOnes")(0) eq first[AnyRef]("dog"))
    val second = records(Later(List(rex), rex, rex), animals).root.asInstanceOf[Record]
    assert(second[AnyRef]("any") eq second[AnyRef]("dog"))
  }

  test("values at places of open types are read: strings, numbers, dates, options, collections, arrays, tuples") {
    val runtime = RuntimePicklers(AllowList(classOf[Holder], classOf[Plain]))
    val options = PickleOptions(subtypes = runtime.subtypes)
    given Pickler[Holder] = runtime.pickler[Holder]
    val plain = new Plain("a")
    val id = UUID.randomUUID
    val day = LocalDate.of(2024, 2, 29)
    val list = new java.util.ArrayList[Any](java.util.List.of(1, "b", 2L))
    val values = Array[Any](
      "a",
      1,
      2L,
      3.5,
      'c',
      true,
      null,
      id,
      day,
      Instant.EPOCH,
      BigInt(7),
      new java.math.BigDecimal("1.50"),
      plain,
      plain,
      list,
      list,
      List(1, List("x")),
      Map("k" -> plain),
      Some(plain),
      None,
      Array(1, 2),
      Array("s"),
      Array[Any](1, plain),
      (1, "b"),
      Left(3),
      ()
    )
    val bytes = Laws.write(new Holder(values), GraphFormat, options)
    val all = Graph.records(new GraphPickle(bytes))
    assertEquals(all.pickle.bytes.toSeq, bytes.toSeq)
    val read = all.root.asInstanceOf[Record][collection.Seq[Any]]("values")
    assertEquals(read.take(10).toList, values.take(10).toList)
    assert(read(12).asInstanceOf[AnyRef] eq read(13).asInstanceOf[AnyRef])
    assert(read(14).asInstanceOf[AnyRef] eq read(15).asInstanceOf[AnyRef])
    assertEquals(read(14).asInstanceOf[collection.Seq[Any]].toList, List(1, "b", 2L))
    assertEquals(read(12).asInstanceOf[Record][String]("name"), "a")
    assertEquals(read(17).asInstanceOf[collection.Map[Any, Any]]("k"), read(12))
    assertEquals(read(18), Some(read(12)))
    assertEquals(read(23).asInstanceOf[Record][Any]("_1"), 1)
  }

  test("names of code are read as names, and the next values are read") {
    val isEven: Int => Boolean = _ % 2 == 0
    val code = rules("even" -> isEven) ++ CodeNames.classes(classOf[Dog])
    val options = PickleOptions(code = code)
    val all = records(List(Rule("a", isEven, classOf[Dog], 1), Rule("b", null, null, 2)), options)
    val list = all.root.asInstanceOf[collection.Seq[Record]]
    assertEquals(list.map(_[Any]("test")).toList, List("even", null))
    assertEquals(list(0)[Any]("of"), classOf[Dog].getName)
    assertEquals(list.map(_[Int]("after")).toList, List(1, 2))
  }

  test("a reader whose class no longer has a code name skips it") {
    val isEven: Int => Boolean = _ % 2 == 0
    val bytes = Laws.write(Rule("a", isEven, null, 1), GraphFormat, PickleOptions(code = rules("even" -> isEven)))
    assertEquals(Laws.read[Shorter.Rule](bytes, GraphFormat), Shorter.Rule("a", 1))
  }

  test("an array of a narrower class than its place declares stays one") {
    val dogs: Array[Dog] = Array(Dog("a", Colour.Red))
    val bytes = Laws.write(Kennel(dogs.asInstanceOf[Array[Pet]]), GraphFormat)
    val back = Laws.read[Kennel](Graph.records(new GraphPickle(bytes)).pickle.bytes, GraphFormat)
    assertEquals(back.pets.getClass, classOf[Array[Dog]].asInstanceOf[Class[?]])
  }

  test("the output of a pickler by hand is refused, and the error names the pickler and the place") {
    val e = intercept[PickleException.IncompatibleShape](Graph.records(new GraphPickle(Laws.write(
      List(Secret(1)),
      GraphFormat
    ))))
    assertEquals(e.path, "$[0]")
    assert(e.getMessage.contains("Secret"), e.getMessage)
  }

  test("a record of a cycle is printed once around, and one of a long chain to some levels") {
    val node = new Node(1, null)
    node.next = new Node(2, node)
    val cycle = records(node).root.toString
    assertEquals(cycle, "Node(n = 1, next = Node(n = 2, next = Node(…)))")
    var chain: Node = null
    for i <- 100_000 to 1 by -1 do chain = new Node(i, chain)
    val text = records(chain).root.toString
    assert(
      text.startsWith("Node(n = 1, next = Node(n = 2, ") && text.contains("n = 20") && text.endsWith(
        "next = Node(…" + ")" * 21
      ),
      text
    )
    assert(text.length < 1000, text.length)
  }

  test("a record whose parts are shared many times over is printed in a bounded text") {
    val leaf = Pair(null, null)
    val doubled = Iterator.iterate(leaf)(p => Pair(p, p)).drop(40).next()
    val text = records(doubled).root.toString
    assert(text.length <= 10_001 && text.endsWith("…"), text.length)
  }

  test("records are printed with their collections, options, arrays and maps") {
    val text = records(Mixed(List(Some(1), None), Map("a" -> Array(1, 2)), "b")).root.toString
    assertEquals(text, "Mixed(list = Seq(Some(1), None), map = Map(a -> Array(1, 2)), text = b)")
  }

object GraphRecordsSuite:
  trait Animal
  object Animal:
    given Pickler[Animal] = Pickler.open
  enum Colour derives Pickler:
    case Red, Green
  sealed trait Pet derives Pickler
  final case class Dog(name: String, colour: Colour) extends Pet, Animal derives Pickler
  final case class Cage(inside: Animal) extends Animal derives Pickler
  case object Nobody extends Animal derives Pickler
  final case class Weight(grams: Int) extends Animal
  object Weight:
    import brine.combine.*
    given Pickler[Weight] = Pickler.int.imap(Weight(_))(_.grams)
  final case class Herd(all: List[Animal]) extends Animal
  object Herd:
    import brine.combine.*
    given Pickler[Herd] = recursive(Pickler[List[Animal]]).imap(Herd(_))(_.all)
  final case class Both(any: Animal, dog: Dog, sealedOnes: List[Pet]) derives Pickler
  final case class Later(sealedOnes: List[Pet], dog: Dog, any: Animal) derives Pickler

  final class Holder(val values: Array[Any])
  final class Plain(val name: String)

  val rules: CodeNames[Int => Boolean] = CodeNames("Rule")
  given Pickler[Int => Boolean] = rules.pickler
  given Pickler[Class[?]] = CodeNames.classes.pickler
  final case class Rule(name: String, test: Int => Boolean, of: Class[?], after: Int) derives Pickler
  object Shorter:
    final case class Rule(name: String, after: Int) derives Pickler

  final case class Kennel(pets: Array[Pet]) derives Pickler
  final case class Secret(n: Int)
  object Secret:
    given Pickler[Secret] with
      def shape = shape0
      private val shape0 = brine.shape.Shape.Custom("Secret", version = 1)
      def pickle(value: Secret, builder: PickleBuilder): Unit = builder.putInt(value.n)
      def unpickle(reader: PickleReader): Secret = Secret(reader.getInt())

  final class Node(val n: Int, var next: Node) derives Pickler
  final case class Pair(left: Pair, right: Pair) derives Pickler
  final case class Mixed(list: List[Option[Int]], map: Map[String, Array[Int]], text: String) derives Pickler
