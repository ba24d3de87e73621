package brine.json.reading

import scala.collection.mutable.ArrayBuffer

/** The outline of a JSON value: for an object, the names of its members and the first bytes of their values.
  *
  * @param first the first byte of the value
  * @param text  a string's text; an object's `$type`
  * @param names of an object's own members, as the class has them
  * @param firsts of each member, the first byte of its value
  * @param id    what `$id` says, 0 for nothing
  * @param ref   what `$ref` says, 0 for nothing
  */
private[json] final class Outline(
    val first: Byte,
    val text: String | Null,
    val names: ArrayBuffer[String],
    val firsts: ArrayBuffer[Byte],
    val id: Int,
    val ref: Int
)
