package brine.bench.derivation

import brine.bench.derivation.Library.Root

/** Models of other people's programs, as case classes: the cost of deriving for types that were not made for this
  * benchmark.
  *
  * The text of a model is Scala. A mark after the head of a type asks for codecs: `{record}` or `{family}`, and
  * `{record, top}` or `{family, top}` for a type that is itself a document or a message.
  */
final case class Mix(name: String, description: String, text: String):
  /** The types, with codecs of a library, by file name. */
  def sources(library: Library): Map[String, String] =
    val heads = Mix.mark.replaceAllIn(
      text,
      found => scala.util.matching.Regex.quoteReplacement(found.group(1) + library.clause(Mix.root(found)))
    )
    val companions = roots.flatMap(root => library.beside(root).map(given_ => s"object ${root.typeName}:\n  $given_\n"))
    Map(s"$name.scala" -> (Sources.header(library) ++ (heads :: companions)).mkString("\n"))

  def roots: List[Root] = Mix.mark.findAllMatchIn(text).map(Mix.root).toList

object Mix:
  private val mark = """((?:case class|sealed trait|enum) (\w+).*?) \{(record|family)(, top)?\}""".r

  private def root(found: scala.util.matching.Regex.Match): Root =
    val isTop = found.group(4) != null
    if found.group(3) == "record" then Root.Record(found.group(2), isTop) else Root.Family(found.group(2), isTop)

  val all: List[Mix] = List(
    Mix("media", "the message of jvm-serializers: 3 classes, 2 enums", Models.media),
    Mix("site", "the website of \"Scala Serialization\" (Komanov): 11 classes, 3 enums, 2 families", Models.site),
    Mix("events", "its history: a family of 29 leaves, with 3 enums and a class", Models.events),
    Mix(
      "sample",
      "after the sample object of Fory's benchmarks: 1 class of 22 fields, boxes and arrays among them",
      Models.sample
    ),
    Mix("places", "GeoJSON (RFC 7946): 2 classes, a family of 7 leaves that contains itself", Models.places),
    Mix("api", "a description of an HTTP interface, after OpenAPI 3: 16 classes, most fields optional", Models.api),
    Mix("made", "50 classes of ten mixed fields, one of 100, and a family of 200 leaves of two fields", Models.made)
  )
