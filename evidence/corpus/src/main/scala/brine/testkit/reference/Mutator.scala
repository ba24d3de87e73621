package brine.testkit.reference

import scala.util.Random
import BinaryDecoder.{Kind, Token}

/** Changes bytes whose structure is known: one to three tokens are replaced, moved, doubled or taken away.
  *
  * Most results have a well-formed beginning, so that they reach code that random bytes never reach.
  *
  * @param donors tokens of other pickles, to put in place of a token of the same kind
  */
final class Mutator(random: Random, donors: Map[Kind, IndexedSeq[Array[Byte]]]):
  def apply(bytes: Array[Byte], tokens: IndexedSeq[Token]): Array[Byte] =
    val pieces = tokens.map(t => t.kind -> bytes.slice(t.offset, t.offset + t.length)).toBuffer
    for _ <- 0 to random.nextInt(3) do
      if pieces.isEmpty then pieces += Kind.Fixed -> Array(random.nextInt().toByte) else change(pieces)
    val out = pieces.iterator.flatMap(_._2).toArray
    if random.nextInt(8) == 0 then damage(out) else out

  private def change(pieces: scala.collection.mutable.Buffer[(Kind, Array[Byte])]): Unit =
    val i = random.nextInt(pieces.length)
    val (kind, token) = pieces(i)
    random.nextInt(9) match
      case 0 => pieces.remove(i)
      case 1 => pieces.insert(i, pieces(random.nextInt(pieces.length)))
      case 2 =>
        val j = random.nextInt(pieces.length)
        pieces(i) = pieces(j)
        pieces(j) = (kind, token)
      case 3 => pieces.takeInPlace(i)
      case 4 =>
        val from = random.nextInt(pieces.length)
        pieces.insertAll(i, pieces.slice(from, from + 1 + random.nextInt(6)).toList)
      case 5 => pieces.remove(i, math.min(pieces.length - i, 1 + random.nextInt(4)))
      case _ => pieces(i) = (kind, replaced(kind, token))

  private def replaced(kind: Kind, token: Array[Byte]): Array[Byte] = (kind, random.nextInt(4)) match
    case (Kind.Number, 0) => varint(near(token))
    case (Kind.Number, 1) => varint(Interesting(random.nextInt(Interesting.length)))
    case (Kind.Number, 2) => (token.dropRight(1) :+ (token.last | 0x80).toByte) :+ 0.toByte // longer than need be
    case (_, 0)           => token.map(b => if random.nextInt(3) == 0 then random.nextInt().toByte else b)
    case (_, 1)           => token.map(_ => (random.nextInt(3) - 1).toByte)
    case _ =>
      val same = donors.getOrElse(kind, IndexedSeq.empty)
      if same.isEmpty then token else same(random.nextInt(same.length))

  /** A number a little above or below. */
  private def near(token: Array[Byte]): Long =
    var value = 0L
    for (b, i) <- token.zipWithIndex do value |= (b & 0x7fL) << (7 * i)
    value + random.nextInt(7) - 3

  private def varint(value: Long): Array[Byte] =
    val out = Array.newBuilder[Byte]
    var rest = value
    while (rest & ~0x7fL) != 0 do
      out += (rest | 0x80).toByte
      rest >>>= 7
    out += rest.toByte
    out.result()

  private def damage(bytes: Array[Byte]): Array[Byte] =
    if bytes.nonEmpty then
      val i = random.nextInt(bytes.length)
      bytes(i) = (bytes(i) ^ (1 << random.nextInt(8))).toByte
    bytes

  private val Interesting: Array[Long] =
    Array(
      0L,
      1L,
      2L,
      3L,
      4L,
      5L,
      127L,
      128L,
      0xffffL,
      1L << 20,
      Int.MaxValue.toLong,
      1L << 31,
      0xfffffffeL,
      0xffffffffL,
      1L << 32,
      1L << 40,
      Long.MaxValue,
      -1L
    )
