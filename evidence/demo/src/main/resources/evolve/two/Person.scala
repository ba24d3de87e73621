package acme

import brine.*
import java.nio.file.Path

final case class Person(
    age: Long,                               // wider, and in another place
    @alias("name") fullName: String,         // renamed
    mail: Option[String],                    // new
    tags: Set[String] = Set("member")        // new; the nick is gone
) derives Pickler

@main def readPeople(file: String): Unit =
  println(s"read  ${Pickle.read[List[Person]](Path.of(file))}")
