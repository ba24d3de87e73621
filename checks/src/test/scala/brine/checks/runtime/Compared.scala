package brine.checks.runtime

import java.lang.reflect.{Field, InaccessibleObjectException, Modifier}
import java.util.IdentityHashMap
import scala.jdk.CollectionConverters.*

/** Compares two objects by reflection, field by field, through everything that they refer to: classes, values, and which objects
  * are the same one. Fields that are `transient` are no data. Where a module does not open a class, `equals` and `toString` decide.
  */
object Compared:
  /** The first difference, by its path. */
  def difference(before: Any, after: Any): Option[String] = new Compared().between("$", before, after)

  private def fields(c: Class[?]): Seq[Field] =
    Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != null).flatMap(_.getDeclaredFields).toSeq
      .filterNot(f => Modifier.isStatic(f.getModifiers) || Modifier.isTransient(f.getModifiers) || f.getName.contains("$lzy") || f.getName.contains("bitmap$"))

private final class Compared:
  private val met = new IdentityHashMap[AnyRef, AnyRef]

  def between(path: String, before: Any, after: Any): Option[String] = (before, after) match
    case (null, null)                              => None
    case (null, _) | (_, null)                     => Some(s"$path: $before, now $after")
    case (b: AnyRef, a: AnyRef) if isValue(b)      => Option.when(!b.equals(a))(s"$path: $b, now $a")
    case (b: AnyRef, a: AnyRef) if met.containsKey(b) => Option.when(met.get(b) ne a)(s"$path: was the same object, and is another")
    case (b: AnyRef, a: AnyRef) =>
      met.put(b, a)
      parts(path, b, a)

  private def isValue(x: AnyRef): Boolean = x match
    case _: Number | _: String | _: java.lang.Boolean | _: Character | _: Enum[?] | _: Class[?] | _: Symbol => true
    case _ => x.getClass.getName.startsWith("java.time.")

  private def parts(path: String, before: AnyRef, after: AnyRef): Option[String] =
    if before.getClass.isArray then
      if before.getClass != after.getClass then Some(s"$path: ${before.getClass}, now ${after.getClass}")
      else all(path, elements(before), elements(after))
    else if isCollection(before) then
      if !isCollection(after) then Some(s"$path: now ${after.getClass}") else all(path, elements(before), elements(after))
    else if before.getClass != after.getClass then Some(s"$path: ${before.getClass}, now ${after.getClass}")
    else
      try
        Compared.fields(before.getClass).iterator.flatMap { f =>
          f.setAccessible(true)
          between(s"$path.${f.getName}", f.get(before), f.get(after))
        }.nextOption()
      catch case _: InaccessibleObjectException => Option.when(!before.equals(after) || before.toString != after.toString)(s"$path: $before, now $after")

  private def isCollection(x: AnyRef): Boolean = x match
    case _: java.util.Collection[?] | _: java.util.Map[?, ?] | _: Iterable[?] | _: java.util.Optional[?] => x.getClass.getName.matches("(java|scala)\\..*")
    case _                                                                         => false

  private def elements(x: AnyRef): Seq[Any] = x match
    case c: java.util.Collection[?] => ordered(c.asScala.toSeq, c.isInstanceOf[java.util.Set[?]])
    case m: java.util.Map[?, ?]     => ordered(m.asScala.toSeq.map(identity), true).flatMap { case (k, v) => Seq(k, v); case o => Seq(o) }
    case i: Iterable[?]             => ordered(i.toSeq, i.isInstanceOf[collection.Set[?]] || i.isInstanceOf[collection.Map[?, ?]])
    case o: java.util.Optional[?]   => if o.isPresent then Seq(o.get) else Nil
    case array                      => (0 until java.lang.reflect.Array.getLength(array)).map(java.lang.reflect.Array.get(array, _))

  private def ordered(all: Seq[Any], isSet: Boolean): Seq[Any] = if isSet then all.sortBy(String.valueOf) else all

  private def all(path: String, before: Seq[Any], after: Seq[Any]): Option[String] =
    if before.length != after.length then Some(s"$path: ${before.length} elements, now ${after.length}")
    else before.indices.iterator.flatMap(i => between(s"$path[$i]", before(i), after(i))).nextOption()
