package brine.picklers

import java.util.{BitSet, HexFormat}
import scala.collection.{immutable, mutable}
import brine.Pickler
import BitSetPicklers.{bits, exactly}

/** Sets of bits, Scala's and Java's: bytes, with the lowest bits first; in text, as hexadecimal digits. */
trait BitSetPicklers extends WiderSortedPicklers:
  given bitSet: Pickler[BitSet] = bits("java.util.BitSet", exactly)(b => b)

  given immutableBitSet: Pickler[immutable.BitSet] =
    bits("BitSet", (b: immutable.BitSet) => BitSet.valueOf(b.toBitMask))(b => immutable.BitSet.fromBitMaskNoCopy(b.toLongArray))

  given mutableBitSet: Pickler[mutable.BitSet] =
    bits("mutable.BitSet", (b: mutable.BitSet) => BitSet.valueOf(b.toBitMask))(b => mutable.BitSet.fromBitMaskNoCopy(b.toLongArray))

private object BitSetPicklers:
  private val hex = HexFormat.of

  def exactly(b: BitSet): BitSet =
    ValuePickler.checkClass("java.util.BitSet", b, classOf[BitSet])
    b

  def bits[A](name: String, apart: A => BitSet)(together: BitSet => A): Pickler[A] =
    new ValuePickler[A, Array[Byte]](
      name, a => hex.formatHex(apart(a).toByteArray), text => together(BitSet.valueOf(hex.parseHex(text))))(
      apart(_).toByteArray, bytes => together(BitSet.valueOf(bytes)))
