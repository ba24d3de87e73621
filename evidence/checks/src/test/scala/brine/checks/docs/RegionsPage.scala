package brine.checks.docs

/** docs/guide/regions.md. */
object RegionsPage:
  // doc:types
  import brine.*
  import brine.region.{Generations, Region}

  final case class Author(name: String, born: Int) derives Pickler
  final case class Book(title: String, pages: Int, author: Author, tags: List[String]) derives Pickler
  final case class Library(books: Vector[Book], byTitle: Map[String, Book]) derives Pickler
  // end

  // doc:compact
  val leagues = Book("Twenty Thousand Leagues", 394, Author("Jules Verne", 1828), List("sea"))
  val region = Region.compact(Library(Vector(leagues), Map(leagues.title -> leagues)))

  val library = region.root
  println(library(_.books.size))                                          // 1
  println(library(_.books(0).author.name))                                // Jules Verne
  println(library(_.byTitle("Twenty Thousand Leagues").pages))            // 394
  println(library(_.books(0).author.name == "Jules Verne"))               // true
  println(library(_.books(0)).toValue.tags)                               // List(sea)
  // end

  // doc:nulls
  val anonymous = Region.compact(Book("Beowulf", 112, null, Nil))
  println(anonymous.root(_.author).isNull)                                // true
  println(anonymous.root(_.author).toValue)                               // null
  try anonymous.root(_.author.name)
  catch case e: PickleException.NullValue => println(e.reason)            // a view of null has no parts
  // end

  // doc:pass
  def longest(region: Region[Library])(library: region.View[Library]): Int =
    (0 until library(_.books.size)).map(i => library(_.books(i).pages)).max

  println(longest(region)(library))                                       // 394
  // end

  // doc:fold
  enum Shape derives Pickler:
    case Circle(radius: Double)
    case Square(side: Double)
    case Nothing

  val shapes = Region.compact(Vector(Shape.Square(2), Shape.Nothing))

  def area(shape: shapes.View[Shape]): Double = shape.fold(
    (circle: shapes.View[Shape.Circle]) => math.Pi * math.pow(circle(_.radius), 2),
    (square: shapes.View[Shape.Square]) => math.pow(square(_.side), 2),
    (nothing: shapes.View[Shape.Nothing.type]) => 0
  )
  println(area(shapes.root(_(0))))                                        // 4.0
  // end

  // doc:append
  val more = region.append(leagues.copy(pages = 400))
  println(more(_.pages))                                                  // 400
  println(library(_.books(0).pages))                                      // 394

  enum Chain derives Pickler:
    case End
    case Link(value: Int, rest: Chain)

  val chain = Region.compact[Chain](Chain.Link(1, Chain.Link(2, Chain.End)))
  val short = chain.length
  val longer = chain.append[Chain](Chain.Link(0, chain.root.toValue))
  println(chain.length - short)                                           // 8

  val old = Vector(leagues, leagues)
  val shared = Region.compactSharing(old)
  val before = shared.length
  val three = shared.append(old :+ leagues)
  println(shared.length - before)                                         // 16
  // end

  // doc:file
  val file = java.nio.file.Files.createTempFile("library", ".region")
  region.writeTo(file)

  val mapped = Region.open[Library](file)
  mapped.verify()                                                         // once, if the file is not yours
  println(mapped.root(_.books(0).title))                                  // Twenty Thousand Leagues
  mapped.close()
  // end
  file.toFile.deleteOnExit()

  // doc:build
  val all = java.nio.file.Files.createTempFile("books", ".region")
  val books = Region.build(all)(Iterator.tabulate(100_000)(i => leagues.copy(pages = i)))
  println(books.root(_(99_999).pages))                                    // 99999
  // end
  java.nio.file.Files.delete(all)

  // doc:generations
  val latest = java.nio.file.Files.createTempFile("latest", ".region")
  region.writeTo(latest)
  val libraries = Generations.open[Library](latest)
  println(libraries.use(region => region.root(_.books.size)))             // 1

  Region.compact(Library(Vector.empty, Map.empty)).writeTo(latest)        // in this process or another
  println(libraries.refresh())                                            // true
  println(libraries.use(region => region.root(_.books.size)))             // 0

  libraries.publish(Region.compact(Library(Vector.fill(3)(leagues), Map.empty)))
  println(libraries.use(region => region.root(_.books.size)))             // 3
  // end
  latest.toFile.deleteOnExit()

  // doc:serve
  val pipe = java.nio.channels.Pipe.open()                                // or a socket
  region.rooted(more).sendTo(pipe.sink)
  val received = Region.receive[Book](pipe.source)
  println(received.root(_.title))                                         // Twenty Thousand Leagues
  // end

  // doc:buffer
  val samples = Region.compact(Array(0.5, 1.5))
  println(samples.buffer(samples.root).getDouble(8))                      // 1.5
  // end

  // doc:changed
  object NextRelease:
    final case class Author(name: String, born: Int, died: Option[Int] = None) derives Pickler
    final case class Book(author: Author, title: String) derives Pickler
    final case class Library(books: Vector[Book]) derives Pickler

  val upgraded = Region.upgrade[NextRelease.Library](file)
  println(upgraded.root(_.books(0).author.died.isDefined))                // false
  // end
