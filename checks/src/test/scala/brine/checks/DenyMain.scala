package brine.checks

import brine.{PickleFormat, Pickler}
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.corpus.{Corpus, Sample}

/** Takes the whole corpus out and in, in a JVM that denies `sun.misc.Unsafe`: nothing here may touch it, so neither
  * munit nor ScalaCheck, nor what is built on them.
  */
object DenyMain:
  def main(arguments: Array[String]): Unit =
    var count = 0
    for sample <- Corpus.all; format <- List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat) do
      roundTrip(sample, format)
      count += 1
    println(s"$count round trips")

  private def roundTrip[A](sample: Sample[A], format: PickleFormat): Unit =
    given Pickler[A] = sample.pickler
    import brine.*
    for options <- List(PickleOptions(), PickleOptions(limits = Limits(emittedDepth = 0)), PickleOptions(sharing = Sharing.All)) do
      val bytes = sample.value.pickle(using summon, format, options).bytes
      val back = format.pickled(bytes).unpickle[A](using summon, options)
      val again = back.pickle(using summon, format, options).bytes
      if !java.util.Arrays.equals(bytes, again) then throw new AssertionError(s"${sample.name} in $format")
