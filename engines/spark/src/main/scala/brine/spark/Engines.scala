package brine.spark

import java.util.{LinkedHashMap, Map as JavaMap}

/** Caches the engines of this JVM by their settings, class loader and numbers. Each task has its own serializer, and
  * must not read classes and compile picklers again.
  */
private[spark] object Engines:
  private final case class Key(settings: Settings, loader: ClassLoader, numbers: ClassNumbers | Null)

  /** The engines used last. One keeps its class loader alive: those of an application that has ended are dropped. */
  private val known = new LinkedHashMap[Key, Engine](16, 0.75f, true):
    override def removeEldestEntry(eldest: JavaMap.Entry[Key, Engine]): Boolean = size > Most

  private final val Most = 16

  /** The last one. Serializer instances are many, and comparing settings takes as long as writing a record. */
  @volatile private var last: (Key, Engine) | Null = null

  def of(settings: Settings, loader: ClassLoader): Engine =
    val numbers = BrinePlugin.numbers
    val before = last
    if before != null && (before(0).settings eq settings) && (before(0).loader eq loader) && (before(
        0
      ).numbers eq numbers)
    then before(1)
    else find(settings, loader, numbers)

  private def find(settings: Settings, loader: ClassLoader, numbers: ClassNumbers | Null): Engine =
    val key = Key(settings, loader, numbers)
    synchronized {
      val found = known.get(key)
      val engine = if found != null then found else new Engine(settings, loader, numbers)
      if found == null then known.put(key, engine)
      last = (key, engine)
      engine
    }

  /** Drops the engines of an application that ends. */
  def forget(numbers: ClassNumbers): Unit = synchronized {
    last = null
    known.keySet.removeIf(_.numbers eq numbers)
  }

  /** The class loader of the task, for a serializer that got none from Spark. */
  def contextLoader: ClassLoader =
    val own = Thread.currentThread.getContextClassLoader
    if own != null then own else classOf[BrineSerializer].getClassLoader
