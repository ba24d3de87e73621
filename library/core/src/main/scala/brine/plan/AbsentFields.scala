package brine.plan

import java.util.{Optional, OptionalDouble, OptionalInt, OptionalLong}
import scala.util.control.NonFatal
import brine.{PickleException}

/** The values of a class's fields for data that do not contain them: the value of [[brine.ifAbsent]], else the
  * parameter's default argument, else `None`, an empty `Optional` or an empty collection. Each value is computed anew
  * for each object.
  */
private[brine] object AbsentFields:
  /** Returns the value, or [[Access.NoDefault]] for a field that the data must contain. Exceptions of a default are
    * passed on.
    *
    * @param earlier as in [[Access.defaultOf]]
    */
  private def valueOf(p: Plan.Product, field: Int, earlier: Array[AnyRef]): AnyRef | Null =
    val default = defaultOf(p, field, earlier)
    if default == null then null
    else if default eq Access.MustBeThere then Access.NoDefault
    else if default ne Access.NoDefault then default
    else
      p.fields(field).get match
        case _: Plan.Optional    => None
        case s: Plan.Sequence    => s.ops.newBuilder(0).result()
        case a: Plan.ScalarArray => a.kind.newArrayBuilder.result().asInstanceOf[AnyRef]
        case m: Plan.Mapping     => m.ops.newBuilder().result()
        case m: Plan.Mapped      => emptyOptional(m)
        case s: Plan.Sum         => absentLeaf(s)
        case _                   => Access.NoDefault

  private def absentLeaf(s: Plan.Sum): AnyRef =
    if s.shape.absentLeaf < 0 then Access.NoDefault
    else
      s.leaves(s.shape.absentLeaf).get match
        case o: Plan.Singleton => o.value
        case _                 => Access.NoDefault

  /** Java's `Optional` and its like are made of options. */
  private def emptyOptional(m: Plan.Mapped): AnyRef = m.inner.get match
    case _: Plan.Optional =>
      val empty =
        try m.to(None)
        catch case NonFatal(_) => null // a function of a user's, for another type
      empty match
        case empty @ (_: Optional[?] | _: OptionalInt | _: OptionalLong | _: OptionalDouble) => empty
        case _                                                                               => Access.NoDefault
    case _ => Access.NoDefault

  private def defaultOf(p: Plan.Product, field: Int, earlier: Array[AnyRef]): AnyRef | Null =
    val default = p.access.defaultOf(p.index, field, null).asInstanceOf[AnyRef | Null]
    if earlier == null || default == null || (default ne Access.FromEarlier) then default
    else
      if earlier.take(field).exists(_.isInstanceOf[Unfinished]) then
        throw new PickleException.CyclicConstruction(
          s"the default of ${p.shape.name}'s '${p.shape.fieldNames(field)}' is computed from an object that is " +
            "itself being read"
        )
      p.access.defaultOf(p.index, field, earlier).asInstanceOf[AnyRef | Null]

  /** Returns true if the default is computed from the fields of earlier parameter lists. */
  def isFromEarlier(p: Plan.Product, field: Int): Boolean =
    try
      val default = defaultOf(p, field, null)
      default != null && (default eq Access.FromEarlier)
    catch case NonFatal(_) => false // it will tell when it is needed

  /** The value, in a read. `parts`: the object's fields, those before this one known. */
  def read(p: Plan.Product, field: Int, parts: Array[AnyRef] | Null): AnyRef | Null =
    val value =
      try valueOf(p, field, parts)
      catch
        case e: PickleException => throw e
        case NonFatal(e) =>
          throw new PickleException.UserCode(s"the default of field '${p.shape.fieldNames(field)}'", e)
    if value != null && (value eq Access.NoDefault) then
      throw PickleException.MissingField.of(p.shape, field)
    value

  /** An object of which nothing is known: a family's fallback. */
  def madeOfNothing(leaf: Plan): AnyRef = leaf match
    case s: Plan.Singleton => s.value
    case p: Plan.Product =>
      val parts = new Array[AnyRef](p.fields.length)
      for i <- parts.indices do parts(i) = read(p, i, parts).asInstanceOf[AnyRef]
      p.construct(parts)
    case other => throw new IllegalStateException(s"${other.shape.name} cannot be a fallback")

  /** Returns true if the value is the same object for all: no user's code creates it, and it is immutable. */
  def isConstant(p: Plan.Product, field: Int): Boolean =
    def isImmutable = p.fields(field).get match
      case _: Plan.Optional => true
      case s: Plan.Sequence => s.shape.kind != "Array" && !s.ops.isMutable
      case m: Plan.Mapping  => !m.ops.isMutable
      case _                => false
    try
      isImmutable && {
        val default = defaultOf(p, field, null)
        default != null && (default eq Access.NoDefault)
      }
    catch case NonFatal(_) => false // it will tell when it is needed

  /** Returns the value, or [[Access.NoDefault]] if there is none or it is computed from other fields. */
  def ifKnown(p: Plan.Product, field: Int): AnyRef | Null =
    try
      val value = valueOf(p, field, null)
      if value != null && (value eq Access.FromEarlier) then Access.NoDefault else value
    catch case NonFatal(_) => Access.NoDefault // it will tell when it is needed

  /** Returns true if the class declares the default, so that it does not come from the type alone. */
  def isDeclared(p: Plan.Product, field: Int): Boolean =
    try
      val default = defaultOf(p, field, null)
      default == null || (default ne Access.NoDefault)
    catch case NonFatal(_) => true // it fails when it is needed

  /** Returns true if the field has a default. A default that throws counts, too: it fails when it is needed. */
  def exists(p: Plan.Product, field: Int): Boolean =
    try
      val value = valueOf(p, field, null)
      value == null || (value ne Access.NoDefault)
    catch case NonFatal(_) => true
