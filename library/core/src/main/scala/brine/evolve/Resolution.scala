package brine.evolve

import java.util.IdentityHashMap
import scala.collection.mutable
import brine.{Extras, Migrations, PickleException}
import brine.collections.SequenceOps
import brine.plan.{AbsentFields, Plan, PlanRef}
import brine.shape.{HiddenFields, Nullness, Shape}

/** Finds a plan that reads values of one shape as objects of another: it walks the writer's shape and builds by the
  * reader's. The plan is found once for a pair of shapes, before any object exists, from shapes and not from bytes.
  *
  *   - Fields are matched by name, in any order. Fields that the reader does not have are skipped. Fields that the
  *     writer did not have get their default argument, else `None` or an empty collection.
  *   - Leaves are matched by name. A leaf that the reader does not have is refused when it occurs.
  *   - Numbers become wider where nothing is lost, values become options, collections others of their sort.
  *   - A type with an `imap` is matched as the type that it is written as.
  *
  * Any other pair is a [[Mismatch]].
  */
private[brine] final class Resolution private (
    isProof: Boolean,
    leadsToMigrations: Boolean,
    trials: Trials,
    isUndated: Boolean = false,
    chain: Set[(Identity, Identity)] = Set.empty
)(using keptFields: ExtrasFields)
    extends FallbackLeaves:
  import Resolution.*
  import Trials.{MostPairs, MostTrials}

  private val same = new SameShapes(() => trials.countPair(), trials.older)
  private val known = new mutable.HashMap[(Identity, Identity), PlanRef]

  /** The steps still to be resolved: types may be nested deeper than the stack. */
  private val open = new java.util.ArrayDeque[() => Unit]

  /** The plans of objects, by the writer's shape. They include skipped objects, since kept objects may refer to them.
    */
  private val byWriter = new IdentityHashMap[Shape, PlanRef]
  private val customs = new mutable.HashMap[Shape.Custom, Plan]
  private val passing =
    new SkipPlans(byWriter.get(_), c => customs.getOrElse(c, StandardValues.planOf(c).getOrElse(unreadable(c))))

  /** The shapes of scalars occur at many places, each with separate mismatches; the other shapes may lead back to
    * themselves.
    */
  private def resolve(writer: Shape, reader: Plan, path: String): PlanRef = writer match
    case _: Shape.Scalar =>
      val plan = planOf(writer, reader, path)
      PlanRef(plan)
    case _ =>
      val pair = (new Identity(writer), new Identity(reader))
      known.getOrElse(
        pair, {
          var plan: Plan | Null = null
          val ref = PlanRef(plan.nn)
          known(pair) = ref
          open.add { () =>
            trials.pairs += 1
            plan = if trials.pairs > MostPairs then refuse(writer, reader, path, "there are too many types")
            else planOf(writer, reader, path)
            if !plan.isInstanceOf[Plan.Converted] then byWriter.putIfAbsent(writer, ref)
          }
          ref
        }
      )

  /** Resolves by the rules alone, without the migrations of the reader's own class. */
  private def resolveRules(writer: Shape, reader: Plan): Unit =
    val ignored = byRules(writer, reader, "$")
    while !open.isEmpty do open.poll().apply()
    mismatches.refuse(writer, reader)

  private def resolveAll(writer: Shape, reader: Plan): Plan =
    val root = resolve(writer, reader, "$")
    while !open.isEmpty do open.poll().apply()
    mismatches.refuse(writer, reader)
    root.get

  private def planOf(writer: Shape, reader: Plan, path: String): Plan =
    val before = if isFirst then chain else Set.empty
    isFirst = false
    migrationTo(reader) match
      case null                             => byRules(writer, reader, path)
      case known if known.ambiguous != null => refuse(writer, reader, path, oneTooMany(known.ambiguous.nn))
      case known if isUndated               => versions(reader, path)
      case known =>
        if same.isSame(writer, reader.shape) then byRules(writer, reader, path)
        else
          known.steps.find(step => same.isSame(writer, step.shape))
            .orElse(known.steps.find(step => same.isNamed(writer, trials.older.of(step, reader))))
            .orElse(if isAccepted(writer, reader) then None
            else known.steps.find(step => isReachable(writer, trials.older.of(step, reader), before)))
            .fold(byFailedMigrations(known, writer, reader, path))(migrated(_, writer, reader, path))

  private def oneTooMany(shape: Shape): String =
    s"two of its migrations lead from ${shape.describe}, and the choice is ambiguous: remove one, or give a field " +
      "another name"

  /** The first question is about the pair of this resolution itself. */
  private var isFirst = true

  /** Resolves by the rules. If they fail, too, the mismatch names the migrations that were tried. */
  private def byFailedMigrations(known: Migrations[?], writer: Shape, reader: Plan, path: String): Plan =
    val plan = byRules(writer, reader, path)
    for
      step <- known.steps;
      reason <- trials.reasons.get((new Identity(writer), new Identity(trials.older.of(step, reader))))
    do
      mismatches.add(Mismatch(
        path,
        writer.describe,
        step.shape.describe,
        s"a migration leads from there to ${reader.shape.name}, and it refused: $reason"
      ))
    plan

  /** Returns true if the rules, or migrations of nested types, can read `writer` as `reader`. */
  private def isAccepted(writer: Shape, reader: Plan): Boolean =
    val pair = (new Identity(writer), new Identity(reader))
    if trials.depth > MostTrials then true // the rules will tell
    else
      trials.found.getOrElse(
        pair, {
          trials.found(pair) = true // what leads back to itself fits if the rest does
          val accepted = fits(new Resolution(isProof, leadsToMigrations, trials).resolveRules(writer, reader))
          trials.found(pair) = accepted
          accepted
        }
      )

  /** By the rules or by migrations of the older class.
    *
    * @param before pairs of the same writer's shape that are being tried, one for the other: two classes may each have
    * migrations from the other. The contents of an object may lead back to any pair: that fits if the rest does
    */
  private def isReachable(writer: Shape, reader: Plan, before: Set[(Identity, Identity)]): Boolean =
    val pair = (new Identity(writer), new Identity(reader))
    if trials.depth > MostTrials then false
    else if trials.tried(pair) then !before(pair)
    else
      trials.reached.getOrElse(
        pair, {
          trials.tried += pair
          val reaches = fits(
            new Resolution(isProof, leadsToMigrations, trials, chain = before + pair).resolveAll(writer, reader),
            reason => trials.reasons(pair) = reason
          )
          trials.tried -= pair
          trials.reached(pair) = reaches
          reaches
        }
      )

  private def fits(resolve: => Any, otherwise: String => Unit = _ => ()): Boolean =
    trials.depth += 1
    try
      val ignored = resolve
      true
    catch
      case e: PickleException.IncompatibleShape =>
        otherwise(e.reasons.head)
        false
    finally trials.depth -= 1

  private def migrated(step: Migrations.Step, writer: Shape, reader: Plan, path: String): Plan =
    new Plan.Converted(
      resolve(writer, trials.older.of(step, reader), path),
      step(_),
      null,
      reader,
      new Migration(step, reader)
    )

  /** Returns today's version and all versions that migrations lead from, also through older classes. Versions of
    * today's shape are today's.
    */
  private def versions(reader: Plan, path: String): Plan =
    val met = mutable.LinkedHashMap.empty[Identity, Plan]
    def add(version: Plan, become: Plan => Plan): Unit =
      if met.size < MostTrials && !met.contains(new Identity(version)) && (version.eq(reader) || !same.isSame(
          version.shape,
          reader.shape
        ))
      then
        met(new Identity(version)) = become(byRules(version.shape, version, path))
        val known = migrationTo(version)
        if known != null then
          for step <- known.steps do
            val older = trials.older.of(step, version)
            add(
              older,
              old => become(new Plan.Converted(PlanRef(old), step(_), null, version, new Migration(step, version)))
            )
    add(reader, identity)
    new Plan.Versions(met.values.toArray)

  /** An older class may be outside of all cycles, and yet be part of one with today's classes, which wait for
    * migrations.
    */
  private def isCyclic(reader: Boolean): Boolean = reader || leadsToMigrations

  private def byRules(writer: Shape, reader: Plan, path: String): Plan = (writer, reader) match
    case (w: Shape.Scalar, r: Plan.Scalar)                              => scalar(w, r, path)
    case (w: Shape.Product, r: Plan.Product)                            => product(w, r, path, null)
    case (w: Shape.Singleton, r: Plan.Singleton)                        => new Plan.Singleton(w, r.access, r.index)
    case (w: Shape.Singleton, r: Plan.Product) if canBeMadeOfNothing(r) => madeOfNothing(w, r)
    case (w: Shape.Product, r: Plan.Singleton)                          => madeOfNothing(w, r)
    case (w: Shape.Sum, r: Plan.Sum)                                    => sum(w, r, path)
    case (w: Shape.Optional, r: Plan.Optional)    => new Plan.Optional(w, resolve(w.element, r.element.get, path))
    case (w: Shape.Sequence, r: Plan.ScalarArray) => array(w, r, path)
    case (w: Shape.Sequence, r: Plan.Sequence)    => sequence(w, r, path)
    case (w: Shape.Mapping, r: Plan.Mapping) =>
      new Plan.Mapping(
        w,
        resolve(w.key, r.key.get, s"$path.keys"),
        resolve(w.value, r.value.get, s"$path.values"),
        isCyclic(r.isCyclic),
        r.ops
      )
    case (w: Shape.Custom, r: Plan.Custom) if w == r.shape =>
      customs(w) = r
      r
    // An older writer gave it no identity.
    case (w: Shape.Custom, r: Plan.Product) if r.shape.isMutableValue => byRules(w, r.fields(0).get, path)
    case (w: Shape.Open, r: Plan.Open)     => if w.name == r.shape.name then r else new Plan.Open(w, r.base)
    case (_, r: Plan.Refused)              => r // not known to this resolution
    case (w: Shape.Mapped, r: Plan.Mapped) => new Plan.Mapped(resolve(w.inner, r.inner.get, path), r.to, r.from, r.edge)
    case (w: Shape.Mapped, r: Plan.Optional) if !isUnwrapped(w, r)         => lifted(w, r, path)
    case (w: Shape.Mapped, r: Plan.Scalar) if r.nullness == Nullness.Never => neverNull(w, r, path)
    case (w: Shape.Mapped, r)                  => new Plan.Mapped(resolve(w.inner, r, path), identity, identity)
    case (w, r: Plan.Mapped)                   => new Plan.Converted(resolve(w, r.inner.get, path), mapped(r), null)
    case (w, r: Plan.Optional)                 => lifted(w, r, path)
    case (w: Shape.Optional, r: Plan.Sequence) => optionListed(w, r, path)
    case (w, r: Plan.Sequence) if !isMany(w)   => listed(w, r, path)
    case (w, r)                                => refuse(w, r, path)

  /** Returns true if the writer's type was written as an option, and is that option now. */
  private def isUnwrapped(w: Shape.Mapped, r: Plan.Optional): Boolean =
    w.inner.isInstanceOf[Shape.Optional] && !r.element.get.isInstanceOf[Plan.Mapped]

  private def refuse(writer: Shape, reader: Plan, path: String, cure: String = Mismatch.Cure): Plan =
    mismatches.add(Mismatch(path, described(writer), described(reader.shape), cure))
    reader

  /** Describes a shape. Two versions of one handwritten pickler differ in nothing else. */
  private def described(shape: Shape): String = shape match
    case c: Shape.Custom if c.version != 1 => s"${c.name}, version ${c.version}"
    case other                             => other.describe

  private def scalar(w: Shape.Scalar, r: Plan.Scalar, path: String): Plan =
    if w.kind == r.kind then r
    else
      Widening.of(w.kind, r.kind) match
        case Some(widen) => new Plan.Converted(PlanRef(Plan.scalar(w.kind)), widen, null)
        case None        => refuse(w, r, path, Widening.cure(w.kind, r.kind))

  private def mapped(r: Plan.Mapped): AnyRef | Null => AnyRef | Null =
    value => if value == null then null else r.to(value).asInstanceOf[AnyRef]

  /** A value that may be missing now. A null is not a value. */
  private def lifted(w: Shape, r: Plan.Optional, path: String): Plan =
    val content = resolve(w, r.element.get, path)
    new Plan.Converted(content, value => Option(value), new Plan.Optional(new Shape.Optional(() => w), content))

  /** A type that is written through an `imap` may be null; a primitive may not. */
  private def neverNull(w: Shape.Mapped, r: Plan.Scalar, path: String): Plan =
    val written = new Plan.Mapped(resolve(w.inner, r, path), identity, identity)
    def checked(value: AnyRef | Null) =
      if value == null then throw new PickleException.NullValue(s"expected a value of type ${r.shape.name}, found null")
      value
    new Plan.Converted(PlanRef(written), checked(_), null)

  private def isMany(w: Shape): Boolean = w match
    case _: Shape.Sequence | _: Shape.Mapping => true
    case _                                    => false

  /** A value of which there may be several now. A null is not a value. */
  private def listed(w: Shape, r: Plan.Sequence, path: String): Plan =
    new Plan.Converted(resolve(w, r.element.get, path), value => collected(r, Option(value)), null)

  /** A value that may be missing, of which there may be several now. */
  private def optionListed(w: Shape.Optional, r: Plan.Sequence, path: String): Plan =
    val option = new Plan.Optional(w, resolve(w.element, r.element.get, path))
    new Plan.Converted(PlanRef(option), value => collected(r, Option(value.asInstanceOf[Option[AnyRef]]).flatten), null)

  private def collected(r: Plan.Sequence, values: Option[AnyRef]): AnyRef =
    val builder = r.ops.newBuilder(values.size)
    for value <- values do builder += value
    r.ops.result(builder, values.size)

  // ---- classes

  private[evolve] def product(
      w: Shape.Product,
      r: Plan.Product,
      path: String,
      replaced: Extras.Leaf | Null
  ): Plan =
    val from = matched(w.fieldNames, r.shape.fieldNames, r.shape.aliases)
    val extras = r.shape.extras
    if extras >= 0 then from(extras) = w.extras
    val kept = w.fieldNames.indices.toArray.map { i =>
      if extras < 0 || from.contains(i) || i == w.extras then null
      else keeper(w.fieldShapes(i), s"$path.${w.fieldNames(i)}")
    }
    val fields = w.fieldNames.indices.toArray.map { i =>
      val at = from.indexOf(i)
      val here = below(path, w.fieldNames(i))
      if at >= 0 then resolve(w.fieldShapes(i), r.fields(at).get, here)
      else if kept(i) != null then PlanRef(kept(i).nn.plan)
      else passedOver(w.fieldShapes(i))
    }
    if replaced == null && w.name != r.shape.name && w.fieldNames.nonEmpty && from.nonEmpty && from.forall(_ < 0) then
      refuse(w, r, path, "they have no field in common: name the old fields by `@alias`, if they are the same")
    val added = r.shape.fieldNames.indices.filter(from(_) < 0)
    def gone = w.fieldNames.indices.filter(i => !from.contains(i) && i != w.extras).map(w.fieldNames(_))
    for field <- added if field != extras && !AbsentFields.exists(r, field) do
      mismatches.add(Mismatch(
        s"$path.${r.shape.fieldNames(field)}",
        "nothing",
        r.fields(field).get.shape.describe,
        Mismatch.absent(w, gone)
      ))
    for name <- HiddenFields.ambiguous(w.fieldNames.toSeq, r.shape.fieldNames.toSeq) do
      mismatches.add(Mismatch(s"$path.$name", w.describe, r.shape.describe, Mismatch.hidden(name)))
    // No constructor needs a removed field: it may come at any time.
    val isMutable = w.fieldNames.indices.toArray.map { i =>
      val at = from.indexOf(i)
      if at >= 0 then r.isMutable(at) && at != extras else kept(i) == null && i != w.extras
    }
    val isCyclic = this.isCyclic(r.isCyclic) || w.isTracked && w.fieldNames.indices.exists(!from.contains(_))
    val access =
      if extras < 0 && w.extras < 0 then new ResolvedProduct(r, from)
      else new KeepingProduct(r, from, w.fieldNames, kept, w.extras, replaced)
    new Plan.Product(w, fields, isMutable, isCyclic, r.storesOnly, r.isGeneric, access, r.index)

  /** Returns the keeper of a field that the class does not have, for a class with extras. */
  private def keeper(w: Shape, path: String): ExtrasFields#Keeper | Null =
    if ExtrasFields.canKeep(w) then new keptFields.Keeper(w)
    else
      mismatches.add(Mismatch(
        path,
        w.describe,
        "a field to be kept (Extras)",
        "extras cannot keep objects with identity, nor values of a pickler by hand: give the class this field"
      ))
      null

  /** Returns for each of the reader's names the number of the writer's, -1 for none: the equal name, else the first
    * of its aliases that is not another field's name.
    */
  private def matched(written: Array[String], names: Array[String], aliases: Map[String, Int]): Array[Int] =
    val numbers = numbered(written).zipWithIndex.toMap
    val found = numbered(names).map(numbers.getOrElse(_, -1))
    for (name, number) <- written.zipWithIndex; own <- aliases.get(name) if found(own) < 0 && !found.contains(number) do
      found(own) = number
    found

  /** A class and its superclass may have variables of one name: the first, the second. */
  private def numbered(names: Array[String]): Array[(String, Int)] =
    val met = mutable.HashMap.empty[String, Int].withDefaultValue(0)
    names.map { name =>
      met(name) += 1
      (name, met(name))
    }

  private[evolve] def passedOver(w: Shape): PlanRef = PlanRef(passing(w))

  private def unreadable(c: Shape.Custom): Plan =
    val written = s"${PickleException.quote(c.name)}, version ${c.version}, by a pickler by hand"
    val reason = "this reader needs that pickler to skip the field; keep a field of that type, such as an option"
    new Plan.Refused(c, () => new PickleException.IncompatibleShape(Seq(reason), written, "a field to skip"))

  // ---- families

  private def sum(w: Shape.Sum, r: Plan.Sum, path: String): Plan =
    val from = matched(w.leafNames, r.shape.leafNames, r.shape.aliases)
    val to = w.leafNames.indices.toArray.map(from.indexOf(_))
    val leaves = w.leafNames.indices.toArray.map { i =>
      val again = if to(i) >= 0 then knownAgain(w, i, to(i), r) else null
      if again != null then again.nn
      else if to(i) >= 0 then resolve(w.leafShapes(i), r.leaves(to(i)).get, below(path, w.leafNames(i)))
      else if r.shape.fallback >= 0 then fallback(w, i, r, path)
      else
        if isProof then mismatches.add(goneLeaf(w, i, r, below(path, w.leafNames(i))))
        unknownLeaf(w, i, r)
    }
    for i <- to.indices if to(i) < 0 do to(i) = r.shape.fallback
    new Plan.Sum(w, leaves, new ResolvedSum(r, to), r.index)

  private def canBeMadeOfNothing(r: Plan.Product): Boolean = r.fields.indices.forall(AbsentFields.exists(r, _))

  // ---- collections

  private def array(w: Shape.Sequence, r: Plan.ScalarArray, path: String): Plan = SkipPlans.scalarArray(w) match
    case Some(written) if written.kind == r.kind => r
    case Some(written) =>
      Widening.ofArrays(written.kind, r.kind) match
        case Some(widen) => new Plan.Converted(PlanRef(written), widen, null)
        case None        => refuse(w, r, path, Widening.cure(written.kind, r.kind))
    case None => refuse(w, r, path)

  private def sequence(w: Shape.Sequence, r: Plan.Sequence, path: String): Plan =
    if SkipPlans.scalarArray(w).nonEmpty || isSet(r.ops) && !isSetKind(w.kind) then refuse(w, r, path)
    else new Plan.Sequence(w, resolve(w.element, r.element.get, s"$path[]"), isCyclic(r.isCyclic), r.ops)

  private def isSet(ops: SequenceOps): Boolean = ops.looksIntoElements && !ops.kind.endsWith("Queue")

  private def isSetKind(kind: String): Boolean = kind.endsWith("Set")

private[brine] object Resolution:
  /** Returns a plan that reads values of the shape `writer` as values of `reader`.
    *
    * @throws brine.PickleException.IncompatibleShape with all reasons why there is none
    */
  def apply(writer: Shape, reader: Plan)(using ExtrasFields): Plan =
    if writer.fingerprint == reader.shape.fingerprint then reader else walk(writer, reader)

  /** Returns a plan whose nodes have the writer's shapes, even if the shapes are equal. */
  def walk(writer: Shape, reader: Plan)(using ExtrasFields): Plan =
    of(reader, isProof = false).resolveAll(writer, reader)

  private def of(reader: Plan, isProof: Boolean, isUndated: Boolean = false)(using ExtrasFields): Resolution =
    of(reader, isProof, isUndated, new OlderPlans)

  private def of(reader: Plan, isProof: Boolean, isUndated: Boolean, older: OlderPlans)(using
      ExtrasFields
  ): Resolution =
    new Resolution(isProof, UnversionedData.leadsToMigrations(reader), new Trials(older), isUndated)

  /** A plan for data that do not say from which shape they were written: today's, or one that migrations name. */
  def undated(reader: Plan)(using ExtrasFields): Plan =
    of(reader, isProof = false, isUndated = true).resolveAll(reader.shape, reader)

  /** Returns the migrations from older shapes that the author of a class has given. */
  def migrationTo(reader: Plan): Migrations[?] | Null = reader match
    case p: Plan.Product => p.migrations
    case s: Plan.Sum     => s.migrations
    case _               => null

  /** Returns true if a migration's argument can hold objects of `reader` for this part: all values can be read.
    *
    * @param older the plans of the resolution that asks
    */
  private[evolve] def canRead(part: Shape, reader: Plan, older: OlderPlans)(using ExtrasFields): Boolean =
    try
      val ignored = of(reader, isProof = true, isUndated = false, older).resolveAll(part, reader)
      true
    catch case _: PickleException.IncompatibleShape => false

  /** Checks in advance that all possible values can be read: a leaf that the reader does not have is refused, too.
    *
    * @throws brine.PickleException.IncompatibleShape with all reasons
    */
  def proved(writer: Shape, reader: Plan)(using ExtrasFields): Unit =
    val ignored = of(reader, isProof = true).resolveAll(writer, reader)

  /** A path that is long already is long enough for a message. */
  private def below(path: String, member: String): String =
    if path.endsWith("…") then path else if path.length > 200 then s"$path.…" else s"$path.$member"
