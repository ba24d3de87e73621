package brine.combine

import scala.reflect.ClassTag
import brine.Pickler
import brine.plan.{Access, Plan, PlanRef}
import brine.run.PlannedPickler
import brine.shape.Shape

/** Makes a pickler of a type from the picklers of some of its subtypes:
  *
  * {{{
  * given Pickler[Payment] = choice[Payment]("Payment").leaf[Card]("Card").leaf[Cash.type]("Cash").build
  * }}}
  *
  * It writes the bytes of a derived pickler of a sealed type with these leaves: the leaf's number and then the leaf.
  * The number is the leaf's index in this list; formats for people write the leaf's name instead. Other subtypes are
  * refused. Picklers of leaves are looked up on first use.
  */
def choice[A](name: String): Leaves[A] = new Leaves(name, Vector.empty)

/** The leaves of an `A`, as far as they have been named; see [[choice]]. */
final class Leaves[A] private[combine] (name: String, leaves: Vector[Leaves.Leaf]):
  /** The next leaf. An object is of the first leaf whose class it is an instance of, so the more specific one goes
    * first.
    */
  def leaf[B <: A](name: String)(using leafClass: ClassTag[B], pickler: => Pickler[B]): Leaves[A] =
    new Leaves(this.name, leaves :+ Leaves.Leaf(name, leafClass.runtimeClass, PlanRef(Plan.of(pickler))))

  /** The pickler.
    *
    * @throws IllegalArgumentException if the list is empty, two leaves have one name, or a leaf can never be reached
    */
  def build: Pickler[A] =
    Leaves.check(name, leaves)
    new Leaves.LeavesPickler[A](name, leaves)

private object Leaves:
  /** `test`: for instances of the class, true for those of the leaf; null if all are. */
  final case class Leaf(name: String, leafClass: Class[?], plan: PlanRef, test: (AnyRef => Boolean) | Null = null)

  /** Refuses leaves that are none, have one name, or cannot be reached. */
  def check(name: String, leaves: Vector[Leaf]): Unit =
    if leaves.isEmpty then throw new IllegalArgumentException(s"$name has no leaves")
    for (same, all) <- leaves.groupBy(_.name) if all.length > 1 do
      throw new IllegalArgumentException(s"$name has two leaves named $same")
    for
      (leaf, i) <- leaves.zipWithIndex
      before <- leaves.take(i).find(b => b.test == null && b.leafClass.isAssignableFrom(leaf.leafClass))
    do throw new IllegalArgumentException(s"${leaf.name} of $name can never be reached: put it before ${before.name}")

  final class LeavesPickler[A](name: String, leaves: Vector[Leaf]) extends PlannedPickler[A] with Access:
    val plan: Plan.Sum =
      val refs = leaves.map(_.plan).toArray
      val shape = new Shape.Sum(name, leaves.map(_.name).toArray, false, new PlanRef.Shapes(refs))
      // Only a leaf's pickler knows whether the leaf keeps its identity, and it may not exist yet.
      shape.tracking = new Shape.Tracking(refs.exists(_.get.isTracked))
      new Plan.Sum(shape, refs, this, 0)

    private val classes = leaves.map(_.leafClass).toArray
    private val hasTests = leaves.exists(_.test != null)
    private val known = new java.util.concurrent.ConcurrentHashMap[Class[?], Integer]

    def leafOf(definition: Int, value: AnyRef): Int =
      if !hasTests then classes.indexWhere(_.isInstance(value))
      else leaves.indexWhere(leaf => leaf.leafClass.isInstance(value) && (leaf.test == null || leaf.test.nn(value)))

    def leafByClass(definition: Int, value: AnyRef): Int =
      val before = if hasTests then null else known.get(value.getClass)
      if before != null then before
      else
        val number = leafOf(definition, value)
        if number >= 0 && !hasTests then known.put(value.getClass, number)
        number

    def fieldOf(definition: Int, value: AnyRef, field: Int): Any = throw noClass
    def make(definition: Int, fields: Array[AnyRef]): AnyRef = throw noClass
    def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = throw noClass
    def classOf(definition: Int): Class[?] = throw noClass
    def orderOf(definition: Int): java.util.Comparator[?] | Null = throw noClass

    private def noClass = new IllegalStateException(s"$name has leaves and no fields")
