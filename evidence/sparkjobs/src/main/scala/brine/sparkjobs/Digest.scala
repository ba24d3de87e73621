package brine.sparkjobs

/** 64-bit hashes. Their sum is a digest of a set: it does not depend on an order. */
object Digest {

  /** Stafford's variant 13 of MurmurHash3's finalizer. */
  def mix(x: Long): Long = {
    val y = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L
    val z = (y ^ (y >>> 27)) * 0x94d049bb133111ebL
    z ^ (z >>> 31)
  }

  def mix(x: Long, y: Long): Long = mix(mix(x) + 0x9e3779b97f4a7c15L * (y + 1))

  def of(bytes: Array[Byte]): Long = {
    var hash = bytes.length.toLong
    var i = 0
    while (i < bytes.length) {
      hash = mix(hash, bytes(i).toLong)
      i += 1
    }
    hash
  }

  def of(numbers: Array[Double]): Long = {
    var hash = numbers.length.toLong
    var i = 0
    while (i < numbers.length) {
      hash = mix(hash, java.lang.Double.doubleToLongBits(numbers(i)))
      i += 1
    }
    hash
  }

  def text(digest: Long): String = f"$digest%016x"
}
