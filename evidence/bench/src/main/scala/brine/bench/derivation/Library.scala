package brine.bench.derivation

/** A library, and how its users have codecs derived: with a clause at the class, or with a given beside it.
  *
  * @param jar the name of its jar, up to the version; the module's dependencies have it
  * @param imports the imports of a file with derived types
  * @param clause the clause after the head of a type
  * @param beside the given in a type's companion, if it takes one
  */
final case class Library(
    name: String,
    jar: String,
    imports: List[String],
    clause: Library.Root => String,
    beside: Library.Root => Option[String]
)

object Library:
  /** A type with derived codecs: each record has its own, and a family has one for all its leaves. `isTop` says that
    * the type is a document or a message, not a part of one.
    */
  enum Root(val typeName: String, val isTop: Boolean):
    case Record(name: String, top: Boolean = true) extends Root(name, top)
    case Family(name: String, top: Boolean = true) extends Root(name, top)

  /** The types alone: the base of all comparisons. */
  val bare: Library = byClause("bare", "", Nil, "")

  val all: List[Library] = List(
    byClause("brine", "brine-core_3", List("brine.*"), " derives Pickler"),
    jsoniter,
    Library(
      "borer",
      "borer-core_3",
      List("io.bullet.borer.*", "io.bullet.borer.derivation.MapBasedCodecs.*"),
      borerClause,
      _ => None
    ),
    byClause("circe", "circe-core_3", List("io.circe.*"), " derives Encoder.AsObject, Decoder"),
    byGiven("boopickle", "boopickle_3", List("boopickle.DefaultBasic.*"))(boopickleGiven),
    byClause("upickle", "upickle_3", List("upickle.default.*"), " derives ReadWriter")
  )

  /** A codec for each type, which those of other types use. */
  private def jsoniter: Library = byGiven("jsoniter-scala", "jsoniter-scala-core_3", jsoniterImports)(jsoniterGiven)

  /** A codec for documents and messages alone, with the code for all their parts in it: as its documentation shows. */
  private def jsoniterTops: Library =
    jsoniter.copy(name = "jsoniter-scala-tops", beside = root => if root.isTop then jsoniter.beside(root) else None)

  /** Those that [[Mix]] is compiled with. */
  val ofMixes: List[Library] =
    all.flatMap(library => if library.name == "jsoniter-scala" then List(library, jsoniterTops) else List(library))

  private def jsoniterGiven(root: Root): String =
    s"JsonValueCodec[${root.typeName}] = JsonCodecMaker.make(CodecMakerConfig.withAllowRecursiveTypes(true))"

  private def jsoniterImports =
    List("com.github.plokhotnyuk.jsoniter_scala.core.*", "com.github.plokhotnyuk.jsoniter_scala.macros.*")

  private def borerClause(root: Root): String = root match
    case Root.Record(_, _) => " derives Codec"
    case Root.Family(_, _) => " derives Codec.All"

  /** `Default` generates picklers for all that have none, as a family's leaves; in a record it would do so for the
    * records in it.
    */
  private def boopickleGiven(root: Root): String = root match
    case Root.Record(name, _) => s"Pickler[$name] = generatePickler"
    case Root.Family(name, _) => s"Pickler[$name] = { import boopickle.Default.*; generatePickler }"

  private def byClause(name: String, jar: String, imports: List[String], clause: String): Library =
    Library(name, jar, imports, _ => clause, _ => None)

  private def byGiven(name: String, jar: String, imports: List[String])(definition: Root => String): Library =
    Library(name, jar, imports, _ => "", root => Some(s"given ${definition(root)}"))
