package brine.runtime.standard

import java.util as ju
import scala.collection.mutable

/** Classes of the libraries whose objects no open place takes, with the reason and a cure: collections that hold more
  * than they show, computations, and code.
  */
private[runtime] object Refused:
  private final val Computed =
    "it computes its elements on demand. Copy those that you need into a Vector or an ArrayList"
  private final val HasDefault =
    "its default is code, and would be lost. Write the underlying map, and add the default after reading"
  private final val MayHaveDefault =
    "it may have a default, which is code and would be lost. Copy it into a mutable.HashMap"

  private val reasons: List[(Class[?], String)] = List(
    classOf[LazyList[?]] -> s"it may have no end, and $Computed",
    classOf[scala.collection.View[?]] -> Computed,
    classOf[scala.collection.Iterator[?]] -> Computed,
    classOf[scala.collection.WithFilter[?, ?]] -> Computed,
    classOf[ju.Iterator[?]] -> Computed,
    classOf[ju.Enumeration[?]] -> Computed,
    classOf[ju.Spliterator[?]] -> Computed,
    classOf[ju.stream.BaseStream[?, ?]] -> Computed,
    classOf[Map.WithDefault[?, ?]] -> HasDefault,
    classOf[mutable.Map.WithDefault[?, ?]] -> HasDefault,
    classOf[mutable.LongMap[?]] -> MayHaveDefault,
    classOf[mutable.WeakHashMap[?, ?]] -> "its content depends on the running JVM. Copy it into a mutable.HashMap",
    classOf[ju.WeakHashMap[?, ?]] -> "its content depends on the running JVM. Copy it into a HashMap",
    classOf[
      ju.IdentityHashMap[?, ?]
    ] -> "it compares keys by their identity, which a read cannot keep for values. Copy it into a HashMap"
  )

  /** By their names: classes that are deprecated, or in some versions of the library alone. */
  private val byName: Map[String, String] = Map(
    "scala.collection.immutable.Stream" -> s"it may have no end, and $Computed",
    "scala.collection.immutable.LazyListIterable" -> s"it may have no end, and $Computed",
    "scala.collection.mutable.AnyRefMap" -> MayHaveDefault
  )

  private final val HidesState =
    "it is a view of another collection, or has a state that its public methods do not show. Copy it into a " +
      "collection of the JDK " +
      "or of Scala's library that can be pickled"

  /** Returns true for a class of Scala's whose elements are computed of its fields. */
  def isComputation(c: Class[?]): Boolean =
    c.getName.startsWith("scala.") && (classOf[scala.collection.View[?]].isAssignableFrom(c) || classOf[
      scala.collection.Iterator[?]
    ].isAssignableFrom(c))

  /** Null for a class that may be pickled, if it is on the list. */
  def why(c: Class[?]): String | Null =
    if !isOfLibrary(c) then
      if c.isHidden || c.getName.contains("$$Lambda") then
        "it is a lambda or another hidden class, which has no name that a reader could find. Keep its inputs as " +
          "fields, or give it a name: see CodeNames"
      else null
    else
      val named = superNames(c).flatMap(byName.get).nextOption()
      named.orElse(reasons.collectFirst { case (above, why) if above.isAssignableFrom(c) => why }).orElse(
        hiding(c)
      ).orNull

  private def superNames(c: Class[?]): Iterator[String] =
    Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != null).map(_.getName)

  private def hiding(c: Class[?]): Option[String] =
    Option.when(c.getName.startsWith("java.") && (classOf[ju.Collection[?]].isAssignableFrom(c) || classOf[
      ju.Map[?, ?]
    ].isAssignableFrom(c)))(HidesState)

  private def isOfLibrary(c: Class[?]): Boolean = c.getName.startsWith("scala.") || c.getName.startsWith("java.")
