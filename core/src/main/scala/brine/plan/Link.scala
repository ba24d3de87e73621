package brine.plan

import brine.Unpickler
import brine.shape.Shape

/** Makes a [[Family]] runnable: one [[Plan]] a definition, joined to the emitted accessors and to the givens of other
  * types. Nothing of another type is touched before it is needed, so picklers may need each other.
  */
private[brine] object Link:
  def apply(family: Family, access: Access, slot: Int => Unpickler[?]): Array[Plan] =
    val plans = new Array[Plan](family.definitions.length)
    def ref(use: Use): PlanRef = use match
      case Use.Scalar(kind) => refTo(scalarPickler(kind))
      case Use.Local(index) => new PlanRef(() => plans(index))
      case Use.Given(index) => new PlanRef(() => Plan.of(slot(index)), () => slot(index))
    var index = 0
    while index < plans.length do
      plans(index) = node(family.definitions(index), index, access, ref)
      index += 1
    plans

  /** The plan of a pickler that there is. */
  def refTo(pickler: Unpickler[?]): PlanRef = new PlanRef(() => Plan.of(pickler), () => pickler)

  private val scalarPicklers = brine.shape.ScalarKind.values.map(new ScalarPickler[Any](_))
  def scalarPickler(kind: brine.shape.ScalarKind): ScalarPickler[Any] = scalarPicklers(kind.ordinal)

  private val scalars = brine.shape.ScalarKind.values.map(new Plan.Scalar(_))
  def scalar(kind: brine.shape.ScalarKind): Plan.Scalar = scalars(kind.ordinal)

  private def node(definition: TypePlan, index: Int, access: Access, ref: Use => PlanRef): Plan = definition match
    case TypePlan.Product(name, fieldPlans, _, isTracked, isCyclic, storesOnly, isGeneric) =>
      val fields = fieldPlans.map(f => ref(f.use)).toArray
      val aliases = numbers(fieldPlans.map(_.aliases))
      val shape = new Shape.Product(name, fieldPlans.map(_.name).toArray, isTracked, () => fields.map(_.get.shape), aliases)
      val objectClass = access.classOf(index)
      if objectClass.isRecord then checkComponents(objectClass, shape)
      new Plan.Product(shape, fields, fieldPlans.map(_.isMutable).toArray, isCyclic, storesOnly, isGeneric, access, index)
    case TypePlan.Singleton(name) => new Plan.Singleton(new Shape.Singleton(name), access, index)
    case TypePlan.Sum(name, leafPlans, isTracked, _) =>
      val leaves = leafPlans.map(l => ref(l.use)).toArray
      val aliases = numbers(leafPlans.map(_.aliases))
      val fallback = leafPlans.indexWhere(_.isFallback)
      val shape = new Shape.Sum(name, leafPlans.map(_.name).toArray, isTracked, () => leaves.map(_.get.shape), aliases, fallback)
      new Plan.Sum(shape, leaves, access, index)
    case TypePlan.Optional(use, _) =>
      val element = ref(use)
      new Plan.Optional(new Shape.Optional(() => element.get.shape), element)
    case TypePlan.Sequence(kind, use, isTracked, isCyclic) =>
      val element = ref(use)
      val ops =
        if kind == "Array" then new SequenceOps.OfArray(access.classOf(index))
        else if kind == EnumCollections.SetKind then EnumCollections.set(access.classOf(index))
        else if SortedCollections.isSorted(kind) then SortedCollections.sequence(kind, new Order(() => access.orderOf(index)))
        else SequenceOps(kind)
      new Plan.Sequence(ops.shape(isTracked, () => element.get.shape), element, isCyclic, ops)
    case TypePlan.Mapping(kind, keyUse, valueUse, isTracked, isCyclic) =>
      val key = ref(keyUse)
      val value = ref(valueUse)
      val ops =
        if kind == EnumCollections.MapKind then EnumCollections.map(access.classOf(index))
        else if SortedCollections.isSorted(kind) then SortedCollections.mapping(kind, new Order(() => access.orderOf(index)))
        else MappingOps(kind)
      new Plan.Mapping(ops.shape(isTracked, () => key.get.shape, () => value.get.shape), key, value, isCyclic, ops)
    case TypePlan.ScalarArray(kind) => new Plan.ScalarArray(kind)

  /** For each alias whose it is. */
  private def numbers(aliases: Vector[Vector[String]]): Map[String, Int] =
    if aliases.forall(_.isEmpty) then Map.empty else aliases.zipWithIndex.flatMap((all, i) => all.map(_ -> i)).toMap

  /** The macro takes a record's components from its constructor's parameters; the class itself knows for certain. */
  private def checkComponents(record: Class[?], shape: Shape.Product): Unit =
    val components = record.getRecordComponents.map(_.getName)
    if !components.sameElements(shape.fieldNames) then
      throw new IllegalStateException(
        s"${record.getName} has the components ${components.mkString(", ")}, and its pickler was derived from " +
          s"${shape.fieldNames.mkString(", ")}: write a pickler for it"
      )
