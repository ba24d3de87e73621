package brine.graph.clustered.writing

import brine.{Extras, PickleOptions}
import brine.shape.{ScalarKind, Shape}

/** A [[ClusteredBuilder]] for a format with rules. It is slower: emitted code that moves values to columns cannot apply
  * rules, so the interpreter makes all calls.
  */
private[clustered] final class RuledBuilder(
    to: Serialization,
    root: Shape,
    mapper: ObjectMapper,
    options: PickleOptions
) extends ClusteredBuilder(to, root, mapper, options),
      RuleApplying(mapper):
  private[brine] override def sharesOnStack: Boolean = false

  override def putBoolean(value: Boolean): Unit =
    if isByHand then checkByHand(java.lang.Boolean.valueOf(value))
    super.putBoolean(value)

  override def putByte(value: Byte): Unit =
    if isByHand then checkByHand(java.lang.Byte.valueOf(value))
    super.putByte(value)

  override def putShort(value: Short): Unit =
    if isByHand then checkByHand(java.lang.Short.valueOf(value))
    super.putShort(value)

  override def putChar(value: Char): Unit =
    if isByHand then checkByHand(java.lang.Character.valueOf(value))
    super.putChar(value)

  override def putInt(value: Int): Unit =
    if isByHand then checkByHand(java.lang.Integer.valueOf(value))
    super.putInt(value)

  override def putLong(value: Long): Unit =
    if isByHand then checkByHand(java.lang.Long.valueOf(value))
    super.putLong(value)

  override def putFloat(value: Float): Unit =
    if isByHand then checkByHand(java.lang.Float.valueOf(value))
    super.putFloat(value)

  override def putDouble(value: Double): Unit =
    if isByHand then checkByHand(java.lang.Double.valueOf(value))
    super.putDouble(value)

  override def putString(value: String | Null): Unit =
    if isByHand && value != null then checkByHand(value)
    super.putString(value)

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    if isByHand then
      for i <- 0 until java.lang.reflect.Array.getLength(array) do checkByHand(java.lang.reflect.Array.get(array, i))
    super.putArray(shape, kind, array)

  override def putExtras(extras: Extras): Unit =
    checkExtras(extras)
    super.putExtras(extras)
