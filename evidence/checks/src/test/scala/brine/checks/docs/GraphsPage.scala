package brine.checks.docs

/** docs/guide/graphs.md. */
object GraphsPage:
  // doc:library
  import brine.*
  import brine.graph.{Graph, GraphFormat, Lazy}
  import brine.graph.given

  final case class Author(name: String, born: Int) derives Pickler
  final class Book(val title: String, val price: Double, val author: Author, var sequel: Book) derives Pickler
  final case class Library(books: Vector[Book]) derives Pickler
  // end

  // doc:save
  val verne = Author("Jules Verne", 1828)
  val island = new Book("The Mysterious Island", 9.5, verne, null)
  val leagues = new Book("Twenty Thousand Leagues", 8.0, verne, island)

  val file = java.nio.file.Files.createTempFile("library", ".brine")
  Library(Vector(leagues, island)).pickleTo(file)

  val back = Pickle.read[Library](file)
  println(back.books(0).sequel eq back.books(1))           // true
  println(back.books(0).author eq back.books(1).author)    // true
  // end
  file.toFile.deleteOnExit()

  // doc:inspect
  Graph.inspect(file) { graph =>
    for t <- graph.types do println(s"${t.count} ${t.name}")
    // 2 Book
    // 1 Library
    // 1 Vector[Book]
    // 1 Author
    println(graph("Book")("price").sum)                    // 17.5
    println(graph("Author")("born").range)                 // Some((1828.0,1828.0))
    println(graph("Book")("title").values.toList)
    // List(Twenty Thousand Leagues, The Mysterious Island)
  }
  // end

  // doc:edges
  import brine.graph.GraphEdge

  Graph.inspect(file) { graph =>
    println(graph("Book").fields)
    // Vector(title: String, price: Double, author: Author, sequel: Book)
    println(graph("Book")("author").values.toList)         // List(New, Back(1))
    val author = graph("Author").vertex(0)
    val books = graph("Book").vertices("author")(_ != GraphEdge.Null).filter(book => book("author") == author)
    println(books.map(book => book("title")).toList)
    // List(Twenty Thousand Leagues, The Mysterious Island)
  }
  // end

  // doc:records
  val records = Graph.records(file)
  val library = records.root.asInstanceOf[brine.evolve.Record]
  println(library[collection.Seq[brine.evolve.Record]]("books").head.fieldNames.toList)
  // List(title, price, author, sequel)
  println(records.pickle.unpickle[Library].books(1).title) // The Mysterious Island
  // end

  // doc:changed
  object NextRelease:
    final case class Author(name: String, born: Int, died: Option[Int] = None) derives Pickler
    final class Book(val author: Author, val title: String, val pages: Int = 0) derives Pickler
    final case class Library(books: Vector[Book]) derives Pickler

  val newer = Pickle.read[NextRelease.Library](file)
  println(newer.books(0).author.died)                      // None
  println(newer.books(0).author eq newer.books(1).author)  // true
  // end

  // doc:external
  val writing = GraphFormat.withHeader("shelf" -> "3").withExternal("verne", verne)
  val pickle = island.pickleIn(writing)
  println(Graph.inspect(pickle).header("shelf"))           // 3
  println(Graph.header(pickle))                            // Map(shelf -> 3)

  val reading = GraphFormat.withExternal("verne", Author("J. V.", 1828))
  println(reading.pickled(pickle.bytes).unpickle[Book].author.name)
  // J. V.
  // end

  // doc:once
  val hidden = GraphFormat.withTransient[Author].withSubstitution { case b: Book if b eq leagues => island }
  val only = Library(Vector(leagues, island)).pickleIn(hidden).unpickle[Library]
  println(only.books(0) eq only.books(1))                  // true
  println(only.books(0).author)                            // null
  // end

  // doc:guarded
  val careful = GraphFormat
    .withClasses("Library", "Book", "Author")
    .withMostObjects(1_000_000)
    .afterReading[Book]((book, load) => println(s"read ${book.title}"))
  println(careful.pickled(Library(Vector(island)).pickle.bytes).unpickle[Library].books.length)
  // read The Mysterious Island
  // 1
  // end

  // doc:progress
  val shown = GraphFormat.withListener(brine.graph.ProgressBar.onTerminal())
  println(Pickle.read[Library](file)(using summon, shown).books.length)
  // 2
  // end

  // doc:weak
  import java.lang.ref.WeakReference

  final class Reader(var current: WeakReference[Book]) derives Pickler
  final case class Club(readers: List[Reader], shelf: List[Book]) derives Pickler

  val club = Club(List(new Reader(WeakReference(island)), new Reader(WeakReference(leagues))), List(island))
  println(club.pickle.unpickle[Club].readers.map(_.current.get != null))
  // List(true, false)
  // end

  // doc:code
  val rules = CodeNames[Book => Boolean]("Rule")
  given Pickler[Book => Boolean] = rules.pickler
  given Pickler[Class[?]] = CodeNames.classes.pickler

  final case class Shelf(holds: Class[?], onlyIf: Book => Boolean) derives Pickler

  val isCheap: Book => Boolean = _.price < 9
  locally:
    given PickleOptions = PickleOptions(code = rules("is cheap" -> isCheap) ++ CodeNames.classes(classOf[Book]))
    val shelf = Shelf(classOf[Book], isCheap).pickle.unpickle[Shelf]
    println(shelf.onlyIf(leagues))                         // true
    println(shelf.holds)                                   // class brine.checks.docs.GraphsPage$Book
  // end

  // doc:part
  val outline = Library(Vector(island, leagues)).pickle
  val shallow = GraphFormat.withDepth(2).whenLeftOut(count => println(s"$count left out"))
  println(shallow.pickled(outline.bytes).unpickle[Library].books.map(book => (book.title, book.author)))
  // 1 left out
  // Vector((The Mysterious Island,null), (Twenty Thousand Leagues,null))
  // end

  // doc:open
  scala.util.Using.resource(Graph.open(file)) { graph =>
    val vertex = graph("Book").vertices("price")(_ == 9.5).next()
    println(vertex)                                        // Book 1 at $.books[0].sequel
    println(vertex("title"))                               // The Mysterious Island
    println(vertex("author"))                              // Author 0 at $.books[0].author
    val book = graph.load[Book](vertex)
    println(book.author.name)                              // Jules Verne
    println(graph.root[Library].books(1) eq book)          // true
  }
  // end

  // doc:threads
  val pool = java.util.concurrent.Executors.newFixedThreadPool(2)
  val many = Vector.tabulate(100_000)(i => (s"Volume $i", 9.5)).pickle
  println(GraphFormat.withExecutor(pool).pickled(many.bytes).unpickle[Vector[(String, Double)]].length)
  // 100000
  pool.shutdown()
  // end

  // doc:paths
  println(Graph.paths(Library(Vector(leagues, island)), verne).toList)
  // List($.books[0].author, $.books[0].sequel.author)
  println(Graph.inspect(file)(_("Author").vertex(0).paths().toList))
  // List($.books[0].author, $.books[0].sequel.author)
  // end

  // doc:lazy
  final case class Chapter(title: String, text: Lazy[String], notes: Lazy[List[String]]) derives Pickler

  val scripts = java.nio.file.Files.createTempFile("chapters", ".brine")
  List(Chapter("One", Lazy("Call me"), Lazy(List("a", "b")))).pickleTo(scripts)
  scala.util.Using.resource(Graph.open(scripts)) { graph =>
    val chapter = graph.root[List[Chapter]].head
    println(chapter.notes)                                 // Lazy(…)
    println(chapter.notes.get)                             // List(a, b)
    println(chapter.text)                                  // Lazy(Call me)
  }
  // end
  java.nio.file.Files.delete(scripts)
