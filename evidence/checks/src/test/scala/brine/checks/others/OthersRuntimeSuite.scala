package brine.checks.others

import brine.*
import brine.runtime.{AllowList, RuntimePicklers}

/** Pickles objects of classes that other people wrote by runtime picklers: each comes back with every field as it was,
  * or is refused before a byte is written. The list of both is kept in `others.txt`.
  */
class OthersRuntimeSuite extends munit.FunSuite:
  private def verdicts(
      samples: List[(String, AnyRef)],
      more: List[Class[?]],
      known: Subtypes
  ): List[(String, Verdict)] =
    for (name, sample) <- samples yield
      val picklers = RuntimePicklers(AllowList((sample.getClass :: more)*), known)
      name -> Verdict.of[Any](sample)(using picklers.any, PickleOptions(subtypes = picklers.subtypes))

  private def checked(
      section: String,
      samples: List[(String, AnyRef)],
      more: List[Class[?]] = Nil,
      known: Subtypes = Subtypes.none
  ): Unit =
    test(s"$section: every object comes back as it was, or is refused when written"):
      val found = verdicts(samples, more, known)
      val lost = found.collect { case (name, Verdict.Lost(how)) => s"$name: $how" }
      assert(lost.isEmpty, lost.mkString("\n"))
      KeptVerdicts.check(section, found)

  import OthersSamples.*
  checked("collections", jdkCollections)
  checked("values", jdkValues)
  checked("mutable", jdkMutable)
  checked("libraries", libraries, libraryClasses)
  checked("maven", maven, mavenClasses, OthersPicklers.ofMaven)
  checked("kafka", kafka, kafkaClasses)

  test("at least a hundred classes of other people come back whole"):
    val whole = KeptVerdicts.count("same")
    assert(whole >= 100, whole)
