package brine.lock

import java.io.File
import java.lang.reflect.{InvocationTargetException, Method, Modifier, ParameterizedType}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import brine.Pickler
import brine.evolve.Lock

/** The types of a program that have a pickler, and what could not be looked at. */
final case class Found(types: Vector[Found.Type], unread: Vector[String])

object Found:
  /** @param name as locks have it */
  final class Type(val name: String, val pickler: Pickler[Any])

  /** Looks for picklers in folders of compiled classes: all that objects offer without parameters, by `derives Pickler` or as
    * a given. Their classes are loaded and made, as the program itself would.
    */
  def in(folders: Seq[Path], loader: ClassLoader): Found =
    val unread = Vector.newBuilder[String]
    val types =
      for
        folder <- folders.toVector
        name <- objects(folder)
        (typeName, pickler) <-
          try picklers(loader.loadClass(name))
          catch
            case e: LinkageError                   => { unread += s"$name: $e"; Nil }
            case NonFatal(e)                       => { unread += s"$name: $e"; Nil }
      yield new Type(typeName, pickler)
    Found(types.distinctBy(_.name).sortBy(_.name), unread.result())

  private def objects(folder: Path): Vector[String] =
    val files = Files.walk(folder)
    try
      files.iterator.asScala.map(f => folder.relativize(f).toString).filter(_.endsWith("$.class"))
        .map(_.stripSuffix(".class").replace(File.separatorChar, '.')).toVector.sorted
    finally files.close()

  private def picklers(holder: Class[?]): Seq[(String, Pickler[Any])] =
    holder.getMethods.toSeq.filter(m => !Modifier.isStatic(m.getModifiers) && m.getParameterCount == 0).flatMap { method =>
      typeOf(method).map { c =>
        try Lock.typeName(c.getName) -> method.invoke(holder.getField("MODULE$").get(null)).asInstanceOf[Pickler[Any]]
        catch case e: InvocationTargetException => throw e.getCause
      }
    }

  /** What it is a pickler of, if that is a class without type arguments. */
  private def typeOf(method: Method): Option[Class[?]] = method.getGenericReturnType match
    case p: ParameterizedType if p.getRawType == classOf[Pickler[?]] =>
      p.getActualTypeArguments match
        case Array(c: Class[?]) if c != classOf[Object] => Some(c)
        case _                                          => None
    case _ => None
