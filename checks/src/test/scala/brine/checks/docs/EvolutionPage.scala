package brine.checks.docs

/** docs/guide/evolution.md. */
object EvolutionPage:
  // doc:versions
  import brine.*
  import brine.binary.BinaryFormat

  object Release1:
    final case class Person(name: String, age: Int, nick: String) derives Pickler

  object Release2:
    final case class Person(age: Long, name: String, mail: Option[String], tags: List[String] = List("new")) derives Pickler

  val written = Release1.Person("Jim", 42, "J").pickleIn(BinaryFormat.Bare)
  val reading: Unpickler[Release2.Person] = Unpickler.from(Pickler[Release1.Person].shape)
  println(written.unpickle[Release2.Person](using reading))              // Person(42,Jim,None,List(new))
  // end
