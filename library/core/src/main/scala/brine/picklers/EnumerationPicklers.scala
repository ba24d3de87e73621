package brine.picklers

import brine.{PickleException, Pickler, internal}
import brine.picklers.values.ValuePickler.mapped

/** Picklers for values of a `scala.Enumeration` that is an `object`, by their names, and for sets of them. */
@internal
object EnumerationPicklers:
  /** Called by code that [[brine.derive.EnumerationMacros]] makes. */
  def ofValue[V](enumeration: Enumeration): Pickler[V] =
    val constants = new Constants(enumeration)
    mapped(Pickler.string)(Made[String, V](enumeration)(constants.named(_).asInstanceOf[V]))(constants.nameOf(_))

  /** See [[ofValue]]. */
  def ofSet[V](enumeration: Enumeration): Pickler[V] =
    val e = enumeration
    val constants = new Constants(e)
    def made(names: Vector[String]): V =
      e.ValueSet.fromSpecific(names.map(constants.named(_).asInstanceOf[e.Value])).asInstanceOf[V]
    mapped(Pickler.vector(using Pickler.string))(Made(e)(made))(set =>
      set.asInstanceOf[Iterable[Any]].iterator.map(constants.nameOf(_)).toVector
    )

  /** Makes a value of one enumeration. Two are equal if their enumeration is the same. */
  private final case class Made[A, V](enumeration: Enumeration)(make: A => V) extends (A => V):
    def apply(part: A): V = make(part)

  /** The values of an enumeration by their names. It may get more of them at any time. */
  private final class Constants(enumeration: Enumeration):
    private final class Known(val size: Int, val named: Map[String, Iterable[Enumeration#Value]])

    @volatile private var latest = Known(-1, Map.empty)

    private def known: Known =
      val values = enumeration.values
      if latest.size != values.size then latest = Known(values.size, values.unsorted.groupBy(_.toString))
      latest

    def named(name: String): Enumeration#Value = known.named.get(name) match
      case Some(values)         => values.head
      case None if name == null => throw new PickleException.Malformed(s"expected a name of $enumeration, found null")
      case None => throw new PickleException.UnknownLeaf(enumeration.toString, s"'${PickleException.quote(name)}'")

    /** @throws PickleException.UnexpectedClass for one of several values of one name, which would come back as another
      */
    def nameOf(value: Any): String =
      val name = value.toString
      if !known.named.get(name).exists(_.size == 1) then
        throw PickleException.UnexpectedClass.because(
          s"$enumeration.Value",
          value.getClass.getName,
          s"its enumeration has no constant, or several, of the name '$name'. Give each a name of its own"
        )
      name
