package brine.plan.subtypes

import brine.{Pickler, Subtype}
import brine.binary.BinaryPickler
import brine.plan.{HasPlan, Plan}
import brine.shape.{Note, ScalarKind, Shape}

/** The form of a subtype's objects at numbered places of open types: docs/spec/binary.md, "Numbered subtypes". */
private[brine] final class OpenForm(val subtypePlan: Plan, subtypePickler: Pickler[?], runtimeClass: Class[?])
    extends Note:
  private val box: Pickler[?] | Null = OpenForm.scalarOfBox(subtypePlan, runtimeClass)

  /** The subtype's pickler. For a boxed primitive it is the primitive's, which writes equal bytes. */
  val pickler: Pickler[Any] = (if box == null then subtypePickler else box).asInstanceOf[Pickler[Any]]

  val plan: Plan = if box == null then subtypePlan else Plan.of(box)

  /** True if equal objects cannot be distinguished, and none holds other objects: it keeps no identity. */
  val isPlain: Boolean = OpenForm.isPlain(subtypePlan, runtimeClass)

  /** Objects inside the root may refer to it. */
  val isTrackedAtRoot: Boolean = subtypePlan match
    case p: Plan.Product     => p.isTracked
    case _: Plan.ScalarArray => false
    case _                   => !isPlain

  /** An object of which there is one. */
  val isObject: Boolean = subtypePlan.isInstanceOf[Plan.Singleton]

  /** A collection of nothing else can number the class once: an object is nothing but its body, which takes a byte or
    * more.
    */
  val canBeUniform: Boolean = isPlain && !isObject && (plan match
    case s: Plan.Scalar => s.kind != ScalarKind.Unit
    case _              => true
  )

  /** True if its pickler writes the class of an object once more. */
  val isOpen: Boolean = subtypePlan.isInstanceOf[Plan.Open]

  /** The pickler that writes its bodies; null if an object has no body, or a handwritten pickler. */
  val planned: BinaryPickler[Any] | Null = pickler match
    case planned: HasPlan if !isObject => planned.asInstanceOf[BinaryPickler[Any]]
    case _                             => null

private[brine] object OpenForm:
  /** The form of a subtype, which it keeps. */
  def of(subtype: Subtype[?]): OpenForm =
    val known = subtype.form
    if known != null then known.asInstanceOf[OpenForm]
    else
      val first = new OpenForm(Plan.of(subtype.pickler), subtype.pickler, subtype.runtimeClass)
      subtype.form = first
      first

  private val boxes: Map[Class[?], Pickler[?]] = Map(
    classOf[java.lang.Boolean] -> Pickler.boolean,
    classOf[java.lang.Byte] -> Pickler.byte,
    classOf[java.lang.Short] -> Pickler.short,
    classOf[java.lang.Character] -> Pickler.char,
    classOf[java.lang.Integer] -> Pickler.int,
    classOf[java.lang.Long] -> Pickler.long,
    classOf[java.lang.Float] -> Pickler.float,
    classOf[java.lang.Double] -> Pickler.double
  )

  /** Values that their standard picklers make of others by two functions. */
  private val mappedValues: Set[Class[?]] = boxes.keySet ++ Set[Class[?]](
    classOf[BigInt],
    classOf[Range],
    classOf[java.util.OptionalInt],
    classOf[java.util.OptionalLong],
    classOf[java.util.OptionalDouble]
  )

  def scalarOfBox(plan: Plan, c: Class[?]): Pickler[?] | Null = plan match
    case m: Plan.Mapped =>
      m.inner.get match
        case s: Plan.Scalar => boxes.get(c).filter(_.shape eq s.shape).orNull
        case _              => null
    case _ => null

  def isPlain(plan: Plan, c: Class[?]): Boolean = plan match
    case _: Plan.Scalar | _: Plan.Singleton => true
    case s: Plan.Sum                        => s.leaves.forall(_.get.isInstanceOf[Plan.Singleton])
    case u: Plan.Custom => u.shape.isInstanceOf[Shape.Standard] || u.shape.isInstanceOf[Shape.CodeName]
    case _: Plan.Mapped => mappedValues(c)
    case _              => false
