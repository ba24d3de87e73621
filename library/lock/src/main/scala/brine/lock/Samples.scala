package brine.lock

import java.util.IdentityHashMap
import scala.util.Random
import scala.util.control.NonFatal
import brine.{PickleOptions, Record}
import brine.binary.BinaryFormat
import brine.evolve.Lock
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.Shape

/** Values of types, the same at each run. A generator of the user's makes those of its type. The other values are
  * drawn by their plans: numbers and strings at random, objects by their constructors. A value that no constructor
  * takes is a kept one, if there is one.
  *
  * A value of an older shape is a record. Its objects are made as those of the class with their name and fields, if
  * the program has that class, so its constructor checks them.
  *
  * @param programs the plans of the program's classes, of older ones, too
  */
private[lock] final class Samples(generators: Seq[Generator[?]], kept: KeptPickles, programs: => Seq[Plan]):
  import Samples.*

  /** Returns up to `count` values that this plan writes. `name` is what messages call the type. */
  def of(plan: Plan, name: String, count: Int): Made =
    val refusals = new Refusals
    val values = Vector.newBuilder[Any]
    var made = 0
    var seed = 0
    while made < count && seed < (if made == 0 then Seeds else Seeds / 5 * count) do
      try
        val value = new Making(new Random(seed * Scattered), refusals).value(plan, name, 0)
        if value != null then
          values += value
          made += 1
      catch case _: Refused => ()
      seed += 1
    Made(values.result(), refusals.all)

  private lazy val classes: Map[(String, Long), Plan] =
    programs.filter(plan => isOfClass(plan) && !isOfRecords(plan)).map(plan => key(plan.shape) -> plan).toMap

  private val found = new IdentityHashMap[Plan, Option[Generator[?]]]

  private def generatorOf(plan: Plan): Option[Generator[?]] =
    found.computeIfAbsent(plan, _ => generators.find(g => isOf(Plan.of(g.pickler), plan)))

  private final class Making(random: Random, refusals: Refusals):
    private var failures = 0

    /** Returns a value. `place` is the field, or the type at the root. Throws [[Refused]] if there is none. */
    def value(plan: Plan, place: String, depth: Int): AnyRef | Null =
      try
        val made = generatorOf(plan) match
          case Some(generator) => generated(generator, plan)
          case None            => drawn(plan, place, depth)
        refusals.made(plan)
        made
      catch
        case NonFatal(e) =>
          val refused = e match
            case e: Refused => e
            case e          => refusals.refused(plan, place, generatorOf(plan).nonEmpty, e)
          val known = kept.valuesOf(plan)
          if known.isEmpty then throw refused
          refusals.replaced(refused)
          one(known).asInstanceOf[AnyRef]

    private def one[A](all: Vector[A]): A = all(random.nextInt(all.length))

    private def generated(generator: Generator[?], plan: Plan): AnyRef =
      val value = generator.make(random)
      if value == null then throw new IllegalStateException("it returned null")
      if isOfRecords(plan) then asRecords(value, Plan.of(generator.pickler), plan) else value.asInstanceOf[AnyRef]

    private def drawn(plan: Plan, place: String, depth: Int): AnyRef | Null = plan match
      case s: Plan.Scalar                    => new StandardSamples(random).scalar(s.kind)
      case p: Plan.Product if isOfRecords(p) => record(p, place, depth)
      case p: Plan.Product                   => product(p, depth, if depth > Deep then 1 else Tries)
      case s: Plan.Singleton                 => s.value
      case s: Plan.Sum if isOfRecords(s)     => recordOfFamily(s, place, depth)
      case s: Plan.Sum                       => leaf(s, place, depth)
      case o: Plan.Optional =>
        if depth > Deep || random.nextInt(3) == 0 then None else unlessRefused(value(o.element.get, place, depth + 1))
      case s: Plan.Sequence =>
        val all = s.ops.newBuilder(0)
        for _ <- 0 until size(depth); element <- unlessRefused(value(s.element.get, place, depth + 1)) do all += element
        all.result()
      case m: Plan.Mapping =>
        val all = m.ops.newBuilder()
        for
          _ <- 0 until size(depth)
          entry <- unlessRefused(value(m.key.get, place, depth + 1) -> value(m.value.get, place, depth + 1))
        do all += entry
        all.result()
      case a: Plan.ScalarArray =>
        val all = a.kind.newArrayBuilder
        for _ <- 0 until size(depth) do all += new StandardSamples(random).scalar(a.kind)
        all.result()
      case m: Plan.Mapped => m.to(value(m.inner.get, place, depth + 1)).asInstanceOf[AnyRef]
      case c: Plan.Custom => new StandardSamples(random).standard(c.shape)
      case other          => throw new UnsupportedOperationException("the tool cannot draw such a value")

    private def size(depth: Int): Int = if depth > Deep then 0 else random.nextInt(4)

    /** A part that may be missing is left out if no value of it can be made. */
    private def unlessRefused[A](part: => A): Option[A] =
      try Some(part)
      catch case _: Refused => None

    private def product(p: Plan.Product, depth: Int, tries: Int): AnyRef | Null =
      if depth > 2 * Deep then null
      else
        try
          val parts = p.fields.indices.map { i =>
            value(p.fields(i).get, s"${nameOf(p)}.${p.shape.fieldNames(i)}", depth + 1).asInstanceOf[AnyRef]
          }
          p.access.make(p.index, parts.toArray)
        catch
          case NonFatal(_) if tries > 1 && failures < MostFailures =>
            failures += 1
            product(p, depth, tries - 1)

    private def leaf(s: Plan.Sum, place: String, depth: Int): AnyRef | Null =
      val small = s.leaves.filter(_.get.isInstanceOf[Plan.Singleton])
      val leaves = random.shuffle((if depth > Deep && small.nonEmpty then small else s.leaves).toVector)
      def next(i: Int): AnyRef | Null =
        try value(leaves(i).get, place, depth + 1)
        catch case e: Refused => if i + 1 < leaves.length then next(i + 1) else throw e
      next(0)

    private def record(p: Plan.Product, place: String, depth: Int): AnyRef | Null =
      val known = kept.recordsOf(p.shape)
      if known.nonEmpty && random.nextBoolean() then one(known)
      else
        classes.get(key(p.shape)) match
          case Some(own) =>
            try ofClass(own, p, place, depth)
            catch
              case e: Refused if known.nonEmpty =>
                refusals.replaced(e)
                one(known)
          case None => product(p, depth, if depth > Deep then 1 else Tries)

    private def recordOfFamily(s: Plan.Sum, place: String, depth: Int): AnyRef | Null =
      classes.get(key(s.shape)) match
        case Some(own) if generatorOf(own).nonEmpty => ofClass(own, s, place, depth)
        case _                                      => leaf(s, place, depth)

    private def ofClass(own: Plan, records: Plan, place: String, depth: Int): AnyRef | Null =
      val made = value(own, place, depth)
      if made == null then null else asRecords(made, own, records)

  /** Reads a value as records. Both plans have the same shape. */
  private def asRecords(value: Any, own: Plan, records: Plan): AnyRef =
    BinaryFormat.Bare.pickleOf(value, new PlannedPickler.MadePickler[Any](own), PickleOptions())
      .unpickle[Any](using new PlannedPickler.MadePickler[Any](records)).asInstanceOf[AnyRef]

private[lock] object Samples:
  /** Values, and the types of which none could be made: they do not occur in these values. */
  final case class Made(values: Vector[Any], refused: Vector[Refusal]):
    def reasons: String = if refused.isEmpty then "it has none" else refused.map(_.text).mkString("; ")

  /** @param text the reason, and what to do */
  final case class Refusal(text: String)

  /** The first random numbers of small seeds are alike. */
  private final val Scattered = 0x9e3779b97f4a7c15L

  /** The number of seeds that are tried for a type. More are tried if the first ones give a value. */
  private final val Seeds = 100

  /** A constructor that throws is called with other parts. */
  private final val Tries = 5
  private final val MostFailures = 500

  /** Beyond this depth, optional parts are left out. */
  private final val Deep = 5

  /** No value of a plan could be made. */
  private final class Refused(val plan: Plan) extends RuntimeException(null, null, false, false)

  /** The plans of which values could be made, and those of which none could, each with the first reason. */
  private final class Refusals:
    private val reasons = new IdentityHashMap[Plan, Refusal]
    private val order = scala.collection.mutable.ArrayBuffer.empty[Plan]
    private val known = java.util.Collections.newSetFromMap(new IdentityHashMap[Plan, java.lang.Boolean])

    def made(plan: Plan): Unit = { val ignored = known.add(plan) }

    def refused(plan: Plan, place: String, isGenerated: Boolean, e: Throwable): Refused =
      if reasons.putIfAbsent(plan, Refusal(textOf(plan, place, isGenerated, e))) == null then order += plan
      new Refused(plan)

    /** A kept value serves in place of the one that was refused. */
    def replaced(refused: Refused): Unit = made(refused.plan)

    def all: Vector[Refusal] = order.toVector.filterNot(known.contains).map(reasons.get(_).nn)

  private def textOf(plan: Plan, place: String, isGenerated: Boolean, e: Throwable): String =
    val reason = s"${e.getClass.getSimpleName}: ${e.getMessage}"
    if isGenerated then s"the generator for ${nameOf(plan)} threw $reason"
    else
      plan match
        case p: Plan.Product =>
          s"the constructor of ${nameOf(p)} refused each value that was drawn ($reason). ${cure(nameOf(p))}"
        case _: Plan.Mapped =>
          s"the function of the `imap` at $place refused each value that was drawn ($reason). " +
            cure(s"the type of $place")
        case other =>
          s"no ${other.shape.name} at $place can be drawn ($reason). ${cure(s"the type of $place")}"

  /** What to do about a type whose values cannot be drawn. */
  def cure(of: String): String =
    s"Offer a `given brine.lock.Generator[$of]` in an object of --classes or --generators, " +
      "or keep pickles of it in --golden"

  /** The name of the class of these objects. */
  def nameOf(plan: Plan): String = plan match
    case p: Plan.Product if !isOfRecords(p) && !p.shape.isMutableValue => Lock.typeName(p.objectClass.getName)
    case other                                                         => other.shape.name

  private def key(shape: Shape) = (shape.name, shape.fingerprint)

  /** Returns true for the plan of a class or a family: its name and shape tell it from others. */
  def isOfClass(plan: Plan): Boolean = plan match
    case p: Plan.Product => !p.shape.isMutableValue
    case _: Plan.Sum     => true
    case _               => false

  private def isOfRecords(plan: Plan): Boolean = isOfClass(plan) && plan.isOf(classOf[Record])

  /** Returns true if a generator for the plan `own` makes values of `plan`, or objects whose records are. */
  private def isOf(own: Plan, plan: Plan): Boolean =
    (own eq plan) || ((own, plan) match
      case (o: Plan.Custom, p: Plan.Custom) => o.unpickler eq p.unpickler
      case (_: Plan.Product, _: Plan.Product) | (_: Plan.Sum, _: Plan.Sum) =>
        key(own.shape) == key(plan.shape) && (isOfRecords(plan) || classesOf(own) == classesOf(plan))
      case _ => false
    )

  private def classesOf(plan: Plan): Vector[Class[?]] = plan match
    case p: Plan.Product => Vector(p.objectClass)
    case s: Plan.Sum     => s.leaves.toVector.map(_.get).collect { case p: Plan.Product => p.objectClass }
    case _               => Vector.empty

  /** Returns the plans that picklers lead to, and the older classes of their migrations. */
  def programOf(roots: Seq[Plan]): Seq[Plan] =
    val met = java.util.Collections.newSetFromMap(new IdentityHashMap[Plan, java.lang.Boolean])
    val all = scala.collection.mutable.ArrayBuffer.empty[Plan]
    def meet(plan: Plan): Unit = if met.add(plan) then all += plan
    roots.foreach(meet)
    var next = 0
    while next < all.length do
      val plan = all(next)
      next += 1
      plan.parts.foreach(meet)
      val known = brine.evolve.Resolution.migrationTo(plan)
      if known != null then for step <- known.steps if step.old != null do meet(Plan.of(step.old.nn))
    all.toSeq
