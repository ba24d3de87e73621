package brine.run.structures

import brine.collections.{EnumCollections, MappingOps, Order, SequenceOps, SortedCollections}
import brine.model.{CollectionKind, Family, TypePlan, Use}
import brine.plan.{Access, Plan, PlanRef, Slots}
import brine.run.ScalarPickler
import brine.shape.{RestFields, Shape}

/** Makes a [[Family]] runnable: one [[Plan]] a definition, joined to the emitted accessors and to the givens of other
  * types. Nothing of another type is touched before it is needed, so picklers may need each other.
  *
  * (Loops, for the reason that [[PlanRef]] has.)
  */
private[brine] object Link:
  def apply(family: Family, access: Access, slots: Slots): Array[Plan] =
    val plans = new Array[Plan](family.definitions.length)
    val link = new Link(plans, access, slots)
    var index = 0
    while index < plans.length do
      plans(index) = link.node(family.definitions(index), index)
      index += 1
    plans

private final class Link(plans: Array[Plan], access: Access, slots: Slots):
  private def ref(use: Use): PlanRef = use match
    case Use.Scalar(kind) => new PlanRef.PicklerPlan(ScalarPickler.of(kind))
    case Use.Local(index) => new PlanRef.Local(plans, index)
    case Use.Given(index) => new PlanRef.Given(slots, index)

  def node(definition: TypePlan, index: Int): Plan = definition match
    case p: TypePlan.Product        => product(p, index)
    case s: TypePlan.Sum            => sum(s, index)
    case TypePlan.Singleton(name)   => new Plan.Singleton(new Shape.Singleton(name), access, index)
    case TypePlan.ScalarArray(kind) => new Plan.ScalarArray(kind)
    case TypePlan.Optional(use, _) =>
      val element = ref(use)
      new Plan.Optional(new Shape.Optional(element), element)
    case TypePlan.Sequence(kind, use, isTracked, isCyclic) =>
      val element = ref(use)
      val ops = sequenceOps(kind, index)
      new Plan.Sequence(ops.shape(isTracked, element), element, isCyclic, ops)
    case TypePlan.Mapping(kind, keyUse, valueUse, isTracked, isCyclic) =>
      val key = ref(keyUse)
      val value = ref(valueUse)
      val ops = mappingOps(kind, index)
      new Plan.Mapping(ops.shape(isTracked, key, value), key, value, isCyclic, ops)

  private def product(p: TypePlan.Product, index: Int): Plan.Product =
    val count = p.fields.length
    val fields = new Array[PlanRef](count)
    val names = new Array[String](count)
    val isMutable = new Array[Boolean](count)
    var aliases = Map.empty[String, Int]
    var i = 0
    while i < count do
      val field = p.fields(i)
      fields(i) = ref(field.use)
      names(i) = field.name
      isMutable(i) = field.isMutable
      aliases = withAliases(aliases, field.aliases, i)
      i += 1
    val objectClass = access.classOf(index)
    val shape = new Shape.Product(p.name, names, p.isTracked, new PlanRef.Shapes(fields), aliases)
    shape.className = objectClass.getName
    shape.namedFields = numbersOf(count)(p.fields(_).isNamed)
    shape.nullableFields = numbersOf(count)(p.fields(_).isNullable)
    val rests = numbersOf(count)(p.fields(_).rest.isDefined)
    if rests.length > 0 then shape.rests = new RestFields(shape, rests, rests.map(p.fields(_).rest.get))
    if objectClass.isRecord && !access.knowsComponents then checkComponents(objectClass, shape)
    val plan = new Plan.Product(shape, fields, isMutable, p.isCyclic, p.storesOnly, p.isGeneric, access, index)
    plan.unboxedFields = numbersOf(count)(p.fields(_).isUnboxed)
    plan

  private def sum(s: TypePlan.Sum, index: Int): Plan.Sum =
    val count = s.leaves.length
    val leaves = new Array[PlanRef](count)
    val names = new Array[String](count)
    var aliases = Map.empty[String, Int]
    var fallback = -1
    var i = 0
    while i < count do
      val leaf = s.leaves(i)
      leaves(i) = ref(leaf.use)
      names(i) = leaf.name
      if leaf.isFallback then fallback = i
      aliases = withAliases(aliases, leaf.aliases, i)
      i += 1
    val shape = new Shape.Sum(s.name, names, s.isTracked, new PlanRef.Shapes(leaves), aliases, fallback)
    shape.namedLeaves = numbersOf(count)(s.leaves(_).isNamed)
    new Plan.Sum(shape, leaves, access, index)

  private inline def numbersOf(count: Int)(inline test: Int => Boolean): Array[Int] =
    var numbers = Shape.NoNumbers
    var i = 0
    while i < count do
      if test(i) then numbers = numbers :+ i
      i += 1
    numbers

  /** Adds each alias with the number of its owner. */
  private def withAliases(known: Map[String, Int], aliases: Vector[String], owner: Int): Map[String, Int] =
    if aliases.isEmpty then known else known ++ aliases.map(_ -> owner)

  private def sequenceOps(kind: String, index: Int): SequenceOps =
    if kind == "Array" then new SequenceOps.ArrayOps(access.classOf(index))
    else if kind == EnumCollections.SetKind then EnumCollections.set(access.classOf(index))
    else if CollectionKind.isSorted(kind) then SortedCollections.sequence(kind, new Order(() => access.orderOf(index)))
    else SequenceOps(kind)

  private def mappingOps(kind: String, index: Int): MappingOps =
    if kind == EnumCollections.MapKind then EnumCollections.map(access.classOf(index))
    else if CollectionKind.isSorted(kind) then SortedCollections.mapping(kind, new Order(() => access.orderOf(index)))
    else MappingOps(kind)

  /** The macro takes a record's components from its constructor's parameters; the class itself knows for certain. */
  private def checkComponents(record: Class[?], shape: Shape.Product): Unit =
    val components = record.getRecordComponents.map(_.getName)
    if !components.sameElements(shape.fieldNames) then
      throw new IllegalStateException(
        s"${record.getName} has the components ${components.mkString(", ")}, and its pickler was derived from " +
          s"${shape.fieldNames.mkString(", ")}: write a pickler for it"
      )
