package brine.bench

import brine.*
import brine.binary.BinaryPickle

/** A value's calls: written as in the README, and with a pickler that is kept. */
abstract class CallSite:
  def outWritten(): AnyRef
  def outKept(): AnyRef
  def inWritten(): Any
  def inKept(): Any

  /** Refuses to measure calls that do different things. */
  final def check(): Unit =
    if outWritten() != outKept() || inWritten() != inKept() then throw new IllegalStateException("not the same")

object CallSite:
  final case class Person(name: String, since: Int) derives Pickler
  final case class Box[A](content: A) derives Pickler

  private val jim = Person("Jim", 2005)

  def of(name: String): CallSite = name match
    case "list"  => new OfList
    case "tuple" => new OfTuple
    case "map"   => new OfMap
    case "box"   => new OfBox

  // Each has its calls written out, since they are the measured code.

  private final class OfList extends CallSite:
    private val value = List(jim, Person("Jane", 2006))
    private val pickler = summon[Pickler[List[Person]]]
    private val pickle: BinaryPickle = value.pickle
    def outWritten(): AnyRef = value.pickle
    def outKept(): AnyRef = value.pickle(using pickler)
    def inWritten(): Any = pickle.unpickle[List[Person]]
    def inKept(): Any = pickle.unpickle(using pickler)

  private final class OfTuple extends CallSite:
    private val value = (1, "one")
    private val pickler = summon[Pickler[(Int, String)]]
    private val pickle: BinaryPickle = value.pickle
    def outWritten(): AnyRef = value.pickle
    def outKept(): AnyRef = value.pickle(using pickler)
    def inWritten(): Any = pickle.unpickle[(Int, String)]
    def inKept(): Any = pickle.unpickle(using pickler)

  private final class OfMap extends CallSite:
    private val value = Map("a" -> Vector(1, 2, 3), "b" -> Vector(4))
    private val pickler = summon[Pickler[Map[String, Vector[Int]]]]
    private val pickle: BinaryPickle = value.pickle
    def outWritten(): AnyRef = value.pickle
    def outKept(): AnyRef = value.pickle(using pickler)
    def inWritten(): Any = pickle.unpickle[Map[String, Vector[Int]]]
    def inKept(): Any = pickle.unpickle(using pickler)

  private final class OfBox extends CallSite:
    private val value = Box(jim)
    private val pickler = summon[Pickler[Box[Person]]]
    private val pickle: BinaryPickle = value.pickle
    def outWritten(): AnyRef = value.pickle
    def outKept(): AnyRef = value.pickle(using pickler)
    def inWritten(): Any = pickle.unpickle[Box[Person]]
    def inKept(): Any = pickle.unpickle(using pickler)
