package brine

/** Settings for one call of `pickle` or `unpickle`. The defaults are safe; override them with a local given:
  * {{{ given PickleOptions = PickleOptions(sharing = Sharing.All) }}}
  *
  * @param sharing  which objects keep their identity
  * @param limits   when to give up
  * @param checksum whether a binary pickle with a header ends in a CRC32C of its bytes (4 bytes)
  * @param subtypes the classes that may be read where an open type is declared ([[Pickler.open]])
  * @param unknownFields what to do with fields that the reader's class does not have, in formats with names
  * @param carriage how the writer's shape travels with the bytes
  * @param history  shapes of older or newer classes: pickles that were written from one of them can be read, too
  * @param code     classes and functions that pickles hold by name ([[CodeNames]])
  * @param sizeHint the expected number of bytes, where it is more than `keptBuffer`. `x.pickle` makes room for them at
  *                 once, instead of doubling the room each time that it is full. It makes room for at most
  *                 `limits.maxOutputBytes` and an eighth of the largest heap. A wrong hint, even a negative one, costs
  *                 memory or copying and changes no byte
  * @param keptBuffer the most bytes of a pickle after which the thread keeps its buffer for the next one. The buffer
  *                 has up to twice as many bytes. It is held softly and is released after a hundred pickles of 64 KB or
  *                 less. A thread that writes pickles of 20 MB one after another saves half of the time with 32 MB. 0
  *                 keeps nothing. Virtual threads keep nothing. Graphs keep twice as much, for their columns
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
    code: NamedCode = NamedCode.none,
    keptBuffer: Int = 4 << 20
):
  private[brine] def sharesAll: Boolean = sharing eq Sharing.All

object PickleOptions:
  given Default: PickleOptions = new PickleOptions()

/** Which objects are written once and then referred to.
  *
  * The source is "Instant Pickles", sections 4.6.1 (object tracking) and 4.6.2 (static object graph analysis).
  */
enum Sharing:
  /** Objects of classes with mutable fields, and all objects that can be part of a cycle. Immutable values are
    * written as often as they occur.
    */
  case Tracked

  /** Every object, and equal strings: for immutable graphs whose sharing matters. Slower. The header tells the
    * reader; a bare pickle must be read with this setting, too.
    */
  case All

  /** No object. A value with a cycle fails with [[PickleException.LimitExceeded]]; equal parts come back equal. */
  case Off

/** The treatment of a field that the reader's class does not have. */
enum UnknownFields:
  /** Skips the field and its value, as every format does where the writer's class had more fields. References to an
    * object inside it fail. If none of a value's fields is known, the read fails with [[PickleException.UnknownField]].
    */
  case Skip

  /** Fails with [[PickleException.UnknownField]]: for text that people type, where a misspelt field should not become
    * a default.
    */
  case Refuse

/** When to give up. Each limit stops a runaway or hostile value, not an honest one.
  *
  * @param maxOutputBytes      most bytes of one pickle, written
  * @param maxInputBytes       most bytes of one pickle, read from a stream or channel, which may decompress them
  * @param maxDepth            deepest nesting, in values; Brine keeps it as data, not on the stack. This limit bounds
  *                            memory, so it is checked only beyond `emittedDepth`, up to which a level counts 1 to 4
  * @param maxElementsWithoutBytes most collection elements in one pickle that take no bytes (of a `List[Unit]`). All
  *                            other costs of a read that its bytes do not pay for count against it, too. Examples are
  *                            steps to hash or compare keys, beyond 32 for each byte, and digits of `BigInt`s that
  *                            exponents alone express in JSON (`1e9999`). docs/guide/security.md lists all
  * @param maxDecimalDigits    most digits of a BigDecimal, read or written, and of a `BigInt` with an exponent in JSON.
  *                            The time that Scala takes to hash a BigDecimal grows with the square of the digits
  * @param maxCollidingKeys    most elements of a set, or keys of a map, in one slot of its hash table. The time to fill
  *                            a table grows with the square of their number
  * @param emittedDepth        how deep emitted code recurses before the plan interpreter takes over; 512 fits
  *                            every default stack (an object or a collection takes 1 within a family in binary, else 4)
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
