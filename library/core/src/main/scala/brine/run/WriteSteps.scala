package brine.run

import brine.collections.LazyLists
import brine.{Extras, PickleBuilder, Pickler}
import brine.plan.{ObjectBuilder, Plan}
import brine.plan.subtypes.{Covariance, OpenForm}
import brine.shape.Nullness

/** The steps of writing a value that do not depend on where the walk keeps its way back: [[EventWriter]] keeps it on
  * Java's stack, [[PlanWriter]] in a list of frames. They write the parts of a value, as the parameters of these steps.
  *
  * The steps are inline, for a profile of each walk (ADR 95, profiles).
  */
private[brine] object WriteSteps:
  inline def factsOf(plan: Plan, builder: PickleBuilder): Int =
    if builder.sharesAll then plan.factsOfAll else plan.facts

  inline def keepsIdentity(plan: Plan, builder: PickleBuilder): Boolean =
    (factsOf(plan, builder) & Plan.KeepsIdentity) != 0

  /** Begins a value at a place: its null, its marker, its identity. Returns true if its body comes next. */
  inline def beginsAtPlace(plan: Plan, value: Any, builder: PickleBuilder): Boolean =
    val facts = factsOf(plan, builder)
    if (facts & Plan.GoesToBody) != 0 then true
    else if (facts & Plan.HasMarker) != 0 then
      if (facts & Plan.KeepsIdentity) == 0 || builder.enter(value.asInstanceOf[AnyRef], 1) then
        builder.putPresent(plan.shape)
        true
      else
        checkReferred(plan, value)
        false
    else !plan.isCollection || enterCollection(plan, value.asInstanceOf[AnyRef], builder)

  /** Begins an object of a class as an element, in a format with codes. Returns true if its body comes next. */
  def beginsElement(plan: Plan, value: Any, builder: ObjectBuilder): Boolean =
    if value == null then
      builder.putNull(plan.shape)
      false
    else
      val isNew = builder.beginsElement(value.asInstanceOf[AnyRef])
      if !isNew then checkReferred(plan, value)
      isNew

  /** Returns true if an element of a collection is written as at a place: with a marker, or with a code for null. */
  inline def isAtPlace(plan: Plan, isMarked: Boolean): Boolean = isMarked || (plan.facts & Plan.HasTag) == 0

  /** Writes a value of a sealed type up to its body, which `body` writes for the plan and number of its leaf. */
  inline def leaf(s: Plan.Sum, value: AnyRef, builder: PickleBuilder)(inline body: (Plan, Int) => Unit): Unit =
    val number = s.leafNumber(value)
    if number < 0 then throw s.unexpected(value)
    s.leaves(number).get match
      case _: Plan.Singleton => builder.putSingleton(s.shape, number)
      case plan =>
        if !keepsIdentity(plan, builder) || builder.enter(value, s.arity) then
          if number == s.shape.fallback then builder.noteFallback(keptLeaf(plan, value))
          builder.beginLeaf(s.shape, number)
          body(plan, number)

  /** The unknown leaf that this object has kept. */
  def keptLeaf(plan: Plan, value: AnyRef): Extras.Leaf | Null = plan match
    case p: Plan.Product if p.shape.extras >= 0 =>
      p.access.fieldOf(p.index, value, p.shape.extras) match
        case extras: Extras if extras.leaf != null && !extras.isEmpty => extras.leaf.nn.copy(isAlone = false)
        case extras: Extras                                           => extras.leaf
        case _                                                        => null
    case _ => null

  /** Refuses a collection that would come back as another, or that has no end. */
  def check(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder): Unit =
    s.ops.check(value)
    LazyLists.checkEnd(value, builder.options.limits)

  /** Writes a collection up to its elements, which `elements` writes: for their number, and for true if they have
    * markers.
    */
  inline def sequence(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder)(
      inline elements: (Int, Boolean) => Unit
  ): Unit =
    check(s, value, builder)
    putArrayClass(s, value, builder)
    val isMarked = marksEach(s.element.get, s.ops.iterator(value), builder)
    val size = s.ops.size(value)
    builder.beginSequence(s.shape, size, isMarked)
    if builder.skipsParts(s.shape) || UniformElements.put(s, value, size, builder) then builder.endSequence(s.shape)
    else elements(size, isMarked)

  /** Writes a map up to its entries, which `entries` writes: for their number, for true if keys and values have
    * markers, and for the form of all keys and of all values, or null if they have no common form.
    */
  inline def mapping(m: Plan.Mapping, value: AnyRef, builder: PickleBuilder)(
      inline entries: (Int, Boolean, OpenForm | Null, OpenForm | Null) => Unit
  ): Unit =
    m.ops.check(value)
    val isMarked =
      marksEach(m.key.get, m.ops.keys(value), builder) || marksEach(m.value.get, m.ops.values(value), builder)
    val size = m.ops.size(value)
    builder.beginMapping(m.shape, size, isMarked)
    if builder.skipsParts(m.shape) then builder.endMapping(m.shape)
    else
      val ofKeys = UniformElements.putKeyClass(m, value, size, builder)
      val ofValues = UniformElements.putValueClass(m, value, size, builder)
      entries(size, isMarked, ofKeys, ofValues)

  /** Returns true if a collection of these values must mark each. */
  inline def marksEach(element: Plan, values: => Iterator[Any], builder: PickleBuilder): Boolean =
    marks(element, values, builder) || (builder.sharesAll && element.isObject)

  /** Begins an option: true if its content comes next, and then the end of `Some`. */
  def beginOptional(o: Plan.Optional, value: Option[Any], builder: PickleBuilder): Boolean =
    if value.isEmpty then
      builder.putNone(o.shape)
      false
    else
      // Only a type without its own null needs the option to encode it.
      val isNull = value.get == null && o.element.get.nullness == Nullness.Marker
      builder.beginSome(o.shape, isNull)
      if isNull then builder.endSome(o.shape)
      !isNull

  // ---- parts of these steps that are called and not inlined (a step cannot name an object for Brine alone of another
  // package)

  /** Returns true if a collection of these values must mark each. */
  def marks(pickler: Pickler[?], values: => Iterator[Any]): Boolean = marks(Plan.of(pickler), values)

  def marks(plan: Plan, values: => Iterator[Any]): Boolean =
    plan.nullness == Nullness.Marker && (plan.isTracked || holdsNull(values))

  /** Returns true if a collection of these values must mark each, in the format of `builder`. */
  def marks(plan: Plan, values: => Iterator[Any], builder: PickleBuilder): Boolean =
    if builder.asksEachElement then plan.nullness == Nullness.Marker else marks(plan, values)

  /** (The iterator's own `contains` compares boxed numbers by value, which takes three times as long.) Inline as
    * [[brine.PickleBuilder.putScalar]] is.
    */
  inline def holdsNull(values: Iterator[Any]): Boolean =
    var found = false
    while !found && values.hasNext do found = values.next().asInstanceOf[AnyRef] eq null
    found

  def enterCollection(plan: Plan, value: AnyRef, builder: PickleBuilder): Boolean =
    isValue(plan, value) || builder.enter(value, 0)

  /** An empty collection has no state to share, so it is a value, unless it can change. Refuses one that would come
    * back as another.
    */
  def isValue(plan: Plan, value: AnyRef): Boolean = plan match
    case s: Plan.Sequence =>
      s.ops.check(value)
      !s.shape.isMutable && s.ops.isEmpty(value)
    case m: Plan.Mapping =>
      m.ops.check(value)
      !m.shape.isMutable && m.ops.size(value) == 0
    case _ => java.lang.reflect.Array.getLength(value) == 0

  /** Refuses an object of another class. A pickler of a class handles exactly that class: a subclass would lose its
    * additional fields.
    */
  def checkClass(plan: Plan.Product, value: AnyRef): Unit =
    if !plan.isExactly(value) then throw plan.access.unexpected(plan.shape.name, value)

  /** Checks an object that is written already, maybe where its own class is declared: a read would refuse the
    * reference here.
    */
  def checkReferred(plan: Plan, value: Any): Unit = plan match
    case p: Plan.Product => checkClass(p, value.asInstanceOf[AnyRef])
    case _               => ()

  /** Puts the class of an array of a narrower class than the declared one: [[Covariance]]. */
  def putArrayClass(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder): Unit = Covariance.put(s, value, builder)
