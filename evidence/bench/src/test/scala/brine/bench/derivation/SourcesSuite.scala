package brine.bench.derivation

import brine.figures.Median

class SourcesSuite extends munit.FunSuite:
  private def text(library: Library): String = Sources.of(library).toList.sorted.map(_._2).mkString("\n")

  test("all libraries get the same types"):
    def types(library: Library) =
      text(library).linesIterator.collect {
        case s"final case class $head)$_" => head; case s"case object $name extends $_" => name
      }.toList
    val bare = types(Library.bare)
    assertEquals(bare.length, Sources.Records + 1 + Sources.Leaves)
    Library.all.foreach(library => assertEquals(types(library), bare, library.name))

  test("each library gets one request for each record and for the family"):
    Library.all.foreach { library =>
      val asked =
        text(library).linesIterator.count(line => line.contains(" derives ") || line.trim.startsWith("given "))
      assertEquals(asked, Sources.Records + 2, library.name)
    }

  test("a median of an even count is between the middle two"):
    assertEquals(Median.of(Vector(4.0, 1.0, 3.0, 2.0)), 2.5)
    assertEquals(Median.of(Vector(9.0, 1.0, 3.0)), 3.0)

  test("every library derives for each type of a model, and the setting for documents for those alone"):
    for mix <- Mix.all; library <- Library.bare :: Library.ofMixes do
      val text = mix.sources(library)(s"${mix.name}.scala")
      val asked = text.linesIterator.count(line => line.contains(" derives ") || line.trim.startsWith("given "))
      val expected = if library.name == "bare" then 0
      else if library.name.endsWith("-tops") then mix.roots.count(_.isTop)
      else mix.roots.length
      assertEquals(asked, expected, s"${mix.name}, ${library.name}")
      assert(!text.contains("{record"), text)
      assert(mix.roots.exists(_.isTop), mix.name)
