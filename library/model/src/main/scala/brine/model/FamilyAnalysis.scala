package brine.model

import scala.collection.mutable
import brine.shape.ScalarKind

/** Answers the questions on which binary code for a family depends, by the family's plan. The macro's emitters use
  * it, and so does the bytecode emitter of runtime picklers. Pure.
  */
private[brine] final class FamilyAnalysis(definitions: Vector[TypePlan]):
  /** Returns the types of a definition's fields, leaves or elements. */
  def useOf(definition: Int): Vector[Use] =
    definitions(definition).fold(
      _.map(_.use),
      _.map(_.use),
      Vector(_),
      Vector(_),
      Vector(_, _),
      _ => Vector.empty,
      Vector.empty
    )

  /** Returns true for a class with fields. */
  def isClass(definition: Int): Boolean = definitions(definition).isClass

  /** Returns the plan of a class with fields. */
  def productOf(definition: Int): TypePlan.Product = definitions(definition) match
    case p: TypePlan.Product => p
    case other               => throw new IllegalStateException(other.toString)

  /** Returns the kind of the elements of an array of numbers. */
  def scalarArrayOf(definition: Int): Option[ScalarKind] = definitions(definition) match
    case TypePlan.ScalarArray(kind) => Some(kind)
    case _                          => None

  /** Returns true for a `List`, whose end is an object. */
  def isList(definition: Int): Boolean = definitions(definition) match
    case s: TypePlan.Sequence => s.kind == "List"
    case _                    => false

  /** Returns true for an option. */
  def isOption(definition: Int): Boolean = definitions(definition).isInstanceOf[TypePlan.Optional]

  /** Returns true for an array of references. */
  def isArray(definition: Int): Boolean = definitions(definition) match
    case s: TypePlan.Sequence => s.kind == "Array"
    case _                    => false

  /** Returns true for a collection that `core` writes as a whole, since emitted code would take equal steps. */
  def isTakenWhole(definition: Int): Boolean =
    def isByItself(use: Use) = !use.isInstanceOf[Use.Local]
    definitions(definition) match
      case s: TypePlan.Sequence => s.kind != "Array" && !s.isCyclic && isByItself(s.element)
      case m: TypePlan.Mapping  => !m.isCyclic && isByItself(m.key) && isByItself(m.value)
      case _                    => false

  /** Returns true if a definition's objects keep their identity. */
  def isTracked(definition: Int): Boolean = definitions(definition) match
    case p: TypePlan.Product  => p.isTracked
    case s: TypePlan.Sequence => s.isTracked
    case m: TypePlan.Mapping  => m.isTracked
    case _                    => false

  /** Returns true if the class of an object determines its type. */
  def isReified(index: Int): Boolean = definitions(index) match
    case p: TypePlan.Product                             => !p.isGeneric
    case TypePlan.Sequence("Array", Use.Scalar(_), _, _) => true
    case TypePlan.Sequence("Array", Use.Local(element), _, _) =>
      definitions(element) match
        case p: TypePlan.Product => !p.isGeneric
        case _                   => false
    case _ => false

  /** Returns true for a collection that can change. It has an identity even when it is empty. */
  def isMutable(definition: Int): Boolean = definitions(definition) match
    case s: TypePlan.Sequence => CollectionKind.isMutable(s.kind)
    case m: TypePlan.Mapping  => CollectionKind.isMutable(m.kind)
    case _                    => false

  /** Returns true for a collection whose elements or keys have an order. */
  def isSorted(definition: Int): Boolean = definitions(definition) match
    case s: TypePlan.Sequence => CollectionKind.isSorted(s.kind)
    case m: TypePlan.Mapping  => CollectionKind.isSorted(m.kind)
    case _                    => false

  /** Returns true if code must check that a collection will come back as it is: a map may have a default, a set may be
    * sorted. A mutable collection is checked when it is entered.
    */
  def isToBeChecked(definition: Int): Boolean =
    !isMutable(definition) && (isSorted(definition) || (definitions(definition) match
      case s: TypePlan.Sequence => CollectionKind.isGeneral(s.kind)
      case m: TypePlan.Mapping  => CollectionKind.isGeneral(m.kind)
      case _                    => false
    ))

  /** Returns true for a type with a marker and without identity. Elements of a collection may go without the marker. */
  def isPlainMarker(definition: Int): Boolean = definitions(definition) match
    case p: TypePlan.Product   => !p.isTracked
    case _: TypePlan.Singleton => true
    case _                     => false

  /** Returns true if values have a marker, which an option around them must distinguish from its own null. */
  def hasMarker(use: Use): Boolean = use match
    case Use.Local(index) => isPlainMarker(index) || isTracked(index)
    case _                => false

  /** Returns true if every value takes a byte at least, as far as the plan shows. */
  def takesBytes(element: Use): Boolean = element match
    case Use.Scalar(kind) => kind != ScalarKind.Unit
    case Use.Given(_)     => false
    case Use.Local(index) => definitions(index) match
        case p: TypePlan.Product   => p.isTracked || p.fields.exists(_.use != Use.Scalar(ScalarKind.Unit))
        case _: TypePlan.Singleton => false
        case _                     => true

  /** True for definitions that reach themselves. Only they need a guard of depth. */
  lazy val isRecursive: Vector[Boolean] =
    definitions.indices.toVector.map { start =>
      val seen = mutable.Set.empty[Int]
      val queue = mutable.Queue.empty[Int]
      def visit(from: Int): Unit = useOf(from).foreach {
        case Use.Local(i) => if seen.add(i) then queue.enqueue(i)
        case _            => ()
      }
      visit(start)
      while queue.nonEmpty do visit(queue.dequeue())
      seen(start)
    }

  /** Returns true if the root is a class of scalars only, in which no depth matters. */
  def isFlat: Boolean = definitions(0) match
    case p: TypePlan.Product => p.fields.forall(_.use.isInstanceOf[Use.Scalar])
    case _                   => false

  // ---- cycles

  /** Returns true if a null that is read may replace an object that is not built yet. */
  def mayBeUnbuilt(use: Use): Boolean = use match
    case Use.Scalar(_) => false
    case Use.Given(_)  => true
    case Use.Local(index) => definitions(index) match
        case d: TypePlan.Product  => d.isCyclic
        case d: TypePlan.Sum      => d.isCyclic
        case d: TypePlan.Optional => d.isCyclic
        case d: TypePlan.Sequence => d.isCyclic
        case d: TypePlan.Mapping  => d.isCyclic
        case _                    => false

  /** Returns the first of the mutable fields that can lead back to the object, if its constructor needs no field from
    * there on. The object can then be built before that field is read.
    */
  def firstLateField(p: TypePlan.Product): Option[Int] =
    val first = p.fields.indexWhere(f => f.isMutable && mayBeUnbuilt(f.use))
    val (before, after) = p.fields.splitAt(first)
    Option.when(first >= 0 && p.storesOnly && !before.exists(f => mayBeUnbuilt(f.use)) && after.forall(_.isMutable))(
      first
    )

  /** True if nothing in the family, and no pickler that it calls, reads parts of an incomplete object. */
  lazy val mayBuildAtOnce: Boolean =
    !definitions.indices.exists(useOf(_).exists(_.isInstanceOf[Use.Given])) && definitions.forall {
      case s: TypePlan.Sequence => !s.isCyclic || s.kind != "Set"
      case m: TypePlan.Mapping  => !m.isCyclic
      case p: TypePlan.Product  => !p.isCyclic || p.storesOnly
      case _                    => true
    }
