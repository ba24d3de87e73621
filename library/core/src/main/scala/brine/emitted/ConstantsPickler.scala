package brine.emitted

import brine.{internal, PickleBuilder, Pickler, PickleReader}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.run.FieldCalls
import java.util.Comparator

/** The pickler of a family of constants alone: an enum without parameters, or case objects. Definition 0 is the family,
  * and definition `n` is leaf `n - 1`. It knows all that the macro would emit, so that such a family needs no class of
  * its own.
  *
  * @param constants by their leaf numbers
  * @throws java.lang.IllegalStateException when a constant's own constructor asks for the pickler
  */
@internal
final class ConstantsPickler[A](text: String, constants: Array[AnyRef]) extends DerivedPickler[A](text, 0):
  if constants.contains(null) then
    throw new IllegalStateException(
      s"a constant of ${plan.shape.name} is still being made: its constructor cannot use the pickler of its family"
    )

  /** True if a constant's ordinal is its leaf number. */
  private val areOrdinals = constants.indices.forall(n => ordinalOf(constants(n)) == n)

  private def ordinalOf(constant: AnyRef): Int = constant match
    case e: scala.reflect.Enum => e.ordinal
    case _                     => -1

  /** The leaf number of a value, or -1. */
  private def numberOf(value: AnyRef): Int =
    if areOrdinals then
      val number = ordinalOf(value)
      if number >= 0 && number < constants.length && (constants(number) eq value) then number else -1
    else
      var number = constants.length - 1
      while number >= 0 && !(constants(number) eq value) do number -= 1
      number

  override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
    val constant = value.asInstanceOf[AnyRef]
    val number = numberOf(constant)
    if number < 0 then throw EmittedFailures.unexpected(this, 0, constant)
    builder.putLeaf(number)

  override def readBinary(reader: BinaryReader, id: Int): Any =
    val code = reader.source.getVarint()
    val number = code - BinaryTags.leaf(0)
    if number >= 0 && number < constants.length then constants(number) else resolveLeaf(0, code, reader)

  def make(definition: Int, fields: Array[AnyRef]): AnyRef = constants(definition - 1)
  def leafOf(definition: Int, value: AnyRef): Int = numberOf(value)
  def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit = fields.putFields(value, builder)
  def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef =
    fields.getFields(reader, id).asInstanceOf[AnyRef]

  // Constants have no fields, and no arrays or sorted collections are among them.
  protected def findSlot(index: Int): Pickler[?] = throw EmittedFailures.impossible(index)
  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = throw EmittedFailures.impossible(definition)
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
    throw EmittedFailures.impossible(definition)
  def classOf(definition: Int): Class[?] = throw EmittedFailures.impossible(definition)
  def orderOf(definition: Int): Comparator[?] | Null = throw EmittedFailures.impossible(definition)
