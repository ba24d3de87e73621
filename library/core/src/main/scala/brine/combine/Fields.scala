package brine.combine

import scala.reflect.ClassTag
import brine.{PickleException, Pickler}
import brine.plan.{Access, Plan, PlanRef}
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
  * It writes the bytes of a derived pickler of a class with these fields. Like a derived pickler, it handles objects of
  * exactly this class. Picklers of fields are looked up on first use, so types may need each other.
  *
  * @param name names the class in shapes and messages
  */
def product[A](name: String)(using objectClass: ClassTag[A]): Fields[A, EmptyTuple] =
  new Fields(name, objectClass.runtimeClass, Vector.empty)

/** The fields of an `A`, as far as they have been named; see [[product]]. `T`: the types of those that make one. */
final class Fields[A, T <: Tuple] private[combine] (name: String, objectClass: Class[?], parts: Vector[Fields.Part]):
  /** The next field. */
  def field[X](name: String, get: A => X)(using pickler: => Pickler[X]): Fields[A, Tuple.Append[T, X]] =
    new Fields(
      this.name,
      objectClass,
      parts :+ Fields.Part(name, get.asInstanceOf[Any => Any], None, Fields.planOf(pickler))
    )

  /** Adds a field that is assigned after the object was made. A class with variables keeps its identity, and may be
    * part of cycles. In a cycle the object is made before the values of its variables are complete.
    */
  def variable[X](name: String, get: A => X, set: (A, X) => Unit)(using pickler: => Pickler[X]): Fields[A, T] =
    val setter = Some(set.asInstanceOf[(Any, Any) => Unit])
    new Fields(
      this.name,
      objectClass,
      parts :+ Fields.Part(name, get.asInstanceOf[Any => Any], setter, Fields.planOf(pickler))
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

  def planOf(pickler: => Pickler[?]): PlanRef = PlanRef(inCycle(Plan.of(pickler)))

  /** Marks collections as cyclic: the standard picklers of collections do not expect that their elements lead back to
    * objects around them.
    */
  private def inCycle(plan: Plan): Plan = plan match
    case s: Plan.Sequence if !s.isCyclic => new Plan.Sequence(s.shape, inCycle(s.element), isCyclic = true, s.ops)
    case m: Plan.Mapping if !m.isCyclic =>
      new Plan.Mapping(m.shape, inCycle(m.key), inCycle(m.value), isCyclic = true, m.ops)
    case o: Plan.Optional => new Plan.Optional(o.shape, inCycle(o.element))
    case other            => other

  private def inCycle(ref: PlanRef): PlanRef = PlanRef(inCycle(ref.get))

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
          s"`standIn` takes objects of exactly the class $name. If its functions do not lose what subclasses add, use `standInForAll`"
        )

    private val isMutable = parts.map(_.set.isDefined).toArray
    private val hasVariables = isMutable.contains(true)
    private val constant: Array[Int] = parts.indices.filterNot(isMutable).toArray

    val plan: Plan =
      val fields = parts.map(_.plan).toArray
      val shape = new Shape.Product(name, parts.map(_.name).toArray, hasVariables, new PlanRef.Shapes(fields))
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

    def fieldOf(definition: Int, value: AnyRef, field: Int): Any = parts(field).get(value)

    def make(definition: Int, fields: Array[AnyRef]): AnyRef =
      val made = make(constant.map(fields(_))).asInstanceOf[AnyRef]
      for i <- fields.indices if isMutable(i) do assign(definition, made, i, fields(i))
      made

    def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = parts(field).set.get(target, value)

    def leafOf(definition: Int, value: AnyRef): Int = -1
    def leafByClass(definition: Int, value: AnyRef): Int = -1
    def classOf(definition: Int): Class[?] = objectClass
    def orderOf(definition: Int): java.util.Comparator[?] | Null = null
