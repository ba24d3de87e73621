package brine.checks.programs

import scala.collection.mutable
import scala.util.Random

/** Draws families of classes with values of theirs, as the source of an object with the method `run`, whose calls of [[ProgramCheck]]
  * compare each value with the one that comes back.
  *
  * A family has case classes that contain each other, generic ones, an enum and a sealed trait, an opaque type, a class that is no case
  * class, and objects in a ring. Half of the families are immutable and go into regions. It uses Java's records, enums and
  * collections. A second version of one class has other fields, with the values that they must get.
  */
final class ProgramSource(seed: Long):
  private val random = new Random(seed)
  private val name = s"Family${java.lang.Long.toUnsignedString(seed)}"

  /** True if no part of the family can change. */
  private val isImmutable = random.nextBoolean()
  private val types = new DrawnSource(random, isImmutable)
  import types.{Source, pick}

  private val declarations = mutable.ArrayBuffer.empty[String]
  private val calls = mutable.ArrayBuffer.empty[String]

  /** The name of the object. */
  def objectName: String = name

  lazy val text: String =
    declare()
    s"""object $name:
       |  import brine.*
       |  import brine.combine.imap
       |  import brine.checks.programs.ProgramCheck
       |  given Pickler[Opening] = Pickler.derived
       |  given [A: Pickler]: Pickler[Labelled[A]] = Pickler.derived
       |${declarations.flatMap(_.linesIterator).map("  " + _).mkString("\n")}
       |${calls.zipWithIndex.map((call, i) => s"  private def call$i(): Unit = $call").mkString("\n")}
       |  def run(): Unit =
       |${calls.indices.map(i => s"    call$i()").mkString("\n")}
       |""".stripMargin

  // ---- the family

  private def declare(): Unit =
    opaque()
    // The classes may contain each other: first their names, then their fields.
    val classes = Vector.tabulate(2 + random.nextInt(3))(i => new Declared(s"C$i"))
    val sums = Vector(new Declared("E"), new Declared("S"))
    for c <- classes ++ sums do types.known += c.source
    for i <- 0 until random.nextInt(2) + 1 do generic(s"G$i")
    classes.foreach(caseClass)
    enumeration(sums(0))
    sealedTrait(sums(1))
    if !isImmutable then
      plainClass("P")
      ring("R")
    for c <- classes ++ sums do check(c.source)
    for _ <- 1 to 3 do check(types.source(2))
    evolution()

  /** A class whose constructor's calls are known later than its name. */
  private final class Declared(val name: String):
    var make: Int => String = _ => "null"
    val source: Source = Source(name, depth => if depth <= 0 then "null" else make(depth - 1), isNullable = true)

  private def check(source: Source): Unit =
    val value = source.value(4)
    calls += s"""ProgramCheck.same[${source.text}]("$name ${calls.length}", $value)"""
    if isImmutable then
      calls += s"""brine.checks.programs.ProgramCheck.region[${source.text}]("$name ${calls.length}", $value)"""

  private def parameters(count: Int, prefix: String = "f"): Vector[(String, Source)] =
    Vector.tabulate(count)(i => s"$prefix$i" -> types.source(2))

  private def declared(fields: Vector[(String, Source)], mayVary: Boolean): String = fields.map { (name, source) =>
    s"${if mayVary && !isImmutable && random.nextInt(4) == 0 then "var " else ""}$name: ${source.text}"
  }.mkString(", ")

  private def arguments(fields: Vector[(String, Source)], depth: Int): String =
    fields.map(_._2.value(depth)).mkString(", ")

  private def caseClass(c: Declared): Unit =
    val fields = parameters(random.nextInt(5))
    val body = if isImmutable || random.nextInt(4) > 0 then "" else s":\n  var more: Int = ${random.nextInt(9)}"
    declarations += s"final case class ${c.name}(${declared(fields, mayVary = true)}) derives Pickler$body"
    c.make = depth => s"${c.name}(${arguments(fields, depth)})"

  private def leaves(c: Declared): Vector[(String, Vector[(String, Source)])] =
    val leaves = Vector.tabulate(1 + random.nextInt(4))(i => s"${c.name}$i" -> parameters(random.nextInt(3), "l"))
    c.make = depth =>
      val (leaf, fields) = pick(leaves)
      s"${c.name}.$leaf${if fields.isEmpty then "" else s"(${arguments(fields, depth)})"}"
    leaves

  private def enumeration(c: Declared): Unit =
    val cases = leaves(c).map((leaf, fields) =>
      s"  case $leaf${if fields.isEmpty then "" else s"(${declared(fields, mayVary = false)})"}"
    )
    declarations += s"enum ${c.name} derives Pickler:\n${cases.mkString("\n")}"

  private def sealedTrait(c: Declared): Unit =
    val members = leaves(c).map { (leaf, fields) =>
      if fields.isEmpty then s"  case object $leaf extends ${c.name}"
      else s"  final case class $leaf(${declared(fields, mayVary = true)}) extends ${c.name}"
    }
    declarations += s"sealed trait ${c.name} derives Pickler\nobject ${c.name}:\n${members.mkString("\n")}"

  private def generic(name: String): Unit =
    val shapes = Vector.tabulate(1 + random.nextInt(3))(_ =>
      pick(Vector(
        ("A", (a: Source, _: Int, depth: Int) => a.value(depth)),
        ("List[A]", (a: Source, _: Int, depth: Int) => types.items(s"List[${a.text}]", a, depth)),
        ("Option[A]", (a: Source, _: Int, depth: Int) => s"Option[${a.text}](${a.value(depth)})"),
        ("Map[String, A]", (a: Source, _: Int, depth: Int) => s"""Map[String, ${a.text}]("k" -> ${a.value(depth)})"""),
        ("(A, Int)", (a: Source, n: Int, depth: Int) => s"(${a.value(depth)}, $n)"),
        ("Either[A, String]", (a: Source, _: Int, depth: Int) => s"Left[${a.text}, String](${a.value(depth)})")
      ))
    )
    val fields = shapes.zipWithIndex.map { case ((text, _), i) => s"g$i: $text" }
    declarations += s"final case class $name[A](${fields.mkString(", ")}, next: Option[$name[A]]) derives Pickler"
    def make(a: Source, depth: Int): String =
      val next = if depth > 1 && random.nextBoolean() then s"Some(${make(a, depth - 1)})" else "None"
      s"$name[${a.text}](${shapes.map((_, value) => value(a, random.nextInt(9), depth - 1)).mkString(", ")}, $next)"
    types.generics += (a =>
      Source(s"$name[${a.text}]", depth => if depth <= 0 then "null" else make(a, depth), isNullable = true)
    )

  private def opaque(): Unit =
    val of = pick(types.scalars)
    declarations +=
      s"""object Ids:
         |  opaque type Id = ${of.text}
         |  def of(value: ${of.text}): Id = value
         |  given Pickler[Id] = Pickler.${of.text.toLowerCase}.imap[Id](value => value)(value => value)""".stripMargin
    types.known += Source("Ids.Id", depth => s"Ids.of(${of.value(depth)})", isNullable = false)

  private def plainClass(name: String): Unit =
    val fields = parameters(1 + random.nextInt(3), "p")
    declarations +=
      s"final class $name(val n: Int, var ${declared(fields, mayVary = false).replace(", ", ", val ")}) extends java.io.Serializable derives Pickler"
    val declaredSource = new Declared(name)
    declaredSource.make = depth => s"new $name(${random.nextInt(99)}, ${arguments(fields, depth)})"
    types.known += declaredSource.source
    check(declaredSource.source)
    calls += s"""{
                |    val one = ${declaredSource.source.value(3)}
                |    ProgramCheck.same[List[Option[$name]]]("$name ${calls.length}", List(Some(one), None, Some(one)))
                |    ProgramCheck.same[(Vector[$name], Array[$name])]("$name ${calls.length}", (Vector(one, one), Array(one)))
                |  }""".stripMargin

  private def ring(name: String): Unit =
    val part = types.source(1)
    declarations +=
      s"""final class $name(val n: Int, var next: $name, var part: ${part.text}, var all: List[$name]) extends java.io.Serializable derives Pickler""".stripMargin
    val size = 1 + random.nextInt(4)
    val made = Vector.tabulate(size)(i => s"    val r$i = new $name($i, null, ${part.value(2)}, Nil)")
    val linked = Vector.tabulate(size)(i =>
      s"    r$i.next = r${(i + 1) % size}\n    r$i.all = List(${Vector.fill(random.nextInt(3))(s"r${random.nextInt(size)}").mkString(", ")})"
    )
    calls += s"""{
                |${made.mkString("\n")}
                |${linked.mkString("\n")}
                |    ProgramCheck.same[$name]("$name ${calls.length}", r0)
                |    ProgramCheck.same[Map[String, $name]]("$name ${calls.length}", Map("a" -> r0, "b" -> r${size - 1}))
                |  }""".stripMargin

  // ---- a later version

  private final case class Field(
      name: String,
      old: Source,
      isKept: Boolean,
      text: String,
      convert: String => String,
      alias: Option[String]
  )

  private def evolution(): Unit =
    val fields = Vector.tabulate(1 + random.nextInt(5)) { i =>
      val name = s"v$i"
      def field(old: Source, text: String = "", convert: String => String = identity) =
        val alias = Option.when(random.nextInt(4) == 0)(s"new$i")
        Field(name, old, i == 0 || random.nextInt(5) > 0, if text.isEmpty then old.text else text, convert, alias)
      random.nextInt(6) match
        case 0 => field(types.int, "Long", v => s"$v.toLong")
        case 1 => field(types.list(types.int), "List[Long]", v => s"$v.map(_.toLong)")
        case 2 =>
          val old = types.source(1)
          if old.isNullable then field(old) else field(old, s"Option[${old.text}]", v => s"Some($v)")
        case 3 => field(types.list(types.int), "Vector[Int]", v => s"$v.toVector")
        case _ => field(types.source(2))
    }
    val added = Vector.tabulate(random.nextInt(3))(i => (s"added$i", types.source(1)))
    val values = fields.map(_.old.value(3))
    val defaults = added.map(_._2.value(2))
    val kept = random.shuffle(fields.zip(values).filter(_._1.isKept))
    val before = fields.map(f => s"${f.name}: ${f.old.text}").mkString(", ")
    val after = (kept.map((f, _) => s"${f.alias.fold(f.name)(a => s"""@alias("${f.name}") $a""")}: ${f.text}") ++
      added.zip(defaults).map { case ((name, source), value) => s"$name: ${source.text} = $value" }).mkString(", ")
    declarations += s"object Before:\n  final case class Doc($before) derives Pickler"
    declarations += s"object After:\n  final case class Doc($after) derives Pickler"
    declarations += s"""object Migrated:
                       |  final case class Doc(text: String, n: Int) derives Pickler
                       |  object Doc:
                       |    given Migrations[Doc] = Migrations.from[Before.Doc](old => Doc(String.valueOf(old.v0.hashCode), 7))""".stripMargin
    val expected = kept.map((f, value) => f.convert(s"($value: ${f.old.text})")) ++ defaults
    calls += s"""ProgramCheck.evolved[Before.Doc, After.Doc]("$name evolved", Before.Doc(${values.mkString(
        ", "
      )}), After.Doc(${expected.mkString(", ")}))"""
    if isImmutable && !fields(0).old.isNullable then
      calls += s"""{
                  |    val old = Before.Doc(${values.mkString(", ")})
                  |    ProgramCheck.evolved[Before.Doc, Migrated.Doc]("$name migrated", old, Migrated.Doc(String.valueOf(old.v0.hashCode), 7))
                  |  }""".stripMargin

object ProgramSource:
  /** A file with the families of these seeds, and the object `main.Programs` that runs them all. */
  def file(seeds: Seq[Long]): String =
    val sources = seeds.map(new ProgramSource(_))
    s"""package main
       |import brine.testkit.corpus.{Labelled, Opening, Weekday}
       |${sources.map(_.text).mkString("\n")}
       |object Programs extends Runnable:
       |  def run(): Unit =
       |${sources.map(s => s"    ${s.objectName}.run()").mkString("\n")}
       |""".stripMargin
