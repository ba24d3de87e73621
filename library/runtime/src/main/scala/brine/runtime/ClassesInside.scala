package brine.runtime

import java.util as ju
import scala.collection.mutable
import brine.runtime.classes.RuntimeNames
import brine.runtime.standard.Unfolded

/** The classes of objects inside one that is in its form for Java's serialization. */
private[runtime] final class ClassesInside(picklers: RuntimePicklers, form: JavaForm):
  /** Accepted, on the list, or harmless: strings, numbers, the standard values and collections, and the classes that
    * these are written as.
    */
  def isAllowed(c: Class[?]): Boolean =
    if c.isArray then isAllowed(c.getComponentType) || picklers.allowed.mentions(c.getComponentType)
    else
      c.isPrimitive || ClassesInside.isHarmless(c) || picklers.allowed.mentions(c) || form.accepts(
        c
      ) || StandardSubtypes.isKnown(c) ||
      StandardSubtypes.arrayElement(c.getName) != null

  /** The classes in the stream of one object. A class that is allowed brings its superclasses.
    *
    * @param byteCount the bytes of the stream
    */
  final class StreamClasses(root: Class[?], byteCount: Int):
    private val above = mutable.HashSet.empty[Class[?]]
    private var hasHashTable = false
    private val unfolded = new Unfolded(byteCount)

    def isAllowed(c: Class[?]): Boolean =
      val allowed = c == root || above(c) || ClassesInside.this.isAllowed(c)
      if allowed && !c.isArray then
        above ++= Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != null).drop(1)
      if ClassesInside.isHashTable(c) then hasHashTable = true
      allowed

    /** Takes an object whose parts have been read. */
    def add(value: AnyRef): Unit = unfolded.add(value)

    /** A hash table asks its elements for their hashes, and they ask theirs. Collections of collections, each with the
      * next one twice, take time for that which doubles with each level.
      */
    def takesLong: Boolean = hasHashTable && unfolded.isLarge

private[runtime] object ClassesInside:
  final val Cure = "put its class on the `AllowList` of runtime picklers, or accept it in the JavaForm"

  private val harmless: Set[String] = Set(
    "java.lang.Object",
    "java.lang.Number",
    "java.lang.Enum",
    "java.lang.StackTraceElement",
    "java.time.Ser",
    "java.util.CollSer",
    "java.util.Arrays$ArrayList",
    "java.util.concurrent.ConcurrentHashMap$Segment",
    "java.util.concurrent.locks.ReentrantLock",
    "java.util.concurrent.locks.ReentrantLock$Sync",
    "java.util.concurrent.locks.ReentrantLock$NonfairSync",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer",
    "java.util.concurrent.locks.AbstractOwnableSynchronizer",
    "java.math.RoundingMode",
    "java.math.MathContext",
    "scala.collection.generic.DefaultSerializationProxy",
    "scala.collection.generic.SerializeEnd$",
    "scala.runtime.ModuleSerializationProxy"
  )

  /** Values, and the parts of the libraries' own forms: wrappers of collections, and the names of a collection's class.
    */
  private def isHarmless(c: Class[?]): Boolean =
    val name = c.getName
    harmless(name) || name.startsWith("java.util.Collections$") ||
    name.startsWith("scala.collection.") && (name.endsWith("$ToFactory") || name.endsWith("Delegate") || name.endsWith(
      "DeserializationFactory"
    ) ||
      RuntimeNames.isObject(c))

  private val hashTables: List[Class[?]] = List(
    classOf[ju.HashMap[?, ?]],
    classOf[ju.HashSet[?]],
    classOf[ju.Hashtable[?, ?]],
    classOf[ju.concurrent.ConcurrentHashMap[?, ?]],
    classOf[ju.concurrent.CopyOnWriteArraySet[?]]
  )

  /** Returns true for a class whose objects represent collections of the JDK or of Scala's library in Java's form. */
  private def isProxy(c: Class[?]): Boolean =
    c.getName == "java.util.CollSer" || c.getName == "scala.collection.generic.DefaultSerializationProxy"

  private def isHashTable(c: Class[?]): Boolean = hashTables.exists(_.isAssignableFrom(c)) || isProxy(c)
