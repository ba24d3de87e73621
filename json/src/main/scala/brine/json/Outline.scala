package brine.json

import scala.collection.mutable.ArrayBuffer

/** What a JSON value looks like from outside: of an object the names of its members and how their values begin.
  *
  * @param first the first byte of the value
  * @param text  of a string, what it says; of an object, what its `$type` says
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
