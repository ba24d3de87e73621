package brine.checks

import brine.{PickleFormat, PickleOptions, Pickler}
import brine.testkit.{GoldenFiles, Laws}
import brine.testkit.corpus.{Corpus, Sample}

/** The corpus gives the kept bytes today, and the kept bytes read back. */
abstract class GoldenCorpus(
    name: String,
    version: Int,
    format: PickleFormat,
    extension: String,
    show: Array[Byte] => String,
    options: PickleOptions = PickleOptions.Default
) extends GoldenFiles(name, version):
  for sample <- Corpus.all do
    golden(sample.name, Laws.write(sample.value, format, options)(using sample.pickler), extension, show)
    test(s"$name v$version: the kept bytes of '${sample.name}' read back")(readsBack(sample))

  private def readsBack[A](sample: Sample[A]): Unit =
    given Pickler[A] = sample.pickler
    val bytes = kept(sample.name).getOrElse(fail(s"nothing is kept of ${sample.name}"))
    Laws.assertSame(Laws.read[A](bytes, format, options), sample.value, options)

  goldenFilesAreListed()
