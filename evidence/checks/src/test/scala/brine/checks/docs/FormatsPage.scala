package brine.checks.docs

/** docs/guide/choosing-a-format.md. */
object FormatsPage:
  // doc:sizes
  import brine.*
  import brine.binary.BinaryFormat
  import brine.json.JsonFormat

  final case class Person(name: String, since: Int) derives Pickler
  val jim = Person("Jim", 2005)

  println(jim.pickle.bytes.length)                         // 22
  println(jim.pickleIn(BinaryFormat.Bare).bytes.length)    // 6
  println(jim.pickleIn(JsonFormat).bytes.length)           // 27
  println(graph.write(jim).length)                         // 113
  // end

  // doc:scope
  def text(person: Person): String =
    import brine.json.given
    person.pickle.text

  def short(person: Person): Array[Byte] =
    given BinaryFormat.Bare.type = BinaryFormat.Bare
    person.pickle.bytes
  // end

  // doc:typed
  import brine.binary.BinaryPickle

  def size(pickle: BinaryPickle): Int = pickle.bytes.length

  println(size(jim.pickle))      // 22
  // end

  // doc:received
  import brine.binary.BarePickle
  import brine.json.JsonPickle

  println(BarePickle(short(jim)).unpickle[Person])         // Person(Jim,2005)
  println(JsonPickle.of(text(jim)).unpickle[Person])       // Person(Jim,2005)
  // end

  // doc:checksum
  locally:
    given PickleOptions = PickleOptions(checksum = false)
    println(jim.pickle.bytes.length)                       // 18
  // end

  // doc:family
  enum Figure derives Pickler:
    case Circle(radius: Double)
    case Blank

  final case class Drawing(title: Option[String], figures: List[Figure]) derives Pickler

  locally:
    import brine.json.given
    println(Drawing(None, List(Figure.Circle(1.5), Figure.Blank)).pickle.text)
    // {"title":null,"figures":[{"$type":"Circle","radius":1.5},"Blank"]}
    println(JsonPickle.of("""{"figures":[]}""").unpickle[Drawing])
    // Drawing(None,List())
  // end

  // doc:pretty
  println(jim.pickleIn(JsonFormat.Pretty).text)
  // {
  //   "name": "Jim",
  //   "since": 2005
  // }
  // end

  // doc:references
  final class Task(val name: String, var done: Boolean) derives Pickler
  final case class Board(today: List[Task], all: List[Task]) derives Pickler

  val task = Task("tidy", false)
  val board = Board(today = List(task), all = List(task))
  println(json.write(board))
  // {"today":[{"$id":1,"name":"tidy","done":false}],"all":[{"$ref":1}]}
  // end

  // doc:no-references
  val plain = PickleOptions(sharing = Sharing.Off)
  println(json.write(board)(using options = plain))
  // {"today":[{"name":"tidy","done":false}],"all":[{"name":"tidy","done":false}]}
  // end

  // doc:large
  val large = PickleOptions(keptBuffer = 64 << 20)
  println(Vector.range(0, 2_000_000).pickle(using options = large).bytes.length > (4 << 20))    // true
  // end
