package brine.lock

import java.io.File
import java.lang.reflect.{Field, InvocationTargetException, Method, Modifier, ParameterizedType, Type as JavaType}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import brine.evolve.Lock

/** The givens that objects of compiled classes offer without parameters of any kind. */
private[lock] object OfferedGivens:
  /** Returns the names of the objects in a folder, as `loadClass` takes them. */
  def objects(folder: Path): Vector[String] =
    val files = Files.walk(folder)
    try
      files.iterator.asScala.map(f => folder.relativize(f).toString).filter(_.endsWith("$.class"))
        .map(_.stripSuffix(".class").replace(File.separatorChar, '.')).toVector.sorted
    finally files.close()

  /** Returns the field of an object's class that has the object. An object inside a class or a method has none. */
  def moduleField(holder: Class[?]): Option[Field] =
    holder.getDeclaredFields.find(f =>
      f.getName == "MODULE$" && Modifier.isStatic(f.getModifiers) && Modifier.isPublic(f.getModifiers)
    )

  /** Returns the methods of a class that return a `kind` and take no arguments, with the type argument of it. */
  def of(holder: Class[?], kind: Class[?]): Seq[(Method, JavaType)] =
    holder.getMethods.toSeq.flatMap(m => typeOf(m, kind).map(m -> _)).sortBy(_._1.getName)

  private def typeOf(method: Method, kind: Class[?]): Option[JavaType] =
    if Modifier.isStatic(method.getModifiers) || method.getParameterCount > 0 || method.getTypeParameters.nonEmpty then
      None
    else
      method.getGenericReturnType match
        case p: ParameterizedType if p.getRawType == kind => Some(p.getActualTypeArguments.head)
        case _                                            => None

  def invoked(method: Method, target: AnyRef): AnyRef | Null =
    try method.invoke(target)
    catch case e: InvocationTargetException => throw e.getCause

  /** Returns the generators of the objects in folders, and a text for each object whose generators could not be made.
    *
    * @param without names of objects, as locks have them, that are left out
    */
  def generators(
      folders: Seq[Path],
      loader: ClassLoader,
      without: Set[String]
  ): (Vector[Generator[?]], Vector[String]) =
    val unread = Vector.newBuilder[String]
    val all = Vector.newBuilder[Generator[?]]
    for folder <- folders; name <- objects(folder) if !without(Lock.typeName(name)) do
      try all ++= generatorsOf(loader.loadClass(name))
      catch
        case e: Throwable if NonFatal(e) || e.isInstanceOf[LinkageError] =>
          unread += InspectionError.text(name, folder, e)
    (all.result(), unread.result())

  private def generatorsOf(holder: Class[?]): Seq[Generator[?]] = moduleField(holder).toSeq.flatMap { module =>
    of(holder, classOf[Generator[?]]).map { (method, _) =>
      invoked(method, module.get(null)) match
        case generator: Generator[?] =>
          val ignored = generator.pickler.shape
          generator
        case _ => throw new IllegalStateException(s"the generator ${method.getName} is null")
    }
  }
