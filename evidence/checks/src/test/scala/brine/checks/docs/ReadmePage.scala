package brine.checks.docs

/** README.md. */
object ReadmePage:
  // doc:example
  import brine.*

  final case class Person(name: String, since: Int) derives Pickler

  @main def hello(): Unit =
    val jim = Person("Jim", 2005)
    val pickle = jim.pickle               // binary, unless another format is imported
    println(pickle.bytes.length)          // 22
    println(pickle.unpickle[Person])      // Person(Jim,2005)
    locally:
      import brine.json.given             // from here on, JSON
      println(jim.pickle.text)            // {"name":"Jim","since":2005}
  // end
