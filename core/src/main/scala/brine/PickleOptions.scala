package brine

/** What one call of `pickle` or `unpickle` may be told. The defaults are safe; override them with a local given:
  * {{{ given PickleOptions = PickleOptions(sharing = Sharing.All) }}}
  *
  * @param sharing  which objects keep their identity
  * @param limits   when to give up
  * @param checksum whether a binary pickle with a header ends in a CRC32C of its bytes (4 bytes)
  * @param subtypes the classes that may be read where an open type is declared ([[Pickler.open]])
  * @param unknownFields what to do with fields that the reader's class does not have, in formats with names
  * @param carriage how the writer's shape travels with the bytes
  * @param history  shapes that are known beside those of today's classes: what was written from one of them is read, too
  * @param code     classes and functions that pickles hold by name ([[CodeNames]])
  * @param sizeHint the bytes that `x.pickle` is expected to take, where that is more than 4 MB: it makes room for them at
  *                 once, where it else doubles the room each time that it is full. It makes room for no more than
  *                 `limits.maxOutputBytes` and an eighth of the largest heap. A wrong one, a negative one too, costs memory or
  *                 copying and changes no byte
  */
final case class PickleOptions(
    sharing: Sharing = Sharing.Tracked,
    limits: Limits = Limits.Default,
    checksum: Boolean = true,
    subtypes: Subtypes = Subtypes.none,
    unknownFields: UnknownFields = UnknownFields.Skip,
    carriage: Carriage = Carriage.Usual,
    history: History = History.empty,
    sizeHint: Int = 128,
    code: NamedCode = NamedCode.none
):
  private[brine] def sharesAll: Boolean = sharing eq Sharing.All

object PickleOptions:
  given Default: PickleOptions = new PickleOptions()

/** Which objects are written once and then referred to.
  *
  * The source is "Instant Pickles", sections 4.6.1 (object tracking) and 4.6.2 (static object graph analysis).
  */
enum Sharing:
  /** Objects of classes with mutable fields, and whatever can be part of a cycle. Immutable values are written as
    * often as they occur.
    */
  case Tracked

  /** Every object, and equal strings: for immutable graphs whose sharing matters. Slower; the reader is told by the
    * header (a bare pickle must be read with the same setting).
    */
  case All

  /** No object. A value with a cycle is refused by a [[PickleException.LimitExceeded]]; equal parts come back equal. */
  case Off

/** What a reader does with a field that its class does not have. */
enum UnknownFields:
  /** Passes over the field and its value, as every format does where the writer's class had more fields. An object inside it
    * cannot be referred to. If none of a value's fields is known, it is a [[PickleException.UnknownField]] all the same.
    */
  case Skip

  /** A [[PickleException.UnknownField]]: for text that people type, where a misspelt field should not become a default. */
  case Refuse

/** When to give up. Each limit stops a runaway or hostile value, not an honest one.
  *
  * @param maxOutputBytes      most bytes of one pickle, written
  * @param maxInputBytes       most bytes of one pickle, read from a stream or channel, which may make many of few
  * @param maxDepth            deepest nesting, in values; Brine keeps it as data, not on the stack. What it bounds is
  *                            memory, so it is looked at beyond `emittedDepth`, up to which a level counts 1 to 4
  * @param maxElementsWithoutBytes most collection elements in one pickle that take no bytes (of a `List[Unit]`)
  * @param maxDecimalDigits    most digits of a BigDecimal, read or written: Scala hashes one in time that grows with their
  *                            square
  * @param maxCollidingKeys    most elements of a set, or keys of a map, that fall on one place of its hash table; a table is
  *                            filled in time that grows with the square of their number
  * @param emittedDepth        how deep emitted code recurses before the plan interpreter takes over; 512 fits
  *                            every default stack (a level takes 1 within a family in binary, else 4)
  */
final case class Limits(
    maxOutputBytes: Long = 16L << 30,
    maxInputBytes: Long = 16L << 30,
    maxDepth: Int = 50_000_000,
    maxElementsWithoutBytes: Int = 1_000_000,
    maxDecimalDigits: Int = 10_000,
    maxCollidingKeys: Int = 1000,
    emittedDepth: Int = 512
)

object Limits:
  val Default: Limits = Limits()
