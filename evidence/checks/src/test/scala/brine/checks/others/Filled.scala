package brine.checks.others

import java.lang.reflect.{Modifier, ParameterizedType, Type}
import scala.util.Random

/** Makes objects of classes that have a constructor without parameters, and fills every field that can be assigned with
  * random data of the field's type. Seeded, so that a failure can be repeated.
  */
final class Filled(seed: Long):
  private val random = new Random(seed)

  /** An object of the class, or None where it has no such constructor. */
  def apply(c: Class[?]): Option[AnyRef] = of(c, depth = 3)

  private def of(c: Class[?], depth: Int): Option[AnyRef] =
    try
      val constructor = c.getDeclaredConstructor()
      constructor.setAccessible(true)
      val made = constructor.newInstance().asInstanceOf[AnyRef]
      fill(made, c, depth)
      Some(made)
    catch case _: ReflectiveOperationException | _: java.lang.reflect.InaccessibleObjectException => None

  private def fill(target: AnyRef, c: Class[?], depth: Int): Unit =
    if c != null && !c.getName.startsWith("java.") then
      for
        field <- c.getDeclaredFields if !Modifier.isStatic(field.getModifiers) && !Modifier.isFinal(field.getModifiers)
      do
        field.setAccessible(true)
        value(field.getGenericType, depth).foreach(field.set(target, _))
      fill(target, c.getSuperclass, depth)

  /** None: the field keeps the value of the constructor. */
  private def value(t: Type, depth: Int): Option[AnyRef] = t match
    case java.lang.Boolean.TYPE | Boxed.Boolean   => Some(Boolean.box(random.nextBoolean()))
    case java.lang.Byte.TYPE                      => Some(Byte.box(random.nextInt().toByte))
    case java.lang.Short.TYPE                     => Some(Short.box(random.nextInt().toShort))
    case java.lang.Integer.TYPE | Boxed.Int       => Some(Int.box(random.nextInt()))
    case java.lang.Long.TYPE | Boxed.Long         => Some(Long.box(random.nextLong()))
    case java.lang.Float.TYPE                     => Some(Float.box(random.nextFloat()))
    case java.lang.Double.TYPE                    => Some(Double.box(random.nextDouble()))
    case c: Class[?] if c == classOf[String]      => Some(random.alphanumeric.take(random.nextInt(12)).mkString)
    case c: Class[?] if c == classOf[Array[Byte]] => Some(Array.fill(random.nextInt(8))(random.nextInt().toByte))
    case p: ParameterizedType if p.getRawType == classOf[java.util.List[?]] && depth > 0 =>
      val elements = new java.util.ArrayList[AnyRef]
      for _ <- 0 until random.nextInt(4) do value(p.getActualTypeArguments.head, depth - 1).foreach(elements.add)
      Some(elements)
    case p: ParameterizedType if p.getRawType == classOf[java.util.Map[?, ?]] && depth > 0 =>
      val entries = new java.util.LinkedHashMap[AnyRef, AnyRef]
      for
        _ <- 0 until random.nextInt(4)
        k <- value(p.getActualTypeArguments()(0), depth - 1)
        v <- value(p.getActualTypeArguments()(1), depth - 1)
      do entries.put(k, v)
      Some(entries)
    case c: Class[?] if depth > 0 && !c.isInterface && !c.isArray && !c.getName.startsWith("java.") => of(c, depth - 1)
    case _                                                                                          => None

private object Boxed:
  val Boolean: Class[?] = classOf[java.lang.Boolean]
  val Int: Class[?] = classOf[java.lang.Integer]
  val Long: Class[?] = classOf[java.lang.Long]
