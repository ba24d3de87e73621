package brine.testkit.entrances

import java.lang.reflect.{GenericArrayType, Modifier, ParameterizedType, Type, TypeVariable, WildcardType}
import java.util.IdentityHashMap

/** Compares each object that a value leads to with the type of the field, element or array that holds it. The JVM
  * checks classes only: a wrong object in a `List[Item]` fails where the program first uses it.
  */
object DeclaredTypes:
  def check(value: Any): Unit = check(value, if value == null then classOf[Object] else value.getClass)

  /** Compares a value with a type: that of a field of a test, for instance. */
  def check(value: Any, tpe: Type): Unit = new DeclaredTypes().check(value, tpe)

  /** A value that is to be compared with a type, and the way to it. */
  private final class Place(val value: Any, val tpe: Type, val step: String, val within: Place | Null):
    def path: String =
      val places = Iterator.iterate[Place | Null](this)(_.nn.within).takeWhile(_ != null)
      places.map(_.nn.step).toVector.reverse.mkString

private final class DeclaredTypes:
  import DeclaredTypes.Place
  private val met = new IdentityHashMap[Any, java.util.HashSet[String]]

  // Values may be deeper than the Java stack.
  private val open = new java.util.ArrayDeque[Place]

  private def check(value: Any, tpe: Type): Unit =
    open.push(new Place(value, tpe, "$", null))
    while !open.isEmpty do check(open.pop())

  private def check(place: Place): Unit = if place.value != null then
    import place.{tpe, value}
    val raw = rawClass(tpe)
    if !boxed(raw).isInstance(value) then
      throw new AssertionError(s"${place.path} is a ${value.getClass.getName}, expected a ${tpe.getTypeName}")
    // A value is compared once with each type, since it may lead to itself.
    if met.computeIfAbsent(value, _ => new java.util.HashSet).add(tpe.getTypeName) then parts(place, raw)

  private def parts(place: Place, raw: Class[?]): Unit =
    import place.{tpe, value}
    def argument(i: Int): Type = tpe match
      case p: ParameterizedType if i < p.getActualTypeArguments.length => p.getActualTypeArguments()(i)
      case _                                                           => classOf[Object]
    def part(value: Any, tpe: Type, step: String): Unit = open.push(new Place(value, tpe, step, place))
    value match
      case map: scala.collection.Map[?, ?] =>
        // A map with keys of one primitive type has one argument.
        val hasKeys = tpe match
          case p: ParameterizedType => p.getActualTypeArguments.length > 1
          case _                    => false
        for (k, v) <- map do
          if hasKeys then part(k, argument(0), ".keys")
          part(v, argument(if hasKeys then 1 else 0), ".values")
      case _: Range | _: scala.collection.immutable.NumericRange[?] => () // their numbers are made when asked
      case all: scala.collection.Iterable[?] =>
        for (element, i) <- all.iterator.zipWithIndex do part(element, argument(0), s"[$i]")
      case all: Array[?] =>
        val element = tpe match
          case g: GenericArrayType => g.getGenericComponentType
          case _                   => value.getClass.getComponentType
        if !value.getClass.getComponentType.isPrimitive then
          for (e, i) <- all.zipWithIndex do part(e, element, s"[$i]")
      case Some(content)  => part(content, argument(0), ".get")
      case Left(content)  => part(content, argument(0), ".left")
      case Right(content) => part(content, argument(1), ".right")
      case tuple: Product if value.getClass.getName.startsWith("scala.Tuple") =>
        for (e, i) <- tuple.productIterator.zipWithIndex do part(e, argument(i), s"._${i + 1}")
      case _ if value.getClass.getName.startsWith("java.") || value.getClass.getName.startsWith("scala.") => ()
      case _ => fields(place, value.getClass, if raw == value.getClass then tpe else value.getClass)

  @annotation.tailrec
  private def fields(place: Place, c: Class[?], tpe: Type): Unit =
    val arguments = tpe match
      case p: ParameterizedType =>
        c.getTypeParameters.toVector.zip(p.getActualTypeArguments).toMap[TypeVariable[?], Type]
      case _ => Map.empty[TypeVariable[?], Type]
    for f <- c.getDeclaredFields if !Modifier.isStatic(f.getModifiers) && !f.getType.isPrimitive do
      f.setAccessible(true)
      open.push(new Place(f.get(place.value), bound(f.getGenericType, arguments), s".${f.getName}", place))
    val above = c.getSuperclass
    if above != null && !above.getName.startsWith("java.") then fields(place, above, above)

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
