package brine.checks.docs

/** docs/guide/quickstart.md. */
object QuickstartPage:
  // doc:types
  import brine.*

  final case class Person(name: String, since: Int) derives Pickler

  enum Figure derives Pickler:
    case Circle(radius: Double)
    case Group(members: List[Figure])
    case Blank
  // end

  // doc:out-and-in
  val pickle = Person("Jim", 2005).pickle
  println(pickle)                       // BinaryPickle(22 bytes)
  println(pickle.unpickle[Person])      // Person(Jim,2005)
  // end

  // doc:static-type
  val figure = Figure.Circle(1.5).pickleAs[Figure]
  println(figure.unpickle[Figure])      // Circle(1.5)
  // end

  // doc:json
  locally:
    import brine.json.{JsonPickle, given}
    println(Person("Jim", 2005).pickle.text)             // {"name":"Jim","since":2005}
    println(JsonPickle.of("""{ "since": 2005, "name": "Jim" }""").unpickle[Person])
    // Person(Jim,2005)
  // end

  // doc:by-name
  val text = json.write(Person("Jim", 2005))
  println(text)                                      // {"name":"Jim","since":2005}
  println(json.read[Person](text))                   // Person(Jim,2005)
  println(binary.read[Person](binary.write(Person("Jim", 2005))))
  // Person(Jim,2005)
  // end

  // doc:either
  val strict = PickleOptions(unknownFields = UnknownFields.Refuse)
  val typo = """{"name":"Jim","since":2005,"sinse":2006}"""
  println(json.read[Person](typo))                   // Person(Jim,2005)
  println(json.readEither[Person](typo)(using options = strict).isLeft)
  // true
  // end

  // doc:files
  import java.nio.file.Files

  val file = Files.createTempFile("people", ".brine")
  List(Person("Jim", 2005), Person("Ann", 2011)).pickleTo(file)
  println(Pickle.read[List[Person]](file))
  // List(Person(Jim,2005), Person(Ann,2011))
  // end
  Files.delete(file)

  // doc:streams
  import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
  import scala.util.Using

  val out = ByteArrayOutputStream()
  Using.resource(Pickle.writer[Person](out)) { writer =>
    writer.write(Person("Jim", 2005))
    writer.write(Person("Ann", 2011))
  }
  val people = Pickle.readAll[Person](ByteArrayInputStream(out.toByteArray))
  println(people.map(_.name).toList)    // List(Jim, Ann)
  // end

  final case class Point(x: Int, y: Int)

  // doc:theirs
  given Pickler[Point] = Pickler.derived       // final case class Point(x: Int, y: Int)

  println(Point(1, 2).pickle.unpickle[Point])  // Point(1,2)
  // end

  // doc:imap
  import java.util.UUID
  import brine.combine.imap

  given Pickler[UUID] = Pickler[String].imap(UUID.fromString)(_.toString)

  println(UUID(1, 2).pickle.unpickle[UUID])
  // 00000000-0000-0001-0000-000000000002
  // end

  // doc:by-hand
  import brine.shape.Shape

  final class Celsius(val degrees: Double)

  given Pickler[Celsius] with
    def shape = Shape.Custom("Celsius", version = 1)
    def pickle(t: Celsius, builder: PickleBuilder) = builder.putDouble(t.degrees)
    def unpickle(reader: PickleReader) = Celsius(reader.getDouble())

  println(Celsius(21.5).pickle.unpickle[Celsius].degrees)      // 21.5
  // end

  // doc:sorted
  import scala.collection.immutable.TreeSet

  final case class Task(name: String, urgency: Int) derives Pickler
  object Task:
    given Ordering[Task] = Ordering.by(task => -task.urgency)

  final case class Plan(tasks: TreeSet[Task]) derives Pickler

  val plan = Plan(TreeSet(Task("sleep", 1), Task("eat", 2)))
  println(plan.pickle.unpickle[Plan].tasks.toList)      // List(Task(eat,2), Task(sleep,1))
  // end

  // doc:auto
  final case class Line(from: Int, to: Int)                    // no `derives`

  locally:
    import brine.auto.given
    println(Line(1, 2).pickle.unpickle[Line])                  // Line(1,2)
  // end
