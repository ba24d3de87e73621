package brine

import java.util.{Arrays, LinkedHashMap}
import scala.collection.immutable.TreeSet
import scala.jdk.CollectionConverters.*
import brine.shape.Shape

/** Keeps the fields that the data contain and the class does not have, mostly because a newer program wrote them. An
  * older program can thus read, modify and write them without loss. A class keeps them in a field of this type:
  *
  * {{{ final case class Person(name: String, age: Int, extras: Extras = Extras.none) derives Pickler }}}
  *
  * Extras are read and written with the object, so the class's shape does not depend on them. A class that has gained a
  * field takes its value out of the extras of older data. In JSON extras are written among the other fields.
  *
  * Extras are equal if their names and bytes are. Objects that keep their identity cannot be extras: data with such a
  * field are refused. Extras that were read from JSON can be written to JSON only; all others to any format.
  */
final class Extras private (
    all: LinkedHashMap[String, Extras.Entry], // Java's does not mind keys that collide
    private[brine] val leaf: Extras.Leaf | Null
):
  def isEmpty: Boolean = all.isEmpty

  /** The name of the leaf that had these fields, if the object is the [[fallback]] of a sealed type that does not know
    * the leaf. JSON writes the object under this name again; all other formats refuse it.
    */
  def leafName: Option[String] = if leaf == null then None else Some(leaf.nn.name)

  /** The names of the fields. */
  def names: Set[String] = TreeSet.from(all.keySet.asScala) // a tree does not mind names that collide

  /** Returns these extras except the field of this name. */
  def without(name: String): Extras =
    if !all.containsKey(name) then this
    else
      val some = new LinkedHashMap[String, Extras.Entry](all)
      some.remove(name)
      new Extras(some, leaf)

  private[brine] def entry(name: String): Extras.Entry | Null = all.get(name)

  /** Returns these extras with another entry, in place of the one that has this name, if there is one. */
  private[brine] def updated(name: String, entry: Extras.Entry): Extras =
    val more = new LinkedHashMap[String, Extras.Entry](all)
    more.put(name, entry)
    new Extras(more, leaf)

  /** The names and their entries, in the order in which they were read. */
  private[brine] def entries: Iterator[(String, Extras.Entry)] = all.asScala.iterator

  override def equals(other: Any): Boolean = other match
    case that: Extras => that.isAlike(all) && that.leaf == leaf
    case _            => false

  private def isAlike(other: LinkedHashMap[String, Extras.Entry]): Boolean = all.equals(other)

  override def hashCode: Int = all.hashCode

  override def toString: String =
    all.keySet.asScala.mkString(s"Extras${leafName.fold("")(name => s" of $name")}(", ", ", ")")

object Extras:
  /** No fields. */
  val none: Extras = new Extras(new LinkedHashMap, null)

  /** The name of an unknown leaf. `isAlone`: the leaf is an object without fields, which JSON may write as its name. */
  private[brine] final case class Leaf(name: String, isAlone: Boolean)

  /** Puts extras together; serves once. */
  private[brine] final class Builder(of: String):
    private val all = new LinkedHashMap[String, Entry]

    /** The leaf whose fields these are, if a fallback replaces it. */
    var leaf: Leaf | Null = null

    def add(name: String, entry: Entry): Unit =
      if all.put(name, entry) != null then throw new PickleException.DuplicateField(of, PickleException.quote(name))

    /** Adds an entry, in place of the one that has this name, if there is one. */
    def put(name: String, entry: Entry): Unit = { val ignored = all.put(name, entry) }

    def addAll(extras: Extras): Unit = for (name, entry) <- extras.entries do add(name, entry)

    def remove(name: String): Unit = { val ignored = all.remove(name) }
    def get(name: String): Entry | Null = all.get(name)
    def result(): Extras = if all.isEmpty && leaf == null then none else new Extras(all, leaf)

  private[brine] sealed abstract class Entry:
    def bytes: Array[Byte]
    override def hashCode: Int = Arrays.hashCode(bytes)

  /** A value's bare bytes, and the table of the shape that they are written in.
    *
    * @param budget the budget of the read that found them; null if no read did
    */
  private[brine] final class Shaped(
      val table: Array[Byte],
      val bytes: Array[Byte],
      val budget: ReadBudget | Null = null
  ) extends Entry:
    override def equals(other: Any): Boolean = other match
      case that: Shaped => Arrays.equals(that.table, table) && Arrays.equals(that.bytes, bytes)
      case _            => false

  /** A value as JSON has it. */
  private[brine] final class Json(val bytes: Array[Byte]) extends Entry:
    override def equals(other: Any): Boolean = other match
      case that: Json => Arrays.equals(that.bytes, bytes)
      case _          => false

  given pickler: Pickler[Extras] with
    def shape: Shape = Shape.Custom.Extras
    def pickle(extras: Extras, builder: PickleBuilder): Unit = builder.putExtras(extras)
    def unpickle(reader: PickleReader): Extras = reader.getExtras()

  /** Puts extras, in formats that have no special form for them. */
  private[brine] def put(extras: Extras, builder: PickleBuilder): Unit =
    for name <- extras.leafName do
      throw new PickleException.RuleNotObeyed(
        s"the leaf '${PickleException.quote(name)}', which its type does not know, would get the name of the " +
          "fallback that has kept it. Only JSON writes such a leaf back"
      )
    val all = extras.entries.toVector.map {
      case (name, e: Shaped) => (name, e.table, e.bytes)
      case (name, _: Json)   => throw new PickleException.ExtrasOfJson(name)
    }
    builder.put(all)

  /** Reads extras that [[put]] wrote. */
  private[brine] def get(reader: PickleReader): Extras =
    val all = reader.get[Vector[(String, Array[Byte], Array[Byte])]]
    if all == null then throw new PickleException.Malformed("extras are null")
    val extras = new Builder("Extras")
    for entry <- all do
      if entry == null || entry._1 == null || entry._2 == null || entry._3 == null then
        throw new PickleException.Malformed("an extra is null")
      extras.add(entry._1, new Shaped(entry._2, entry._3, reader.budget))
    extras.result()
