package brine.runtime.classes

import java.lang.reflect.{GenericArrayType, ParameterizedType, Type, TypeVariable, WildcardType}
import java.lang.reflect.{GenericSignatureFormatError, MalformedParameterizedTypeException}
import brine.bytecode.Constant
import brine.ScalaEnums

/** A type as class files give it: a class with its type arguments, as far as they are known. */
private[runtime] enum RuntimeType:
  /** An array's argument is its element type. */
  case Of(runtimeClass: Class[?], arguments: Vector[RuntimeType])

  /** The type of one constant of an enum, Java's or Scala's. */
  case Constant(value: AnyRef)

private[runtime] object RuntimeType:
  val Any: RuntimeType.Of = RuntimeType.Of(classOf[Object], Vector.empty)

  def enumOf(constant: Constant): Class[?] = constant.value match
    case ofJava: java.lang.Enum[?] => ofJava.getDeclaringClass
    case ofScala                   => ScalaEnums.enumOf(ofScala.getClass).nn

  def nameOf(constant: Constant): String = constant.value match
    case ofJava: java.lang.Enum[?] => ofJava.name
    case ofScala                   => ofScala.asInstanceOf[Product].productPrefix

  /** A class whose type arguments are not known: they are the bounds that the class declares. */
  def raw(c: Class[?]): RuntimeType.Of = raw(c, p => Of(erasure(p), parametersOf(erasure(p)).map(_ => Any)))

  private def raw(c: Class[?], argument: TypeVariable[?] => RuntimeType.Of): RuntimeType.Of =
    if c.isArray then Of(c, Vector(raw(c.getComponentType, argument))) else Of(c, parametersOf(c).map(argument))

  /** None if the class file says them in a way that the JDK refuses. */
  private def parametersOf(c: Class[?]): Vector[TypeVariable[?]] = told(c.getTypeParameters.toVector, Vector.empty)

  /** The type that a signature gives, or else `erased`. Compilers have written wrong signatures, and signatures are
    * read only on demand.
    */
  def told[A](signature: => A, erased: => A): A =
    try signature
    catch
      case _: (GenericSignatureFormatError | MalformedParameterizedTypeException | TypeNotPresentException) => erased

  /** The meaning of a type of a class file inside `owner`, whose type parameters are known as its arguments. A variable
    * without a value, and a wildcard, are replaced by their upper bounds.
    */
  def resolve(t: Type, owner: RuntimeType.Of): RuntimeType.Of = t match
    case c: Class[?] => raw(c)
    case p: ParameterizedType =>
      Of(p.getRawType.asInstanceOf[Class[?]], p.getActualTypeArguments.toVector.map(resolve(_, owner)))
    case a: GenericArrayType =>
      val element = resolve(a.getGenericComponentType, owner)
      Of(element.runtimeClass.arrayType, Vector(element))
    case v: TypeVariable[?] =>
      parametersOf(owner.runtimeClass).indexWhere(_ == v) match
        case -1 => raw(erasure(v))
        case i =>
          owner.arguments(i) match
            case known: Of   => known
            case c: Constant => raw(enumOf(c))
    case w: WildcardType => resolve(w.getUpperBounds.head, owner)
    case other           => throw new IllegalArgumentException(s"unsupported kind of type: ${other.getTypeName}")

  private def erasure(t: Type): Class[?] = t match
    case c: Class[?]          => c
    case p: ParameterizedType => erasure(p.getRawType)
    case v: TypeVariable[?]   => erasure(v.getBounds.head)
    case a: GenericArrayType  => erasure(a.getGenericComponentType).arrayType
    case w: WildcardType      => erasure(w.getUpperBounds.head)
    case _                    => classOf[Object]

  /** The type `t`'s superclass is, seen from `t`. */
  def superType(t: RuntimeType.Of): RuntimeType.Of =
    told(resolve(t.runtimeClass.getGenericSuperclass, t), raw(t.runtimeClass.getSuperclass))
