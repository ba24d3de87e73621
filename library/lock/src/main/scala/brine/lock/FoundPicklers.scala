package brine.lock

import java.lang.reflect.{Method, ParameterizedType, Type as JavaType}
import java.nio.file.Path
import scala.util.control.NonFatal
import brine.Pickler
import brine.evolve.Lock
import OfferedGivens.{invoked, moduleField, objects}

/** The picklers that a program offers.
  *
  * @param types  the picklers, sorted by their names
  * @param unread a text for each class that could not be inspected: its name, the cause, and what to do
  */
final case class FoundPicklers(types: Vector[FoundPicklers.Type], unread: Vector[String])

object FoundPicklers:
  /** @param name as locks have it (`Lock.typeName`, `Lock.givenName`) */
  final class Type(val name: String, val pickler: Pickler[Any])

  /** Looks for picklers in folders of compiled classes: all that objects offer without parameters, by `derives Pickler`
    * or as a given. Their classes are loaded and made, as the program itself would.
    */
  def in(folders: Seq[Path], loader: ClassLoader): FoundPicklers = in(folders, loader, Set.empty)

  /** @param without names of objects, as locks have them, that are left out
    * @throws IllegalArgumentException if one of these is in no folder
    */
  private[lock] def in(folders: Seq[Path], loader: ClassLoader, without: Set[String]): FoundPicklers =
    val all = for folder <- folders.toVector; name <- objects(folder) yield (folder, name)
    val names = all.map((_, name) => Lock.typeName(name)).toSet
    for name <- without if !names(name) do
      throw new IllegalArgumentException(s"--without $name: no object of this name is in ${folders.mkString(", ")}")
    val unread = Vector.newBuilder[String]
    val types = all.filterNot((_, name) => without(Lock.typeName(name))).flatMap { (folder, name) =>
      def note(e: Throwable): Seq[Type] =
        unread += InspectionError.text(name, folder, e)
        Nil
      try
        val offered = picklers(loader.loadClass(name))
        if offered.nonEmpty then InspectionError.refuseOtherVersion(name, folder, loader)
        offered
      catch
        case e: LinkageError => note(e)
        case NonFatal(e)     => note(e)
    }
    FoundPicklers(types.distinctBy(_.name).sortBy(_.name), unread.result())

  private def picklers(holder: Class[?]): Seq[Type] = moduleField(holder).fold(Nil) { module =>
    val offered = OfferedGivens.of(holder, classOf[Pickler[?]])
    val byMethods =
      offered.map((method, of) => named(nameOf(holder, method, of, offered), invoked(method, module.get(null))))
    byMethods ++ (if classOf[Pickler[?]].isAssignableFrom(holder) then
                    Seq(named(nameOfItself(holder), module.get(null)))
                  else Nil)
  }

  /** With its shape made, which can fail for want of other classes. */
  private def named(name: String, pickler: AnyRef | Null): Type =
    if pickler == null then throw new IllegalStateException(s"the pickler $name is null")
    val found = new Type(name, pickler.asInstanceOf[Pickler[Any]])
    val ignored = found.pickler.shape.fingerprint
    found

  // ---- names

  /** The class's name for the pickler in its own companion. A class file does not distinguish an opaque type from the
    * type under it, so every other pickler has the name of its place. Several picklers of one class in the companion
    * have it too, except the derived one.
    */
  private def nameOf(holder: Class[?], method: Method, of: JavaType, offered: Seq[(Method, JavaType)]): String =
    of match
      case c: Class[?] if isCompanion(holder, c) && (method.getName == Derived || isAlone(c, offered)) =>
        Lock.typeName(c.getName)
      case _ => Lock.givenName(holder.getName, method.getName)

  private def isAlone(c: Class[?], offered: Seq[(Method, JavaType)]): Boolean = offered.count(_._2 == c) == 1

  private def isCompanion(holder: Class[?], c: Class[?]): Boolean = holder.getName == c.getName + "$"

  /** `given Pickler[A] with` is an object inside another. */
  private def nameOfItself(holder: Class[?]): String =
    val outer = holder.getDeclaringClass
    val of = holder.getGenericInterfaces.collectFirst {
      case p: ParameterizedType if p.getRawType == classOf[Pickler[?]] => p.getActualTypeArguments.head
    }
    of match
      case Some(c: Class[?]) if outer != null && (isCompanion(outer, c) || outer == c) => Lock.typeName(c.getName)
      case _                                                                           => Lock.givenName(holder.getName)

  private final val Derived = "derived$Pickler"
