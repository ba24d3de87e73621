package brine.bench.report

import brine.figures.Plot
import com.fasterxml.jackson.databind.ObjectMapper
import java.io.ByteArrayInputStream
import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.Document
import brine.testkit.Temporary

class PlotsSuite extends munit.FunSuite, Temporary:
  private val sizes =
    """[{"workload": "tree:64", "contender": "brine", "raw": 1000, "gzipped": 300},
      | {"workload": "tree:64", "contender": "<odd> & \"quoted\"", "raw": 30000, "gzipped": 900}]""".stripMargin

  private val derivation = """{"results": [{"library": "bare", "bytes": 5, "addedSeconds": 0, "addedBytes": 0},
                             | {"library": "brine", "addedSeconds": 2.5, "addedBytes": 120000},
                             | {"library": "circe", "addedSeconds": -0.1, "addedBytes": 500000},
                             | {"library": "other", "failure": "StackOverflowError"}]}""".stripMargin

  private def json(text: String) = new ObjectMapper().readTree(text)
  private def plots = SizePlots.of(json(sizes)) ++ DerivationPlots.of(json(derivation))

  private def parse(svg: String): Document =
    DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(new ByteArrayInputStream(svg.getBytes("UTF-8")))

  private def texts(plot: Plot): List[String] =
    val nodes = parse(plot.svg).getElementsByTagName("text")
    List.tabulate(nodes.getLength)(i => nodes.item(i).getTextContent)

  private def named(file: String): Plot = plots.find(_.file == file).get

  test("there is a plot of the sizes of each workload, and two of derivation"):
    val expected = List(
      "sizes-tree-64.svg",
      "derivation-time.svg",
      "derivation-bytecode.svg"
    )
    assertEquals(plots.map(_.file).toList, expected)

  test("every plot is XML with a title and a box, and asks for nothing else"):
    plots.foreach { plot =>
      val root = parse(plot.svg).getDocumentElement
      assertEquals(root.getTagName, "svg")
      assert(root.hasAttribute("viewBox"))
      assertEquals(root.getElementsByTagName("title").item(0).getTextContent, plot.title)
      assert(!plot.svg.contains("href=") && !plot.svg.contains("<script") && !plot.svg.contains("<!DOCTYPE"), plot.file)
    }

  test("text is escaped"):
    assert(texts(named("sizes-tree-64.svg")).contains("<odd> & \"quoted\""))

  test("the same figures give the same files, which the page shows"):
    val folders = List.fill(2)(newFolder())
    folders.foreach { folder =>
      Files.writeString(folder.resolve("sizes.json"), sizes)
      Files.writeString(Files.createDirectory(folder.resolve("raw")).resolve("derivation.json"), derivation)
    }
    def bytes(folder: Path) = Report.write(folder).map(plot => Files.readString(folder.resolve(s"plots/${plot.file}")))
    assertEquals(bytes(folders(0)), bytes(folders(1)))
    val page = Files.readString(folders(0).resolve("plots.md"))
    assertEquals(page, Files.readString(folders(1).resolve("plots.md")))
    assert(page.contains("![tree:64, bytes](plots/sizes-tree-64.svg)"), page)

  test("a picture without measurements is removed"):
    val folder = newFolder()
    val old = Files.writeString(Files.createDirectory(folder.resolve("plots")).resolve("old.svg"), "")
    Report.write(folder)
    assert(!Files.exists(old))
