package brine.copying

import java.util.{ArrayDeque, IdentityHashMap}
import scala.collection.immutable
import scala.util.control.{ControlThrowable, NonFatal}
import brine.*
import brine.assembly.Construction
import brine.collections.LazyLists
import brine.plan.{Component, Plan}
import brine.plan.steps.WriteChecks
import brine.plan.subtypes.{OpenForm, OpenSubtypes}
import brine.shape.Note

/** Copies one value by its plan.
  *
  *   1. A value comes back itself, if nothing in it can change.
  *   1. Objects that keep their identity are copied once ([[known]]). In a cycle, an object is made before the parts
  *      that are assigned to it: its variables have the original's values until [[finish]] replaces them. The walk thus
  *      needs no deep stack for a chain of variables. Sets and maps are filled last, since they hash their elements.
  *   1. The walk gives up ([[DeepCopy.Elsewhere]]) at a handwritten pickler, at a cycle that leads back to an object
  *      before it is made, and where it would become too deep.
  */
private[brine] final class DeepCopy private (options: PickleOptions):
  import DeepCopy.*

  // Most values need none of these.
  private var copied: Copied | Null = null
  private var waiting: Waiting | Null = null

  private val maxDepth = options.limits.emittedDepth
  private var depth = 0

  private def run(plan: Plan, value: AnyRef): AnyRef =
    val copy = place(plan, value)
    finish()
    copy

  private def copies: Copied =
    if copied == null then copied = new Copied
    copied.nn

  /** Returns the copy of an object, or null if there is none yet. */
  private def known(value: AnyRef): AnyRef | Null =
    val copy = if copied == null then null else copied.nn.get(value)
    if copy eq Unfinished then throw Elsewhere
    copy

  private def rest: Waiting =
    if waiting == null then waiting = new Waiting
    waiting.nn

  /** Completes all objects that have been made: code that looks into them follows. */
  private def finish(): Unit = if waiting != null then waiting.nn.run()

  private def place(plan: Plan, value: AnyRef | Null): AnyRef | Null =
    if value == null || ImmutableParts.isImmutable(plan) then value else part(plan, value)

  private def part(plan: Plan, value: AnyRef): AnyRef = plan match
    case p: Plan.Product     => product(p, value)
    case s: Plan.Sum         => leaf(s, value)
    case o: Plan.Optional    => optional(o, value.asInstanceOf[Option[AnyRef]])
    case s: Plan.Sequence    => sequence(s, value)
    case m: Plan.Mapping     => mapping(m, value)
    case a: Plan.ScalarArray => once(a, value)(copyOfArray(value))
    case m: Plan.Mapped      => mapped(m, value)
    case o: Plan.Open        => open(o, value)
    case _                   => if ImmutableClasses.isImmutable(value.getClass) then value else throw Elsewhere

  /** Returns the copy of an object, made once if the object keeps its identity.
    *
    * @param leadsBack a part may lead back to the object before it is made
    */
  private inline def once(plan: Plan, value: AnyRef, inline leadsBack: Boolean = true)(inline make: AnyRef): AnyRef =
    if !plan.keepsIdentity(options) then make
    else
      val before = known(value)
      if before != null then before
      else
        val isMarked = leadsBack && isInCycle(plan)
        if isMarked then copies.put(value, Unfinished)
        val copy = make
        if isMarked then copies.put(value, copy) else copies.add(value, copy)
        copy

  /** (A method that is inlined cannot name an object for Brine alone of another package.) */
  private def isInCycle(plan: Plan): Boolean = Component.of(plan).isCyclic

  /** Notes the copy before its parts are there. */
  private def begun(plan: Plan, value: AnyRef, copy: AnyRef): AnyRef =
    if plan.keepsIdentity(options) && isInCycle(plan) then copies.put(value, copy)
    copy

  private inline def deeper(inline walk: AnyRef): AnyRef =
    if depth >= maxDepth then throw Elsewhere
    depth += Plan.LevelCost
    val copy = walk
    depth -= Plan.LevelCost
    copy

  // ---- objects of classes

  private def product(p: Plan.Product, value: AnyRef): AnyRef =
    if !p.isExactly(value) then throw p.access.unexpected(p.shape.name, value)
    val facts = factsOf(p)
    once(p, value, facts.leadsBack)(
      if p.shape.isMutableValue then mutableValue(p, value) else deeper(fields(p, facts, value))
    )

  private def fields(p: Plan.Product, facts: Facts, value: AnyRef): AnyRef =
    val code = facts.codeFor(value)
    val late = facts.late
    val parts = if code.fields.length == 0 then Plan.NoValues else new Array[AnyRef](code.fields.length)
    var isSame = facts.isImmutable
    var k = 0
    while k < parts.length do
      val i = code.fields(k)
      val before = code.part(value, k)
      val after = if late != null && late(i) then before else field(p, i, before)
      if after ne before then isSame = false
      parts(k) = after
      k += 1
    if isSame then value
    else
      if !p.storesOnly then finish()
      val copy = code.make(value, parts)
      if late != null then rest.add(() => assignRest(facts, value, copy, late))
      copy

  private def assignRest(facts: Facts, value: AnyRef, copy: AnyRef, late: Array[Boolean]): Unit =
    val p = facts.plan
    var i = 0
    while i < late.length do
      if late(i) then Construction.assign(p, copy, i, field(p, i, facts.boxed.part(value, i)))
      i += 1

  private def field(p: Plan.Product, i: Int, value: AnyRef): AnyRef =
    try place(p.fields(i).get, value)
    catch case e: PickleException => throw e.prepend(p.shape.segment(i))

  private def factsOf(p: Plan.Product): Facts =
    val known = p.copyFacts
    if known != null then known.asInstanceOf[Facts]
    else
      val found = new Facts(p)
      p.copyFacts = found
      found

  private def mutableValue(p: Plan.Product, value: AnyRef): AnyRef = p.fields(0).get match
    case c: Plan.Custom =>
      c.unpickler match
        case s: SurrogatePickler[AnyRef @unchecked, AnyRef @unchecked] =>
          s.ofParts(s.partsOf(value, options.limits), options.limits)
        case _ => throw Elsewhere
    case content => place(content, value)

  private def leaf(s: Plan.Sum, value: AnyRef): AnyRef =
    val number = s.leafNumber(value)
    if number < 0 then throw new PickleException.UnexpectedClass(s.shape.name, value.getClass.getName)
    place(s.leaves(number).get, value)

  private def open(o: Plan.Open, value: AnyRef): AnyRef =
    if ImmutableClasses.isImmutable(value.getClass) then value
    else
      val before = known(value)
      if before != null then before
      else
        val copy = deeper(place(OpenForm.of(OpenSubtypes.of(o, value, options)).subtypePlan, value))
        copies.put(value, copy)
        copy

  // ---- values of one other

  private def optional(o: Plan.Optional, value: Option[AnyRef]): AnyRef =
    if value.isEmpty then value
    else
      val content = value.get
      val copy = deeper(place(o.element.get, content))
      if copy eq content then value else Some(copy)

  private def mapped(m: Plan.Mapped, value: AnyRef): AnyRef =
    if ImmutableClasses.isImmutable(value.getClass) then value
    else if m.edge != null then throw Elsewhere
    else
      val inner = WriteChecks.mapFrom(m, value).asInstanceOf[AnyRef]
      val copy = deeper(place(m.inner.get, inner))
      if (inner eq value) && (copy eq inner) then value
      else
        finish()
        Construction.mapTo(m, copy)

  // ---- collections

  private def sequence(s: Plan.Sequence, value: AnyRef): AnyRef =
    s.ops.check(value)
    if s.ops.isArray then once(s, value)(deeper(array(s, value)))
    else if !s.ops.isMutable && value.isInstanceOf[immutable.Iterable[?]] then
      if ImmutableParts.isImmutable(s.element.get) then value
      else if s.ops.isEmpty(value) then value
      else
        LazyLists.checkEnd(value, options.limits)
        once(s, value)(deeper(fixed(s, value)))
    else once(s, value)(deeper(growing(s, value)))

  private def array(s: Plan.Sequence, value: AnyRef): AnyRef = value match
    case references: Array[AnyRef] => arrayOfReferences(s, references)
    case numbers =>
      val copy = copyOfArray(numbers)
      begun(s, numbers, copy)
      copy

  private def arrayOfReferences(s: Plan.Sequence, value: Array[AnyRef]): AnyRef =
    val copy = value.clone()
    begun(s, value, copy)
    if !ImmutableParts.isImmutable(s.element.get) then
      later(s)(for i <- copy.indices do copy(i) = element(s, value(i), i))
    copy

  /** Does a part of a copy now, or after the objects around it are made. */
  private inline def later(plan: Plan)(inline act: Unit): Unit =
    if plan.isTracked && isInCycle(plan) then rest.add(() => act) else act

  private def element(s: Plan.Sequence, value: AnyRef, index: Int): AnyRef =
    try place(s.element.get, value)
    catch case e: PickleException => throw e.prepend(s"[$index]")

  /** Copies the elements, which may be there already. */
  private def elements(s: Plan.Sequence, value: AnyRef): Array[AnyRef] =
    val parts = s.ops.toArray(value)
    if !ImmutableParts.isImmutable(s.element.get) then
      var i = 0
      while i < parts.length do
        parts(i) = element(s, parts(i), i)
        i += 1
    parts

  private def fixed(s: Plan.Sequence, value: AnyRef): AnyRef =
    val before = s.ops.toArray(value)
    val after = elements(s, value)
    if before.indices.forall(i => before(i) eq after(i)) then value
    else
      if s.ops.looksIntoElements then finish()
      s.ops.fromStack(after, 0, after.length)

  private def growing(s: Plan.Sequence, value: AnyRef): AnyRef =
    val isOpen = s.isTracked && isInCycle(s)
    if !isOpen || !s.ops.isMutable then
      val parts = elements(s, value)
      if s.ops.looksIntoElements then finish()
      s.ops.fromStack(parts, 0, parts.length)
    else if s.ops.isAssignable then
      val parts = s.ops.toArray(value)
      val copy = begun(s, value, s.ops.fromStack(parts, 0, parts.length))
      rest.add(() => for i <- parts.indices do s.ops.assign(copy, i, element(s, parts(i), i)))
      copy
    else
      val copy = begun(s, value, s.ops.emptyFor(s.ops.toArray(value)))
      rest.add { () =>
        val parts = elements(s, value)
        if s.ops.looksIntoElements then rest.addLast(() => s.ops.addAll(copy, parts)) else s.ops.addAll(copy, parts)
      }
      copy

  private def mapping(m: Plan.Mapping, value: AnyRef): AnyRef =
    m.ops.check(value)
    if !m.ops.isMutable && value.isInstanceOf[immutable.Iterable[?]] then
      if ImmutableParts.isImmutable(m.key.get) && ImmutableParts.isImmutable(m.value.get) then value
      else once(m, value)(deeper(fixedMap(m, value)))
    else if m.ops.isMutable && m.isTracked && isInCycle(m) then
      once(m, value) {
        val copy = begun(m, value, m.ops.emptyFor(flat(m.ops.iterator(value))))
        rest.add { () =>
          val parts = entries(m, value)
          rest.addLast(() => m.ops.addAll(copy, parts.iterator))
        }
        copy
      }
    else once(m, value)(deeper(mapOf(m, entries(m, value))))

  private def mapOf(m: Plan.Mapping, entries: IndexedSeq[(Any, Any)]): AnyRef =
    finish()
    m.ops.newBuilder().addAll(entries).result()

  private def flat(entries: Iterator[(Any, Any)]): Array[AnyRef] =
    entries.flatMap((key, value) => List(key, value)).asInstanceOf[Iterator[AnyRef]].toArray[AnyRef]

  private def entries(m: Plan.Mapping, value: AnyRef): IndexedSeq[(Any, Any)] =
    var i = -1
    m.ops.iterator(value).map { (key, value) =>
      i += 1
      val newKey = entryPart(m.key.get, key, "keys", i)
      val newValue = entryPart(m.value.get, value, "values", i)
      (newKey, newValue)
    }.toVector

  private def entryPart(plan: Plan, value: Any, part: String, index: Int): Any =
    try place(plan, value.asInstanceOf[AnyRef])
    catch case e: PickleException => throw e.prepend(s".$part[$index]")

  private def fixedMap(m: Plan.Mapping, value: AnyRef): AnyRef =
    val before = flat(m.ops.iterator(value))
    val after = entries(m, value)
    val isSame = after.indices.forall { i =>
      val (key, value) = after(i)
      (key.asInstanceOf[AnyRef] eq before(2 * i)) && (value.asInstanceOf[AnyRef] eq before(2 * i + 1))
    }
    if isSame then value else mapOf(m, after)

private[brine] object DeepCopy:
  /** Returns a deep copy of a value that is not null, by its plan.
    *
    * @throws PickleException as a write and a read would, except for what belongs to bytes
    */
  def apply[A](value: A, pickler: Pickler[A], plan: Plan, options: PickleOptions): A =
    if ImmutableParts.isImmutable(plan) then value
    else
      try new DeepCopy(options).run(plan, value.asInstanceOf[AnyRef]).asInstanceOf[A]
      catch
        case Elsewhere    => CallTape.copy(value, pickler, options)
        case e: Throwable => throw FailureBoundary.writeFailure(e)

  /** How objects of one class are copied. */
  private final class Facts(val plan: Plan.Product) extends Note:
    val isImmutable: Boolean = ImmutableParts.hasImmutableObjects(plan)

    private val inCycle =
      val own = Component.of(plan)
      plan.fields.map(f => own.isCyclic && (Component.of(f.get) eq own))

    /** The fields that are assigned after the object was made, since they may lead back to it; null if there are none.
      */
    val late: Array[Boolean] | Null =
      val all = inCycle.indices.toArray.map(i => plan.isTracked && inCycle(i) && Component.takesLater(plan, i))
      if all.contains(true) then all else null

    /** True if a field that is needed to make an object may lead back to it. */
    val leadsBack: Boolean =
      inCycle.indices.exists(i => inCycle(i) && (late == null || plan.shape.isMutableValue || !late.nn(i)))

    val boxed: CopyCode = CopyCode.boxed(plan)
    private var code = boxed
    private var uses = 0

    /** (Threads may count at once, which does no harm.) */
    def codeFor(value: AnyRef): CopyCode =
      if uses < CopyCode.After then
        uses += 1
        if uses == CopyCode.After then
          val typed = CopyCode.typed(plan, value)
          if typed != null then code = typed
      code

  /** The copies of objects. Those of a few objects are found faster by looking at each. */
  private final class Copied:
    private val few = new Array[AnyRef](2 * Copied.Few)
    private var count = 0
    private var many: IdentityHashMap[AnyRef, AnyRef] | Null = null

    def get(value: AnyRef): AnyRef | Null =
      if many != null then many.nn.get(value)
      else
        val at = find(value)
        if at < count then few(at + 1) else null

    private def find(value: AnyRef): Int =
      var at = 0
      while at < count && (few(at) ne value) do at += 2
      at

    def put(value: AnyRef, copy: AnyRef): Unit = put(value, copy, if many == null then find(value) else 0)

    /** Puts the copy of an object that is not there, or is there with this copy. */
    def add(value: AnyRef, copy: AnyRef): Unit = put(value, copy, count)

    private def put(value: AnyRef, copy: AnyRef, at: Int): Unit =
      if many != null then many.nn.put(value, copy): Unit
      else if at == few.length then
        val all = new IdentityHashMap[AnyRef, AnyRef]
        for i <- few.indices by 2 do all.put(few(i), few(i + 1))
        all.put(value, copy)
        many = all
      else
        few(at) = value
        few(at + 1) = copy
        if at == count then count += 2

  private object Copied:
    final val Few = 12

  /** Parts that are still to be assigned or added, and the collections that wait for all others. */
  private final class Waiting:
    private val first = new ArrayDeque[() => Unit]
    private val last = new ArrayDeque[() => Unit]
    def add(act: () => Unit): Unit = first.push(act)
    def addLast(act: () => Unit): Unit = last.push(act)
    def run(): Unit =
      while !first.isEmpty || !last.isEmpty do (if first.isEmpty then last.pop() else first.pop()) ()

  /** The walk cannot go on here. */
  private object Elsewhere extends ControlThrowable

  /** The copy of an object that is being made. */
  private val Unfinished: AnyRef = new Object

  private def copyOfArray(array: AnyRef): AnyRef = array match
    case a: Array[Boolean] => a.clone
    case a: Array[Byte]    => a.clone
    case a: Array[Short]   => a.clone
    case a: Array[Char]    => a.clone
    case a: Array[Int]     => a.clone
    case a: Array[Long]    => a.clone
    case a: Array[Float]   => a.clone
    case a: Array[Double]  => a.clone
    case a: Array[AnyRef]  => a.clone
