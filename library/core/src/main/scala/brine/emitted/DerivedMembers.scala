package brine.emitted

import java.lang.invoke.{MethodHandle, MethodHandles}
import java.lang.reflect.Modifier
import scala.reflect.NameTransformer
import brine.model.{FieldPlan, TypePlan}
import brine.plan.{MemberHandles, Plan}

/** Finds the members that the macro's code for a class of Scala's uses. */
private[emitted] object DerivedMembers:
  /** Returns handles of a class's members; null unless the class has one constructor, which takes the first fields, and
    * methods for all other access.
    */
  def handles(definition: TypePlan, plan: Plan.Product): MemberHandles | Null = definition match
    case p: TypePlan.Product if !classOf[Record].isAssignableFrom(plan.objectClass) && !p.fields.exists(_.isNamed) =>
      try new DerivedMembers(p, plan).handles.orNull
      catch case _: ReflectiveOperationException | _: LinkageError | _: RuntimeException => null
    case _ => null

private final class DerivedMembers(definition: TypePlan.Product, plan: Plan.Product):
  private val objectClass = plan.objectClass
  private val lookup = MethodHandles.lookup()

  private def handles: Option[MemberHandles] =
    for
      getters <- all(definition.fields.indices.toVector)(i => method(definition.fields(i), ""))
      types = getters.map(_.`type`.returnType)
      constructor <- objectClass.getDeclaredConstructors match
        case Array(one) if one.getParameterTypes.toSeq == types.take(definition.constructorArity) => Some(one)
        case _                                                                                    => None
      setters <- all(definition.fields.indices.filter(definition.fields(_).isMutable).toVector) { i =>
        method(definition.fields(i), "_$eq", types(i)).map(i -> _)
      }
    yield
      constructor.setAccessible(true)
      val parameters = Vector.range(0, definition.constructorArity)
      MemberHandles(getters, lookup.unreflectConstructor(constructor), parameters, setters)

  private def all[A](fields: Vector[Int])(find: Int => Option[A]): Option[Vector[A]] =
    val found = fields.flatMap(find(_))
    Option.when(found.length == fields.length)(found)

  /** The compiler puts the class's name before that of a private member which other classes use. */
  private def method(field: FieldPlan, suffix: String, parameters: Class[?]*): Option[MethodHandle] =
    val name = NameTransformer.encode(field.name) + suffix
    val ofClass = objectClass.getName.replace('.', '$') + "$$" + name
    objectClass.getMethods.find { m =>
      (m.getName == name || m.getName == ofClass) && m.getParameterTypes.toSeq == parameters &&
      !Modifier.isStatic(m.getModifiers) && !m.isBridge
    }.map { m =>
      m.setAccessible(true)
      lookup.unreflect(m)
    }
