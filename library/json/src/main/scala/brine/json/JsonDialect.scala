package brine.json

import brine.json.dialects.{DialectPresets, PlaceRules}
import brine.json.looks.DialectCheck
import brine.Pickler
import java.time.format.DateTimeFormatter

/** The options of a dialect, the dialects of other libraries, and questions about a dialect.
  *
  * `apply` is written out: an `export` of the case class's own would lose the default arguments.
  */
object JsonDialect:
  export brine.json.dialects.JsonDialect.{
    Default,
    Families,
    Singletons,
    Enums,
    Omit,
    Missing,
    Nulls,
    NumberForm,
    NumberReading,
    Doubles,
    NotFinite,
    Keys,
    Wrapped,
    Instants,
    Durations,
    Bytes,
    Tuples,
    Eithers,
    Unknown,
    Duplicates,
    Marks,
    Identity,
    Leniency,
    FloatReading,
    Nested,
    Lenient
  }

  /** Makes a dialect of some options. The others are those of [[Default]]: `JsonDialect(names = NameStyle.SnakeCase)`.
    * [[brine.json.dialects.JsonDialect]] describes them.
    */
  def apply(
      names: NameStyle = Default.names,
      leafNames: NameStyle = Default.leafNames,
      families: Families = Default.families,
      singletons: Singletons = Default.singletons,
      enums: Enums = Default.enums,
      omit: Set[Omit] = Default.omit,
      missing: Missing = Default.missing,
      nulls: Nulls = Default.nulls,
      longs: NumberForm = Default.longs,
      integers: NumberForm = Default.integers,
      decimals: NumberForm = Default.decimals,
      reading: NumberReading = Default.reading,
      doubles: Doubles = Default.doubles,
      notFinite: NotFinite = Default.notFinite,
      keys: Keys = Default.keys,
      wrapped: Wrapped = Default.wrapped,
      instants: Instants = Default.instants,
      durations: Durations = Default.durations,
      formatters: Map[Class[?], DateTimeFormatter] = Default.formatters,
      bytes: Bytes = Default.bytes,
      tuples: Tuples = Default.tuples,
      eithers: Eithers = Default.eithers,
      unknown: Unknown = Default.unknown,
      duplicates: Duplicates = Default.duplicates,
      marks: Marks = Default.marks,
      identity: Identity = Default.identity,
      leniency: Leniency = Default.leniency,
      floats: FloatReading = Default.floats,
      nested: Nested = Default.nested,
      lenient: Set[Lenient] = Default.lenient,
      places: PlaceRules = Default.places
  ): JsonDialect = new JsonDialect(
    names,
    leafNames,
    families,
    singletons,
    enums,
    omit,
    missing,
    nulls,
    longs,
    integers,
    decimals,
    reading,
    doubles,
    notFinite,
    keys,
    wrapped,
    instants,
    durations,
    formatters,
    bytes,
    tuples,
    eithers,
    unknown,
    duplicates,
    marks,
    identity,
    leniency,
    floats,
    nested,
    lenient,
    places
  )

  /** The JSON of web interfaces, for new ones: the options that most of them share. Each instant and time has its
    * seconds, as RFC 3339 demands. A null where the type has none is an error, unknown members are skipped, and a
    * reader rounds numbers as IEEE 754 does. Names and the member for a leaf's name are as in the default dialect but
    * for the `$`:
    * {{{ val posts = JsonFormat(JsonDialect.Api.copy(names = NameStyle.SnakeCase)) }}}
    */
  def Api: JsonDialect = DialectPresets.Api

  /** The JSON of circe by its defaults: `deriveCodec`, `derives Codec.AsObject`. The table of the guide
    * (docs/guide/json-presets.md) has the types that differ, for this and all other presets.
    */
  def likeCirce: JsonDialect = DialectPresets.Circe

  /** The JSON of jsoniter-scala by its defaults: `JsonCodecMaker.make`. */
  def likeJsoniter: JsonDialect = DialectPresets.Jsoniter

  /** The JSON of upickle by its defaults: `derives ReadWriter`. */
  def likeUpickle: JsonDialect = DialectPresets.Upickle

  /** The JSON of play-json by its defaults: `Json.format`. */
  def likePlay: JsonDialect = DialectPresets.Play

  /** The JSON of Jackson by its defaults, with the modules for Scala and `java.time`. */
  def likeJackson: JsonDialect = DialectPresets.Jackson

  /** The JSON of Protocol Buffers, version 3: `JsonFormat` of protobuf-java-util by its defaults. A sealed family is
    * like a message with a `oneof`.
    */
  def likeProtobufJson: JsonDialect = DialectPresets.ProtobufJson

  /** Returns every reason for which the dialect cannot write values of `A` and read them back; none if it can.
    * {{{ assertEquals(JsonDialect.check[Event](github), Nil) }}}
    */
  def check[A](dialect: JsonDialect)(using pickler: Pickler[A]): Seq[String] =
    DialectCheck.problems(pickler.shape, dialect)

  /** Returns a reader for documents of each of these dialects, which tells the dialect of each document. It writes the
    * first.
    */
  def anyOf(first: JsonDialect, second: JsonDialect, others: JsonDialect*): JsonMigration =
    new JsonMigration((first +: second +: others).toVector)

  /** Proposes a dialect for sample documents of an interface, which each hold a value of `A`.
    * {{{ println(JsonDialect.infer[List[Event]](texts).source) }}}
    * It never proposes options that no sample tells from others: `Missing.Refused` and `Zeros`, `NumberForm.Safe`,
    * `NotFinite.Refused`, `Keys.Standard`, `Unknown.Refuse`, `Duplicates.First`, `Identity.Copied` and `Refused`,
    * `Nulls.Refused`, `FloatReading.Nearest`, `Nested.Nulls`, `lenient` and `places`. It proposes `Eithers.Keyed` for
    * names that begin with `l` and `r`.
    */
  def infer[A](texts: Seq[String])(using pickler: Pickler[A]): JsonInference = JsonInference.of(texts)

  /** Proposes classes and a dialect for sample documents of an interface that all are of one kind: one, or thousands.
    * {{{ println(JsonDialect.inferTypes(texts, "Event")) }}}
    * The dialect is [[Api]] with the names and the discriminator of the samples. Members that a sample lacks or has as
    * null are options; objects with names that are data are maps; values of several kinds are unions; objects that a
    * member `type`, `kind` or the like tells apart are leaves of an enum. Texts are dates, times or UUIDs if all of a
    * place are. [[JsonTypes.open]] names facts that the classes do not say.
    *
    * @param name the name of the outermost class
    */
  def inferTypes(texts: IterableOnce[String], name: String = "Document"): JsonTypes = JsonTypes.of(texts, name)
