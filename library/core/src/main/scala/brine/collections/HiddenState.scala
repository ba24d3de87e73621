package brine.collections

import java.io.{IOException, ObjectOutputStream, OutputStream}
import java.util as ju
import java.util.concurrent as juc
import scala.collection.generic.DefaultSerializationProxy
import scala.collection.{concurrent, immutable, mutable, SortedOps}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** Finds the state of a collection that its elements do not show, such as a default, hashing of its own or an order of
  * access. No pickle holds such state, so a place refuses the collection.
  */
private[brine] object HiddenState:
  private final val Default =
    "its default would be lost. Write the underlying map, and add the default after reading"
  private final val Weak = "its content depends on the running JVM. Copy it into an ordinary map"
  private final val Wrapper =
    "it is a wrapper with behaviour of its own, which would be lost. Write the underlying collection, and wrap it " +
      "after reading"

  /** Returns true if objects of this class consist of their elements, and compare them as others of their sort do: most
    * of Scala's immutable collections, and the usual ones of Java. Found out once for each class, since every
    * collection that is written is examined.
    */
  def isUsual(value: AnyRef): Boolean = usual.get(value.getClass)

  private val usual = new ClassValue[Boolean]:
    def computeValue(c: Class[?]): Boolean =
      usualOfJava.contains(c) ||
        c.getName.startsWith("scala.collection.immutable.") && !unusual.exists(_.isAssignableFrom(c))

  private val usualOfJava = Set[Class[?]](
    classOf[ju.ArrayList[?]],
    classOf[ju.LinkedList[?]],
    classOf[ju.ArrayDeque[?]],
    classOf[ju.HashSet[?]],
    classOf[ju.LinkedHashSet[?]],
    classOf[ju.HashMap[?, ?]]
  )

  private val unusual =
    List(classOf[Map.WithDefault[?, ?]], classOf[immutable.TreeSeqMap[?, ?]], classOf[SortedOps[?, ?]])

  /** Returns the state that would be lost, with a cure; null if the collection consists of its elements. */
  def of(value: AnyRef): String | Null = if isUsual(value) then null else ofUnusual(value)

  private def ofUnusual(value: AnyRef): String | Null = value match
    case _: Map.WithDefault[?, ?] | _: mutable.Map.WithDefault[?, ?] => Default
    case map: mutable.LongMap[?]                                     => if hasDefault(map) then Default else null
    case map: concurrent.TrieMap[?, ?]                               => ofTrie(map)
    case map: immutable.TreeSeqMap[?, ?] =>
      if map.orderedBy == immutable.TreeSeqMap.OrderBy.Insertion then null
      else "its entries are in the order of modification, which would be lost. Copy it into one in insertion order"
    case map: ju.LinkedHashMap[?, ?] =>
      if isInAccessOrder(map) then
        "its entries are in the order of access, which would be lost. Copy it into one in insertion order"
      else null
    case _: mutable.WeakHashMap[?, ?] | _: ju.WeakHashMap[?, ?] => Weak
    case queue: juc.BlockingQueue[?] =>
      if queue.remainingCapacity.toLong + queue.size < Int.MaxValue then
        "its capacity would be lost. Copy it into one without, and make the bounded one after reading"
      else null
    case map: ju.Properties if map.stringPropertyNames.stream.anyMatch(!map.containsKey(_)) => Default
    case _ =>
      val name = value.getClass.getName
      if name == "scala.collection.mutable.AnyRefMap" then
        "it may have a default, which would be lost. Copy it into a mutable.HashMap"
      else if name.startsWith("java.util.Collections$") && ownBehaviour.exists(name.contains) then Wrapper
      else null

  /** The collections of `java.util.Collections` that do more than to call another collection. */
  private val ownBehaviour = List("$Synchronized", "$Checked", "$AsLIFO")

  /** Returns the collections behind one of the libraries' wrappers (`Collections.unmodifiableMap`, `asScala`), which
    * decide how it compares its elements; nothing for other collections.
    */
  def wrapped(value: AnyRef): List[AnyRef] =
    val name = value.getClass.getName
    val isOfScala = name.startsWith("scala.collection.convert.JavaCollectionWrappers$")
    value match
      case map: ju.Map[?, ?] if isOfScala && isOfMutable(name) => List(map.asScala)
      case _ if isOfScala || name.startsWith("java.util.Collections$") && wrappers.exists(name.contains) =>
        parts(value).flatMap {
          case stored: DefaultSerializationProxy[?] => stored :: parts(stored)
          case part                                 => List(part)
        }
      case _ => Nil

  private def isOfMutable(name: String): Boolean =
    name.endsWith("$MutableMapWrapper") || name.endsWith("$ConcurrentMapWrapper")

  private val wrappers = List("$Unmodifiable", "$SetFromMap")

  /** Returns the objects that Java's serialization would write for the fields of this one. It is the way to see them
    * that needs no reflection on another module's private fields.
    */
  private def parts(value: AnyRef): List[AnyRef] =
    val found = List.newBuilder[AnyRef]
    val fields = new ObjectOutputStream(OutputStream.nullOutputStream):
      enableReplaceObject(true)
      override protected def replaceObject(part: AnyRef): AnyRef | Null =
        if part eq value then part
        else
          found += part
          null
    try fields.writeObject(value)
    catch case _: IOException => () // it is not serializable: a program's class
    found.result()

  /** Only a call shows whether there is a default, so the code asks for the default of one key. */
  private def hasDefault(map: mutable.LongMap[?]): Boolean =
    try
      val ignored = map.default(0L)
      true
    catch
      case _: NoSuchElementException => false
      case NonFatal(_)               => true

  private def ofTrie(map: concurrent.TrieMap[?, ?]): String | Null =
    if map.isReadOnly then
      "it is a read-only snapshot, and would come back as a map that can change. Copy it into an immutable map"
    else if !isUsualTrie(map) then
      "its hashing or its equality are code, and would be lost. Copy it into one without"
    else null

  /** Compares hashing and equality by their classes: the library has one object for all maps, or one for each map. An
    * agent that transforms a class of the library gives later maps other classes.
    */
  private def isUsualTrie(map: concurrent.TrieMap[?, ?]): Boolean =
    val own = codeOf(map)
    if !own.subsetOf(usualCode) then usualCode ++= codeOf(concurrent.TrieMap.empty)
    own.subsetOf(usualCode)

  private def codeOf(map: concurrent.TrieMap[?, ?]): Set[Class[?]] =
    Set(map.hashing.getClass, map.equality.getClass)

  @volatile private var usualCode = codeOf(concurrent.TrieMap.empty)

  /** The order shows when an entry is read: in access order, the entry moves to the end. Reading changes nothing in a
    * map in the order of insertion, so that a map of `LinkedHashMap`'s own class is not copied; one in access order
    * gets its order back.
    */
  private def isInAccessOrder(map: ju.LinkedHashMap[?, ?]): Boolean =
    if map.size >= 2 && map.getClass == classOf[ju.LinkedHashMap[?, ?]] then
      val moves = readsToTheEnd(map)
      if moves then new ju.ArrayList[Any](map.keySet).subList(0, map.size - 1).forEach(key => map.get(key): Unit)
      moves
    else
      val copy = map.clone().asInstanceOf[ju.LinkedHashMap[Any, Any]]
      if copy.size < 2 then
        copy.put(1, 1)
        copy.put(2, 2)
      readsToTheEnd(copy)

  private def readsToTheEnd(map: ju.LinkedHashMap[?, ?]): Boolean =
    val first = map.keySet.iterator.next().asInstanceOf[AnyRef | Null]
    map.get(first)
    map.keySet.iterator.next().asInstanceOf[AnyRef | Null] ne first
