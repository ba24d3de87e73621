package brine.testkit

import brine.{PickleOptions, Pickler}

/** Whether two object graphs are alike: the same values, the same objects shared, the same cycles.
  *
  * What an object is made of its pickler tells; so what the pickler leaves out is not compared. Elements of sets and
  * keys of maps are taken in the order in which they are iterated.
  */
object GraphIsomorphism:
  /** Where the graphs first differ, or None. With [[brine.Sharing.All]] immutable objects must be shared alike, too. */
  def difference[A: Pickler](a: A, b: A, options: PickleOptions = PickleOptions.Default): Option[String] =
    given PickleOptions = options
    val left = RecordingBuilder.record(a)
    val right = RecordingBuilder.record(b)
    if left == right then None
    else
      val at = left.zip(right).indexWhere((x, y) => x != y) match
        case -1 => left.length min right.length
        case i  => i
      Some(s"at ${path(left.take(at))}: ${left.lift(at).fold("the end")(_.toString)}, but ${right.lift(at).fold("the end")(_.toString)}")

  def areIsomorphic[A: Pickler](a: A, b: A, options: PickleOptions = PickleOptions.Default): Boolean =
    difference(a, b, options).isEmpty

  /** Where one is after these events, in the manner of exceptions' paths. */
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
