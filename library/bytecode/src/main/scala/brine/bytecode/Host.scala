package brine.bytecode

import java.lang.invoke.MethodHandles
import java.lang.invoke.MethodHandles.Lookup
import java.lang.reflect.{Field, Method, Modifier}

/** The place where the hidden class for a class's objects is defined. It decides which classes and members the code can
  * name.
  *
  *   1. Beside the class, as its nestmate, which may use its private members; if the class's loader sees this copy of
  *      Brine. The loader need not be Brine's: [[LookupClass]].
  *   1. In the package of the module that makes the code. It can use public members of classes that Brine's loader
  *      sees.
  *
  * All other members are reached by method handles.
  */
private[brine] abstract class Host:
  /** The name of a class that is defined here. */
  def name: String

  /** The loader of a class that is defined here. */
  def loader: ClassLoader

  /** Code that is defined here can name this class. */
  def canName(c: Class[?]): Boolean

  /** Code that is defined here can use this member of a class that it can name. */
  def canUse(field: Field): Boolean
  def canUse(method: Method): Boolean = isPublic(method) && canName(method.getDeclaringClass)
  def canConstruct(c: java.lang.reflect.Constructor[?]): Boolean

  /** An object of a new class, from the constructor with these arguments. */
  def define(bytes: Array[Byte], data: AnyRef): Lookup

  protected final def isPublic(member: java.lang.reflect.Member): Boolean =
    Modifier.isPublic(member.getModifiers) && Modifier.isPublic(member.getDeclaringClass.getModifiers)

/** Finds the hosts of the code that one module makes.
  *
  * @param lookup the module's own: code without a better host is defined beside the class that made it
  * @param needed a class of each package that the code names. A loader may see a part of Brine only, or another copy.
  */
private[brine] final class Hosts(lookup: Lookup, needed: Class[?]*):
  private val home = lookup.lookupClass

  /** The best host for objects of this class. */
  def of(c: Class[?]): Host =
    if !seesBrine(c) then own
    else
      try new Beside(c, LookupClass.fullPrivilege(c, MethodHandles.privateLookupIn(c, lookup)))
      catch case _: IllegalAccessException | _: LinkageError => own // a module that does not open the class

  private def seesBrine(c: Class[?]): Boolean =
    c.getClassLoader != null && needed.forall(n => Host.sees(c, n))

  private final class Beside(c: Class[?], inside: Lookup) extends Host:
    val name: String = c.getName.replace('.', '/') + "$$BrineCode"
    def loader: ClassLoader = c.getClassLoader

    def canName(other: Class[?]): Boolean =
      if other.isArray then canName(other.getComponentType)
      else
        other.isPrimitive || other.getPackageName == c.getPackageName && other.getClassLoader == c.getClassLoader ||
        Modifier.isPublic(other.getModifiers) && other.getModule.isExported(other.getPackageName, c.getModule) &&
        Host.sees(c, other)

    def canUse(field: Field): Boolean =
      field.getDeclaringClass == c || isPublic(field) && canName(field.getDeclaringClass)

    def canConstruct(constructor: java.lang.reflect.Constructor[?]): Boolean = constructor.getDeclaringClass == c

    def define(bytes: Array[Byte], data: AnyRef): Lookup =
      inside.defineHiddenClassWithClassData(bytes, data, true, Lookup.ClassOption.NESTMATE)

  /** The host in the package of the module that makes the code. */
  val own: Host = new Own

  private final class Own extends Host:
    val name: String = home.getPackageName.replace('.', '/') + "/MadeCode"
    def loader: ClassLoader = home.getClassLoader

    def canName(other: Class[?]): Boolean =
      if other.isArray then canName(other.getComponentType)
      else
        other.isPrimitive || Modifier.isPublic(other.getModifiers) &&
        other.getModule.isExported(other.getPackageName, home.getModule) && Host.sees(home, other)

    def canUse(field: Field): Boolean = isPublic(field) && canName(field.getDeclaringClass)
    def canConstruct(constructor: java.lang.reflect.Constructor[?]): Boolean =
      isPublic(constructor) && canName(constructor.getDeclaringClass)

    def define(bytes: Array[Byte], data: AnyRef): Lookup = lookup.defineHiddenClassWithClassData(bytes, data, true)

private object Host:
  /** Returns true if code beside `c` can read the module of `other`, and the name of `other` denotes it there. */
  def sees(c: Class[?], other: Class[?]): Boolean =
    try
      c.getModule.canRead(other.getModule) && (other.getClassLoader == c.getClassLoader ||
        (c.getClassLoader.loadClass(other.getName) eq other))
    catch case _: ClassNotFoundException | _: LinkageError => false
