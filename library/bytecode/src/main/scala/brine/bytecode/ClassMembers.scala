package brine.bytecode

import java.lang.reflect.{Constructor, Method, Modifier}
import org.objectweb.asm.Type
import brine.emitted.{DerivedPickler, Emitted}
import brine.model.TypePlan
import brine.plan.{HasPlan, Plan}
import brine.shape.ScalarKind

/** How code takes the objects of one class apart, and makes them. */
private[brine] trait Members:
  /** The class; `Object` if code cannot name it. */
  def objectType: Type

  /** The type of a field's value, as far as code can name it. */
  def typeOf(field: Int): Type

  /** Pushes a field of the object that `value` pushes, of the type [[objectType]]. */
  def getField(code: MethodCode, i: Int)(value: => Unit): Unit

  /** Pushes a new object of fields of these types, each of which `field` pushes. */
  def make(code: MethodCode, types: Seq[Type])(field: Int => Unit): Unit

  /** Assigns the value that `value` pushes to a field of the object that `target` pushes. */
  def setField(code: MethodCode, i: Int)(target: => Unit)(value: => Unit): Unit

/** The members of a class that the code for its objects can call directly: the getter and the setter of a field, and
  * the constructor. The family's pickler takes other objects apart, and makes them.
  */
private[brine] final class ClassMembers(plan: Plan.Product, host: Host) extends Members:
  private val objectClass = plan.objectClass
  private val isNamed: Boolean = host.canName(objectClass)
  val objectType: Type = if isNamed then Type.getType(objectClass) else MethodCode.Any

  /** The class in its family; null if no macro has read it. */
  private val definition: TypePlan.Product | Null = plan.access match
    case derived: DerivedPickler[?] =>
      derived.family.definitions(plan.index) match
        case p: TypePlan.Product => p
        case other               => throw new IllegalStateException(other.toString)
    case _ => null

  /** The getter of a field, if its type is the field's own. (That of a field whose type is a value class or a parameter
    * of the class is another.)
    */
  private def getter(field: Int): Method | Null =
    val named = if definition == null then null else definition.fields(field)
    if !isNamed || named == null || named.isNamed then null
    else
      try
        val found = objectClass.getMethod(scala.reflect.NameTransformer.encode(named.name))
        val isFit = !Modifier.isStatic(found.getModifiers) && !found.getDeclaringClass.isInterface &&
          ClassMembers.isType(found.getReturnType, plan.fields(field).get) && host.canUse(found) &&
          host.canName(found.getReturnType)
        if isFit then found else null
      catch case _: NoSuchMethodException | _: LinkageError => null

  def typeOf(field: Int): Type =
    val found = getter(field)
    if found == null then MethodCode.Any else Type.getType(found.getReturnType)

  def getField(code: MethodCode, i: Int)(value: => Unit): Unit =
    val found = getter(i)
    if found == null then code.push(new Variable(0, MethodCode.Any))
    value
    if found == null then code.call(PlanCode.calls("fieldOf"), i) else code.call(new Call(objectClass, found))

  /** The setter of a field that has a getter. */
  private def setter(field: Int): Method | Null =
    val read = getter(field)
    if read == null || !plan.isMutable(field) then null
    else
      try
        val found = objectClass.getMethod(read.getName + "_$eq", read.getReturnType)
        if host.canUse(found) then found else null
      catch case _: NoSuchMethodException | _: LinkageError => null

  /** The constructor that takes all fields and nothing else. */
  private val constructor: Constructor[?] | Null =
    val all =
      try objectClass.getDeclaredConstructors
      catch case _: LinkageError => Array.empty[Constructor[?]]
    val isPlain = isNamed && all.length == 1 && !classOf[Record].isAssignableFrom(objectClass) &&
      definition != null && definition.constructorArity == plan.fields.length &&
      all(0).getParameterCount == plan.fields.length
    if isPlain && host.canConstruct(all(0)) && takesFields(all(0)) then all(0) else null

  private def takesFields(constructor: Constructor[?]): Boolean =
    constructor.getParameterTypes.zip(plan.fields).forall((parameter, field) =>
      host.canName(parameter) && ClassMembers.isType(parameter, field.get)
    )

  def make(code: MethodCode, types: Seq[Type])(field: Int => Unit): Unit =
    val found = constructor
    if found != null then
      code.pushNew(Type.getInternalName(objectClass), Type.getConstructorDescriptor(found)) {
        for (parameter, i) <- Type.getArgumentTypes(Type.getConstructorDescriptor(found)).zipWithIndex do
          field(i)
          code.convert(types(i), parameter)
      }
      if plan.isMutable.contains(true) then assignAll(code, types)(field)
    else
      code.push(new Variable(0, MethodCode.Any))
      code.pushArray(types.length) { i =>
        field(i)
        code.box(types(i))
      }
      code.call(PlanCode.calls("make"))
      code.cast(objectType)

  /** Assigns the variables of the object on the stack: the body of its class may have assigned others to them. */
  private def assignAll(code: MethodCode, types: Seq[Type])(field: Int => Unit): Unit =
    val made = code.stored(objectType)
    for i <- types.indices if plan.isMutable(i) do
      setField(code, i)(code.push(made)) {
        field(i)
        code.convert(types(i), typeOf(i))
      }
    code.push(made)

  def setField(code: MethodCode, i: Int)(target: => Unit)(value: => Unit): Unit =
    val found = setter(i)
    if found == null then code.push(new Variable(0, MethodCode.Any))
    target
    value
    if found != null then code.call(new Call(objectClass, found))
    else
      code.box(typeOf(i))
      code.call(PlanCode.calls("assign"), i)

private[brine] object ClassMembers:
  /** Returns true if code can be made for the objects of a plan. It must be the plan of today's class: those of older
    * versions are made when a pickle has one. And the JVM must be able to define classes.
    */
  def areKnown(plan: Plan.Product): Boolean = !inNativeImage && (plan.access match
    case family: Emitted[?] => family.planOf(plan.index) eq plan
    case pickler: HasPlan   => pickler.plan eq plan
    case _                  => false
  )

  private val inNativeImage: Boolean = System.getProperty("org.graalvm.nativeimage.imagecode") != null

  /** Returns true if a member of this class holds the values of the plan themselves. */
  private def isType(member: Class[?], plan: Plan): Boolean = plan match
    case s: Plan.Scalar if s.kind == ScalarKind.Unit   => false
    case s: Plan.Scalar if s.kind == ScalarKind.String => member == classOf[String]
    case s: Plan.Scalar                                => member == s.kind.tag.runtimeClass
    case p: Plan.Product                               => member == p.objectClass
    case s: Plan.Sum =>
      s.leaves.nonEmpty && s.leaves.forall(_.get match
        case p: Plan.Product     => member.isAssignableFrom(p.objectClass)
        case one: Plan.Singleton => member.isInstance(one.value)
        case _                   => false
      )
    case _: Plan.Optional => member == classOf[Option[?]]
    case _: Plan.Sequence =>
      member.isArray || classOf[scala.collection.Iterable[?]].isAssignableFrom(member) ||
      classOf[java.lang.Iterable[?]].isAssignableFrom(member)
    case _: Plan.Mapping =>
      classOf[scala.collection.Map[?, ?]].isAssignableFrom(member) || classOf[java.util.Map[?, ?]].isAssignableFrom(
        member
      )
    case _: Plan.ScalarArray => member.isArray
    case _                   => false
