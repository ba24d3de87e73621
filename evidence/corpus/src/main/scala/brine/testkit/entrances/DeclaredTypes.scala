package brine.testkit.entrances

import java.lang.reflect.{GenericArrayType, Modifier, ParameterizedType, Type, TypeVariable, WildcardType}
import java.util.IdentityHashMap

/** Compares each object that a value leads to with the type of the field, element or array that holds it. The JVM
  * checks classes only: a wrong object in a `List[Item]` fails where the program first uses it.
  */
object DeclaredTypes:
  def check(value: Any): Unit =
    new DeclaredTypes().check(value, if value == null then classOf[Object] else value.getClass, "$")

  /** Compares a value with a type: that of a field of a test, for instance. */
  def check(value: Any, tpe: Type): Unit = new DeclaredTypes().check(value, tpe, "$")

private final class DeclaredTypes:
  private val met = new IdentityHashMap[Any, java.util.HashSet[String]]

  private def check(value: Any, tpe: Type, path: String): Unit = if value != null then
    val raw = rawClass(tpe)
    if !boxed(raw).isInstance(value) then
      throw new AssertionError(s"$path is a ${value.getClass.getName}, expected a ${tpe.getTypeName}")
    // A value is compared once with each type, since it may lead to itself.
    if met.computeIfAbsent(value, _ => new java.util.HashSet).add(tpe.getTypeName) then parts(value, tpe, raw, path)

  private def parts(value: Any, tpe: Type, raw: Class[?], path: String): Unit =
    def argument(i: Int): Type = tpe match
      case p: ParameterizedType if i < p.getActualTypeArguments.length => p.getActualTypeArguments()(i)
      case _                                                           => classOf[Object]
    value match
      case map: scala.collection.Map[?, ?] =>
        // A map with keys of one primitive type has one argument.
        val hasKeys = tpe match
          case p: ParameterizedType => p.getActualTypeArguments.length > 1
          case _                    => false
        for (k, v) <- map do
          if hasKeys then check(k, argument(0), s"$path.keys")
          check(v, argument(if hasKeys then 1 else 0), s"$path.values")
      case _: Range | _: scala.collection.immutable.NumericRange[?] => () // their numbers are made when asked
      case all: scala.collection.Iterable[?] =>
        for (element, i) <- all.iterator.zipWithIndex do check(element, argument(0), s"$path[$i]")
      case all: Array[?] =>
        val element = tpe match
          case g: GenericArrayType => g.getGenericComponentType
          case _                   => value.getClass.getComponentType
        if !value.getClass.getComponentType.isPrimitive then
          for (e, i) <- all.zipWithIndex do check(e, element, s"$path[$i]")
      case Some(content)  => check(content, argument(0), s"$path.get")
      case Left(content)  => check(content, argument(0), s"$path.left")
      case Right(content) => check(content, argument(1), s"$path.right")
      case tuple: Product if value.getClass.getName.startsWith("scala.Tuple") =>
        for (part, i) <- tuple.productIterator.zipWithIndex do check(part, argument(i), s"$path._${i + 1}")
      case _ if value.getClass.getName.startsWith("java.") || value.getClass.getName.startsWith("scala.") => ()
      case _ => fields(value, value.getClass, if raw == value.getClass then tpe else value.getClass, path)

  private def fields(value: Any, c: Class[?], tpe: Type, path: String): Unit =
    val arguments = tpe match
      case p: ParameterizedType =>
        c.getTypeParameters.toVector.zip(p.getActualTypeArguments).toMap[TypeVariable[?], Type]
      case _ => Map.empty[TypeVariable[?], Type]
    for f <- c.getDeclaredFields if !Modifier.isStatic(f.getModifiers) && !f.getType.isPrimitive do
      f.setAccessible(true)
      check(f.get(value), bound(f.getGenericType, arguments), s"$path.${f.getName}")
    if c.getSuperclass != null && !c.getSuperclass.getName.startsWith("java.") then
      fields(value, c.getSuperclass, c.getSuperclass, path)

  /** A type with the arguments of its class in place of the variables. */
  private def bound(tpe: Type, arguments: Map[TypeVariable[?], Type]): Type = tpe match
    case v: TypeVariable[?] => arguments.getOrElse(v, v)
    case p: ParameterizedType if arguments.nonEmpty =>
      new ParameterizedType:
        def getActualTypeArguments: Array[Type] = p.getActualTypeArguments.map(bound(_, arguments))
        def getRawType: Type = p.getRawType
        def getOwnerType: Type = p.getOwnerType
        override def getTypeName: String =
          getActualTypeArguments.map(_.getTypeName).mkString(s"${p.getRawType.getTypeName}<", ", ", ">")
    case other => other

  private def rawClass(tpe: Type): Class[?] = tpe match
    case c: Class[?]          => c
    case p: ParameterizedType => rawClass(p.getRawType)
    case g: GenericArrayType  => rawClass(g.getGenericComponentType).arrayType
    case w: WildcardType      => rawClass(w.getUpperBounds.head)
    case v: TypeVariable[?]   => rawClass(v.getBounds.head)

  private def boxed(c: Class[?]): Class[?] =
    if c.isPrimitive then java.lang.invoke.MethodType.methodType(c).wrap.returnType else c
