package brine.spark

import java.util.Locale
import org.apache.spark.SparkConf
import org.apache.spark.network.util.JavaUtils
import brine.{Limits, Sharing}

/** The settings `spark.brine.*` of one application, checked.
  *
  * Is part of [[BrineSerializer]], which Spark sends to executors with each shuffle by Java serialization.
  */
private[spark] final case class Settings(
    trust: Trust,
    classes: Seq[String],
    picklers: Seq[String],
    checksum: Boolean,
    strict: Boolean,
    sharing: Sharing,
    limits: Limits
)

private[spark] object Settings:
  /** One setting: its key, its type as the guide names it, its default as one would write it, and its effect. */
  final case class Entry[+A](key: String, kind: String, default: String, doc: String, parse: String => A):
    /** @throws IllegalArgumentException if the value is not of this setting's type */
    def in(conf: SparkConf): A =
      val text = conf.get(key, default)
      try parse(text.trim)
      catch
        case e: IllegalArgumentException =>
          throw new IllegalArgumentException(s"Invalid value '$text' of $key: expected $kind. ${e.getMessage}", e)

  final val Prefix = "spark.brine."

  private val trust = entry(
    "trust",
    "job, derived or listed",
    "job",
    "Classes that may be read and made: all of the job's class path (`job`), those that derive a pickler and those " +
      "in " +
      "`spark.brine.classes` (`derived`), or those in `spark.brine.classes` only (`listed`). Standard types always may."
  ) {
    text => named(text, Trust.values.toList, "No trust has this name")
  }

  private val classes = entry(
    "classes",
    "class names, separated by commas",
    "",
    "Classes that get numbers in this order, with or without the plugin, and that `trust` of `derived` or `listed` " +
      "allows."
  )(names)

  private val picklers = entry(
    "picklers",
    "names of Scala objects, separated by commas",
    "",
    "Objects that extend `brine.spark.MorePicklers` and offer picklers for classes that have none of their own."
  )(names)

  private val checksum = entry(
    "checksum",
    "true or false",
    "false",
    "Adds a CRC32C to each record (4 bytes) and verifies it on reading."
  )(yesOrNo)

  private val strict = entry(
    "strict",
    "true or false",
    "false",
    "Refuses a class that no constructor rebuilds and that has no form of its own for Java's serialization, and a " +
      "subclass where a class " +
      "is declared. Otherwise such a class goes by its fields or by Java's serialization, and is logged once."
  )(yesOrNo)

  private val sharing = entry(
    "sharing",
    "tracked or all",
    "tracked",
    "Objects that a record holds several times: those that can change or be part of a cycle are written once " +
      "(`tracked`), or all objects, collections and strings are, which takes more time (`all`)."
  )(text =>
    named(text, List(Sharing.Tracked, Sharing.All), "No sharing has this name")
  )

  private val maxRecordSize =
    entry("maxRecordSize", "a size from 1k to 2047m", "2047m", "The largest record that is written or read.")(text =>
      size(text, 1024, 2047L << 20)
    )

  private val maxDepth =
    entry("maxDepth", "a number from 1 to 2147483647", "50000000", "The deepest nesting of a record, in values.")(
      text => number(text).toInt
    )

  private val maxCollidingKeys = entry(
    "maxCollidingKeys",
    "a number from 1 to 2147483647",
    "100000",
    "The most elements of a set, or keys of a map, that fall on one place of its hash table."
  )(text => number(text).toInt)

  private val maxDecimalDigits =
    entry("maxDecimalDigits", "a number from 1 to 2147483647", "1000000", "The most digits of a `BigDecimal`.")(text =>
      number(text).toInt
    )

  private val maxElementsWithoutBytes = entry(
    "maxElementsWithoutBytes",
    "a number from 1 to 2147483647",
    "100000000",
    "The most elements that take no bytes (units, empty case objects) in the collections of one record."
  )(text => number(text).toInt)

  /** All, in the order of the guide's table. */
  val all: Seq[Entry[Any]] =
    Seq(
      trust,
      classes,
      picklers,
      checksum,
      strict,
      sharing,
      maxRecordSize,
      maxDepth,
      maxCollidingKeys,
      maxDecimalDigits,
      maxElementsWithoutBytes
    )

  /** Reads and checks the settings of an application.
    *
    * @throws IllegalArgumentException for an invalid value, and for a key `spark.brine.…` that does not exist
    */
  def from(conf: SparkConf): Settings =
    for (key, _) <- conf.getAllWithPrefix(Prefix) do refuseUnknown(Prefix + key)
    val recordBytes = maxRecordSize.in(conf)
    Settings(
      trust.in(conf),
      classes.in(conf),
      picklers.in(conf),
      checksum.in(conf),
      strict.in(conf),
      sharing.in(conf),
      Limits(
        maxOutputBytes = recordBytes,
        maxInputBytes = recordBytes,
        maxDepth = maxDepth.in(conf),
        maxCollidingKeys = maxCollidingKeys.in(conf),
        maxDecimalDigits = maxDecimalDigits.in(conf),
        maxElementsWithoutBytes = maxElementsWithoutBytes.in(conf)
      )
    )

  private def entry[A](name: String, kind: String, default: String, doc: String)(parse: String => A): Entry[A] =
    Entry(Prefix + name, kind, default, doc, parse)

  /** Settings of earlier releases whose effect is the default now. */
  private val former = Set("spark.brine.fields")

  private def refuseUnknown(key: String): Unit =
    if former(key) then BrinePlugin.log.warn(s"$key has no effect any more: see spark.brine.strict")
    else if !all.exists(_.key == key) then
      val nearest = all.minBy(entry => distance(entry.key, key)).key
      throw new IllegalArgumentException(
        s"Unknown setting $key. The nearest setting is $nearest; all are ${all.map(_.key).mkString(", ")}"
      )

  private def named[A](text: String, all: List[A], otherwise: String): A =
    all.find(_.toString.equalsIgnoreCase(text)).getOrElse(throw new IllegalArgumentException(otherwise))

  private def names(text: String): Seq[String] = text.split(',').toSeq.map(_.trim).filter(_.nonEmpty)

  private def yesOrNo(text: String): Boolean = text.toLowerCase(Locale.ROOT) match
    case "true"  => true
    case "false" => false
    case _       => throw new IllegalArgumentException("It is neither")

  private def size(text: String, least: Long, most: Long): Long =
    val bytes = JavaUtils.byteStringAsBytes(text)
    if bytes < least || bytes > most then throw new IllegalArgumentException(s"It is $bytes bytes")
    bytes

  private def number(text: String): Long =
    val found = text.toLongOption.getOrElse(throw new IllegalArgumentException("It is not a whole number"))
    if found < 1 || found > Int.MaxValue then throw new IllegalArgumentException("It is out of range")
    found

  /** The least number of characters to insert, delete or replace that turns one text into the other. */
  private def distance(a: String, b: String): Int =
    var row = (0 to b.length).toArray
    for i <- 1 to a.length do
      val next = new Array[Int](b.length + 1)
      next(0) = i
      for j <- 1 to b.length do
        val replaced = row(j - 1) + (if a(i - 1) == b(j - 1) then 0 else 1)
        next(j) = math.min(replaced, math.min(row(j), next(j - 1)) + 1)
      row = next
    row(b.length)
