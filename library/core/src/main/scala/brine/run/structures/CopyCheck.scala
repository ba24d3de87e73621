package brine.run.structures

import scala.collection.mutable
import brine.{PickleException, Pickler}
import brine.model.{Family, TypePlan, Use}
import brine.shape.Shape

/** Compares the definitions of a family that are copies, each with the pickler of its library.
  *
  * The family of a class that contains a `Box[Int]` has code for it that the compiler copied from the class of another
  * module. A later release of that module may add a variable, which the copy would drop. Types with givens are not
  * compared: they are not copies.
  */
private[brine] final class CopyCheck(family: Family):
  private val seen = mutable.HashSet.empty[(Int, Shape)]

  /** @throws PickleException.OutdatedCode for a copy that differs */
  def apply(libraries: Seq[Pickler[?]]): Unit =
    for (copy, library) <- family.copies.zip(libraries) do
      for difference <- compare(copy, library.shape) do
        throw new PickleException.OutdatedCode(
          s"the pickler of ${CopyCheck.nameOf(family, 0)}",
          CopyCheck.nameOf(family, copy),
          difference
        )

  private def compare(definition: Int, library: Shape): Option[String] =
    if !seen.add((definition, library)) then None
    else
      (family.definitions(definition), library) match
        case (p: TypePlan.Product, l: Shape.Product) =>
          names(l.name, "fields", p.fields.map(_.name), l.fieldNames).orElse(all(p.fields.map(_.use), l.fieldShapes))
        case (s: TypePlan.Sum, l: Shape.Sum) =>
          names(l.name, "leaves", s.leaves.map(_.name), l.leafNames).orElse(all(s.leaves.map(_.use), l.leafShapes))
        case (o: TypePlan.Optional, l: Shape.Optional)       => part(o.element, l.element)
        case (s: TypePlan.Sequence, l: Shape.Sequence)       => part(s.element, l.element)
        case (m: TypePlan.Mapping, l: Shape.Mapping)         => all(Vector(m.key, m.value), Array(l.key, l.value))
        case (TypePlan.ScalarArray(kind), l: Shape.Sequence) => part(Use.Scalar(kind), l.element)
        case (_: TypePlan.Singleton, _: Shape.Singleton)     => None
        case (_, _: Shape.Custom | _: Shape.Mapped | _: Shape.Open) => None
        case (_, l) => Some(s"${CopyCheck.nameOf(family, definition)} was another kind of type than ${l.describe}")

  private def part(use: Use, library: Shape): Option[String] = (use, library) match
    case (Use.Local(definition), l)                            => compare(definition, l)
    case (Use.Scalar(kind), l: Shape.Scalar) if kind != l.kind => Some(s"a $kind is ${l.describe} now")
    case (Use.Scalar(kind), l: (Shape.Product | Shape.Sum | Shape.Sequence | Shape.Mapping)) =>
      Some(s"a $kind is ${l.describe} now")
    case _ => None

  private def all(uses: Vector[Use], library: Array[Shape]): Option[String] =
    uses.indices.iterator.flatMap(i => part(uses(i), library(i))).nextOption()

  private def names(of: String, kind: String, compiled: Vector[String], library: Array[String]): Option[String] =
    Option.when(!library.sameElements(compiled))(
      s"the $kind of $of are ${library.mkString(", ")}, and were ${compiled.mkString(", ")}"
    )

private[brine] object CopyCheck:
  def nameOf(family: Family, definition: Int): String = family.definitions(definition) match
    case p: TypePlan.Product => p.name
    case s: TypePlan.Sum     => s.name
    case other               => other.toString

  /** The families that a thread is comparing. The pickler of a library may lead back to one of them. */
  private val running = ThreadLocal.withInitial(() => mutable.HashSet.empty[AnyRef])

  /** Runs a check of `owner`, unless it runs already in this thread. */
  def once(owner: AnyRef)(check: => Unit): Boolean =
    val all = running.get
    all.add(owner) && {
      try check
      finally all.remove(owner): Unit
      true
    }
