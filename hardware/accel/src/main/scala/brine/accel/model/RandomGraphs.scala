package brine.accel.model

import scala.util.Random

/** Graphs of every kind of class, with shared objects, cycles, nulls and empty arrays. */
object RandomGraphs {
  val classes: IndexedSeq[GraphClass] = Vector(
    ClassShape.Plain(Seq(false, true, true)),
    ClassShape.Plain(Seq()),
    ClassShape.Plain(Seq.fill(9)(true) ++ Seq.fill(3)(false)),
    ClassShape.Plain(Seq(false, false, false, false, false, true)),
    ClassShape.Plain(Seq.tabulate(192)(i => i % 3 == 0)),
    ClassShape.Elements(Seq(true)),
    ClassShape.Elements(Seq(false)),
    ClassShape.Elements(Seq()),
    ClassShape.Elements(Seq(false, true)),
    ClassShape.Elements(Seq(true, false)),
    ClassShape.Packed(1),
    ClassShape.Packed(2),
    ClassShape.Packed(4),
    ClassShape.Packed(8),
    ClassShape.ByHand
  ).zipWithIndex.map { case (shape, i) => GraphClass(2 + 3 * i, shape) }

  def apply(random: Random, size: Int): ObjectGraph = {
    val builder = new GraphBuilder(classes)
    def slot(isReference: Boolean) = if (isReference) reference(random, size) else random.nextLong()
    for (_ <- 0 until size) {
      val index = random.nextInt(classes.size)
      classes(index).shape match {
        case ClassShape.Plain(references) => builder.plain(index, references.map(slot): _*)
        case ClassShape.Elements(references) =>
          val length = random.nextInt(40)
          builder.elements(index, length, Array.fill(length)(references.map(slot)).flatten)
        case ClassShape.Packed(bytes) =>
          val numbers = new Array[Byte](bytes * random.nextInt(30))
          random.nextBytes(numbers)
          builder.packed(index, numbers)
        case ClassShape.ByHand =>
          builder.byHand(index, Array.fill(random.nextInt(10))(slot(false)), Array.fill(random.nextInt(10))(slot(true)))
      }
    }
    builder.result(random.nextInt(size))
  }

  private def reference(random: Random, size: Int): Long = if (random.nextInt(8) == 0) -1 else random.nextInt(size)
}
