package brine.picklers

import java.util.{BitSet, HexFormat}
import scala.collection.{immutable, mutable}
import brine.Pickler
import brine.picklers.values.ValuePickler
import BitSetPicklers.{bits, exactly, ofScala}

/** Sets of bits, Scala's and Java's: bytes, with the lowest bits first; in text, as hexadecimal digits. */
trait BitSetPicklers extends WiderSortedPicklers:
  given bitSet: Pickler[BitSet] =
    ValuePickler.mutable(bits("java.util.BitSet", exactly(_: BitSet, classOf[BitSet]))(b => b))

  given immutableBitSet: Pickler[immutable.BitSet] =
    bits("BitSet", (b: immutable.BitSet) => BitSet.valueOf(b.toBitMask))(b =>
      immutable.BitSet.fromBitMaskNoCopy(b.toLongArray)
    )

  given mutableBitSet: Pickler[mutable.BitSet] =
    ValuePickler.mutable(bits("mutable.BitSet", ofScala)(b => mutable.BitSet.fromBitMaskNoCopy(b.toLongArray)))

private object BitSetPicklers:
  private val hex = HexFormat.of

  def exactly[B <: AnyRef](b: B, c: Class[B]): B =
    ValuePickler.checkClass(c.getName, b, c)
    b

  def ofScala(b: mutable.BitSet): BitSet = BitSet.valueOf(exactly(b, classOf[mutable.BitSet]).toBitMask)

  def bits[A](name: String, apart: A => BitSet)(together: BitSet => A): Pickler[A] =
    new ValuePickler[A, Array[Byte]](
      name,
      a => hex.formatHex(apart(a).toByteArray),
      text => together(BitSet.valueOf(hex.parseHex(text)))
    )(
      apart(_).toByteArray,
      bytes => together(BitSet.valueOf(bytes))
    )
