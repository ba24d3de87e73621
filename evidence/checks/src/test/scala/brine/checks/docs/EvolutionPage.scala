package brine.checks.docs

/** docs/guide/evolution.md. */
object EvolutionPage:
  // doc:files
  import brine.*
  import java.nio.file.Files

  object Release1:
    final case class Person(name: String, age: Int, nick: String) derives Pickler

  object Release2:
    final case class Person(age: Long, name: String, mail: Option[String], tags: List[String] = List("new"))
        derives Pickler

  val file = Files.createTempFile("person", ".pickle")
  Release1.Person("Jim", 42, "J").pickleTo(file)
  println(Pickle.read[Release2.Person](file))                      // Person(42,Jim,None,List(new))
  Files.delete(file)
  // end

  // doc:history
  val old = Pickler[Release1.Person].shape
  val message = Release1.Person("Jim", 42, "J").pickle
  println(message.unpickle[Release2.Person](using summon, PickleOptions(history = History(old))).age)    // 42

  val bare = Release1.Person("Jim", 42, "J").pickleIn(brine.binary.BinaryFormat.Bare)
  println(bare.unpickle[Release2.Person](using Unpickler.from(old)).name)                                // Jim
  // end

  // doc:declarations
  object Release3:
    final case class Person(
        @alias("nick", "nickname") handle: String,       // its name in older data
        @rename("name") fullName: String,                // its name in all data, then and now
        @ifAbsent("nowhere") city: String                // for data that do not have it, not for new objects
    ) derives Pickler

    enum Color derives Pickler:
      case Red, Green
      @alias("Blue") case Azure
      @fallback case Other                               // for those that a newer program may write

  import brine.json.JsonPickle

  println(JsonPickle.of("""{"name":"Jim","nick":"J"}""").unpickle[Release3.Person])     // Person(J,Jim,nowhere)
  println(JsonPickle.of("""["Red","Blue","Mauve"]""").unpickle[List[Release3.Color]])   // List(Red, Azure, Other)
  // end

  // doc:extras
  object Old:
    final case class Person(name: String, extras: Extras = Extras.none) derives Pickler

  object New:
    final case class Person(name: String, mail: Option[String] = None) derives Pickler

  val shapes = PickleOptions(history = History(Pickler[Old.Person].shape, Pickler[New.Person].shape))
  val written = New.Person("Jim", Some("jim@example.org")).pickle
  val old1 = written.unpickle[Old.Person](using summon, shapes)
  println(old1)                                                                         // Person(Jim,Extras(mail))
  val changed = old1.copy(name = "James").pickle
  println(changed.unpickle[New.Person](using summon, shapes))
  // Person(James,Some(jim@example.org))
  // end

  // doc:migrations
  object Release4:
    final case class Point(x: Double, y: Double) derives Pickler
    final case class Circle(center: Point, radius: Double) derives Pickler
    object Circle:
      given Migrations[Circle] = Migrations
        .from[Release3Circle](old => Circle(Point(old.x, old.y), old.diameter / 2))
        .orFromRecord("Circle{at: List[Double], size: Double}") { old =>
          val at = old[collection.Seq[Double]]("at")
          Circle(Point(at(0), at(1)), old("size"))
        }

  final case class Release3Circle(x: Double, y: Double, diameter: Double) derives Pickler

  val before = Release3Circle(1, 2, 6).pickle
  val known = PickleOptions(history = History(Pickler[Release3Circle].shape))
  println(before.unpickle[Release4.Circle](using summon, known))                        // Circle(Point(1.0,2.0),3.0)
  // end

  // doc:cyclic-migrations
  object Release5:
    final class Person(val name: String, var parent: Person, var kids: List[Person]) derives Pickler
    object Person:
      given Migrations[Person] = Migrations.from[PersonV4] { old =>
        new Person(s"${old.first} ${old.last}", old.parent, old.kids)
      }

    final class PersonV4(val first: String, val last: String, var parent: Person, var kids: List[Person])
        derives Pickler

  object WasRelease4:
    final class Person(val first: String, val last: String, var parent: Person, var kids: List[Person]) derives Pickler

  val ann = new WasRelease4.Person("Ann", "Smith", null, Nil)
  ann.kids = List(new WasRelease4.Person("Bob", "Smith", ann, Nil))
  val inRelease4 = PickleOptions(history = History(Pickler[WasRelease4.Person].shape))
  val bob = ann.kids.head.pickle.unpickle[Release5.Person](using summon, inRelease4)
  println(bob.name)                                                                     // Bob Smith
  println(bob.parent.name)                                                              // Ann Smith
  println(bob.parent.kids.head eq bob)                                                  // true
  // end

  // doc:json-versions
  import brine.json.JsonPickle

  println(JsonPickle.of("""{"x":1.0,"y":2.0,"diameter":6.0}""").unpickle[Release4.Circle]) // Circle(Point(1.0,2.0),3.0)
  println(JsonPickle.of("""{"at":[1.0,2.0],"size":3.0}""").unpickle[Release4.Circle])      // Circle(Point(1.0,2.0),3.0)
  // end

  // doc:generators
  import brine.lock.Generator

  final case class Email(text: String) derives Pickler:
    require(text.contains('@'), "no address")

  object Generators:
    given Generator[Email] = Generator(random => Email(s"user${random.nextInt(100)}@example.org"))
  // end

  // doc:lock
  import brine.evolve.Lock

  val lock = Lock.parse("acme.Person 1.0 5305 a60b7765cc071e4e Person{name: String, age: Int, nick: String}")
  val options = PickleOptions(history = lock.history)
  println(message.unpickle[Release2.Person](using summon, options).name)                // Jim
  // end
