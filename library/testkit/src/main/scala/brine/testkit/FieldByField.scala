package brine.testkit

import java.lang.reflect.{Field, Modifier}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Compares two object graphs by the fields of their objects, independently of `equals`.
  *
  * It knows nothing of picklers. Collections, maps and a few value classes of the JDK and of Scala are compared by
  * content, since their fields are tables and caches. Transient fields of other classes, and those of lazy values, are
  * left out. An object that can change must come back once, however often it is referred to.
  *
  * @param read  the value of a field of an object, private ones included
  * @param alike whether two objects are alike, of those that fields do not tell about. Asked first
  */
private[brine] final class FieldByField(
    read: (Field, AnyRef) => Any,
    alike: PartialFunction[(AnyRef, AnyRef), Boolean] = PartialFunction.empty
):
  import FieldByField.*

  /** The path of the first difference and the two values there; None if the object has none. */
  def difference(before: Any, after: Any): Option[String] = new Comparison().run(before, after)

  /** The pairs that are left to do are in a queue, so that deep graphs take no stack. */
  private final class Comparison:
    private val partners = new java.util.IdentityHashMap[AnyRef, AnyRef]
    private val todo = mutable.Queue.empty[(String, Any, Any)]

    def run(before: Any, after: Any): Option[String] =
      todo.enqueue(("$", before, after))
      var found: Option[String] = None
      while found.isEmpty && todo.nonEmpty do
        val (path, a, b) = todo.dequeue()
        found = compare(path, a, b)
      found

    private def compare(path: String, a: Any, b: Any): Option[String] =
      if a == null || b == null then unless(a == null && b == null, path, a, b)
      else
        val (x, y) = (a.asInstanceOf[AnyRef], b.asInstanceOf[AnyRef])
        if alike.isDefinedAt((x, y)) then unless(alike((x, y)), path, x, y)
        else if classOf(x) != classOf(y) then Some(s"$path was a ${x.getClass.getName} and is a ${y.getClass.getName}")
        else if partners.containsKey(x) then
          unless((partners.get(x) eq y) || !canChange(x), path, "one object", "several")
        else
          partners.put(x, y)
          contents(path, x, y)

    /** A pair of primitives may have a class for these. */
    private def classOf(x: AnyRef): Class[?] = x match
      case _: (Any, Any) => Predef.classOf[(Any, Any)]
      case _             => x.getClass

    private def contents(path: String, x: AnyRef, y: AnyRef): Option[String] = (x, y) match
      case (a: (Any, Any), b: (Any, Any)) => inOrder(path, a.productIterator, b.productIterator)
      case (_: String | _: java.lang.Number | _: java.lang.Character | _: java.lang.Boolean, _)
          if x.getClass.getPackageName == "java.lang" =>
        unless(x.equals(y), path, x, y)
      case (_: java.lang.Enum[?] | _: Class[?], _)                   => unless(x eq y, path, x, y)
      case (_: java.lang.CharSequence, _) if isOfLibrary(x.getClass) => unless(x.toString == y.toString, path, x, y)
      case (_: java.util.Date, _) =>
        unless(x == y, path, x, y).orElse(fields(path, x, y))
      case (a: java.util.Optional[?], b: java.util.Optional[?]) =>
        inOrder(path, a.stream.iterator.asScala, b.stream.iterator.asScala)
      case (a: Array[?], b: Array[?]) => inOrder(path, a.iterator, b.iterator)
      case (a: java.util.Map[?, ?], b: java.util.Map[?, ?]) =>
        mapping(path, a.asScala.iterator, b.asScala.iterator, isOrdered(x)).orElse(fields(path, x, y))
      case (a: java.util.Collection[?], b: java.util.Collection[?]) =>
        sequence(path, a.asScala.iterator, b.asScala.iterator, isOrdered(x)).orElse(fields(path, x, y))
      case (a: scala.collection.Map[?, ?], b: scala.collection.Map[?, ?]) =>
        mapping(path, a.iterator, b.iterator, isOrdered(a)).orElse(fields(path, x, y))
      case (a: scala.collection.Iterable[?], b: scala.collection.Iterable[?]) =>
        sequence(path, a.iterator, b.iterator, isOrdered(a)).orElse(fields(path, x, y))
      case _ if isValue(x.getClass) => unless(x == y && x.toString == y.toString, path, x, y)
      case _                        => fields(path, x, y)

    /** Fields that hold data, except those of the library's collections, which have been compared by content. */
    private def fields(path: String, x: AnyRef, y: AnyRef): Option[String] =
      val isCollection = x match
        case _: java.util.Collection[?] | _: java.util.Map[?, ?] | _: scala.collection.Iterable[
              ?
            ] | _: java.util.Date => true
        case _ => false
      for
        field <- instanceFields(x.getClass)
        if !Modifier.isTransient(field.getModifiers) && !isOfLazyValue(field) && !(isCollection && isOfLibrary(
          field.getDeclaringClass
        ))
      do todo.enqueue((s"$path.${field.getName}", read(field, x), read(field, y)))
      None

    private def isOrdered(x: scala.collection.Iterable[?]): Boolean = x match
      case _: scala.collection.Seq[?] | _: scala.collection.SeqMap[?, ?] | _: scala.collection.SortedOps[?, ?] => true
      case _: mutable.LinkedHashSet[?] | _: scala.collection.immutable.ListSet[?]                              => true
      case _                                                                                                   => false

    private def isOrdered(x: AnyRef): Boolean =
      !x.getClass.getName.contains("Hash") || x.getClass.getName.contains("LinkedHash") || x.isInstanceOf[
        java.util.List[?]
      ]

    private def sequence(path: String, as: Iterator[Any], bs: Iterator[Any], isOrdered: Boolean): Option[String] =
      if isOrdered then inOrder(path, as, bs) else inAnyOrder(path, as, bs)

    private def mapping(
        path: String,
        as: Iterator[(Any, Any)],
        bs: Iterator[(Any, Any)],
        isOrdered: Boolean
    ): Option[String] =
      val (left, right) = (as.toVector, bs.toVector)
      if isOrdered || left.length != right.length then
        inOrder(s"$path.keys", left.iterator.map(_(0)), right.iterator.map(_(0)))
          .orElse(inOrder(s"$path.values", left.iterator.map(_(1)), right.iterator.map(_(1))))
      else
        left.iterator.map { (key, value) =>
          right.find((other, _) => areAlike(key, other)) match
            case None => Some(s"$path has no key $key any more")
            case Some((other, found)) =>
              todo.enqueue((s"$path($key)", value, found))
              None
        }.collectFirst { case Some(difference) => difference }

    private def inOrder(path: String, as: Iterator[Any], bs: Iterator[Any]): Option[String] =
      val (left, right) = (as.toVector, bs.toVector)
      for ((a, b), i) <- left.zip(right).zipWithIndex do todo.enqueue((s"$path[$i]", a, b))
      unless(left.length == right.length, path, s"${left.length} elements", s"${right.length} elements")

    private def inAnyOrder(path: String, as: Iterator[Any], bs: Iterator[Any]): Option[String] =
      val (left, right) = (as.toVector, bs.toVector)
      if left.length != right.length then Some(s"$path had ${left.length} elements and has ${right.length}")
      else left.find(a => !right.exists(areAlike(a, _))).map(a => s"$path has no element $a any more")

    private def areAlike(a: Any, b: Any): Boolean = difference(a, b).isEmpty

    private def unless(holds: Boolean, path: String, a: Any, b: Any): Option[String] =
      if holds then None else Some(s"$path was $a and is $b")

private object FieldByField:
  /** Packages whose classes say by `equals` all that they hold. */
  private val values =
    List(
      "java.time.",
      "java.math.",
      "java.util.UUID",
      "java.util.Locale",
      "java.util.Currency",
      "java.net.UR",
      "java.io.File",
      "scala.math.Big"
    )

  private def isValue(c: Class[?]): Boolean = values.exists(c.getName.startsWith)

  private def isOfLibrary(c: Class[?]): Boolean = c.getName.startsWith("java.") || c.getName.startsWith("scala.")

  /** It holds values computed so far, and is computed again. */
  private def isOfLazyValue(field: Field): Boolean =
    field.getName.contains("$lzy") || field.getName.startsWith("bitmap$") ||
      field.getDeclaringClass.getDeclaredMethods.exists(_.getName == s"${field.getName}$$lzycompute")

  private def instanceFields(c: Class[?]): List[Field] =
    if c == null then Nil
    else instanceFields(c.getSuperclass) ++ c.getDeclaredFields.filterNot(f => Modifier.isStatic(f.getModifiers))

  /** Returns true if a second copy of the object is distinguishable from the first, since a field of it can be
    * assigned.
    */
  private def canChange(value: AnyRef): Boolean = value match
    case _: java.util.Collection[?] | _: java.util.Map[?, ?] | _: mutable.Iterable[?] | _: java.util.Date => true
    case _ if isOfLibrary(value.getClass)                                                                 => false
    case _ => instanceFields(value.getClass).exists(f =>
        !Modifier.isFinal(f.getModifiers) && !Modifier.isTransient(f.getModifiers)
      )
