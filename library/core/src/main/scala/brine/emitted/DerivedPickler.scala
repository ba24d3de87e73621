package brine.emitted

import brine.{internal, Pickler}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.model.{Family, FamilyText}
import brine.plan.{MemberHandles, Plan}
import brine.run.structures.{CopyCheck, Link, VariableCheck}

/** The superclass of the macro's result: a pickler for one family of types, whose root is definition 0.
  *
  * @param text      the family's plan, rendered by [[FamilyText]]
  * @param slotCount how many givens of other types it uses
  */
@internal
abstract class DerivedPickler[A](text: String, slotCount: Int) extends Emitted[A]:
  private[brine] final override def followsOrder: Boolean = true

  private val slots = new Array[Pickler[?]](slotCount)

  /** The plans of all definitions; linked when first needed, since emitted code rarely needs them. */
  // (Reading a lazy val takes several times as long, and every collection reads it.)
  private def plans: Array[Plan] =
    val known = linked
    if known != null then known else link()

  @volatile private var linked: Array[Plan] | Null = null

  /** The plans before the copies are compared, which needs them if a type leads back to this one. */
  private var unchecked: Array[Plan] | Null = null

  private def link(): Array[Plan] =
    val family = FamilyText.parse(text)
    val plans = synchronized {
      if unchecked == null then unchecked = Link(family, this, this)
      unchecked.nn
    }
    // Not synchronized: picklers of libraries may need each other. Until it succeeds, each use of this pickler fails.
    for of <- family.foreign do VariableCheck(of, classOf(of.definition), family)
    val isChecked = family.copies.isEmpty || CopyCheck.once(this) {
      CopyCheck(family)(family.copies.indices.map(i => findSlot(slotCount + i)))
    }
    if isChecked then linked = plans
    plans

  final def plan: Plan = plans(0)

  final def planOf(definition: Int): Plan = plans(definition)

  /** The given of another type, found once. (A race finds it twice, which does no harm: picklers are immutable.) */
  final def slot(index: Int): Pickler[?] =
    val known = slots(index)
    if known != null then known
    else
      val found = findSlot(index)
      slots(index) = found
      found

  /** Finds the given of a slot, or behind the slots the library's pickler of a copy. */
  protected def findSlot(index: Int): Pickler[?]

  private[brine] final override def keeps(definition: Int, value: AnyRef, field: Int, part: AnyRef): Boolean =
    fieldOf(definition, value, field).asInstanceOf[AnyRef] eq part

  private[brine] final override def handlesOf(definition: Int): MemberHandles | Null = planOf(definition) match
    case p: Plan.Product => DerivedMembers.handles(family.definitions(definition), p)
    case _               => null

  // The macro emits these two methods.
  override def writeBinary(value: Any, builder: BinaryBuilder): Unit
  override def readBinary(reader: BinaryReader, id: Int): Any

  final def leafByClass(definition: Int, value: AnyRef): Int = value match
    case constant: java.lang.Enum[?] if !constant.isInstanceOf[scala.reflect.Enum] =>
      leafByOrdinal(definition, constant)
    case _ => leafOfClass(definition, value)

  /** Returns the leaf of a constant of a Java enum, whose constants may share a class. (An enum has one definition in
    * a family.)
    */
  private def leafByOrdinal(definition: Int, constant: java.lang.Enum[?]): Int =
    val enumClass = constant.getDeclaringClass
    val known = constantNumbers.get(enumClass)
    if known != null then known(constant.ordinal)
    else
      val all = enumClass.getEnumConstants.map(c => leafOf(definition, c.asInstanceOf[AnyRef]))
      constantNumbers.put(enumClass, all)
      all(constant.ordinal)

  /** Leaf numbers by ordinal. */
  private val constantNumbers = new java.util.concurrent.ConcurrentHashMap[Class[?], Array[Int]]()

  private def leafOfClass(definition: Int, value: AnyRef): Int =
    val known = leafNumbers.get(value.getClass)
    if known != null && known.length > definition && known(definition) != Unknown then known(definition)
    else
      val number = leafOf(definition, value)
      if number >= 0 then remember(definition, value.getClass, number)
      number

  private val leafNumbers = new java.util.concurrent.ConcurrentHashMap[Class[?], Array[Int]]()

  private def remember(definition: Int, leaf: Class[?], number: Int): Unit =
    // An enum's values without a body share one class, so a class may belong to several leaves: those are not cached.
    if isOneLeaf(definition, number) then
      val row = Array.fill(family.definitions.length)(Unknown)
      row(definition) = number
      val before = leafNumbers.get(leaf)
      if before != null then for i <- before.indices if i != definition do row(i) = before(i)
      leafNumbers.put(leaf, row)

  private def isOneLeaf(definition: Int, number: Int): Boolean = planOf(definition) match
    case s: Plan.Sum => !s.leaves(number).get.isInstanceOf[Plan.Singleton]
    case _           => false

  private inline val Unknown = -1

  /** The family's plan as data. */
  final def family: Family = FamilyText.parse(text)
