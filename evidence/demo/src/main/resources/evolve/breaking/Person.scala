package acme

import brine.*

final case class Person(
    age: String,                             // was a number
    fullName: String,                        // renamed, but nothing says so
    mail: Option[String],
    tags: Set[String] = Set("member")
) derives Pickler
