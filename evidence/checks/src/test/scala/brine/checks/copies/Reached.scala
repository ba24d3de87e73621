package brine.checks.copies

import java.lang.reflect.Modifier
import java.util.{Collections, IdentityHashMap}
import scala.jdk.CollectionConverters.*

/** The objects that can be reached from a value. */
object Reached:
  /** An object with a state of its own, which can be reached from both values. */
  def sharedMutable(a: Any, b: Any): Option[AnyRef] =
    val ofA = from(a)
    from(b).asScala.find(o => ofA.contains(o) && canChange(o))

  private def canChange(o: AnyRef): Boolean = o match
    case a: Array[?]                               => scala.runtime.ScalaRunTime.array_length(a) > 0
    case _: scala.collection.immutable.Iterable[?] => false
    case _: (java.util.Date | java.util.BitSet | StringBuilder | java.util.concurrent.atomic.AtomicLong) => true
    case _: (scala.collection.mutable.Iterable[?] | java.util.Collection[?] | java.util.Map[?, ?])       => true
    case _ =>
      !isOfJdk(o.getClass) && !isConstant(o) && fields(o.getClass).exists(f =>
        !Modifier.isFinal(f.getModifiers) && !f.getName.contains("$lzy")
      )

  private def isConstant(o: AnyRef): Boolean =
    o.isInstanceOf[java.lang.Enum[?]] || o.isInstanceOf[scala.reflect.Enum] || o.getClass.getName.endsWith("$")

  private def isOfJdk(c: Class[?]): Boolean = c.getName.startsWith("java.") || c.getName.startsWith("scala.")

  private def from(value: Any): java.util.Set[AnyRef] =
    val met = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])
    val open = new java.util.ArrayDeque[AnyRef]
    def meet(o: Any): Unit = o match
      case null      => ()
      case o: AnyRef => if met.add(o) then open.push(o)
    meet(value)
    while !open.isEmpty do
      open.pop() match
        case array: Array[?]                   => array.foreach(meet)
        case all: scala.collection.Iterable[?] => if !all.isInstanceOf[LazyList[?]] then all.foreach(meet)
        case (a, b) =>
          meet(a)
          meet(b)
        case all: java.util.Collection[?] => all.asScala.foreach(meet)
        case all: java.util.Map[?, ?] =>
          all.asScala.foreach { (key, value) =>
            meet(key)
            meet(value)
          }
        case option: Option[?]                         => option.foreach(meet)
        case o if isOfJdk(o.getClass) || isConstant(o) => ()
        case o =>
          for field <- fields(o.getClass) if !field.getType.isPrimitive do
            field.setAccessible(true)
            meet(field.get(o))
    met

  private def fields(c: Class[?]): List[java.lang.reflect.Field] =
    if c == null || c.getName.startsWith("java.") then Nil
    else c.getDeclaredFields.toList.filter(f => !Modifier.isStatic(f.getModifiers)) ++ fields(c.getSuperclass)
