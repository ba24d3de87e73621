package brine.checks.docs

/** docs/guide/errors.md. */
object ErrorsPage:
  // doc:where
  import brine.*
  import brine.json.JsonPickle

  final case class Page(title: String, tags: List[String]) derives Pickler
  final case class Site(pages: List[Page]) derives Pickler

  val text = """{"pages":[{"title":"a","tags":[]},{"title":7,"tags":[]}]}"""
  try JsonPickle.of(text).unpickle[Site]
  catch
    case e: PickleException =>
      println(e.path)          // $.pages[1].title
      println(e.offset)        // 43
      println(e.getMessage)
      // at $.pages[1].title, byte 43: malformed pickle: expected a string or null
  // end

  // doc:other-shape
  final case class Person(name: String, since: Int) derives Pickler

  try Person("Jim", 2005).pickle.unpickle[Page]
  catch
    case e: PickleException.OtherShape =>
      println(e.typeName)                        // Page
      println(e.found == e.expected)             // false
  // end

  // doc:user-code
  final case class Interval(from: Int, to: Int) derives Pickler:
    require(from <= to, s"$from > $to")

  try JsonPickle.of("""{"from":3,"to":1}""").unpickle[Interval]
  catch
    case e: PickleException.UserCode =>
      println(e.reason)
      // the constructor of Interval threw java.lang.IllegalArgumentException: requirement failed: 3 > 1
  // end

  // doc:limits
  locally:
    given PickleOptions = PickleOptions(limits = Limits(maxOutputBytes = 1 << 20, maxDepth = 1000))
    println(Person("Jim", 2005).pickle)      // BinaryPickle(22 bytes)
  // end
