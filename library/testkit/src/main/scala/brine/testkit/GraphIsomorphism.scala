package brine.testkit

import scala.collection.mutable
import brine.{PickleOptions, Pickler, Sharing}
import brine.plan.subtypes.OpenForm

/** Compares two object graphs: the same values, the same objects shared, the same cycles.
  *
  * The pickler shows the parts of an object, so parts that it leaves out are not compared. Elements of sets and
  * keys of maps are taken in the order in which they are iterated.
  */
object GraphIsomorphism:
  /** The first difference of the graphs with its path, or None. With [[brine.Sharing.All]] immutable objects must be
    * shared alike, too. If subtypes have numbers, strings and numbers at open places are values, which the binary
    * format does not share.
    */
  def difference[A: Pickler](a: A, b: A, options: PickleOptions = PickleOptions.Default): Option[String] =
    given PickleOptions = options
    val left = events(a)
    val right = events(b)
    if left == right then None
    else
      val at = left.zip(right).indexWhere((x, y) => x != y) match
        case -1 => left.length min right.length
        case i  => i
      Some(
        s"at ${path(left.take(at))}: ${left.lift(at).fold("the end")(_.toString)}, but " +
          s"${right.lift(at).fold("the end")(_.toString)}"
      )

  def areIsomorphic[A: Pickler](a: A, b: A, options: PickleOptions = PickleOptions.Default): Boolean =
    difference(a, b, options).isEmpty

  private def events[A: Pickler](value: A)(using options: PickleOptions): Seq[Event] =
    val recorded = RecordingBuilder.record(value)
    if !options.subtypes.isNumbered || options.sharing == Sharing.All then recorded else unshared(recorded, options)

  /** Without the identities of plain values at open places; other objects are numbered anew. */
  private def unshared(events: Seq[Event], options: PickleOptions): Seq[Event] =
    val values = mutable.HashMap.empty[Int, Seq[Event]]
    val numbers = mutable.HashMap.empty[Int, Int]
    val out = mutable.ArrayBuffer.empty[Event]
    var at = 0
    while at < events.length do
      events(at) match
        case Event.Identity(id) if isPlain(events, at + 1, options) =>
          val plain = events.slice(at + 1, events.indexOf(Event.EndOpen, at) + 1)
          values(id) = plain
          out ++= plain
          at += plain.length
        case Event.Identity(id) => out += Event.Identity(numbers.getOrElseUpdate(id, numbers.size))
        case Event.Reference(id, _) if values.contains(id) => out ++= values(id)
        case Event.Reference(id, arity)                    => out += Event.Reference(numbers(id), arity)
        case other                                         => out += other
      at += 1
    out.toSeq

  private def isPlain(events: Seq[Event], at: Int, options: PickleOptions): Boolean = events(at) match
    case Event.Present => isPlain(events, at + 1, options)
    case Event.BeginOpen(_, name) =>
      val subtype = options.subtypes.named(name)
      subtype != null && OpenForm.of(subtype).isPlain
    case _ => false

  /** The path after these events, in the manner of exceptions' paths. */
  private def path(events: Seq[Event]): String =
    val open = scala.collection.mutable.ArrayBuffer.empty[String]
    for event <- events do
      if Event.opens(event) then open += ""
      else if Event.closes(event) then open.dropRightInPlace(1)
      else
        event match
          case Event.BeginField(name)    => open(open.length - 1) = s".$name"
          case Event.BeginElement(index) => open(open.length - 1) = s"[$index]"
          case Event.BeginKey(index)     => open(open.length - 1) = s".keys[$index]"
          case Event.BeginValue(index)   => open(open.length - 1) = s".values[$index]"
          case _                         => ()
    open.mkString("$", "", "")
