package brine.combine

import scala.reflect.ClassTag
import brine.{PickleException, Pickler}
import brine.plan.{Access, Component, Plan, PlanRef}
import brine.run.PlannedPickler
import brine.shape.Shape

/** Makes a pickler of a class from the picklers of its fields, for classes that show their contents by methods:
  *
  * {{{
  * given Pickler[Money] = product[Money]("Money")
  *   .field("amount", _.amount)
  *   .field("currency", _.getCurrency)
  *   .build(Money.of(_, _))
  * }}}
  *
  * It writes the bytes of a derived pickler of a class with these fields: objects that can be in a cycle keep their
  * identity, whichever field closes the cycle. Like a derived pickler, it handles objects of exactly this class.
  * Picklers of fields are looked up on first use, so types may need each other.
  *
  * @param name names the class in shapes and messages
  */
def product[A](name: String)(using objectClass: ClassTag[A]): Fields[A, EmptyTuple] =
  new Fields(name, objectClass.runtimeClass, Vector.empty, new Fields.CyclicFields)

/** The fields of an `A`, as far as they have been named; see [[product]]. `T`: the types of those that make one. */
final class Fields[A, T <: Tuple] private[combine] (
    name: String,
    objectClass: Class[?],
    parts: Vector[Fields.Part],
    inCycle: Fields.CyclicFields
):
  /** The next field. */
  def field[X](name: String, get: A => X)(using pickler: => Pickler[X]): Fields[A, Tuple.Append[T, X]] =
    new Fields(
      this.name,
      objectClass,
      parts :+ Fields.Part(name, get.asInstanceOf[Any => Any], None, inCycle.of(pickler)),
      inCycle
    )

  /** Adds a field that is assigned after the object was made. A class with variables keeps its identity, and may be
    * part of cycles. In a cycle the object is made before the values of its variables are complete.
    */
  def variable[X](name: String, get: A => X, set: (A, X) => Unit)(using pickler: => Pickler[X]): Fields[A, T] =
    val setter = Some(set.asInstanceOf[(Any, Any) => Unit])
    new Fields(
      this.name,
      objectClass,
      parts :+ Fields.Part(name, get.asInstanceOf[Any => Any], setter, inCycle.of(pickler)),
      inCycle
    )

  /** Returns the pickler. `make` takes all fields except the variables, in their order; it may be a function of that
    * many parameters. Its exceptions leave as a [[brine.PickleException.UserCode]]. For a class with variables, it
    * must only keep its arguments.
    *
    * @throws IllegalArgumentException if two fields have one name
    */
  def build(make: T => A): Pickler[A] = build(make, Fields.Objects.OfClass)

  private[combine] def build(make: T => A, objects: Fields.Objects): Pickler[A] =
    for (name, same) <- parts.groupBy(_.name) if same.length > 1 do
      throw new IllegalArgumentException(s"${this.name} has two fields named $name")
    new Fields.FieldsPickler[A](
      name,
      objectClass,
      parts,
      values => make(Tuple.fromArray(values).asInstanceOf[T]),
      objects
    )

private object Fields:
  /** Which objects a pickler takes: of exactly its class; as stand-ins of exactly this class, or of subclasses, too. */
  enum Objects:
    case OfClass, StandIns, StandInsForAll

  final case class Part(name: String, get: Any => Any, set: Option[(Any, Any) => Unit], plan: PlanRef)

  /** Objects keep their identity if they can be in a cycle. Looked up on first use: only all picklers together tell. */
  def tracking(plan: => Plan): Shape.Tracking = new Shape.Tracking(Component.of(plan).canClose)

  /** The plans of one class's fields. Collections are marked as cyclic: their standard picklers do not expect that
    * elements lead back to objects around them. Collections that do keep their identity, as they do in derived
    * picklers.
    */
  final class CyclicFields:
    private val known = new java.util.IdentityHashMap[Plan, Plan]

    def of(pickler: => Pickler[?]): PlanRef = PlanRef(this(Plan.of(pickler)))

    private def apply(ref: PlanRef): PlanRef = PlanRef(this(ref.get))

    /** (A type has one plan, so that a format describes it once.) */
    private def apply(plan: Plan): Plan = synchronized {
      val before = known.get(plan)
      if before != null then before
      else
        val made = mark(plan)
        known.put(plan, made)
        made
    }

    private def mark(plan: Plan): Plan = plan match
      case s: Plan.Sequence if !s.isCyclic =>
        val element = this(s.element)
        val shape = new Shape.Sequence(s.shape.kind, s.isTracked, element, s.shape.isMutable, () => s.shape.ordering)
        val marked = new Plan.Sequence(shape, element, isCyclic = true, s.ops)
        shape.tracking = tracking(marked)
        marked
      case m: Plan.Mapping if !m.isCyclic =>
        val (key, value) = (this(m.key), this(m.value))
        val shape = new Shape.Mapping(m.shape.kind, m.isTracked, key, value, m.shape.isMutable, () => m.shape.ordering)
        val marked = new Plan.Mapping(shape, key, value, isCyclic = true, m.ops)
        shape.tracking = tracking(marked)
        marked
      case o: Plan.Optional =>
        val element = this(o.element)
        new Plan.Optional(new Shape.Optional(element), element)
      case other => other

  final class FieldsPickler[A](
      name: String,
      objectClass: Class[?],
      parts: Vector[Part],
      make: Array[Object] => A,
      objects: Objects
  ) extends PlannedPickler[A]
      with Access:
    override private[brine] def takesSubclasses: Boolean = objects == Objects.StandInsForAll

    override private[brine] def unexpected(name: String, value: AnyRef): PickleException =
      if objects != Objects.StandIns || !objectClass.isInstance(value) then super.unexpected(name, value)
      else
        PickleException.UnexpectedClass.because(
          name,
          value.getClass.getName,
          s"`standIn` takes objects of exactly the class $name. If its functions do not lose what subclasses add, " +
            "use `standInForAll`"
        )

    private val isMutable = parts.map(_.set.isDefined).toArray
    private val hasVariables = isMutable.contains(true)
    private val constant: Array[Int] = parts.indices.filterNot(isMutable).toArray

    val plan: Plan =
      val fields = parts.map(_.plan).toArray
      val shape = new Shape.Product(name, parts.map(_.name).toArray, hasVariables, new PlanRef.Shapes(fields))
      shape.tracking = Fields.tracking(plan)
      shape.className = objectClass.getName
      // Without variables `make` may use its arguments in any way, so in a cycle it waits for them.
      new Plan.Product(
        shape,
        fields,
        isMutable,
        isCyclic = true,
        storesOnly = hasVariables,
        isGeneric = objectClass.getTypeParameters.nonEmpty,
        this,
        0
      )

    def fieldOf(definition: Int, value: AnyRef, field: Int): Any =
      val part = partOf(value, field)
      if objects != Objects.OfClass && part != null && Component.of(plan).isCyclic &&
        StandInSearch.leadsTo(value, part.asInstanceOf[AnyRef], parts(field).plan.get)
      then throw StandInSearch.holdsItself(name)
      part

    private[combine] def partOf(value: Any, field: Int): Any = parts(field).get(value)

    def make(definition: Int, fields: Array[AnyRef]): AnyRef =
      val made = make(constant.map(fields(_))).asInstanceOf[AnyRef]
      for i <- fields.indices if isMutable(i) do assign(definition, made, i, fields(i))
      made

    def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = parts(field).set.get(target, value)

    def leafOf(definition: Int, value: AnyRef): Int = -1
    def leafByClass(definition: Int, value: AnyRef): Int = -1
    def classOf(definition: Int): Class[?] = objectClass
    def orderOf(definition: Int): java.util.Comparator[?] | Null = null
