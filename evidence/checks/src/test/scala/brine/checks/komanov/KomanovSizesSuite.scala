package brine.checks.komanov

import java.nio.file.Path
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws
import brine.testkit.komanov.*

/** Sizes by the benchmark's rules (payload only, the reader knows the class, an event's tag included) on its own data,
  * if the folder exists: the cost of each carriage.
  */
class KomanovSizesSuite extends munit.FunSuite:
  private val history = History(Pickler[Site].shape, Pickler[SiteEvent].shape)

  for root <- sys.env.get("BRINE_DATA") do
    val data = new KomanovData(Path.of(root).resolve("komanov"))

    def size[A: Pickler](value: A, format: PickleFormat, carriage: Carriage = Carriage.Usual): Int =
      val options = PickleOptions(history = history, carriage = carriage)
      val bytes = Laws.write(value, format, options)
      Laws.assertSame(Laws.read[A](bytes, format, options), value, options)
      bytes.length

    test("Site: bare, with a key, with names") {
      for (name, bare) <- List("1k" -> 453, "64k" -> 22_936) do
        val site = data.site(name)
        assertEquals(size(site, BinaryFormat.Bare), bare)
        assertEquals(size(site, BinaryFormat.Keyed), bare + 2)
        val names = size(site, BinaryFormat, Carriage.Names)
        assert(names <= bare + 430, s"$names, bare $bare")
    }

    test("Site with sharing of equal strings: no more than BooPickle's, which shares them, too") {
      for (name, most) <- List("1k" -> 544, "2k" -> 1130, "4k" -> 1855, "8k" -> 2882, "64k" -> 16_290) do
        val shared = PickleOptions(sharing = Sharing.All)
        val bytes = Laws.write(data.site(name), BinaryFormat.Bare, shared)
        Laws.assertSame(Laws.read[Site](bytes, BinaryFormat.Bare, shared), data.site(name), shared)
        assert(bytes.length <= most, s"$name: ${bytes.length}")
    }

    test("events, one by one: bare, with a key") {
      val events = data.events("64k")
      assertEquals(events.map(size(_, BinaryFormat.Bare)).sum, 40_113)
      assertEquals(events.map(size(_, BinaryFormat.Keyed)).sum, 40_113 + 2 * events.length)
    }
