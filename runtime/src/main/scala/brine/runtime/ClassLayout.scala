package brine.runtime

import java.lang.reflect.{AccessibleObject, Constructor, Executable, Field, InaccessibleObjectException, Member, Method, Modifier}
import scala.reflect.NameTransformer

/** A field of an object: how its value is found, by a method of its name where there is one.
  *
  * @param owner the class that declares it, with its type arguments
  * @param getter a method without parameters that has the field's name and type
  */
private[runtime] final case class FieldLayout(name: String, owner: RuntimeType.Of, field: Field, getter: Method | Null):
  def isMutable: Boolean = !Modifier.isFinal(field.getModifiers)
  def fieldType: RuntimeType.Of = RuntimeType.resolve(field.getGenericType, owner)

/** How objects of a class are taken apart and made again: by a constructor whose parameters are fields, and by assigning the
  * variables that it does not take.
  *
  * @param fields     those that the constructor takes, in its order, then the other variables, a superclass's first
  * @param parameters for each parameter of the constructor its field, or -1 for one that is no data (`transient`)
  * @param computes   there are fields that the constructor computes
  */
private[runtime] final case class ClassLayout(
    objectClass: Class[?], constructor: Constructor[?], fields: Vector[FieldLayout], parameters: Vector[Int], computes: Boolean
):
  /** The constructor takes it, and a superclass keeps it: whether as it is, only an object shows. */
  def isPassedOn(field: Int): Boolean = parameters.contains(field) && fields(field).owner.runtimeClass != objectClass

  def parameterCount: Int = parameters.count(_ >= 0)

private[runtime] object ClassLayout:
  /** Why there is no layout: what the class is, and what can be done. */
  final case class Refusal(why: String)

  /** What to do with objects of this class.
    *
    * A constructor serves if each of its parameters has the name and type of a field. It must be the one with the most
    * parameters, unless every field can be assigned: otherwise a field might be lost. Names of parameters are in the class
    * files of Scala's compilers, of records, and of `javac -parameters`.
    */
  def of(t: RuntimeType.Of): Either[Refusal, ClassLayout] =
    try
      for
        _ <- refuseSpecial(t.runtimeClass)
        chain = superTypes(t)
        _ <- refuseStateOfLibraries(t.runtimeClass, chain)
        owned = chain.filterNot(s => isOfLibrary(s.runtimeClass) && s.runtimeClass != t.runtimeClass)
        layout <- chosen(t.runtimeClass, owned.reverse.flatMap(fieldsOf))
      yield layout
    catch
      case e: InaccessibleObjectException => Left(Refusal(s"its module does not open it (${e.getMessage}); write a pickler for it"))

  private def refuseSpecial(c: Class[?]): Either[Refusal, Unit] =
    if c.isAnonymousClass || c.isLocalClass || c.isHidden then Left(Refusal("it is defined inside a method, whose variables it may use; define it at the top or in an object"))
    else if c.getDeclaredFields.exists(f => f.getName == "$outer" || f.getName.startsWith("this$")) then
      Left(Refusal("its objects belong to one of another class, which is no data; make it static, or define it in an object"))
    else if declares(c, "readObject", classOf[java.io.ObjectInputStream]) || declares(c, "readResolve") then
      Left(Refusal("it has a form of its own for Java's serialization (readObject or readResolve), so its fields are not all; write a pickler for it"))
    else Right(())

  private def declares(c: Class[?], name: String, parameters: Class[?]*): Boolean =
    c.getDeclaredMethods.exists(m => m.getName == name && m.getParameterTypes.toSeq == parameters)

  /** From the class up. */
  private def superTypes(t: RuntimeType.Of): List[RuntimeType.Of] =
    if t.runtimeClass == classOf[Object] then Nil
    else t :: superTypes(RuntimeType.superType(t))

  private def isOfLibrary(c: Class[?]): Boolean =
    val name = c.getName
    name.startsWith("scala.") || name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.")

  private def refuseStateOfLibraries(c: Class[?], chain: List[RuntimeType.Of]): Either[Refusal, Unit] =
    chain.tail.map(_.runtimeClass).find(s => isOfLibrary(s) && s.getDeclaredFields.exists(isState)) match
      case Some(library) => Left(Refusal(s"it extends ${library.getName}, which keeps fields of its own; write a pickler for it"))
      case None          => Right(())

  /** What the compilers add for themselves: lazy values and their states, and references to the objects around. */
  private def isState(f: Field): Boolean =
    val name = f.getName
    !Modifier.isStatic(f.getModifiers) && !f.isSynthetic && !name.contains("$lzy") && !name.startsWith("bitmap$") && !name.contains("lzyHandle")

  private def isTransient(f: Field): Boolean = Modifier.isTransient(f.getModifiers)

  /** Those of traits first, which Scala's compilers put behind the class's own. */
  private def fieldsOf(t: RuntimeType.Of): Vector[FieldLayout] =
    val all = t.runtimeClass.getDeclaredFields.toVector.filter(isState).map(f => FieldLayout(nameOf(f), t, f, getterOf(t.runtimeClass, f)))
    val (mixedIn, own) = all.partition(f => isMixedIn(t.runtimeClass, f))
    mixedIn ++ own

  /** A trait's private field has the trait's name before its own. */
  private def nameOf(f: Field): String =
    val name = f.getName
    val own = name.lastIndexOf("$$")
    NameTransformer.decode(if own >= 0 && own + 2 < name.length then name.substring(own + 2) else name)

  private def isMixedIn(c: Class[?], f: FieldLayout): Boolean =
    f.field.getName.contains("$$") || allInterfaces(c).exists(_.getDeclaredMethods.exists { m =>
      m.getParameterCount == 1 && (m.getName == f.field.getName + "_$eq" || m.getName.endsWith("$_setter_$" + f.field.getName + "_$eq"))
    })

  private def allInterfaces(c: Class[?]): List[Class[?]] = c.getInterfaces.toList.flatMap(i => i :: allInterfaces(i))

  private def getterOf(c: Class[?], f: Field): Method | Null =
    c.getDeclaredMethods.find { m =>
      m.getName == f.getName && m.getParameterCount == 0 && m.getReturnType == f.getType && !Modifier.isStatic(m.getModifiers)
    }.orNull

  private def chosen(c: Class[?], all: List[FieldLayout]): Either[Refusal, ClassLayout] =
    val constructors = c.getDeclaredConstructors.toList.filterNot(_.isSynthetic).sortBy(-_.getParameterCount)
    val (transient, fields) = all.partition(f => isTransient(f.field))
    val serving = constructors.filter(parametersOf(_, fields, transient).isDefined)
    val canAssignAll = fields.forall(_.isMutable)
    serving.headOption match
      case Some(best) if canAssignAll || best.getParameterCount == constructors.head.getParameterCount =>
        val parameters = parametersOf(best, fields, transient).get
        val taken = parameters.flatten
        val variables = fields.filter(f => f.isMutable && !taken.contains(f))
        val inOrder = taken ++ variables
        val computed = fields.filterNot(inOrder.contains)
        checked(ClassLayout(c, best, inOrder, parameters.map(_.fold(-1)(inOrder.indexOf)), computed.nonEmpty))
      case _ => Left(Refusal(noConstructor(c, constructors.headOption)))

  private def noConstructor(c: Class[?], largest: Option[Constructor[?]]): String =
    val parameters = largest.fold("")(_.getParameters.map(p => if p.isNamePresent then s"${p.getName}: ${p.getType.getSimpleName}" else p.getType.getSimpleName).mkString("(", ", ", ")"))
    s"no constructor can rebuild it: of $parameters, not every parameter is known to be a field of the same name and type. " +
      "Make the parameters fields, compile Java with `-parameters`, make it a record, give it a constructor without parameters " +
      "and no final fields, or write a pickler for it"

  /** For each parameter its field; none for one that is transient. Null if a parameter is neither. */
  private def parametersOf(constructor: Executable, fields: List[FieldLayout], transient: List[FieldLayout]): Option[Vector[Option[FieldLayout]]] =
    val found = constructor.getParameters.toVector.map { p =>
      if !p.isNamePresent && !constructor.getDeclaringClass.isRecord then None
      else
        val name = NameTransformer.decode(p.getName)
        def fits(f: FieldLayout) = f.name == name && f.field.getType == p.getType
        fields.findLast(fits).map(Some(_)).orElse(if transient.exists(fits) then Some(None) else None)
    }
    if found.forall(_.isDefined) then Some(found.flatten) else None

  /** Everything can be reached. */
  private def checked(layout: ClassLayout): Either[Refusal, ClassLayout] =
    for a <- layout.fields.map(_.field) :+ layout.constructor do open(a)
    Right(layout)

  /** As far as it is not open to all anyway.
    *
    * @throws InaccessibleObjectException if its module does not allow it
    */
  private def open(member: AccessibleObject & Member): Unit =
    val isPublic = Modifier.isPublic(member.getModifiers) && Modifier.isPublic(member.getDeclaringClass.getModifiers)
    if !isPublic then member.setAccessible(true)
