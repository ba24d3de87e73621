package acme

import brine.*
import java.nio.file.Path

final case class Person(name: String, age: Int, nick: String) derives Pickler

@main def writePeople(file: String): Unit =
  val people = List(Person("Ada", 36, "countess"), Person("Alan", 41, "prof"))
  people.pickleTo(Path.of(file))
  println(s"wrote $people")
