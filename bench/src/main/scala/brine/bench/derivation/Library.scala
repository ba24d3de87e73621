package brine.bench.derivation

/** A library, and how its users have codecs derived: with a clause at the class, or with a given beside it.
  *
  * @param jar     the name of its jar, up to the version; the module's dependencies have it
  * @param imports what a file with derived types imports
  * @param clause  what follows the head of a type
  * @param beside  the given in a type's companion, if it takes one
  */
final case class Library(
    name: String, jar: String, imports: List[String], clause: Library.Root => String, beside: Library.Root => Option[String]
)

object Library:
  /** A type that codecs are derived for: they are asked for records one by one, for a family once, with all its leaves. */
  enum Root(val typeName: String):
    case Record(name: String) extends Root(name)
    case Family(name: String) extends Root(name)

  /** The types alone: what all others are compared with. */
  val bare: Library = byClause("bare", "", Nil, "")

  val all: List[Library] = List(
    byClause("brine", "brine-core_3", List("brine.*"), " derives Pickler"),
    byGiven("jsoniter-scala", "jsoniter-scala-core_3", jsoniterImports)(root => s"JsonValueCodec[${root.typeName}] = JsonCodecMaker.make"),
    Library("borer", "borer-core_3", List("io.bullet.borer.*", "io.bullet.borer.derivation.MapBasedCodecs.*"), borerClause, _ => None),
    byClause("circe", "circe-core_3", List("io.circe.*"), " derives Encoder.AsObject, Decoder"),
    byGiven("boopickle", "boopickle_3", List("boopickle.DefaultBasic.*"))(boopickleGiven),
    byClause("upickle", "upickle_3", List("upickle.default.*"), " derives ReadWriter")
  )

  private def jsoniterImports =
    List("com.github.plokhotnyuk.jsoniter_scala.core.*", "com.github.plokhotnyuk.jsoniter_scala.macros.*")

  private def borerClause(root: Root): String = root match
    case Root.Record(_) => " derives Codec"
    case Root.Family(_) => " derives Codec.All"

  /** `Default` generates picklers for all that have none, as a family's leaves; in a record it would do so for the records in it. */
  private def boopickleGiven(root: Root): String = root match
    case Root.Record(name) => s"Pickler[$name] = generatePickler"
    case Root.Family(name) => s"Pickler[$name] = { import boopickle.Default.*; generatePickler }"

  private def byClause(name: String, jar: String, imports: List[String], clause: String): Library =
    Library(name, jar, imports, _ => clause, _ => None)

  private def byGiven(name: String, jar: String, imports: List[String])(definition: Root => String): Library =
    Library(name, jar, imports, _ => "", root => Some(s"given ${definition(root)}"))
