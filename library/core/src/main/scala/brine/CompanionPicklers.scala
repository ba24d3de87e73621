package brine

import java.io.{BufferedReader, InputStreamReader}
import java.lang.reflect.InvocationTargetException
import java.nio.charset.StandardCharsets.UTF_8
import scala.jdk.CollectionConverters.*

/** Finds the picklers that classes have by their own `derives Pickler`, by class. This is the only place where Brine
  * reflects: once for each class that is written at a place of an open type, and for those that a build's index
  * names. The classes that it looks up never come from a pickle.
  */
private[brine] object CompanionPicklers:
  private val known = new ClassValue[Option[Subtype[?]]]:
    def computeValue(c: Class[?]): Option[Subtype[?]] = find(c)

  /** Returns the class's own pickler as a subtype, or null if it has none. */
  def own(c: Class[?]): Subtype[?] | Null = known.get(c).orNull

  /** The class's own, or that of the enum whose case it is, which cannot have one. */
  def subtype(c: Class[?]): Subtype[?] | Null =
    val found = own(c)
    if found != null then found
    else
      val of = ScalaEnums.enumOf(c)
      if of == null || of == c then null else own(of)

  /** Loads a class by its full name; an object's may omit its `$`. */
  def load(name: String, loader: ClassLoader): Class[?] =
    try loader.loadClass(name)
    catch case _: ClassNotFoundException => loader.loadClass(name + "$")

  /** The lines of all files of this name on a class path. */
  def lines(file: String, loader: ClassLoader): List[String] =
    loader.getResources(file).asScala.toList.flatMap { found =>
      val in = new BufferedReader(new InputStreamReader(found.openStream(), UTF_8))
      try in.lines.iterator.asScala.toList
      finally in.close()
    }

  /** Does as [[lines]], without comments. */
  def indexed(file: String, loader: ClassLoader): List[String] =
    lines(file, loader).map(_.takeWhile(_ != '#').trim).filter(_.nonEmpty)

  /** Finds the pickler in the class's companion, or in an object itself. A class with type parameters has one for
    * each use, and so none here.
    */
  private def find(c: Class[?]): Option[Subtype[?]] =
    val holder = if c.getName.endsWith("$") then Some(c) else companion(c)
    for
      holder <- holder
      method <- holder.getMethods.find(m => m.getName == "derived$Pickler" && m.getParameterCount == 0)
    yield try Subtype.of(c, method.invoke(holder.getField("MODULE$").get(null)).asInstanceOf[Pickler[Any]])
    catch case e: InvocationTargetException => throw e.getCause

  private def companion(c: Class[?]): Option[Class[?]] =
    try Some(c.getClassLoader.loadClass(c.getName + "$"))
    catch case _: ClassNotFoundException | _: NullPointerException => None // no loader: a class of the JDK
