package brine.json

import brine.json.samples.{TypeInference, TypeSource}
import brine.{PickleException, Pickler}

/** Classes and a dialect that sample documents show. [[JsonDialect.inferTypes]] makes them.
  *
  * @param dialect the dialect in which the classes read the samples
  * @param source  the classes and the dialect as Scala. They need `import brine.*`, `import brine.json.*` and `import
  *   brine.json.JsonDialect.*`
  * @param root   the Scala type of a document
  * @param open   the facts of the samples that the classes do not say, with their places, and the texts that are not
  *   JSON
  */
final class JsonTypes private (
    val dialect: JsonDialect,
    val source: String,
    val root: String,
    val open: Seq[String]
):
  override def toString: String = (source +: open.map("// open: " + _)).mkString("\n")

object JsonTypes:
  private[json] def of(texts: IterableOnce[String], name: String): JsonTypes =
    val notes = Seq.newBuilder[String]
    val values = Seq.newBuilder[Json]
    for (text, i) <- texts.iterator.zipWithIndex do
      PickleException.either(Json.parse(text)) match
        case Right(json) => values += json
        case Left(e)     => notes += s"text $i is not JSON: ${e.getMessage}"
    val all = values.result()
    val types = new TypeInference(reads)
    val root = if all.isEmpty then null else types.of(all, name, "$")
    if root == null then notes += "no text is JSON: no type was found"
    val optional = types.missing.intersect(types.nulls)
    for place <- optional do
      notes += s"$place is missing in some samples and null in others: " +
        "Option reads both as None, Patch tells them apart"
    val omits = types.missing.nonEmpty || types.nulls.isEmpty
    if types.missing.nonEmpty && (types.nulls -- types.missing).nonEmpty then
      notes += s"${(types.nulls -- types.missing).head} is null in some samples, and is left out when it is written"
    val source = new TypeSource(types.classes.toSeq, types.member, omits)
    new JsonTypes(
      source.dialect,
      source.text(root, name),
      source.nameOf(root, name),
      types.open.toSeq ++ notes.result()
    )

  /** Returns true if a type of the library has this text, in the dialect of the proposal. */
  private def reads(kind: String, text: String): Boolean = kind match
    case "java.util.UUID"           => has[java.util.UUID](text)
    case "java.time.LocalDate"      => has[java.time.LocalDate](text)
    case "java.time.Instant"        => has[java.time.Instant](text)
    case "java.time.OffsetDateTime" => has[java.time.OffsetDateTime](text)
    case "java.time.LocalDateTime"  => has[java.time.LocalDateTime](text)
    case _                          => false

  private val api = JsonFormat(TypeSource.Base)

  private def has[A: Pickler](text: String): Boolean =
    val json = Json.Str(text).render
    api.readEither[A](json).exists(value => api.write(value) == json)
