package brine.checks.evolution

import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, Patient}

/** Every change and every two of them at once, in both directions, by every carriage and format: the right value, or a
  * refusal that names both shapes; never another value. [[Oracle]] says which it must be.
  */
class MatrixSuite extends munit.FunSuite, Patient:
  private val cases = new AtomicInteger

  private val first = Field("first", Schema.Scalar(brine.shape.ScalarKind.Int))
  private val last = Field("last", Schema.Scalar(brine.shape.ScalarKind.String))

  private def holder(fields: Iterable[Field]) = Schema.Product("Holder", (first +: fields.toVector) :+ last)

  private def verify(changes: Change*)(using munit.Location): Unit =
    val writer = holder(changes.flatMap(_.before))
    val reader = holder(changes.flatMap(_.after).reverse) // and in another order
    val (writing, reading) = (Schema.pickler(writer), Schema.pickler(reader))
    val isAccepted = Oracle.accepts(writer, reader)
    for seed <- 1 to 2 do
      val written = Changes.value(writer, new Random(seed))
      val expected =
        if !isAccepted then None
        else
          try Some(Oracle.convert(written, writer, reader))
          catch case _: Oracle.NoLeaf => None
      for (name, format, writes, reads) <- ways(writing) do
        val ignored = cases.incrementAndGet()
        def where = s"${changes.map(_.name).mkString(" and ")}; by $name; $written"
        val bytes = Laws.write(arrays(written, writer), format, writes)(using writing)
        val found =
          try
            Right(lists(format.pickled(bytes).unpickle[Any](using
              reads(reading),
              if name == "bare" then writes else readsBy(name, writing)
            )))
          catch case e: PickleException => Left(e)
        // In JSON a list must be written as one, and an option's null is a null.
        val isUntold =
          format == JsonFormat && changes.exists(c => c.name.contains(" made a list") || c.name.contains(" made a set"))
        (expected, found) match
          case (Some(_), Right(value)) if isUntold =>
            assert(agree(written, writer, value, reader), s"read as $value: $where")
          case (Some(_), Left(_)) if isUntold => ()
          case (Some(right), Right(value))    => assertEquals(value, right, where)
          case (Some(_), Left(e))             => fail(s"refused: $where", e)
          case (None, Left(e))                => if format != JsonFormat then namesBoth(e, isAccepted, where)
          case (None, Right(value)) =>
            assert(format == JsonFormat && agree(written, writer, value, reader), s"read as $value: $where")

  private def ways(writing: Pickler[Any]): List[(String, PickleFormat, PickleOptions, Pickler[Any] => Unpickler[Any])] =
    val history = History(writing.shape)
    List(
      ("names", BinaryFormat, PickleOptions(carriage = Carriage.Names), p => p),
      ("fingerprint", BinaryFormat, PickleOptions(), p => p),
      ("key", BinaryFormat.Keyed, PickleOptions(history = history), p => p),
      ("bare", BinaryFormat.Bare, PickleOptions(), p => Unpickler.from(writing.shape)(using p)),
      ("sharing all", BinaryFormat, PickleOptions(carriage = Carriage.Names, sharing = Sharing.All), p => p),
      ("graph", GraphFormat, PickleOptions(), p => p),
      ("JSON", JsonFormat, PickleOptions(), p => p)
    )

  private def readsBy(way: String, writing: Pickler[Any]): PickleOptions = way match
    case "fingerprint" | "key" => PickleOptions(history = History(writing.shape))
    case _                     => PickleOptions()

  private def namesBoth(e: PickleException, isAccepted: Boolean, where: => String): Unit = e match
    case e: PickleException.IncompatibleShape =>
      assert(
        !isAccepted && e.getMessage.contains("cannot be read as Holder(first: Int, ") && e.getMessage.contains(
          "written as Holder(first: Int, "
        ),
        s"$where: $e"
      )
    case e: PickleException.UnknownLeaf => assert(isAccepted, s"$where: $e")
    case e                              => fail(where, e)

  /** JSON does not know the written type, so it takes any value that fits: a number that is small enough, an option
    * that is present. It must be the written value.
    */
  private def agree(written: Any, w: Schema, read: Any, r: Schema): Boolean = (written, w, read, r) match
    case (None, _: Schema.Optional, null, _) => true // JSON has one null
    case (value, Schema.Optional(e), found, _: Schema.Optional) if value == None || found == None => value == found
    case (Some(value), Schema.Optional(e), Some(found), Schema.Optional(f)) => agree(value, e, found, f)
    case (Some(value), Schema.Optional(e), found, f)                        => agree(value, e, found, f)
    case (value, e, Some(found), Schema.Optional(f))                        => agree(value, e, found, f)
    case (n: Number, _, x: Number, _) =>
      val said = BigDecimal(n.toString)
      said == BigDecimal(x.toString) || said == BigDecimal.exact(x.doubleValue)
    case (a: Rec, Schema.Product(_, fs), b: Rec, Schema.Product(_, gs)) =>
      gs.zip(b.values).forall { (g, found) =>
        fs.indexWhere(_.name == g.name) match
          case -1 => true // an alias, or absent: each change alone says
          case i  => agree(a.values(i), fs(i).schema, found, g.schema)
      }
    case (a: Map[?, ?], Schema.Mapping(k, e), b: Map[?, ?], Schema.Mapping(l, f)) =>
      a.size == b.size && a.forall((key, value) =>
        b.exists((other, found) => agree(key, k, other, l) && agree(value, e, found, f))
      )
    case (a: Iterable[?], Schema.Sequence(_, e), b: Set[?], _) => a.toSet.size == b.size
    case (a: Iterable[?], Schema.Sequence(_, e), b: Iterable[?], Schema.Sequence(_, f)) =>
      a.size == b.size && a.zip(b).forall(agree(_, e, _, f))
    case (a: Iterable[?], Schema.ScalarArray(_), b: Iterable[?], Schema.ScalarArray(_)) =>
      a.size == b.size && a.zip(b).forall(agree(
        _,
        Schema.ScalarArray(brine.shape.ScalarKind.Int),
        _,
        Schema.ScalarArray(brine.shape.ScalarKind.Int)
      ))
    case (a: Rec, _: Schema.Sum, b: Rec, _) => true // leaves: by the oracle where it takes them
    case (a, _, b, _)                       => a == b

  private def arrays(value: Any, schema: Schema): Any = (value, schema) match
    case (all: Seq[?], Schema.ScalarArray(kind)) =>
      val array = kind.newArrayBuilder
      all.foreach(array += _)
      array.result()
    case (Rec(name, values), Schema.Product(_, fields)) =>
      Rec(name, values.zip(fields).map((v, f) => arrays(v, f.schema)))
    case _ => value

  private def lists(value: Any): Any = value match
    case Rec(name, values) => Rec(name, values.map(lists))
    case array: Array[?]   => array.toList
    case other             => other

  test("each change")(Changes.all.foreach(verify(_)))

  test("each two changes") {
    for
      (a, i) <- Changes.all.zipWithIndex; b <- Changes.all.drop(i + 1)
      if a.name.stripSuffix(", reversed") != b.name.stripSuffix(", reversed")
    do
      verify(a, b)
    assert(cases.get > 50_000, cases.get)
  }

  test("the class itself renamed, and both at once") {
    for a <- Changes.all if Oracle.accepts(holder(a.before), holder(a.after)) do
      val writer = Schema.Product("Former", (first +: a.before.toVector) :+ last)
      val value = Changes.value(writer, new Random(3))
      val bytes = Laws.write(arrays(value, writer), BinaryFormat, PickleOptions(carriage = Carriage.Names))(using
      Schema.pickler(writer))
      try
        assertEquals(
          lists(BinaryFormat.pickled(bytes).unpickle[Any](using Schema.pickler(holder(a.after)))),
          Oracle.convert(value, writer, holder(a.after))
        )
      catch case _: PickleException.UnknownLeaf | _: Oracle.NoLeaf => ()
  }
