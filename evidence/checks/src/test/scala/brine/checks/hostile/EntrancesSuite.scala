package brine.checks

import scala.util.Random
import brine.{Carriage, PickleException, PickleFormat, PickleOptions, Pickler}
import brine.binary.BinaryFormat
import brine.shape.{Nullness, Shape}
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.corpus.{Corpus, Sample}
import brine.testkit.entrances.{Entrance, Spliced}

/** Every public way into Brine that takes bytes, texts or files, with damaged ones: it ends in a value of the declared
  * types, or in a [[brine.PickleException]]. The property `brine.mutations` has the number of inputs.
  */
class EntrancesSuite extends munit.FunSuite, Patient:
  private val all = Entrance.all

  test("each entrance takes what was written for it"):
    for entrance <- all do assertEquals(entrance.ends(entrance.seed), "a value", entrance.name)

  test("each entrance ends in a value or a PickleException, whatever it is given"):
    val each = Integer.getInteger("brine.mutations", 50_000) / 5 / all.length + 1
    val spliced = new Spliced(new Random(1))
    val ends = scala.collection.mutable.Map.empty[String, Int]
    for entrance <- all do
      val count = if entrance.isSlow then each / 20 + 1 else each
      for input <-
          Damage.ends(entrance.seed).take(10 * count) ++ Iterator.fill(count)(spliced.mutated(Vector(entrance.seed)))
      do
        try
          val end = entrance.ends(input)
          ends(end) = ends.getOrElse(end, 0) + 1
        catch
          case e: Throwable =>
            throw new AssertionError(s"${entrance.name}: ${input.map(b => f"$b%02x").mkString(" ")}", e)
    assert(ends.size > 5, ends)

  test("a null alone comes back, or is refused as a null, in every format"):
    for sample <- Corpus.all if isOurs(sample.pickler.shape); format <- AllFormats.all do
      def comesBack[A](using Pickler[A]): Unit =
        val bytes = Laws.write(null.asInstanceOf[A], format, PickleOptions.Default)
        val back = Laws.read(bytes, format, PickleOptions.Default)
        assertEquals(back, null: Any, s"$format, ${sample.name}")
      try comesBack(using sample.pickler)
      catch case _: PickleException.NullValue => ()

  test("a null alone that another type wrote is refused, or is a value that can be written again"):
    val options = PickleOptions(carriage = Carriage.Names)
    def written(sample: Sample[?], format: PickleFormat): Option[Array[Byte]] =
      try Some(Laws.write(null.asInstanceOf[sample.Value], format, options)(using sample.pickler.asInstanceOf))
      catch case _: PickleException => None
    var read = 0
    for
      format <- BinaryFormat :: AllFormats.telling
      bytes <- Corpus.all.flatMap(written(_, format)).map(_.toVector).toVector.distinct
      sample <- Corpus.all if isOurs(sample.pickler.shape)
    do
      def comesBack[A](using Pickler[A]): Unit =
        val value = Laws.read[A](bytes.toArray, format, options)
        read += 1
        val place = s"$format, ${sample.name}, ${bytes.map(b => f"$b%02x").mkString(" ")}"
        try assert(Same(Laws.read(Laws.write(value, format, options), format, options), value), place)
        catch case e: PickleException => fail(place, e)
      try comesBack(using sample.pickler)
      catch case _: PickleException => ()
    assert(read > 100, read)

  // No code has a null of a primitive type, and a pickler by hand is code of a user.
  private def isOurs(shape: Shape): Boolean =
    shape.nullness != Nullness.Never && (!shape.isByHand || shape.isInstanceOf[Shape.Standard])

private object Damage:
  /** A cut at each of the first bytes, nothing, nulls, and other formats' beginnings. */
  def ends(seed: Array[Byte]): Iterator[Array[Byte]] =
    (0 until math.min(seed.length, 200)).iterator.map(seed.take) ++
      List("null", "{", "[", "\"", "0", "{}", "[]", "[null]", "\uFEFF{}", "\u0000").iterator.map(_.getBytes("UTF-8")) ++
      (0 until math.min(seed.length, 100)).iterator.map(i => seed.updated(i, (seed(i) ^ 1).toByte))
