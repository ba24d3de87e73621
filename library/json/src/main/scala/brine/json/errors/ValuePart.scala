package brine.json.errors

import brine.PickleException
import brine.json.streams.PathStep
import brine.json.text.JsonInput
import brine.wire.WireException

/** A member of an object or an element of an array, by its place in a text.
  *
  * @param token the step to it from the object or array
  * @param start the offset of the key, or of the element
  * @param from  the offset of the value
  * @param until the offset behind the value
  */
private[json] final class ValuePart(val token: PathStep, val start: Int, val from: Int, val until: Int):
  /** The offset of the value, and behind it, if the part begins at `at`. */
  def valueAt(at: Int): Int = at + from - start
  def endAt(at: Int): Int = at + until - start

private[json] object ValuePart:
  /** The parts of the object or array between two offsets of a text, which is JSON. Any other value has none, nor has
    * an object with a name that is not Unicode.
    */
  def of(text: Array[Byte], from: Int, until: Int): Vector[ValuePart] =
    val in = new JsonInput(text, from, until, null, from)
    try
      in.peek() match
        case '{' => parts(in, '}')(_ => { val name = in.readKey(); PathStep.Member(name) })
        case '[' => parts(in, ']')(PathStep.Index(_))
        case _   => Vector.empty
    catch case _: (PickleException | WireException) => Vector.empty

  private def parts(in: JsonInput, end: Byte)(token: Int => PathStep): Vector[ValuePart] =
    val all = Vector.newBuilder[ValuePart]
    in.take()
    if !in.takes(end) then
      var index = 0
      while
        in.peek()
        val start = in.offset
        val step = token(index)
        in.peek()
        val from = in.offset
        in.skip()
        all += new ValuePart(step, start.toInt, from.toInt, in.offset.toInt)
        index += 1
        in.takes(',')
      do ()
    all.result()

  /** The one value of a text; null if the text is not JSON. */
  def root(text: Array[Byte]): ValuePart | Null =
    val in = new JsonInput(text, 0, text.length, null, 0)
    try
      in.peek()
      val from = in.offset.toInt
      in.skip()
      val until = in.offset.toInt
      if in.isAtEnd then new ValuePart(PathStep.Member(""), from, from, until) else null
    catch case _: (PickleException | WireException) => null
