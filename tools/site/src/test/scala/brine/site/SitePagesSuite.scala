package brine.site

import java.nio.file.{Files, Path}

/** The documents of the site, and the targets of their links. */
class SitePagesSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-site"), SiteFiles.delete)

  private def repository(folder: Path, files: (String, String)*): Repository =
    val usual = List(
      "README.md" -> "# Brine\n",
      "docs/README.md" ->
        ("# Documents\n\n**Learn** (tutorial)\n\n" +
          "| page | holds |\n|---|---|\n| [First](guide/first.md) | steps |\n"),
      "docs/guide/first.md" -> "# First steps\n",
      "bom/pom.xml" -> "<project><version>1</version><url>https://example.org/brine</url></project>"
    )
    for (file, text) <- usual ++ files do
      val path = folder.resolve(file)
      Files.createDirectories(path.getParent)
      Files.writeString(path, text)
    new Repository(folder)

  /** Writes the sources of the site, and returns the text of one of them. */
  private def copied(repository: Repository, file: String): String =
    val sources = repository.root.resolve("target/site-sources")
    new Sources(repository, new SiteMap(repository), sources).write()
    Files.readString(sources.resolve(file))

  folder.test("a page that no table of docs/README.md lists is refused") { folder =>
    val problem = intercept[SiteProblem](new SiteMap(repository(folder, "docs/guide/second.md" -> "# Second\n")))
    assertEquals(
      problem.getMessage,
      "No table of docs/README.md lists docs/guide/second.md, so the site would not have it. Add a line there."
    )
  }

  folder.test("two pages that would be one file of the site are refused") { folder =>
    val index = "# Documents\n\n**Learn**\n\n| page |\n|---|\n| [a](guide/first.md) |\n| [b](../FIRST.md) |\n"
    val problem =
      intercept[SiteProblem](new SiteMap(repository(folder, "docs/README.md" -> index, "FIRST.md" -> "# First\n")))
    assertEquals(
      problem.getMessage,
      "FIRST.md and docs/guide/first.md would both be learn/first.html on the site. List them in two tables of " +
        "docs/README.md."
    )
  }

  folder.test("a link to a file that is not there is refused") { folder =>
    val broken = repository(folder, "docs/guide/first.md" -> "# First steps\n\n[next](second.md)\n")
    val problem = intercept[SiteProblem](copied(broken, "sidebar.yml"))
    assertEquals(problem.getMessage, "docs/guide/first.md links to second.md, which does not exist.")
  }

  folder.test("a link out of the repository is refused") { folder =>
    val problem =
      intercept[SiteProblem](copied(repository(folder, "README.md" -> "# Brine\n\n[up](../other.md)\n"), "sidebar.yml"))
    assertEquals(problem.getMessage, "README.md links to ../other.md, which is outside of the repository.")
  }

  folder.test("a page without a heading is refused") { folder =>
    val problem = intercept[SiteProblem](copied(repository(folder, "docs/guide/first.md" -> "text\n"), "sidebar.yml"))
    assertEquals(
      problem.getMessage,
      "docs/guide/first.md has no heading. Each page of the site takes its title from one."
    )
  }

  folder.test("links to pages stay, and links to the README lead to the start page") { folder =>
    val text =
      "# First steps\n\n[up](../../README.md#use-it) [all](../README.md) [web](https://example.org) " +
        "[here](#first-steps)\n"
    val page = copied(repository(folder, "docs/guide/first.md" -> text), "_docs/docs/guide/first.md")
    assert(page.contains(text.replace("../../README.md", "../../index.md")), page)
  }

  folder.test("links to files that are not pages lead to the repository on the web") { folder =>
    val text = "# Brine\n\n[licence](LICENSE), [pages](docs/guide)\n"
    val page = copied(repository(folder, "README.md" -> text, "LICENSE" -> "free"), "_docs/index.md")
    assert(
      page.contains(
        "[licence](https://example.org/brine/blob/HEAD/LICENSE), " +
          "[pages](https://example.org/brine/tree/HEAD/docs/guide)"
      ),
      page
    )
  }

  folder.test("a picture is copied, and its link leads to the copy") { folder =>
    val broken = repository(
      folder,
      "docs/guide/first.md" -> "# First steps\n\n![plot](plots/a.svg)\n",
      "docs/guide/plots/a.svg" -> "<svg/>"
    )
    assert(copied(broken, "_docs/docs/guide/first.md").contains("![plot](docs/guide/plots/a.svg)"))
    assertEquals(copied(broken, "_assets/docs/guide/plots/a.svg"), "<svg/>")
  }

  folder.test("text that looks like a link or a template, but is code, stays as it is") { folder =>
    val text = "# First steps\n\n`f[A](x.md)`\n\n```scala\nf[A](y.md)\nval s = \"{{ x }}\"\n```\n"
    assert(copied(repository(folder, "docs/guide/first.md" -> text), "_docs/docs/guide/first.md").contains(
      s"{% raw %}\n$text"
    ))
  }

  folder.test("the menu has a folder for each table of docs/README.md, with the titles of its pages") { folder =>
    val menu = copied(repository(folder, "docs/guide/first.md" -> "# \"First\" steps\n"), "sidebar.yml")
    assertEquals(
      menu,
      """index: index.md
        |subsection:
        |  - title: "Documents"
        |    page: docs/README.md
        |  - title: "Learn"
        |    directory: learn
        |    index: docs/learn.md
        |    subsection:
        |      - title: "\"First\" steps"
        |        page: docs/guide/first.md
        |""".stripMargin
    )
  }

  test("every document of this repository is on the site once") {
    val root = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).find(p =>
      Files.exists(p.resolve("docs/spec"))
    ).get
    val map = new SiteMap(new Repository(root))
    assertEquals(map.pages.diff(map.pages.distinct), Nil)
    assert(map.pages.length > 100, map.pages.length)
  }
