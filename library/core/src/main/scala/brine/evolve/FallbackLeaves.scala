package brine.evolve

import brine.{Extras, PickleException}
import brine.plan.{AbsentFields, Plan, PlanRef}
import brine.shape.{KeptLeaf, ScalarKind, Shape}

/** The leaves of a writer that its reader does not know. The reader's fallback replaces them, and keeps what it can. */
private[evolve] abstract class FallbackLeaves:
  private[evolve] val mismatches = new Mismatches

  /** Skips a value. Uses the plan of a kept object of that shape, if there is one, since kept objects may refer to
    * it.
    */
  private[evolve] def passedOver(w: Shape): PlanRef

  /** `replaced`: the unknown leaf that the class replaces. */
  private[evolve] def product(w: Shape.Product, r: Plan.Product, path: String, replaced: Extras.Leaf | Null): Plan

  /** Returns a plan that reads an unknown leaf as the fallback. */
  protected final def fallback(w: Shape.Sum, leaf: Int, r: Plan.Sum, path: String): PlanRef =
    val name = w.leafNames(leaf)
    (r.shape.keeps, w.leafShapes(leaf), r.leaves(r.shape.fallback).get) match
      case (KeptLeaf.Nothing, shape, plan) =>
        val made = madeOfNothing(shape, plan)
        PlanRef(made)
      case (KeptLeaf.Text, s: Shape.Singleton, p: Plan.Product) =>
        PlanRef(new Plan.Singleton(s, new MadeOf(p, _ => name), 0))
      case (KeptLeaf.Fields, s: Shape.Singleton, p: Plan.Product) =>
        PlanRef(new Plan.Singleton(s, new MadeOf(p, parts => ofLeaf(p, name, parts)), 0))
      case (KeptLeaf.Fields, s: Shape.Product, p: Plan.Product) if s.fieldShapes.forall(ExtrasFields.canKeep) =>
        val kept = product(s, p, s"$path.$name", new Extras.Leaf(name, isAlone = false))
        PlanRef(kept)
      case _ => unknownLeaf(w, leaf, r)

  private def ofLeaf(p: Plan.Product, name: String, field: Int): AnyRef =
    if field != p.shape.extras then MadeOf.Default
    else
      val extras = new Extras.Builder(p.shape.name)
      extras.leaf = new Extras.Leaf(name, isAlone = true)
      extras.result()

  /** Returns a plan for the fallback itself, which another release may have written in place of a leaf that this one
    * knows; null if it keeps no name.
    */
  protected final def knownAgain(w: Shape.Sum, number: Int, leaf: Int, r: Plan.Sum): PlanRef | Null =
    (w.leafShapes(number), r.leaves(leaf).get) match
      case (s: Shape.Product, p: Plan.Product)
          if leaf == r.shape.fallback && isText(s) && isText(p.shape) && areObjects(w, s) =>
        val text = Array(PlanRef(Plan.scalar(ScalarKind.String)))
        PlanRef(new Plan.Product(s, text, Array(false), false, true, false, new KnownAgain(r, p), 0))
      case _ => null

  private def areObjects(w: Shape.Sum, except: Shape): Boolean =
    w.leafShapes.forall(leaf => (leaf eq except) || leaf.isInstanceOf[Shape.Singleton])

  private def isText(s: Shape.Product): Boolean = s.fieldShapes.length == 1 && !s.isTracked && (s.fieldShapes(0) match
    case c: Shape.Scalar => c.kind == ScalarKind.String
    case _               => false
  )

  /** Skips the written value, and makes an object without any data for it. Examples are a family's fallback, a class
    * that is an object now, and the reverse.
    */
  protected final def madeOfNothing(w: Shape, r: Plan): Plan =
    val stand = new MadeOfNothing(r)
    w match
      case s: Shape.Singleton => new Plan.Singleton(s, stand, 0)
      case p: Shape.Product =>
        val isMutable = Array.fill(p.fieldNames.length)(true)
        new Plan.Product(
          p,
          p.fieldShapes.map(passedOver),
          isMutable,
          p.isTracked,
          storesOnly = true,
          isGeneric = false,
          stand,
          0
        )
      case other => new Plan.Converted(passedOver(other), value => if value == null then null else stand.make(), null)

  protected final def goneLeaf(w: Shape.Sum, leaf: Int, r: Plan.Sum, path: String): Mismatch =
    Mismatch(
      path,
      s"the leaf ${w.leafNames(leaf)}",
      r.shape.describe,
      "keep it, name its successor's old name by `@alias`, or mark a leaf with `@fallback` to replace unknown leaves"
    )

  protected final def unknownLeaf(w: Shape.Sum, leaf: Int, r: Plan.Sum): PlanRef =
    val cure =
      if r.shape.fallback < 0 then ""
      else
        s". Its fallback ${r.shape.leafNames(r.shape.fallback)} would lose the value: " +
          "only a field of type Extras keeps it, without objects that keep their identity"
    def unknown() = new PickleException.UnknownLeaf(
      r.shape.name,
      s"${PickleException.quote(w.leafNames(leaf))}; it has ${r.shape.leafNames.mkString(", ")}$cure"
    )
    val refused = w.leafShapes(leaf) match
      case s: Shape.Singleton => new Plan.Singleton(s, new NoObject(() => unknown()), 0)
      case other              => new Plan.Refused(other, () => unknown())
    PlanRef(refused)

/** An object whose fields are these; [[MadeOf.Default]] for a field that has its default. */
private[evolve] final class MadeOf(r: Plan.Product, part: Int => AnyRef) extends ReadOnly:
  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    val parts = new Array[AnyRef](r.fields.length)
    for i <- parts.indices do
      val own = part(i)
      parts(i) = if own eq MadeOf.Default then AbsentFields.read(r, i, parts).asInstanceOf[AnyRef] else own
    r.access.make(r.index, parts)
  override def classOf(definition: Int): Class[?] = r.objectClass

private object MadeOf:
  val Default = new Object

/** The leaf with the name that a fallback has kept, or the fallback. */
private[evolve] final class KnownAgain(sum: Plan.Sum, r: Plan.Product) extends ReadOnly:
  def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    val known = fields(0) match
      case name: String => sum.shape.aliases.getOrElse(name, sum.shape.leafNames.indexOf(name))
      case _            => -1
    if known < 0 then r.access.make(r.index, fields)
    else
      sum.leaves(known).get match
        case o: Plan.Singleton => o.value
        case _                 => r.access.make(r.index, fields)
  override def classOf(definition: Int): Class[?] = r.objectClass
