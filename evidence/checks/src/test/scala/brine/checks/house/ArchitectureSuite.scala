package brine.checks

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import com.tngtech.archunit.base.DescribedPredicate
import com.tngtech.archunit.core.domain.{JavaClass, JavaClasses}
import com.tngtech.archunit.core.importer.{ClassFileImporter, ImportOption}
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses
import brine.testkit.Patient

/** The floors and walls of the house. Bytecode shows most violations. Inlined code leaves no trace there, so some rules
  * are checked on sources, too.
  */
class ArchitectureSuite extends munit.FunSuite, Patient:
  // Code that the compiler derives, inlines or emits into test classes is exempt.
  private lazy val brine: JavaClasses =
    val importer = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
    importer.importPackages("brine").that(new DescribedPredicate[JavaClass]("of the library"):
      def test(c: JavaClass): Boolean = !List("brine.checks", "brine.demo").exists(p => c.getPackageName.startsWith(p))
    )

  private def in(packages: String*): DescribedPredicate[JavaClass] =
    new DescribedPredicate[JavaClass](packages.mkString(" or ")):
      def test(c: JavaClass): Boolean =
        packages.exists(p => c.getPackageName == p || c.getPackageName.startsWith(p + "."))

  /** The packages of the module `model`. */
  private val model: DescribedPredicate[JavaClass] = in("brine.shape", "brine.model")

  /** The packages of core, which has no separate prefix, and those of model. */
  private val core: DescribedPredicate[JavaClass] =
    new DescribedPredicate[JavaClass]("core"):
      def test(c: JavaClass): Boolean =
        c.getPackageName.startsWith("brine") && isOfCore(c.getName)

  private def isOfCore(name: String): Boolean =
    val others = List("wire", "json", "graph", "region", "bytecode", "runtime", "lock", "testkit", "javaapi")
    !(others ++ List("spark", "tapir", "http4s")).exists(m => name.startsWith(s"brine.$m."))

  private def named(names: String*): DescribedPredicate[JavaClass] =
    new DescribedPredicate[JavaClass](names.mkString(" or ")):
      def test(c: JavaClass): Boolean = names.exists(n => c.getName == n || c.getName.startsWith(n + "$"))

  test("the library's classes are found") {
    for p <- List(
        "brine.wire",
        "brine.shape",
        "brine.model",
        "brine.plan",
        "brine.run",
        "brine.plan.steps",
        "brine.run.structures",
        "brine.plan.subtypes",
        "brine.picklers.values",
        "brine.binary",
        "brine.emitted",
        "brine.derive",
        "brine.json",
        "brine.graph",
        "brine.region",
        "brine.bytecode",
        "brine.runtime",
        "brine.spark",
        "brine.testkit",
        "brine.javaapi"
      )
    do
      assert(brine.asScala.exists(_.getPackageName == p), p)
  }

  test("wire uses nothing but the JDK") {
    noClasses().that(in("brine.wire")).should().dependOnClassesThat(
      DescribedPredicate.not(in("brine.wire", "java"))
    ).check(brine)
  }

  test("model uses nothing but Scala's library, and sees neither the compiler nor a byte") {
    noClasses().that(model).should().dependOnClassesThat(DescribedPredicate.not(in(
      "java.lang",
      "java.util",
      "scala"
    ).or(named("java.io.Serializable")).or(model))).check(brine)
    noClasses().that(model).should().dependOnClassesThat(in("scala.quoted")).check(brine)
  }

  test("core uses model and wire, and no other module, nor a third party") {
    val allowed = in("java", "scala").or(core).or(in("brine.wire"))
    noClasses().that(core).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
  }

  test("json uses core, wire, bytecode and ASM") {
    val allowed = in("java", "scala", "brine.json", "brine.bytecode", "brine.wire", "org.objectweb.asm").or(core)
    noClasses().that(in("brine.json")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
  }

  test("graph uses core, wire, bytecode and ASM") {
    val allowed = in("java", "scala", "brine.graph", "brine.bytecode", "brine.wire", "org.objectweb.asm").or(core)
    noClasses().that(in("brine.graph")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
  }

  test("decoupled uses graph's packages for both formats, core and wire, and graph does not use it") {
    val shared = in("brine.graph.types", "brine.graph.threads")
    val allowed = in("java", "scala", "brine.graph.decoupled", "brine.wire").or(shared).or(core)
    val decoupled = in("brine.graph.decoupled")
    noClasses().that(decoupled).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
    noClasses().that(in("brine.graph").and(DescribedPredicate.not(decoupled))).should().dependOnClassesThat(
      decoupled
    ).check(brine)
  }

  test("region uses core and wire") {
    val allowed = in("java", "scala", "brine.region", "brine.wire").or(core)
    noClasses().that(in("brine.region")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
  }

  test("bytecode uses core and ASM") {
    val allowed = in("java", "scala", "brine.bytecode", "org.objectweb.asm").or(core)
    noClasses().that(in("brine.bytecode")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
  }

  test("runtime uses core, wire, bytecode and ASM, and only the adapters of engines and the face for Java use it") {
    // ReflectionFactory allocates objects without their constructors, for FieldAccess alone: docs/adr/0048.
    val allowed = in("java", "scala", "brine.runtime", "brine.bytecode", "brine.wire", "org.objectweb.asm").or(core).or(
      named("sun.reflect.ReflectionFactory")
    )
    noClasses().that(in("brine.runtime")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
    noClasses().that(
      DescribedPredicate.not(in("brine.runtime", "brine.spark", "brine.javaapi"))
    ).should().dependOnClassesThat(in(
      "brine.runtime"
    )).check(brine)
  }

  test("the face for Java uses the formats, runtime and lock, and nothing in the library uses it") {
    val allowed = in(
      "java",
      "scala",
      "org.jspecify",
      "brine.javaapi",
      "brine.json",
      "brine.graph",
      "brine.runtime",
      "brine.lock"
    ).or(core)
    noClasses().that(in("brine.javaapi")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
    noClasses().that(DescribedPredicate.not(in("brine.javaapi"))).should().dependOnClassesThat(in(
      "brine.javaapi"
    )).check(brine)
  }

  test(
    "the adapter to Spark uses runtime, bytecode, core, wire and the classes that Spark's interface names, and " +
      "nothing in the library uses it, nor Spark"
  ) {
    val allowed = in(
      "java",
      "scala",
      "brine.spark",
      "brine.runtime",
      "brine.bytecode",
      "brine.wire",
      "org.apache.spark",
      "org.apache.hadoop",
      "org.apache.avro",
      "com.codahale.metrics",
      "org.slf4j"
    ).or(core)
    noClasses().that(in("brine.spark")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
    noClasses().that(DescribedPredicate.not(in("brine.spark"))).should().dependOnClassesThat(in(
      "brine.spark",
      "org.apache.spark"
    )).check(brine)
  }

  test("the release tool uses core and wire, and only the face for Java uses it") {
    val allowed = in("java", "scala", "brine.lock", "brine.wire").or(core)
    noClasses().that(in("brine.lock")).should().dependOnClassesThat(DescribedPredicate.not(allowed)).check(brine)
    noClasses().that(DescribedPredicate.not(in("brine.lock", "brine.javaapi"))).should().dependOnClassesThat(in(
      "brine.lock"
    )).check(
      brine
    )
  }

  test("only the derivation sees the compiler") {
    val macros = in("brine.derive").or(named("brine.Pickler", "brine.AutomaticPicklers"))
      .or(in("brine.region.derive")).or(named(
        "brine.region.Compactable",
        "brine.region.AutomaticCompactables",
        "brine.region.Region"
      )).or(named("brine.json.schemas.SchemaCheck", "brine.json.schemas.SchemaLock"))
      .or(named("brine.spark.DeriveColumn", "brine.spark.SparkColumn"))
    noClasses().that(DescribedPredicate.not(macros)).should().dependOnClassesThat(in("scala.quoted")).check(brine)
  }

  test("only one class calls VarHandles, except for the implementation of lazy vals") {
    val calls = brine.asScala.filterNot(named("brine.wire.ByteAccess").test).flatMap(_.getMethodCallsFromSelf.asScala)
      .filter(c =>
        c.getTargetOwner.getName == "java.lang.invoke.VarHandle" && !c.getOrigin.getName.contains("$lzyINIT")
      )
    assertEquals(calls.map(_.getDescription).toList, List.empty[String])
  }

  test("nothing touches Unsafe, nor a lazy val that is built on it") {
    // `LazyVals$` is the module that holds the Unsafe; the classes inside it, which every lazy val names, are harmless.
    val unsafe = Set("sun.misc.Unsafe", "jdk.internal.misc.Unsafe", "scala.runtime.LazyVals$")
    noClasses().should().dependOnClassesThat(new DescribedPredicate[JavaClass]("hold an Unsafe"):
      def test(c: JavaClass): Boolean = unsafe(c.getName)
    ).check(brine)
  }

  test("only named modules and classes reflect on fields, look for classes or read Java serialization") {
    val forbidden = named(
      "java.lang.reflect.Field",
      "java.io.ObjectInputStream",
      "java.lang.ClassLoader",
      "java.lang.invoke.MethodHandles$Lookup"
    )
    // A lazy val finds its VarHandle in the class's initialiser.
    val calls = brine.asScala.filterNot(
      named(
        "brine.wire.ByteAccess",
        "brine.CompanionPicklers$",
        "brine.ImmutableClasses$",
        "brine.derive.types.JavaClassFile$",
        "brine.emitted.DerivedMembers", // members of classes that derive a pickler
        "brine.run.structures.VariableCheck$", // compares fields with those that code was compiled for
        "brine.json.schemas.SchemaCheck$",
        "brine.region.values.Constructors$", // reads class files
        "brine.testkit.FieldByField",
        "brine.testkit.entrances.DeclaredTypes"
      ).or(in("brine.bytecode", "brine.runtime", "brine.spark", "brine.lock", "brine.javaapi")).test
    ).flatMap(_.getMethodCallsFromSelf.asScala)
      .filter(c => forbidden.test(c.getTargetOwner) && c.getOrigin.getName != "<clinit>")
    assertEquals(calls.map(_.getDescription).toList, List.empty[String])
  }

  /** The uses that Scala demands: a search for a given looks into the companion of its type. */
  private def isImplicitScope(from: String, to: String): Boolean =
    from == "brine.Pickler" && to.startsWith("brine.picklers.") ||
      from == "brine.PickleFormat" && to == "brine.binary.BinaryFormat"

  private def packageOf(name: String): String = name.substring(0, name.lastIndexOf('.'))

  /** Top-level classes: a companion and the classes inside are one with their class. */
  private lazy val uses: Dependencies =
    def topLevel(c: JavaClass): String = c.getName.takeWhile(_ != '$').stripSuffix("[]")
    new Dependencies(
      for
        c <- brine.asScala.toList; d <- c.getDirectDependenciesFromSelf.asScala
        target = d.getTargetClass.getBaseComponentType
        if target.getPackageName.startsWith("brine") && topLevel(c) != topLevel(target)
      yield topLevel(c) -> topLevel(target)
    )

  test("packages form no cycles, except for the implicit scope of Pickler and PickleFormat") {
    val cycles = uses.without(isImplicitScope).grouped(packageOf).cycles
    assertEquals(cycles, Nil)
  }

  test(
    "no more than 17 classes of core need each other, 9 of JSON, and 24 of others, except for the implicit scope and " +
      "data of the testkit"
  ) {
    // In core, the walkers over plans: each may hand a value over to another, on another stack or in a shorter way.
    // The picklers that choose the walker are among them. In JSON, the builder, or the reader, and the code that it
    // makes for a class, which calls it.
    val cycles = uses.without(isImplicitScope).cycles.filterNot(_.forall(_.startsWith("brine.testkit.")))
    def first(isOf: String => Boolean) = cycles.filter(_.exists(isOf)).head
    for (largest, most) <- List(first(isOfCore) -> 17, first(_.startsWith("brine.json.")) -> 9, cycles.head -> 24) do
      assert(largest.size <= most, largest.toList.sorted.mkString(", "))
  }

  test("no class names a package as a class") {
    // Scala 3.3.8 makes such code for a method that is inlined and names an object for Brine alone in another package.
    val packages = brine.asScala.map(_.getPackageName).toSet
    val wrong =
      for
        c <- brine.asScala.toList; d <- c.getDirectDependenciesFromSelf.asScala
        target = d.getTargetClass.getName if packages(target)
      yield s"${c.getName} names $target"
    assertEquals(wrong, List.empty[String])
  }

  test("a graph without some edges has all others, so that its cycles are found") {
    val uses = new Dependencies(List("a" -> "b", "a" -> "c", "a" -> "d", "b" -> "a", "c" -> "a", "d" -> "a"))
    assertEquals(uses.without((from, to) => to == "c").cycles, List(Set("a", "b", "d")))
  }

  // ---- sources

  private val library =
    List(
      "wire",
      "model",
      "core",
      "json",
      "graph",
      "decoupled",
      "region",
      "bytecode",
      "runtime",
      "lock",
      "testkit",
      "java"
    )
  private val published = library ++ List("spark", "tapir", "http4s")
  private val inScala = published.filterNot(Set("wire", "java"))

  private def sources(modules: String*): List[(Path, String)] =
    modules.toList.flatMap { module =>
      val files = Files.walk(Repository.module(module).resolve("src/main"))
      try files.iterator.asScala.filter(f => f.toString.endsWith(".scala") || f.toString.endsWith(".java")).map(f =>
          f -> code(f)
        ).toList
      finally files.close()
    }

  /** Without comments. */
  private def code(file: Path): String =
    Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "")

  private def nobodyWrites(text: String, modules: String*)(but: String*)(using munit.Location): Unit =
    for (file, code) <- sources(modules*) if !but.exists(b => file.toString.replace('\\', '/').contains(b)) do
      assert(!code.contains(text), s"${Repository.root.relativize(file)} contains $text")

  test("sources: scala.quoted only in the derivation, its entry points, and nowhere else") {
    nobodyWrites("scala.quoted", published*)(
      "library/core/src/main/scala/brine/derive/",
      "library/region/src/main/scala/brine/region/derive/",
      "json/schemas/SchemaCheck.scala", // computes an interface while a call is compiled
      "spark/DeriveColumn.scala" // columns by the facts of the derivation
    )
    nobodyWrites("${ ", "model", "json", "graph", "decoupled", "bytecode", "runtime", "spark", "lock", "testkit")(
      "json/schemas/SchemaLock.scala",
      "spark/DeriveColumn.scala",
      "spark/SparkColumn.scala"
    )
  }

  test("sources: VarHandle only in ByteAccess, Unsafe nowhere") {
    nobodyWrites("VarHandle", published*)("brine/wire/ByteAccess.java")
    nobodyWrites("sun.misc", published*)()
    nobodyWrites(
      "setAccessible",
      "wire",
      "model",
      "core",
      "json",
      "graph",
      "decoupled",
      "region",
      "bytecode",
      "testkit"
    )("brine/emitted/DerivedMembers.scala")
    // On request: names that a predicate accepted, the companions of listed classes, the classes of an accepted
    // JavaForm, and an interface that a program compares at compile time.
    nobodyWrites("Class.forName", published*)(
      "runtime/AllowList.scala",
      "runtime/RuntimeSubtypes.scala",
      "runtime/JavaFormPickler.scala",
      "runtime/code/Default.scala",
      "json/schemas/SchemaCheck.scala",
      "brine/spark/"
    )
  }

  test("sources: nothing exports all members, which the compiler puts in another order each time") {
    // Two compilations of this by Scala 3.3.8 make methods in two orders:
    // `class Facts { def a = 1; def b = 2; def c = 3; def d = 4 }; class All { val facts = new Facts; export facts.*
    // }`.
    val wildcard = "(?m)^\\s*(private\\S* )?export .*\\*".r
    for (file, code) <-
        sources(inScala*)
    do assertEquals(wildcard.findFirstIn(code), None, file.toString)
  }

  private def isOfCorpus(file: Path): Boolean =
    file.toString.contains("library/testkit/src/main/java/brine/testkit/corpus/")

  test(
    "sources: wire and java are Java without Scala, the other modules are Scala without Java, except the corpus and " +
      "the parts of Spark that Scala 3 cannot see"
  ) {
    for (file, _) <- sources("wire", "java") do assert(file.toString.endsWith(".java"), file)
    for (file, _) <-
        sources(inScala*)
    do
      assert(
        file.toString.endsWith(".scala") || isOfCorpus(file) || file.toString.contains(
          "engines/spark/src/main/java/brine/spark/"
        ),
        file
      )
  }

  test("sources: a file bears its package's folder, and is one that a head can hold") {
    for (file, _) <-
        sources(published*)
    do
      val text = Files.readString(file)
      val declared = text.linesIterator.collectFirst { case s"package $name" => name.stripSuffix(";").trim }
      val folder =
        file.getParent.toString.replace('\\', '/').replaceFirst(".*/src/main/(scala|java)/", "").replace('/', '.')
      assertEquals(declared, Some(folder), file.toString)
  }

  /** The classes behind every byte. Each stays in one file for the sake of the JIT compiler. */
  private val longFiles =
    Set("library/wire/src/main/java/brine/wire/ByteSink.java", "library/wire/src/main/java/brine/wire/ByteSource.java")

  test("sources: no file, of tests or not, is longer than 500 lines, except ByteSink and ByteSource") {
    val lengths = allSources.map((name, file) => name -> Files.readAllLines(file).size)
    assert(lengths.size > 500, s"only ${lengths.size} files were found")
    assertEquals(lengths.collect { case (name, lines) if lines > MostLines => name }.toSet, longFiles)
  }

  /** Folders that hold more files than others may, and how many. The names for users are in one package, so that one
    * import is enough. The classes of `wire` share `ByteAccess`, which is not for users.
    */
  private val largeFolders = Map(
    "library/core/src/main/scala/brine" -> 43,
    "library/json/src/main/scala/brine/json/looks" -> 20,
    "library/wire/src/main/java/brine/wire" -> 28,
    "library/java/src/main/java/brine/javaapi" -> 24
  )

  test("sources: no folder of the library holds more than 16 files, except for those that are named here") {
    val folders =
      sources(library*)
        .filterNot((file, _) => packageFiles(file.getFileName.toString))
        .groupBy((file, _) => Repository.root.relativize(file.getParent).toString.replace('\\', '/'))
    assert(folders.size > 50, s"only ${folders.size} folders were found")
    for (folder, files) <- folders do
      assert(files.length <= largeFolders.getOrElse(folder, MostFiles), s"$folder holds ${files.length} files")
  }

  private final val MostFiles = 16

  /** They hold a package's comment alone; `PackageCommentsSuite` reads them. */
  private val packageFiles = Set("package.scala", "package-info.java")

  /** The largest number of files of the library that match on a type's cases, by the type and a number of matches. A
    * new case touches all these files, so the numbers only fall (docs/adr/0068).
    */
  private val files = List(("Plan", 1) -> 70, ("Shape", 1) -> 85, ("TypePlan", 1) -> 14, ("ScalarKind", 7) -> 18)

  for ((name, arms), most) <- files do
    test(s"sources: at most $most files of the library match on $arms or more cases of $name") {
      val arm = s"case [^=\n]*(?<!\\w)$name\\.[A-Z]\\w+".r
      val found = sources(library*).collect { case (file, code) if arm.findAllIn(code).length >= arms => file }
      assert(found.length <= most, s"${found.length}: ${found.map(_.getFileName).mkString(", ")}")
      assert(found.length > most / 2, "the expression finds too few")
    }

  test("a format sees at most 24 hidden methods of a builder and a reader") {
    val hidden = List("PickleBuilder", "PickleReader").flatMap { name =>
      val text = Files.readString(Repository.root.resolve(s"library/core/src/main/scala/brine/$name.scala"))
      val of =
        text.linesIterator.dropWhile(!_.startsWith(s"abstract class $name")).takeWhile(!_.contains(s"object $name"))
      of.filter(_.startsWith("  private[brine] def ")).toList
    }
    assert(hidden.length <= 24, hidden.mkString("\n"))
    assert(hidden.length > 12, "the expression finds too few")
  }

  /** All sources of all modules, with their paths in the repository. Generated ones lie in `target`. */
  private def allSources: List[(String, Path)] =
    Repository.modules.map(_.resolve("src")).filter(Files.isDirectory(_)).flatMap { root =>
      val files = Files.walk(root)
      try
        files.iterator.asScala.filter(f => f.toString.endsWith(".scala") || f.toString.endsWith(".java"))
          .map(f => Repository.root.relativize(f).toString.replace('\\', '/') -> f).toList
      finally files.close()
    }

  private final val MostLines = 500
