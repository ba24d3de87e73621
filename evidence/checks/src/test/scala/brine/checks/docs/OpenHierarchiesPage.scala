package brine.checks.docs

/** docs/guide/open-hierarchies.md. */
object OpenHierarchiesPage:
  // doc:open
  import brine.*

  trait Animal
  object Animal:
    given Pickler[Animal] = Pickler.open

  final case class Cage(number: Int, animal: Animal) derives Pickler
  // end

  // doc:subclasses
  final case class Dog(name: String) extends Animal derives Pickler
  final case class Parrot(name: String, words: List[String]) extends Animal derives Pickler
  // end

  // doc:write
  val pickle = Cage(1, Dog("Rex")).pickle
  // end

  // doc:read
  try pickle.unpickle[Cage]
  catch case e: PickleException.UnknownSubtype => println(e.path)      // $.animal

  locally:
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog], Subtype[Parrot]))
    println(pickle.unpickle[Cage])                                      // Cage(1,Dog(Rex))
  // end

  // doc:json
  import brine.json.JsonFormat

  println(Cage(1, Dog("Rex")).pickleIn(JsonFormat).text)
  // {"number":1,"animal":{"$type":"brine.checks.docs.OpenHierarchiesPage$Dog","name":"Rex"}}
  // end

  // doc:named
  locally:
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Dog].named("dog")))
    println(Cage(1, Dog("Rex")).pickleIn(JsonFormat).text)
    // {"number":1,"animal":{"$type":"dog","name":"Rex"}}
  // end

  // doc:enums
  enum Fish extends Animal derives Pickler:
    case Carp, Eel
    case Shark(teeth: Int)

  locally:
    given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Fish]))
    println(Cage(2, Fish.Eel).pickleIn(JsonFormat).text)
    // {"number":2,"animal":{"$type":"brine.checks.docs.OpenHierarchiesPage$Fish$Eel"}}
    println(Cage(3, Fish.Shark(64)).pickle.unpickle[Cage])              // Cage(3,Shark(64))
  // end

  // doc:numbered
  import brine.binary.BinaryFormat

  val zoo = Subtypes(Subtype[Dog], Subtype[Parrot])
  val numbered = zoo.numberedBy(zoo.names)

  locally:
    given PickleOptions = PickleOptions(subtypes = numbered)
    val small = Cage(1, Dog("Rex")).pickleIn(BinaryFormat.Bare)
    println(small.bytes.length)                                         // 7
    println(small.unpickle[Cage])                                       // Cage(1,Dog(Rex))
  // end

  // doc:records
  import brine.binary.{RecordReader, RecordWriter}
  import brine.wire.{ByteSink, ByteSource}

  val options = PickleOptions(subtypes = numbered)
  val sink = ByteSink.growing(1024)
  val writer = RecordWriter(sink, options)
  writer.write[Animal](Dog("Rex"))
  writer.write(Cage(1, Dog("Max")))

  val reader = RecordReader(ByteSource.of(sink.toByteArray), options)
  println(reader.read[Animal])                                          // Dog(Rex)
  println(reader.read[Cage])                                            // Cage(1,Dog(Max))
  println(reader.isAtEnd)                                               // true
  // end
