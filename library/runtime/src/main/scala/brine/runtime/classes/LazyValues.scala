package brine.runtime.classes

import java.lang.reflect.{Field, Method, Modifier}
import ClassLayout.Refusal

/** The lazy values of a class of Scala's. A read computes them again, so one that holds something that can change, or
  * that depends on the moment, is state.
  */
private[runtime] object LazyValues:
  /** The lazy values whose objects have to be examined. Or the reason why a read would compute another value for one. A
    * lazy value that is not computed yet is not state.
    */
  def checks(
      c: Class[?],
      classes: Vector[Class[?]],
      data: Vector[FieldLayout]
  ): Either[Refusal, Vector[ImmutabilityCheck.Examined]] =
    val variables = data.filter(_.isMutable).map(_.field).toSet
    val all =
      for
        of <- classes
        method <- of.getDeclaredMethods
        name <- nameOf(method)
        field =
          of.getDeclaredFields.find(f =>
            !Modifier.isStatic(f.getModifiers) && ClassLayout.isOfLazyValue(f) && isNamed(f, name)
          )
        if !field.exists(f => Modifier.isTransient(f.getModifiers))
      yield (name, method, field)
    all.foldLeft[Either[Refusal, Vector[ImmutabilityCheck.Examined]]](Right(Vector.empty)) {
      case (checks, (name, method, field)) =>
        checks.flatMap(known => check(c, variables, name, method, field).map(known ++ _))
    }

  private def check(
      c: Class[?],
      variables: Set[Field],
      name: String,
      initializer: Method,
      field: Option[Field]
  ): Either[Refusal, Option[ImmutabilityCheck.Examined]] =
    val found = Recomputed.ofLazyValue(c, initializer, variables)
    val holdsPrimitive = field.forall(_.getType.isPrimitive) // Scala 2: reflection does not say whether it is computed
    val why = if found.reason == null && holdsPrimitive then found.sign else found.reason
    if why != null then Left(Refusal(ClassLayout.recomputed(s"it has the lazy value '$name'", s"its code $why")))
    else if holdsPrimitive then Right(None)
    else if found.sign != null then Right(field.map(ImmutabilityCheck.ofMoment(_, name, found.sign.nn)))
    else if typeOf(initializer, name) == Mutability.Immutable then Right(None)
    else Right(field.map(ImmutabilityCheck.ofLazyValue(_, name)))

  /** A field of Scala 3 has a number behind the name. */
  private def isNamed(f: Field, name: String): Boolean = f.getName == name || f.getName.startsWith(name + "$lzy")

  private def typeOf(initializer: Method, name: String): Mutability =
    val of = initializer.getDeclaringClass
    of.getDeclaredMethods.find(m => m.getName == name && m.getParameterCount == 0) match
      case Some(getter) =>
        Mutability.of(RuntimeType.told(
          RuntimeType.resolve(getter.getGenericReturnType, RuntimeType.raw(of)),
          RuntimeType.raw(getter.getReturnType)
        ))
      case None => Mutability.Unknown

  private def nameOf(initializer: Method): Option[String] =
    List("$lzyINIT", "$lzycompute").map(initializer.getName.indexOf(_)).find(_ > 0).map(initializer.getName.substring(
      0,
      _
    ))
