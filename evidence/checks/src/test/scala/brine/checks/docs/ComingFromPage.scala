package brine.checks.docs

/** docs/guide/coming-from.md. */
object ComingFromPage:
  // doc:kryo
  import brine.*
  import brine.binary.BinaryPickle

  final class Cell(val name: String, var next: Cell) derives Pickler

  val ring = Cell("a", null)
  ring.next = ring

  val bytes = ring.pickle.bytes
  val back = BinaryPickle(bytes).unpickle[Cell]
  println(back.next eq back)                       // true
  // end

  object FromJava:
    // doc:java
    import brine.*
    import java.nio.file.Files

    final class Cell(val name: String, var next: Cell) derives Pickler

    val ring = Cell("a", null)
    ring.next = ring

    val file = Files.createTempFile("ring", ".brine")
    ring.pickleTo(file)
    val back = Pickle.read[Cell](file)
    println(back.next eq back)                     // true
    // end
    Files.delete(file)
  FromJava

  object FromFory:
    // doc:fory
    import brine.*
    import brine.binary.{BarePickle, BinaryFormat}

    final class Cell(val name: String, var next: Cell) derives Pickler

    val ring = Cell("a", null)
    ring.next = ring

    val bytes = ring.pickleIn(BinaryFormat.Bare).bytes
    val back = BarePickle(bytes).unpickle[Cell]
    println(bytes.length)                          // 4
    println(back.next eq back)                     // true
    // end
  FromFory

  object FromJson:
    // doc:json
    import brine.*
    import brine.json.{JsonPickle, given}

    final case class Person(name: String, since: Int) derives Pickler
    final case class Team(name: String, members: List[Person]) derives Pickler

    val text = Team("core", List(Person("Jim", 2005))).pickle.text
    println(text)                                  // {"name":"core","members":[{"name":"Jim","since":2005}]}
    println(JsonPickle.of(text).unpickle[Team])    // Team(core,List(Person(Jim,2005)))
    // end
  FromJson

  object FromProtobuf:
    // doc:protobuf
    import brine.*
    import java.io.{ByteArrayInputStream, ByteArrayOutputStream}

    final case class Person(name: String, since: Int, mail: Option[String] = None) derives Pickler
    final case class Team(name: String, members: List[Person]) derives Pickler

    val out = ByteArrayOutputStream()
    Team("core", List(Person("Jim", 2005))).pickleTo(out)
    val back = Pickle.read[Team](ByteArrayInputStream(out.toByteArray))
    println(back)                                  // Team(core,List(Person(Jim,2005,None)))
    // end
  FromProtobuf
