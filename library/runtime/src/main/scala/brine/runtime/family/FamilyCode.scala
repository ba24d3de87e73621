package brine.runtime.family

import java.util.concurrent.atomic.AtomicReferenceArray
import brine.Pickler
import brine.model.{FamilyAnalysis, Rules, TypePlan, Use}
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.runtime.classes.ClassLayout
import brine.runtime.code.{BinaryCode, Handles}

/** A family as [[CompileBinary]] sees it: its plan, and the classes and picklers behind the plan. */
private[brine] final class FamilyModel(pickler: RuntimePickler[?], types: FamilyTypes, planned: Rules.Result.Planned):
  val definitions: Vector[TypePlan] = planned.family.definitions
  val facts = new FamilyAnalysis(definitions)

  def runtimeClass(definition: Int): Class[?] = types.runtimeClass(planned.keys(definition))

  /** The class of the elements, of a definition that is an array. */
  def elementClass(definition: Int): Class[?] =
    val found = runtimeClass(definition).getComponentType
    if found == classOf[Unit] then classOf[scala.runtime.BoxedUnit] else found

  /** How objects are taken apart, of a definition that is a class with fields. */
  def layout(definition: Int): ClassLayout = types.layoutOf(planned.keys(definition))

  def slot(index: Int): Pickler[?] = pickler.slot(index)
  def isPlanned(slot: Int): Boolean = this.slot(slot).isInstanceOf[PlannedPickler[?]]

  /** Returns true if some elements, keys or values of a collection are of an open type. */
  def holdsOpen(definition: Int): Boolean = facts.useOf(definition).exists {
    case Use.Given(slot) => Plan.of(this.slot(slot)).isInstanceOf[Plan.Open]
    case _               => false
  }

  /** An array of this definition may be one of a subtype of its elements. */
  def mayBeNarrower(definition: Int): Boolean =
    def hasSubtypes(c: Class[?]): Boolean =
      if c.isArray then hasSubtypes(c.getComponentType) else !java.lang.reflect.Modifier.isFinal(c.getModifiers)
    hasSubtypes(elementClass(definition))

  def isArray(definition: Int): Boolean = facts.isArray(definition)

/** The binary code of a family's definitions, each made when it is first called for. (Threads may make it twice,
  * which does no harm.)
  */
private[brine] final class FamilyCode(pickler: RuntimePickler[?], types: FamilyTypes, planned: Rules.Result.Planned):
  lazy val family = new FamilyModel(pickler, types, planned)
  private val made = new AtomicReferenceArray[BinaryCode](planned.keys.length)

  def of(definition: Int): BinaryCode =
    val known = made.get(definition)
    if known != null then known
    else
      made.compareAndSet(definition, null, CompileBinary(pickler, family, definition))
      made.get(definition)

  def handles(definition: Int): Handles = new Handles(family.layout(definition))
