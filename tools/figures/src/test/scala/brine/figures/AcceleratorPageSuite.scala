package brine.figures

import java.nio.file.{Files, Path}

class AcceleratorPageSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine"), folder => delete(folder))

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(Files.delete(_))
    finally files.close()

  private def run(
      direction: String,
      units: Long,
      reconstructors: Long,
      vanilla: Long,
      cycles: Long,
      blockBytes: Long = 32,
      picoseconds: Long = 1000,
      remembered: Long = 4,
      forUse: Long = 0
  ) = Figures.row(
    "picoseconds" -> picoseconds,
    "rememberedClasses" -> remembered,
    "forUse" -> forUse,
    "blockBytes" -> blockBytes,
    "descriptors" -> (if blockBytes == 64 then 4L else 0L),
    "workload" -> "list-small",
    "direction" -> direction,
    "units" -> units,
    "reconstructors" -> reconstructors,
    "vanilla" -> vanilla,
    "cycles" -> cycles,
    "objects" -> 1000L,
    "imageBytes" -> 24000L,
    "streamBytes" -> 17000L,
    "readBytes" -> 31000L * units,
    "writtenBytes" -> 24000L * units,
    "requests" -> 2000L,
    "rowMisses" -> 500L,
    "busyClocks" -> 3000L,
    "clocks" -> 12000L,
    "latencyClocks" -> 72000L,
    "reads" -> 1000L
  )

  private def cycles(folder: Path): Unit = Figures.keep(
    folder,
    "accel-cycles",
    "./dev accel bench cycles",
    Seq("clock" -> "1 GHz"),
    Seq(
      run("out", 1, 1, 1, 200_000),
      run("out", 1, 4, 0, 50_000),
      run("out", 8, 4, 0, 100_000),
      run("out", 1, 4, 0, 25_000, 64),
      run("in", 1, 1, 1, 40_000),
      run("in", 1, 1, 0, 20_000),
      run("in", 1, 2, 0, 12_000),
      run("in", 1, 4, 0, 10_000),
      run("in", 8, 4, 0, 10_000)
    )
  )

  private def software(folder: Path): Unit =
    def one(contender: String, direction: String, millis: Double) =
      s"""{"benchmark": "brine.bench.GraphBenchmark.$direction",
         | "params": {"workload": "chain:524288", "contender": "$contender", "medium": "memory"},
         | "primaryMetric": {"scoreUnit": "ms/op", "rawData": [[$millis, $millis, $millis]]}}""".stripMargin
    val all =
      for (contender, millis) <- List("java" -> 524.288, "kryo-fast-refs" -> 52.4288); direction <- List("out", "in")
      yield one(contender, direction, millis)
    Files.writeString(
      Files.createDirectories(folder.resolve("raw")).resolve("decoupled-chain-524288-jdk17.json"),
      all.mkString("[", ",\n", "]")
    ): Unit

  private def areas(folder: Path): Unit = Figures.keep(
    folder,
    "accel-area",
    "./dev accel bench area",
    Seq("synthesis" -> "yosys"),
    Seq(
      Figures.row(
        "row" -> "Header manager",
        "component" -> "HeaderManager",
        "count" -> 8L,
        "gates" -> 100000.0,
        "memoryBits" -> 0L
      ),
      Figures.row(
        "row" -> "Class ID Table",
        "component" -> "ClassIdTable",
        "count" -> 1L,
        "gates" -> 1000.0,
        "memoryBits" -> 819200L
      )
    )
  )

  private def page(folder: Path): List[String] =
    val Vector(page) = AcceleratorPage.writeAll(folder): @unchecked
    assertEquals(page.getFileName.toString, "accel.md")
    Files.readString(page).linesIterator.toList

  private def has(page: List[String], line: String)(using munit.Location): Unit =
    assert(page.contains(line), page.mkString(s"$line is not in\n", "\n", ""))

  folder.test("cycles an object and a byte, of both designs"): folder =>
    cycles(folder)
    has(page(folder), "| list-small | 1,000 | 24,000 | 17,000 | 50.0 (2.08) | 25.0 (1.04) | 10.0 (0.42) |  |")

  folder.test("speedups over vanilla, and of eight units over one"): folder =>
    cycles(folder)
    val text = page(folder)
    has(text, "| list-small | 200 | 4.00 | 40.0 | 2.00 | 3.33 | 4.00 |")
    has(text, "| list-small |  |  | 4.00 |  |  | 8.00 |")

  folder.test("bandwidth as a share of the peak, with the paper's"): folder =>
    cycles(folder)
    val text = page(folder)
    has(text, "| list-small | 5.73 % |  | 57.3 % |  |")
    has(text, "| best, the paper | 74.5 % |  | 83.3 % |  |")
    has(text, "| list-small, in | 19.2 | 25.0 % | 60.0 | 25.0 % |")

  folder.test("software's time divided by the unit's, at software's size"): folder =>
    cycles(folder)
    software(folder)
    val text = page(folder)
    has(text, "| list-small (chain:524288) | 26.2 | 20.0 | 2.00 |  |  | 10.0 | 1.00 |")
    has(text, "| list-small, wider | 13.1 | 40.0 | 4.00 |  |  |  |  |")
    has(text, "| the paper, mean |  | 26.5 | 11.5 |  |  |  |  |")

  folder.test("images for use beside images without addresses, with four remembered classes and with one"): folder =>
    val rows = Seq(
      run("out", 1, 4, 0, 50_000),
      run("in", 1, 4, 0, 10_000),
      run("in", 1, 4, 0, 12_000, forUse = 1),
      run("in", 1, 4, 0, 15_000, forUse = 1, remembered = 1)
    )
    Figures.keep(folder, "accel-cycles", "./dev accel bench cycles", Seq.empty, rows)
    has(page(folder), "| list-small | 10.0 | 12.0 | +20.0 % | 15.0 | +50.0 % |  |  |")

  folder.test("a slower clock makes cycles longer, but not their number"): folder =>
    val rows = Seq(run("out", 1, 4, 0, 50_000, picoseconds = 2000), run("in", 8, 4, 0, 10_000, picoseconds = 2000))
    Figures.keep(folder, "accel-cycles", "./dev accel bench cycles", Seq.empty, rows)
    software(folder)
    val text = page(folder)
    has(text, "| list-small | 1,000 | 24,000 | 17,000 | 50.0 (2.08) |  |  |  |")
    has(text, "| list-small, in | 9.60 | 25.0 % | 60.0 | 25.0 % |")

  folder.test("the published page is that of the published figures"): folder =>
    val published = Path.of("../../docs/bench")
    Files.createDirectory(folder.resolve("raw"))
    Files.list(published.resolve("raw")).forEach(file =>
      Files.copy(file, folder.resolve("raw").resolve(file.getFileName.toString)): Unit
    )
    assertEquals(page(folder).mkString("\n"), Files.readString(published.resolve("accel.md")).stripTrailing)

  folder.test("runs of two clocks, or without a setting, make no page"): folder =>
    val whole = run("out", 1, 4, 0, 50_000)
    val older = Figures.row("workload" -> "list-small", "picoseconds" -> 1000L, "cycles" -> 50_000L)
    for other <- Seq(run("in", 1, 4, 0, 10_000, picoseconds = 2000), older) do
      Figures.keep(folder, "accel-cycles", "./dev accel bench cycles", Seq.empty, Seq(whole, other))
      intercept[IllegalArgumentException](AcceleratorPage.writeAll(folder))

  folder.test("the clock is that of the slowest unit"): folder =>
    cycles(folder)
    def part(name: String, isUnit: Long, nanos: Double) =
      Figures.row("module" -> name, "isUnit" -> isUnit, "insideNanos" -> nanos, "insideFrom" -> "a", "insideTo" -> "b")
    val parts = Seq(part("Tlb", 0, 3.0), part("SerializationUnit", 1, 2.0), part("DeserializationUnit", 1, 1.5))
    Figures.keep(folder, "accel-clock", "./dev accel bench clock", Seq.empty, parts)
    assert(page(folder).exists(_.startsWith("**The clock is 500 MHz**")), page(folder).mkString("\n"))

  folder.test("areas of all units, and the energy that follows"): folder =>
    cycles(folder)
    software(folder)
    areas(folder)
    val text = page(folder)
    has(text, "| Header manager | 800 |  | 0.568 | 0.024 |")
    has(text, "| Class ID Table | 1 | 100 | 0.492 | 0.230 |")
    assert(text.exists(_.startsWith("| list-small, out | ")), text.mkString("\n"))

  folder.test("without software's times and areas, their sections are missing; without cycles, the page is"): folder =>
    assertEquals(AcceleratorPage.writeAll(folder), Vector.empty)
    cycles(folder)
    val headings = page(folder).filter(_.startsWith("## "))
    assert(
      headings.nonEmpty && !headings.exists(h => h.contains("software") || h.contains("Area") || h.contains("Energy")),
      headings.toString
    )
