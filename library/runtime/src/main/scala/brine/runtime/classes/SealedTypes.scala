package brine.runtime.classes

import java.lang.reflect.{Modifier, ParameterizedType, Type, TypeVariable}

/** The families that Java's `sealed` types are. Class files of Scala do not have these facts. */
private[runtime] object SealedTypes:
  /** An abstract type whose leaves are all known: no class below it is `non-sealed`. */
  def isFamily(c: Class[?]): Boolean =
    c.isSealed && RuntimeNames.isOpen(c) && leaves(c).forall(leaf => isLeaf(leaf))

  /** The classes below a sealed type that have objects, in the order of the class files; one below two types stands
    * once.
    */
  def leaves(c: Class[?]): Vector[Class[?]] =
    c.getPermittedSubclasses.toVector.flatMap(below =>
      if below.isSealed && RuntimeNames.isOpen(below) then leaves(below) else Vector(below)
    ).distinct

  private def isLeaf(c: Class[?]): Boolean = c.isEnum || Modifier.isFinal(c.getModifiers)

  /** The leaf with the type arguments that follow from the family's, as far as its declaration passes them on. */
  def seenFrom(family: RuntimeType.Of, leaf: Class[?]): RuntimeType.Of =
    val known = argumentsOf(leaf, family.runtimeClass)
    val raw = RuntimeType.raw(leaf)
    val arguments = leaf.getTypeParameters.toVector.zip(raw.arguments).map((parameter, bound) =>
      known.indexWhere(_ == parameter) match
        case -1 => bound
        case i  => family.arguments(i)
    )
    RuntimeType.Of(leaf, arguments)

  /** The arguments of the type `above`, as declarations from `c` on give them; empty if they do not. */
  private def argumentsOf(c: Class[?], above: Class[?]): Vector[Type] =
    val parents = (c.getGenericInterfaces.toVector ++ Option(c.getGenericSuperclass)).map {
      case p: ParameterizedType => (p.getRawType.asInstanceOf[Class[?]], p.getActualTypeArguments.toVector)
      case other                => (other.asInstanceOf[Class[?]], Vector.empty)
    }
    parents.find((parent, _) => above.isAssignableFrom(parent)).fold(Vector.empty) { (parent, arguments) =>
      if parent == above then arguments
      else
        argumentsOf(parent, above).map {
          case v: TypeVariable[?] => parent.getTypeParameters.toVector.indexWhere(_ == v) match
              case -1 => v
              case i  => arguments(i)
          case other => other
        }
    }
