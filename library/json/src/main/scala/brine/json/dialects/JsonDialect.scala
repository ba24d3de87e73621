package brine.json.dialects

import java.time.format.DateTimeFormatter
import java.util.concurrent.ConcurrentHashMap
import scala.reflect.ClassTag
import JsonDialect.*

/** The rules of JSON that somebody else has defined. [[JsonDialect.Default]] has those of [[brine.json.JsonFormat]]
  * itself. Change the options that differ, and make a format of the dialect:
  * {{{
  * val github = JsonDialect.Default.copy(names = NameStyle.SnakeCase, omit = Set(Omit.Nones), unknown = Unknown.Skip)
  * given JsonFormat = JsonFormat(github)
  * }}}
  * Make a dialect once. A format applies it to a type when it first meets the type, and uses the result for each value.
  * It refuses a type, with every reason, whose names collide or that could not be read back: a
  * [[brine.PickleException.UnsupportedType]]. [[brine.json.JsonDialect.check]] asks for these reasons in a test. The
  * specification has a page on each option (docs/spec/json.md).
  *
  * @param names      the names of fields
  * @param leafNames  the names of a sealed family's leaves
  * @param families   how an object says which leaf it is
  * @param singletons how leaves without fields are written
  * @param enums      how leaves of a family of singletons are written
  * @param omit       the fields that are left out
  * @param missing    how a reader takes a missing field
  * @param nulls      how a null is taken where the type is not an option
  * @param longs      how a `Long` is written
  * @param integers   how a `BigInt` or `BigInteger` is written
  * @param decimals   how a `BigDecimal` is written; a number keeps its scale, and has no `MathContext`
  * @param reading    which other forms of numbers a reader takes
  * @param doubles    how a `Double` or `Float` is laid out
  * @param notFinite  how NaN and the infinities are written
  * @param keys       which maps are objects
  * @param wrapped    which classes with one field are written as that field
  * @param instants   how an `Instant` or `java.util.Date` is written
  * @param durations  how a `java.time.Duration` is written
  * @param formatters the format of these classes of `java.time`, in place of ISO 8601
  * @param bytes      how an `Array[Byte]` is written
  * @param tuples     how a tuple is written
  * @param eithers    how an `Either` is written
  * @param unknown    how a reader handles a member that its class does not have
  * @param duplicates how a reader handles a field, a kept member or the member of `Families.Member` that an object has
  *                   twice, or a key that a map has twice
  * @param marks      whether members that begin with `$` express what JSON has no form for
  * @param identity   how objects are written that can be referred to
  * @param leniency   extensions of JSON that a reader takes
  * @param floats     how a reader takes digits that a `Double` or `Float` does not hold
  * @param nested     how a field that is an option of an option is written
  * @param lenient    other forms of values that a reader takes
  * @param places     the rules for some types and fields only: [[forType]] and [[at]]
  */
final case class JsonDialect(
    names: NameStyle = NameStyle.AsIs,
    leafNames: NameStyle = NameStyle.AsIs,
    families: Families = Families.Member("$type"),
    singletons: Singletons = Singletons.Texts,
    enums: Enums = Enums.Names,
    omit: Set[Omit] = Set.empty,
    missing: Missing = Missing.Filled,
    nulls: Nulls = Nulls.Kept,
    longs: NumberForm = NumberForm.Number,
    integers: NumberForm = NumberForm.Text,
    decimals: NumberForm = NumberForm.Text,
    reading: NumberReading = NumberReading.Strict,
    doubles: Doubles = Doubles.Java,
    notFinite: NotFinite = NotFinite.Texts,
    keys: Keys = Keys.Simple,
    wrapped: Wrapped = Wrapped.Objects,
    instants: Instants = Instants.Iso,
    durations: Durations = Durations.Iso,
    formatters: Map[Class[?], DateTimeFormatter] = Map.empty,
    bytes: Bytes = Bytes.Numbers,
    tuples: Tuples = Tuples.Objects,
    eithers: Eithers = Eithers.Families,
    unknown: Unknown = Unknown.ByOptions,
    duplicates: Duplicates = Duplicates.Refused,
    marks: Marks = Marks.Written,
    identity: Identity = Identity.Marked("$id", "$ref"),
    leniency: Leniency = Leniency.None,
    floats: FloatReading = FloatReading.Exact,
    nested: Nested = Nested.Marked,
    lenient: Set[Lenient] = Set.empty,
    places: PlaceRules = PlaceRules.none
):
  /** Returns this dialect with other options for the objects of `A`, a class or a sealed type with its leaves:
    * {{{ api.forType[Invoice](_.copy(names = NameStyle.SnakeCase, families = Families.Member("kind"))) }}}
    * They also hold for the values in the fields of these objects, but not for objects of other types in them. All
    * other options stay those of the dialect, also where it is copied later. A rule for a class precedes one for its
    * sealed type. The options for whole documents cannot be changed: `marks`, `identity`, `leniency` and
    * `Lenient.ByteOrderMark`.
    */
  def forType[A](change: JsonDialect => JsonDialect)(using tag: ClassTag[A]): JsonDialect =
    val changes = OptionChanges.by(change, this)
    val known = places.types.getOrElse(tag.runtimeClass, OptionChanges.none)
    copy(places = places.copy(types = places.types.updated(tag.runtimeClass, known ++ changes)))

  /** Returns this dialect with other options for the value of a field, and for all that the value contains. `path` has
    * the program's names of the fields that lead there from an object of `A`, through options, collections and leaves:
    * {{{ api.at[Order]("customer.since")(_.copy(instants = Instants.EpochSeconds)) }}}
    * A rule for a field precedes those for types. [[brine.json.JsonDialect.check]] reports a path that leads to no
    * field.
    */
  def at[A](path: String)(change: JsonDialect => JsonDialect)(using tag: ClassTag[A]): JsonDialect =
    val names = path.stripPrefix("$").split('.').toList.map(_.stripSuffix("[]").stripSuffix("[*]")).filter(_.nonEmpty)
    if names.isEmpty then throw new IllegalArgumentException(s"'$path' names no field")
    val place = (tag.runtimeClass, names)
    val known = places.fields.getOrElse(place, OptionChanges.none)
    copy(places = places.copy(fields = places.fields.updated(place, known ++ OptionChanges.by(change, this))))

  /** The dialects to which the rules lead. */
  private[json] lazy val inner: ConcurrentHashMap[AnyRef, JsonDialect] = new ConcurrentHashMap

  /** Returns true if objects of some classes are written without their fields' names. */
  private[json] def hasNameless: Boolean =
    wrapped != Wrapped.Objects || tuples == Tuples.Arrays || eithers != Eithers.Families

object JsonDialect:
  /** The look of [[brine.json.JsonFormat]]. */
  val Default: JsonDialect = new JsonDialect()

  /** How an object says which leaf of a sealed family it is. */
  enum Families:
    /** A member has the leaf's name. The writer puts it first; the reader accepts it anywhere in the object.
      *
      * @param literals a name that is a JSON number, `true` or `false` is written as that: `{"type":2}` for a leaf with
      *                 `@rename("2")`. The reader takes no string for it.
      */
    case Member(name: String, literals: Boolean = false)

    /** By an object around it, whose only member has the leaf's name: `{"Circle":{"radius":1.0}}`. */
    case Wrapper

    /** By its fields, or by the kind of a leaf that is no object. A family is refused if a value could be of two
      * leaves.
      */
    case Untagged

  /** How leaves without fields are written. A reader takes both forms. */
  enum Singletons:
    /** As their names. */
    case Texts

    /** As an object without fields, which says which leaf it is. The constants of Java's enums are names. */
    case Objects

    /** As their names in families of nothing else, else as objects. */
    case TextsInEnums

  /** How the leaves of a family are written that has nothing but singletons. */
  enum Enums:
    /** As [[Singletons]] says. */
    case Names

    /** As numbers, from 0 on in the order of the declaration. */
    case Numbers

  /** A field that is left out, wherever a reader then finds the value that was there. */
  enum Omit:
    /** One that is `None`. */
    case Nones

    /** One that is an empty collection or map. */
    case Empties

    /** One that has the value of its default argument, if that is a scalar, a string, an object without fields, an
      * option, list or vector of these, or an empty collection.
      */
    case Defaults

  /** How a reader takes a missing field. */
  enum Missing:
    /** Its default, `None` or an empty collection; else an error. */
    case Filled

    /** An error, unless the dialect leaves the field out itself. */
    case Refused

    /** The zero of its type, whatever its default: 0, false, an empty text or collection, `None`, the first of an enum.
      * Other fields have to be there. With [[Omit]]'s options a writer leaves zeros out, and not the fields' defaults.
      */
    case Zeros

  /** How a null is taken in place of a value whose type is not an option. */
  enum Nulls:
    /** As a null, or as an error if the type is primitive. */
    case Kept

    /** In a field that has a default, as the default; elsewhere as with [[Kept]]. */
    case AsMissing

    /** As an error, unless a field is declared as `A | Null`. A writer refuses such a null, too. */
    case Refused

  enum NumberForm:
    /** A JSON number. */
    case Number

    /** A string. */
    case Text

    /** A number where JavaScript has it and all smaller ones, up to 2^53; else a string. For whole numbers. */
    case Safe

  /** Which other forms of numbers a reader takes. Numbers of any size it takes in both forms wherever one of them is
    * written as a number.
    */
  enum NumberReading:
    /** None. */
    case Strict

    /** Strings for all numbers, numbers for those that are written as strings, and `1e3` or `1.0` for whole numbers, if
      * exact. A number with a point or an exponent that is read as a whole number has at most 10,016 characters.
      */
    case Lenient

  /** How a field of type `Option[Option[A]]` is written. */
  enum Nested:
    /** `None` as a null, `Some(None)` as an object that says so ([[Marks]]). */
    case Marked

    /** `None` as a member that is not there, `Some(None)` as a null. Only of a class's field whose default is `None`,
      * if it has one.
      */
    case Nulls

  /** How a reader takes digits that a `Double` or `Float` does not hold. */
  enum FloatReading:
    /** As an error: for a `Float`, more digits than it has; for a `Double`, a whole number that it does not hold. */
    case Exact

    /** As the nearest number, by the rules of IEEE 754. A number beyond the range is an error. */
    case Nearest

  /** How floating point numbers are laid out. Both forms have the fewest digits that read back as the same number. */
  enum Doubles:
    /** `1.0`, `1.0E22`: as Java has them. */
    case Java

    /** `1`, `1e+22`: as ECMAScript has them, and RFC 8785. Negative zero is `0` there; it is written as `-0`, which
      * keeps the sign.
      */
    case EcmaScript

  /** How NaN and the infinities are written. */
  enum NotFinite:
    /** As `"NaN"`, `"Infinity"` and `"-Infinity"`. */
    case Texts

    /** As null, which a reader takes for NaN. An infinity is refused. */
    case Null

    case Refused

  /** Which maps are objects. All others are arrays of pairs. */
  enum Keys:
    /** Those with keys of primitive types and strings. */
    case Simple

    /** Also those with keys of UUIDs, dates, numbers of any size, and what `imap` makes of one of these. */
    case Standard

    /** Also those with keys of enums, UUIDs, dates, numbers of any size, and what `imap` or [[Wrapped]] makes of one of
      * these.
      */
    case Texts

  /** Which classes with one field are written as that field. Classes whose objects keep their identity are not, nor is
    * a leaf where its family is declared, unless `FieldsOf` names it and the family is told by [[Families.Wrapper]]
    * or [[Families.Untagged]].
    */
  enum Wrapped:
    case Objects

    /** All. */
    case Fields

    /** These. */
    case FieldsOf(classes: Set[Class[?]])

  /** How an `Instant` or `java.util.Date` is written. */
  enum Instants:
    /** `"2024-02-29T12:00:00Z"` */
    case Iso

    /** Seconds since 1970 as a number, with as many digits behind the point as the instant needs. */
    case EpochSeconds

    /** Milliseconds since 1970 as a whole number. Instants with parts of a millisecond are refused. */
    case EpochMilliseconds

  /** How a `java.time.Duration` is written. */
  enum Durations:
    /** `"PT1.5S"` */
    case Iso

    /** Seconds as a number, with as many digits behind the point as the duration needs. */
    case Seconds

    /** Seconds with an `s` behind them, in a string, with 0, 3, 6 or 9 digits behind the point: `"1.500s"`. */
    case SecondsText

  enum Bytes:
    /** `[1,2,-1]` */
    case Numbers

    /** With padding (RFC 4648, section 4). */
    case Base64

    /** Without padding (RFC 4648, section 5). A reader takes padding, too. */
    case Base64Url

    /** In lower case. A reader takes both. */
    case Hexadecimal

  /** How a tuple is written. */
  enum Tuples:
    /** `{"_1":1,"_2":"a"}` */
    case Objects

    /** `[1,"a"]` */
    case Arrays

  /** How an `Either` is written. */
  enum Eithers:
    /** As a sealed family with the leaves `Left` and `Right`, whose field is `value`. */
    case Families

    /** As an object whose only member has one of these names: `{"l":1}`. */
    case Keyed(left: String, right: String)

    /** As an array of 0 for `Left`, or 1, and the value: `[1,"a"]`. */
    case Numbered

  /** How a reader handles a member that its class does not have. A class with a field of type [[brine.Extras]] keeps
    * it.
    */
  enum Unknown:
    /** As `PickleOptions.unknownFields` says; an object in which no field is known is an error. */
    case ByOptions

    case Skip
    case Refuse

  /** Which value of a field, of a map's key, of the member of `Families.Member`, or of a member kept in
    * [[brine.Extras]] is read if it occurs several times.
    */
  enum Duplicates:
    case Refused
    case First
    case Last

  /** True if `$some`, `$value`, `$null`, `$items`, `$entries` and `$utf16` express what JSON has no form for. */
  enum Marks:
    /** Yes. A field's or key's own `$` at its beginning is doubled. */
    case Written

    /** No: such values are refused, and names that begin with `$` are names as all others. */
    case Refused

  /** How objects are written that can be referred to. */
  enum Identity:
    /** With a number where something refers to them, by members with these names. */
    case Marked(id: String, ref: String)

    /** As values: as often as they occur. A value that contains itself is an error. */
    case Copied

    /** Not at all: a type that has such objects is refused. */
    case Refused

  /** Other forms of values that a reader takes. The writer never writes them. */
  enum Lenient:
    /** A byte order mark before the document. */
    case ByteOrderMark

    /** A number for a `String`, which gets its text: `1.50`. ([[NumberReading.Lenient]] takes strings for numbers.) */
    case NumbersForTexts

    /** `"true"` and `"false"`, for a `Boolean`. */
    case TextBooleans

    /** A value for a list of one. */
    case SingleElements

    /** `[]` for an empty map or an object all of whose fields may be missing, as PHP writes it. */
    case EmptyArrays

    /** Base64 without its padding. */
    case Unpadded

    /** Names of fields in other letters than the class has, upper or lower case. An exact name precedes. */
    case AnyCase

  /** Extensions of JSON that a reader takes. */
  enum Leniency:
    case None

    /** Comments, of one line and of several, and a comma behind the last element or member: for files that people edit.
      */
    case Configuration
