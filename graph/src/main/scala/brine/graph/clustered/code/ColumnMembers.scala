package brine.graph.clustered.code

import java.lang.reflect.{Constructor, Method, Modifier}
import brine.bytecode.Host
import brine.emitted.DerivedPickler
import brine.model.TypePlan
import brine.plan.Plan
import brine.shape.ScalarKind

/** The members of a class that the code for its objects can call directly: a getter of a field, and the constructor. The
  * family's pickler takes other objects apart, and makes them.
  */
private[code] final class ColumnMembers(plan: Plan.Product, host: Host):
  private val objectClass = plan.objectClass
  val isNamed: Boolean = host.canName(objectClass)

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
  def getter(field: Int): Method | Null =
    val named = if definition == null then null else definition.fields(field)
    if !isNamed || named == null || named.isNamed then null
    else
      try
        val found = objectClass.getMethod(scala.reflect.NameTransformer.encode(named.name))
        val isFit = !Modifier.isStatic(found.getModifiers) && !found.getDeclaringClass.isInterface &&
          ColumnMembers.isType(found.getReturnType, plan.fields(field).get) && host.canUse(found) &&
          host.canName(found.getReturnType)
        if isFit then found else null
      catch case _: NoSuchMethodException | _: LinkageError => null

  /** The constructor that takes all fields and nothing else, of a class whose fields cannot change: the body of another
    * may have assigned to them.
    */
  val constructor: Constructor[?] | Null =
    val all =
      try objectClass.getDeclaredConstructors
      catch case _: LinkageError => Array.empty[Constructor[?]]
    val isPlain = isNamed && all.length == 1 && !classOf[Record].isAssignableFrom(objectClass) &&
      definition != null && !plan.isMutable.contains(true) && definition.constructorArity == plan.fields.length && all(
        0
      ).getParameterCount == plan.fields.length
    if isPlain && host.canConstruct(all(0)) && takesFields(all(0)) then all(0) else null

  private def takesFields(constructor: Constructor[?]): Boolean =
    constructor.getParameterTypes.zip(plan.fields).forall { (parameter, field) =>
      host.canName(parameter) && (field.get match
        case _: Plan.Optional => parameter == classOf[Option[?]]
        case _: Plan.Sequence =>
          parameter.isArray || classOf[scala.collection.Iterable[?]].isAssignableFrom(parameter) ||
          classOf[java.lang.Iterable[?]].isAssignableFrom(parameter)
        case _: Plan.Mapping =>
          classOf[scala.collection.Map[?, ?]].isAssignableFrom(parameter) ||
          classOf[java.util.Map[?, ?]].isAssignableFrom(parameter)
        case a: Plan.ScalarArray => parameter.isArray
        case content             => ColumnMembers.isType(parameter, content)
      )
    }

private[code] object ColumnMembers:
  /** Returns true if a member of this class holds the values of the plan themselves. */
  private def isType(member: Class[?], plan: Plan): Boolean = plan match
    case s: Plan.Scalar if s.kind == ScalarKind.Unit   => false
    case s: Plan.Scalar if s.kind == ScalarKind.String => member == classOf[String]
    case s: Plan.Scalar                                => member == s.kind.tag.runtimeClass
    case p: Plan.Product                               => member == p.objectClass
    case s: Plan.Sum =>
      val leaves = s.leaves.map(_.get).collect { case p: Plan.Product => p.objectClass }
      leaves.nonEmpty && leaves.forall(member.isAssignableFrom(_))
    case _ => false
