package brine.runtime.classes

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.{Field, InaccessibleObjectException, Modifier}
import java.util.IdentityHashMap
import scala.collection.immutable.{TreeMap, TreeSet}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.{PickleException, ScalaEnums}

/** Examines the values of an object that a read will compute again. It runs when the object is written. A value that
  * can change, or that has such a part, is refused, since a change would be lost. The types of these values do not say
  * whether they can change ([[Mutability.Unknown]]).
  */
private[runtime] final class ImmutabilityCheck(objectClass: Class[?], values: Vector[ImmutabilityCheck.Examined]):
  private val fields: Array[Field] = values.map(_.field).toArray
  for f <- fields do f.setAccessible(true)

  /** Why the class is refused if there is another way to write it. */
  def doubt: String = s"${values.head.what}, and the type does not say that it is immutable"

  /** Throws `UnexpectedClass` if a value may have changed. The cost is that of visiting each part of the values. */
  def verify(value: Object): Unit =
    for i <- fields.indices do
      val why = values(i).whyLost(fields(i).get(value))
      if why != null then
        throw PickleException.UnexpectedClass.because(
          "a class that its constructor rebuilds",
          RuntimeNames.shown(objectClass),
          s"${values(i).what}, but $why. Let the constructor take it, or write a pickler for the class"
        )

  /** Adds this check to a getter of the object. */
  def before(getter: MethodHandle): MethodHandle =
    MethodHandles.foldArguments(
      getter.asType(getter.`type`.changeParameterType(0, classOf[Object])),
      ImmutabilityCheck.verify.bindTo(this)
    )

private[runtime] object ImmutabilityCheck:
  /** A field whose value is examined.
    *
    * @param what    a sentence that begins the refusal
    * @param sign    why the value may differ when it is computed again, whatever it is; null if it must only be
    *   immutable
    */
  final case class Examined(field: Field, what: String, sign: String | Null = null):
    /** Why a read would lose the value, as the end of a sentence; null if it would not. */
    def whyLost(value: AnyRef | Null): String | Null =
      if sign == null then whyMutable(value) else if isComputed(value) then sign else null

  def ofComputed(f: FieldLayout): Examined =
    Examined(f.field, s"its constructor computes its field '${f.name}' again when the object is read")

  def ofSource(f: FieldLayout, computed: String): Examined =
    Examined(f.field, s"its constructor computes its field '$computed' again when the object is read, from '${f.name}'")

  def ofLazyValue(f: Field, name: String): Examined =
    Examined(f, s"its lazy value '$name' is computed again when the object is read")

  /** For a lazy value whose code depends on the moment. */
  def ofMoment(f: Field, name: String, sign: String): Examined = ofLazyValue(f, name).copy(sign = s"its code $sign")

  /** Returns false for a lazy value of Scala 3 that is null, not computed, or not yet. */
  private def isComputed(value: AnyRef | Null): Boolean =
    value != null && !value.getClass.getName.startsWith("scala.runtime.LazyVals$")

  private val verify: MethodHandle = MethodHandles.lookup().findVirtual(
    classOf[ImmutabilityCheck],
    "verify",
    MethodType.methodType(classOf[Unit], classOf[Object])
  )

  /** The end of a sentence about the first part that can change; null if there is none. */
  def whyMutable(value: AnyRef | Null): String | Null =
    if value == null || (kinds.get(value.getClass) eq Kind.Value) then null else new Walk().run(value)

  /** The parts that are left to examine are in a queue, so that deep values take no stack. */
  private final class Walk:
    private val met = new IdentityHashMap[AnyRef, AnyRef]
    private val todo = mutable.ArrayDeque.empty[AnyRef]

    def run(value: AnyRef): String | Null =
      add(value)
      var why: String | Null = null
      while why == null && todo.nonEmpty do
        val next = todo.removeLast()
        kinds.get(next.getClass) match
          case Kind.Value         => ()
          case Kind.Elements(all) => all(next).foreach(part => add(part.asInstanceOf[AnyRef]))
          case Kind.Fields(all)   => for f <- all do add(f.get(next))
          case Kind.Array =>
            if java.lang.reflect.Array.getLength(next) > 0 then
              why = s"an array (${next.getClass.getTypeName}) may have changed since"
          case Kind.Mutable(reason) => why = reason
      why

    private def add(part: AnyRef | Null): Unit =
      if part != null && !(kinds.get(part.getClass) eq Kind.Value) && met.put(part, part) == null then todo += part

  /** The parts of objects of exactly one class. */
  private enum Kind:
    case Value
    case Elements(all: AnyRef => Iterator[Any])
    case Fields(all: Array[Field])

    /** It can change if it has elements. */
    case Array
    case Mutable(why: String)

  private val kinds: ClassValue[Kind] = new ClassValue[Kind]:
    override def computeValue(c: Class[?]): Kind = kindOf(c)

  private def kindOf(c: Class[?]): Kind =
    if c.isArray then Kind.Array
    else if Mutability.isValue(c) || c == classOf[Object] || isConstant(c) then Kind.Value
    else if classOf[scala.collection.Map[?, ?]].isAssignableFrom(c) && Mutability.isClosed(c) then
      Kind.Elements { value =>
        val map = value.asInstanceOf[scala.collection.Map[Any, Any]]
        map.keysIterator ++ map.valuesIterator
      }
    else if Mutability.isClosed(c) then Kind.Elements(_.asInstanceOf[scala.collection.Iterable[Any]].iterator)
    else if c == classOf[TreeMap[?, ?]] then
      Kind.Elements { value =>
        val map = value.asInstanceOf[TreeMap[Any, Any]]
        map.keysIterator ++ map.valuesIterator ++ Iterator.single(map.ordering)
      }
    else if c == classOf[TreeSet[?]] then
      Kind.Elements { value =>
        val set = value.asInstanceOf[TreeSet[Any]]
        set.iterator ++ Iterator.single(set.ordering)
      }
    else if isImmutableOfJava(c) then
      if classOf[java.util.Map[?, ?]].isAssignableFrom(c) then
        Kind.Elements { value =>
          val map = value.asInstanceOf[java.util.Map[Any, Any]]
          map.keySet.asScala.iterator ++ map.values.asScala.iterator
        }
      else Kind.Elements(_.asInstanceOf[java.util.Collection[Any]].asScala.iterator)
    else if c == RuntimeNames.optional then
      Kind.Elements(value => Iterator.single(value.asInstanceOf[java.util.Optional[Any]].orElse(null)))
    else ofFields(c)

  /** The class of an enum's constant, Java's or Scala's, or of a lazy value's state. */
  private def isConstant(c: Class[?]): Boolean =
    RuntimeNames.isConstant(c) || ScalaEnums.enumOf(c) != null && c.isAnonymousClass ||
      c.getName.startsWith("scala.runtime.LazyVals$")

  /** Returns true for the classes of `List.of` and the like, of empty collections, and of those with one element. */
  private def isImmutableOfJava(c: Class[?]): Boolean =
    val name = c.getName
    name.startsWith("java.util.ImmutableCollections$") && !name.contains("Access") ||
    name.startsWith("java.util.Collections$Empty") || name.startsWith("java.util.Collections$Singleton")

  private def ofFields(c: Class[?]): Kind =
    val classes = Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(_ != classOf[Object]).toVector
    def shown(of: Class[?]) = RuntimeNames.shown(of)
    classes.find(of => Mutability.isOfJdk(of) && (of == c || ClassLayout.keepsState(of))) match
      case Some(library) => Kind.Mutable(s"a ${shown(library)} is not known to be immutable")
      case None =>
        val fields = classes.filterNot(Mutability.isOfJdk).flatMap(Mutability.stateOf)
        fields.find(Mutability.isVariable) match
          case Some(f) =>
            Kind.Mutable(s"a ${shown(c)} may have changed since: it has the variable '${ClassLayout.nameOf(f)}'")
          case None =>
            val parts = fields.filterNot(_.getType.isPrimitive).filterNot(f => isOfValues(f.getType))
            try
              for f <- parts do f.setAccessible(true)
              if parts.isEmpty then Kind.Value else Kind.Fields(parts.toArray)
            catch
              case e: InaccessibleObjectException =>
                Kind.Mutable(s"the module of ${shown(c)} does not show whether it can change (${e.getMessage})")

  /** All objects of this declared type are values. */
  private def isOfValues(c: Class[?]): Boolean = Modifier.isFinal(c.getModifiers) && Mutability.isValue(c)
