package brine.testkit

/** Equality as laws need it. Arrays compare by their elements, floats by their bits, objects and enums' values by
  * identity, and everything else by `equals`, part by part.
  *
  * An object whose class defines no `equals` equals any object of its class: [[GraphIsomorphism]], by the
  * pickler, distinguishes those. Recursive, for values nested some thousands deep at most.
  */
object Same:
  private type Seen = java.util.IdentityHashMap[Any, Any]

  def apply(a: Any, b: Any): Boolean = same(a, b, new java.util.IdentityHashMap())

  private def same(a: Any, b: Any, seen: Seen): Boolean =
    if a == null || b == null then a == null && b == null
    else
      (a, b) match
        case (x: Double, y: Double)           => java.lang.Double.compare(x, y) == 0
        case (x: Float, y: Float)             => java.lang.Float.compare(x, y) == 0
        case (x: Array[?], y: Array[?])       => x.getClass == y.getClass && all(a, b, x.iterator, y.iterator, seen)
        case (x: Iterable[?], y: Iterable[?]) => x.size == y.size && all(a, b, x.iterator, y.iterator, seen)
        case (x: AnyRef, y: AnyRef) if isObject(x) => x eq y
        case (x: Product, y: Product) =>
          plainClass(x) == plainClass(y) && all(a, b, x.productIterator, y.productIterator, seen)
        case (x: AnyRef, y: AnyRef) => x.getClass == y.getClass && (hasNoEquals(x) || x == y)

  private def all(a: Any, b: Any, xs: Iterator[Any], ys: Iterator[Any], seen: Seen): Boolean =
    val isUnderWay = seen.put(a, b).asInstanceOf[AnyRef] eq b.asInstanceOf[AnyRef] // in a cycle
    isUnderWay || xs.zipAll(ys, Same, null).forall((x, y) => same(x, y, seen))

  /** An `object` or an enum's value, of which there is one. */
  private def isObject(x: AnyRef): Boolean = x match
    case value: scala.reflect.Enum => value.productArity == 0
    case other                     => other.getClass.getName.endsWith("$")

  /** Returns the class of a value; for a specialised tuple, the class of the plain tuple. */
  private def plainClass(x: AnyRef | Product): Class[?] =
    val own = x.getClass
    if own.getName.endsWith("$sp") then own.getSuperclass else own

  private def hasNoEquals(x: AnyRef): Boolean =
    x.getClass.getMethod("equals", classOf[Object]).getDeclaringClass == classOf[Object]
