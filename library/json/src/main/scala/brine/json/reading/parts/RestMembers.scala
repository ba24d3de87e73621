package brine.json.reading.parts

import brine.json.text.JsonInput
import brine.shape.RestFields
import scala.collection.mutable.ArrayBuffer

/** The members of one open object that belong to its maps with `brine.jsonRest`. They are skipped among the others, and
  * their places are kept. Behind the last member of the object, each map goes back to its own.
  */
private[json] final class RestMembers(of: RestFields, in: JsonInput):
  private val places = Array.fill(of.count)(ArrayBuffer.empty[Long])
  private var isHeld = false

  /** Behind the object. */
  private var end = 0L

  /** The map that is read, and the next of its members. */
  private var map = -1
  private var next = 0

  def isEmpty: Boolean = places.forall(_.isEmpty)

  /** Before a member that may be one of a map. */
  def hold(): Unit = if !isHeld then
    in.hold()
    isHeld = true

  /** Behind such a member. */
  def letGo(): Unit = if isHeld && isEmpty then
    in.release()
    isHeld = false

  /** Keeps the place of a member of this map. */
  def add(rest: Int, place: Long): Unit = places(rest) += place

  /** Behind the last member of the object, or of a map: returns the field of the next map; -1 if there is none. */
  def nextField(): Int =
    if map < 0 then end = in.offset
    map += 1
    next = 0
    if map < of.count then of.fields(map)
    else
      if isHeld then in.release()
      -1

  /** Goes to the next member of the map, or behind the object if there is none. Returns true if there is one. */
  def nextMember(): Boolean =
    val goesOn = next < places(map).length
    in.goTo(if goesOn then places(map)(next) else end)
    next += 1
    goesOn
