package brine.bench.workloads

/** Numbers for objects, in the order in which they are met: open addressing over their identity hash codes. */
private[workloads] final class IdentityNumbers[A <: AnyRef](expected: Int):
  private var objects = new Array[AnyRef](math.max(16, expected))
  private var table = new Array[Int](Integer.highestOneBit(objects.length) * 4) // of numbers + 1
  private var count = 0

  def size: Int = count
  def met(number: Int): A = objects(number).asInstanceOf[A]

  def apply(value: A): Int =
    val mask = table.length - 1
    var place = spread(value) & mask
    var known = table(place)
    while known != 0 && (objects(known - 1) ne value) do
      place = (place + 1) & mask
      known = table(place)
    if known != 0 then known - 1 else add(value, place)

  private def spread(value: AnyRef): Int = System.identityHashCode(value) * 0x9e3779b1 >>> 1

  private def add(value: A, place: Int): Int =
    if count == objects.length then objects = java.util.Arrays.copyOf(objects, 2 * count)
    objects(count) = value
    count += 1
    table(place) = count
    if 2 * count > table.length then rehash()
    count - 1

  private def rehash(): Unit =
    table = new Array[Int](2 * table.length)
    val mask = table.length - 1
    var i = 0
    while i < count do
      var place = spread(objects(i)) & mask
      while table(place) != 0 do place = (place + 1) & mask
      table(place) = i + 1
      i += 1
