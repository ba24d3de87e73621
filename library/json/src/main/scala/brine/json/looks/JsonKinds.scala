package brine.json.looks

/** The kinds of JSON values, as bits of a set. */
private[json] object JsonKinds:
  final val Null = 1
  final val Boolean = 2
  final val Number = 4
  final val Text = 8
  final val Array = 16
  final val Object = 32
  final val Any = 63

  /** Returns the kind of a value that begins with this byte; 0 if none does. */
  def of(first: Byte): Int = first match
    case 'n'                                   => Null
    case 't' | 'f'                             => Boolean
    case '"'                                   => Text
    case '['                                   => Array
    case '{'                                   => Object
    case b if b == '-' || b >= '0' && b <= '9' => Number
    case _                                     => 0

  /** Returns the names of the kinds, for messages. */
  def text(kinds: Int): String = names.collect { case (kind, name) if (kinds & kind) != 0 => name }.mkString(" or ")

  private val names = Seq(
    Null -> "a null",
    Boolean -> "true or false",
    Number -> "a number",
    Text -> "a string",
    Array -> "an array",
    Object -> "an object"
  )

/** The kinds of JSON that the values of a type have.
  *
  * @param own  the usual kinds
  * @param also the kinds of few values, such as NaN, and those that a reader accepts besides
  */
private[json] final case class Kinds(own: Int, also: Int = 0):
  def |(other: Kinds): Kinds = Kinds(own | other.own, also | other.also)
