package brine.testkit.reference

import brine.testkit.Event

/** Renders events so that two values that are equal have one text: sets and maps in one order, without the events that
  * a shape implies.
  */
object CanonicalEvents:
  def text(events: Seq[Event]): String =
    val renderer = new Renderer(events.toIndexedSeq)
    val text = renderer.all()
    if renderer.reordersObjects then Numbers.replaceAllIn(text, "$1") else text

  private val Numbers = "([#^])\\d+".r

  private val ordered = Set(
    "ListMap",
    "VectorMap",
    "SeqMap",
    "TreeSeqMap",
    "ListSet",
    "mutable.LinkedHashSet",
    "mutable.LinkedHashMap",
    "mutable.SeqMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedHashMap"
  )

  private def isUnordered(kind: String): Boolean =
    !ordered(kind) && List("Set", "Map", "PriorityQueue", "Hashtable").exists(kind.contains)

  private final class Renderer(events: IndexedSeq[Event]):
    private var at = 0

    /** Some collection without an order holds objects with numbers, so that the numbers depend on the order. */
    var reordersObjects = false

    def all(): String =
      val out = new StringBuilder
      while at < events.length do out ++= next()
      out.toString

    private def next(): String =
      val event = events(at)
      at += 1
      event match
        case Event.Present | Event.BeginProduct(_) | Event.BeginField(_) | Event.EndProduct => ""
        case Event.BeginSequence(kind, size, _) => s"[$size ${collected(kind, Event.EndSequence)}]"
        case Event.BeginMapping(kind, size, _)  => s"{$size ${collected(kind, Event.EndMapping)}}"
        case Event.Identity(id)                 => s"#$id "
        case Event.Reference(id, _)             => s"^$id "
        case Event.Scalar(_, value)             => s"$value "
        case Event.BeginLeaf(_, leaf)           => s"$leaf("
        case Event.EndLeaf | Event.EndSome      => ")"
        case Event.BeginSome(isNull)            => if isNull then "Some(null" else "Some("
        case other                              => s"$other "

    private def collected(kind: String, end: Event): String =
      val parts = List.newBuilder[String]
      while events(at) != end do parts += element(end)
      at += 1
      if !isUnordered(kind) then parts.result().mkString(",")
      else
        if parts.result().exists(Numbers.findFirstIn(_).isDefined) then reordersObjects = true
        parts.result().map(Numbers.replaceAllIn(_, "$1")).sorted.mkString(",")

    private def element(end: Event): String =
      val out = new StringBuilder
      at += 1 // BeginElement or BeginKey
      while !isNext(end) do
        events(at) match
          case Event.BeginValue(_) =>
            at += 1
            out ++= "->"
          case _ => out ++= next()
      out.toString

    private def isNext(end: Event): Boolean = events(at) == end || (events(at) match
      case Event.BeginElement(_) | Event.BeginKey(_) => true
      case _                                         => false
    )
