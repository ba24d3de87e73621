package brine.checks.decoupled

import brine.*
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.testkit.Laws
import brine.testkit.corpus.{Corpus, Sample}

/** The reader rebuilds the image of its plain twin, the writer writes the bytes of its twin, and objects are in the
  * order of the specification.
  */
class PlainDecoupledSuite extends munit.FunSuite:
  for (name, format) <- List(
      "one thread" -> DecoupledFormat,
      "several threads" -> DecoupledFormat.withExecutor(_.run()),
      "mark words" -> DecoupledFormat.withMarkWords
    )
  do
    test(s"images of the corpus are those of the plain twin, $name") {
      for sample <- Corpus.all do isSame(sample, format)
    }

  private def isSame[A](sample: Sample[A], format: DecoupledFormat): Unit =
    given Pickler[A] = sample.pickler
    for checksum <- List(true, false) do
      val bytes = Laws.write(sample.value, format, PickleOptions(checksum = checksum))
      val plain = new PlainDecoupled(bytes)
      val image = format.pickled(bytes).image
      assertEquals(slotsOf(image), plain.image.toSeq, sample.name)
      assertEquals(image.sizes.objects, plain.objects.toLong, sample.name)
      assertEquals(image.objects.map(_.address - 1).toList, plain.addresses.map(_.toLong), sample.name)
      assert(plain.isInOrder, sample.name)
      if !checksum then assertEquals(Laws.hex(plain.forged()), Laws.hex(bytes), sample.name)

  private def slotsOf(image: Image): Seq[Long] = (0 until image.slots).map(image.slot(_))

  test("a tree of many objects, in pieces by several threads") {
    val executor = java.util.concurrent.Executors.newFixedThreadPool(3)
    try
      val tree = Tree.of(1 << 15)
      val bytes = Laws.write(tree, DecoupledFormat)
      val plain = new PlainDecoupled(bytes)
      assertEquals(slotsOf(DecoupledFormat.withExecutor(executor).pickled(bytes).image), plain.image.toSeq)
      assertEquals(Laws.read[Tree](bytes, DecoupledFormat.withExecutor(executor)), tree)
    finally executor.shutdown()
  }

enum Tree derives Pickler:
  case Leaf(value: Int)
  case Branch(left: Tree, right: Tree)

object Tree:
  def of(leaves: Int): Tree = if leaves == 1 then Leaf(leaves) else Branch(of(leaves / 2), of(leaves - leaves / 2))
