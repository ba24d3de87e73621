package brine.bench

import brine.{PickleBuilder, PickleOptions}
import brine.shape.Shape

/** A builder that only counts calls. */
final class CountingBuilder extends PickleBuilder(PickleOptions.Default):
  private var calls = 0L
  private def add(ignored: Long): Unit = calls += 1
  def count: Long = calls
  def putNull(): Unit = add(0)
  def putPresent(): Unit = add(1)
  def putUnit(): Unit = add(2)
  def putBoolean(value: Boolean): Unit = add(if value then 3 else 4)
  def putByte(value: Byte): Unit = add(value)
  def putShort(value: Short): Unit = add(value)
  def putChar(value: Char): Unit = add(value)
  def putInt(value: Int): Unit = add(value)
  def putLong(value: Long): Unit = add(value)
  def putFloat(value: Float): Unit = add(java.lang.Float.floatToRawIntBits(value))
  def putDouble(value: Double): Unit = add(java.lang.Double.doubleToRawLongBits(value))
  def putString(value: String | Null): Unit = add(if value == null then 0 else value.hashCode)
  def beginProduct(shape: Shape.Product): Unit = add(5)
  def beginField(shape: Shape.Product, index: Int): Unit = add(index)
  def endProduct(shape: Shape.Product): Unit = add(6)
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = add(leaf)
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = add(7)
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = add(leaf)
  def putNone(shape: Shape.Optional): Unit = add(8)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = add(9)
  def endSome(shape: Shape.Optional): Unit = add(10)
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = add(size)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = add(index)
  def endSequence(shape: Shape.Sequence): Unit = add(11)
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = add(size)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = add(index)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = add(12)
  def endMapping(shape: Shape.Mapping): Unit = add(13)
  def putReference(id: Int, arity: Int): Unit = add(id)
  def putIdentity(id: Int): Unit = add(id)

/** A builder that hashes what it is given. */
final class HashingBuilder extends PickleBuilder(PickleOptions.Default):
  private var hash = 0L
  private def add(part: Long): Unit = hash = (hash ^ part) * 0x100000001b3L
  def result: Long = hash
  def putNull(): Unit = add(0)
  def putPresent(): Unit = add(1)
  def putUnit(): Unit = add(2)
  def putBoolean(value: Boolean): Unit = add(if value then 3 else 4)
  def putByte(value: Byte): Unit = add(value)
  def putShort(value: Short): Unit = add(value)
  def putChar(value: Char): Unit = add(value)
  def putInt(value: Int): Unit = add(value)
  def putLong(value: Long): Unit = add(value)
  def putFloat(value: Float): Unit = add(java.lang.Float.floatToRawIntBits(value))
  def putDouble(value: Double): Unit = add(java.lang.Double.doubleToRawLongBits(value))
  def putString(value: String | Null): Unit = add(if value == null then 0 else value.hashCode)
  def beginProduct(shape: Shape.Product): Unit = add(5)
  def beginField(shape: Shape.Product, index: Int): Unit = add(index)
  def endProduct(shape: Shape.Product): Unit = add(6)
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = add(leaf)
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = add(7)
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = add(leaf)
  def putNone(shape: Shape.Optional): Unit = add(8)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = add(9)
  def endSome(shape: Shape.Optional): Unit = add(10)
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = add(size)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = add(index)
  def endSequence(shape: Shape.Sequence): Unit = add(11)
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = add(size)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = add(index)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = add(12)
  def endMapping(shape: Shape.Mapping): Unit = add(13)
  def putReference(id: Int, arity: Int): Unit = add(id)
  def putIdentity(id: Int): Unit = add(id)
