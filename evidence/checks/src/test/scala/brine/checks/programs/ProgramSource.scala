package brine.checks.programs

import scala.collection.mutable
import scala.util.Random

/** Draws families of classes with values of theirs, as source files. Each has a `Runnable` object in its own package,
  * whose calls of [[ProgramCheck]] compare each value with the one that comes back.
  *
  * A family has case classes that contain each other, generic ones, an enum and a sealed trait, a generic enum, an
  * opaque type, a class around a value, an open trait, a class that is no case class, and objects in rings. Their
  * picklers are derived by the class, by a given in its companion, or on the spot. Half of the families are immutable
  * and go into regions, where views read their fields. It uses Java's records, enums and collections. A second version
  * of one class has other fields, with the values that they must get.
  */
final class ProgramSource(seed: Long):
  private val random = new Random(seed * 0x9e3779b97f4a7c15L) // the first random numbers of near seeds are alike

  /** The name of the object, and in small letters that of its package. */
  val name: String = s"Family${java.lang.Long.toUnsignedString(seed)}"

  /** True if no part of the family can change. */
  private val isImmutable = random.nextBoolean()
  private val types = new DrawnSource(random, isImmutable)
  import types.{Source, pick}

  private val imports = mutable.ArrayBuffer.empty[String]
  private val declarations = mutable.ArrayBuffer.empty[String]
  private val calls = mutable.ArrayBuffer.empty[String]

  /** The name of the object's class. */
  def className: String = s"${name.toLowerCase}.$name$$"

  /** The file. */
  lazy val text: String =
    declare()
    s"""package ${name.toLowerCase}
       |import brine.testkit.corpus.{Labelled, Opening, Weekday}
       |object $name extends Runnable:
       |  import brine.*
       |  import brine.combine.imap
       |  import brine.checks.programs.ProgramCheck
       |  given Pickler[Opening] = Pickler.derived
       |  given [A: Pickler]: Pickler[Labelled[A]] = Pickler.derived
       |${(imports ++ declarations).flatMap(_.linesIterator).map("  " + _).mkString("\n")}
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
    genericEnum("T")
    if random.nextBoolean() then valueClass("V")
    classes.foreach(caseClass)
    enumeration(sums(0))
    sealedTrait(sums(1))
    if !isImmutable then
      plainClass("P")
      ring("R")
      inheritingClass("K")
      genericRing("N")
      hub("H")
      open("O")
    for c <- classes ++ sums do check(c.source)
    if isImmutable then for c <- classes do views(c)
    onTheSpot("A")
    for _ <- 1 to 3 do check(types.source(2))
    evolution()

  /** A class whose constructor's calls are known later than its name. */
  private final class Declared(val name: String):
    var make: Int => String = _ => "null"

    /** The fields that views can name: the layout of a class with a pickler that is given is known to that alone. */
    var fields: Vector[(String, Source)] = Vector.empty
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
    val isNested = random.nextInt(4) == 0
    val ofCompanion = isNested || random.nextInt(3) == 0
    if !ofCompanion then c.fields = fields
    val clause = if ofCompanion then "" else " derives Pickler"
    val text = s"final case class ${c.name}(${declared(fields, mayVary = true)})$clause$body"
    val companion = s"object ${c.name}:\n  given Pickler[${c.name}] = Pickler.derived"
    if isNested then
      val members = (text.linesIterator ++ companion.linesIterator).map("  " + _).mkString("\n")
      declarations += s"object In${c.name}:\n$members"
      imports += s"import In${c.name}.${c.name}"
    else
      declarations += text
      if ofCompanion then declarations += companion
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

  /** An enum of two parameters, whose cases contain it. */
  private def genericEnum(name: String): Unit =
    val field = types.source(1)
    declarations +=
      s"""enum $name[A, B] derives Pickler:
         |  case Leaf(a: A, n: ${field.text})
         |  case Both(left: $name[A, B], right: Option[$name[A, B]], b: B)
         |  case Swapped(other: $name[B, A])
         |  case All(as: List[A], bs: Map[String, B])""".stripMargin
    def make(a: Source, b: Source, depth: Int): String =
      val of = s"[${a.text}, ${b.text}]"
      random.nextInt(if depth <= 1 then 2 else 5) match
        case 0 => s"$name.Leaf$of(${a.value(depth - 1)}, ${field.value(depth - 1)})"
        case 1 =>
          s"""$name.All$of(${types.items(s"List[${a.text}]", a, depth)}, Map[String, ${b.text}]("k" -> ${b.value(
              depth - 1
            )}))"""
        case 2 => s"$name.Swapped$of(${make(b, a, depth - 1)})"
        case _ =>
          val right = if random.nextBoolean() then "None" else s"Some(${make(a, b, depth - 2)})"
          s"$name.Both$of(${make(a, b, depth - 1)}, $right, ${b.value(depth - 1)})"
    types.generics += { a =>
      val b = pick(types.scalars)
      val value = (depth: Int) => if depth <= 0 then "null" else make(a, b, depth)
      Source(s"$name[${a.text}, ${b.text}]", value, isNullable = true)
    }

  private def valueClass(name: String): Unit =
    val of = pick(types.scalars)
    declarations += s"final case class $name(raw: ${of.text}) extends AnyVal derives Pickler"
    types.known += Source(name, depth => s"$name(${of.value(depth)})", isNullable = false)

  /** A class with variables of a superclass and of a trait. */
  private def inheritingClass(name: String): Unit =
    val (part, inherited) = (types.source(1), types.source(1))
    declarations +=
      s"""trait Counting$name:
         |  var count: Int = 0
         |abstract class Base$name extends java.io.Serializable:
         |  var inherited: ${inherited.text} = scala.compiletime.uninitialized
         |final class $name(val id: Long, val part: ${part.text}) extends Base$name, Counting$name derives Pickler
         |def make$name(id: Long, part: ${part.text}, count: Int, inherited: ${inherited.text}): $name =
         |  val made = new $name(id, part)
         |  made.count = count
         |  made.inherited = inherited
         |  made""".stripMargin
    val c = new Declared(name)
    c.make = depth =>
      s"make$name(${random.nextInt(9)}L, ${part.value(depth)}, ${random.nextInt(99)}, ${inherited.value(depth)})"
    types.known += c.source
    check(c.source)

  /** Generic objects in a ring. */
  private def genericRing(name: String): Unit =
    val of = types.source(1)
    val made = s"$name[${of.text}]"
    declarations += s"final class $name[A](val a: A, var next: $name[A]) extends java.io.Serializable derives Pickler"
    calls += s"""{
                |    val last = new $made(${of.value(2)}, null)
                |    val first = new $made(${of.value(2)}, last)
                |    last.next = first
                |    ProgramCheck.same[$made]("$name ${calls.length}", first)
                |    ProgramCheck.same[(List[$made], $made)]("$name ${calls.length}", (List(last, first, last), first))
                |  }""".stripMargin

  /** Objects in a ring through collections that can change. */
  private def hub(name: String): Unit =
    val kind = pick(Vector("java.util.ArrayList", "scala.collection.mutable.ArrayBuffer", "java.util.LinkedList"))
    val add = if kind.startsWith("java") then "add" else "addOne"
    declarations += s"final class $name(val n: Int, val all: $kind[$name]) extends java.io.Serializable derives Pickler"
    val size = 1 + random.nextInt(3)
    val made = Vector.tabulate(size)(i => s"    val h$i = new $name($i, new $kind[$name]())")
    val linked = Vector.tabulate(size)(i => s"    h$i.all.$add(h${random.nextInt(size)}): Unit")
    calls += s"""{
                |${made.mkString("\n")}
                |${linked.mkString("\n")}
                |    ProgramCheck.same[$name]("$name ${calls.length}", h0)
                |    ProgramCheck.same[Vector[$name]]("$name ${calls.length}", Vector(h${size - 1}, h0, h0))
                |  }""".stripMargin

  /** A trait whose subclasses each call lists. */
  private def open(name: String): Unit =
    val (first, second) = (parameters(random.nextInt(3), "o"), parameters(1, "o"))
    declarations +=
      s"""trait $name
         |object $name:
         |  given Pickler[$name] = Pickler.open
         |final case class ${name}1(${declared(first, mayVary = true)}) extends $name derives Pickler
         |final case class ${name}2(${declared(
          second,
          mayVary = false
        )}, other: $name) extends $name derives Pickler""".stripMargin
    def leaf(depth: Int) = s"${name}1(${arguments(first, depth)})"
    calls += s"""ProgramCheck.same[List[$name]]("$name ${calls.length}", List(${leaf(2)}, null, ${name}2(${arguments(
        second,
        2
      )}, ${leaf(1)})), Subtypes(Subtype[${name}1], Subtype[${name}2]))"""

  /** A class without a pickler, which is derived where it is needed. */
  private def onTheSpot(name: String): Unit =
    val fields = parameters(1 + random.nextInt(2))
    declarations += s"final case class $name(${declared(fields, mayVary = false)}, others: List[$name])"
    calls += s"""{
                |    import brine.auto.given
                |    ProgramCheck.same[$name]("$name ${calls.length}", $name(${arguments(
                 fields,
                 2
               )}, List($name(${arguments(
                 fields,
                 1
               )}, Nil))))
                |  }""".stripMargin

  /** Reads each field in place. */
  private def views(c: Declared): Unit = if c.fields.nonEmpty then
    val reads = c.fields.map { (name, source) =>
      val isScalar = types.scalars.exists(_.text == source.text) || source.text == "Unit"
      val seen = s"region.root(_.$name)${if isScalar then "" else s".toValue"}"
      s"""    ProgramCheck.viewed("$name of ${c.name}", value.$name)($seen)"""
    }
    calls += s"""{
                |    val value: ${c.name} = ${c.make(3)}
                |    val region = brine.region.Region.compact(value)
                |${reads.mkString("\n")}
                |  }""".stripMargin

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
    val declaredFields = fields.map((field, of) => s"val $field: ${of.text}").mkString(", ").replaceFirst("val", "var")
    declarations +=
      s"final class $name(val n: Int, $declaredFields) extends java.io.Serializable derives Pickler"
    val declaredSource = new Declared(name)
    declaredSource.make = depth => s"new $name(${random.nextInt(99)}, ${arguments(fields, depth)})"
    types.known += declaredSource.source
    check(declaredSource.source)
    calls += s"""{
                |    val one = ${declaredSource.source.value(3)}
                |    ProgramCheck.same[List[Option[$name]]]("$name ${calls.length}", List(Some(one), None, Some(one)))
                |    ProgramCheck.same[(Vector[$name], Array[$name])](
                |      "$name ${calls.length}", (Vector(one, one), Array(one)))
                |  }""".stripMargin

  private def ring(name: String): Unit =
    val part = types.source(1)
    declarations +=
      s"final class $name(val n: Int, var next: $name, var part: ${part.text}, var all: List[$name]) " +
        "extends java.io.Serializable derives Pickler"
    val size = 1 + random.nextInt(4)
    val made = Vector.tabulate(size)(i => s"    val r$i = new $name($i, null, ${part.value(2)}, Nil)")
    val linked = Vector.tabulate(size) { i =>
      val all = Vector.fill(random.nextInt(3))(s"r${random.nextInt(size)}").mkString(", ")
      s"    r$i.next = r${(i + 1) % size}\n    r$i.all = List($all)"
    }
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
          if old.isNullable then field(old) else field(old, s"Option[${old.text}]", v => s"Option($v)")
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
                       |    given Migrations[Doc] =
                       |      Migrations.from[Before.Doc](old => Doc(String.valueOf(old.v0.##), 7))""".stripMargin
    val expected = kept.map((f, value) => f.convert(s"($value: ${f.old.text})")) ++ defaults
    calls += s"""ProgramCheck.evolved[Before.Doc, After.Doc]("$name evolved", Before.Doc(${values.mkString(
        ", "
      )}), After.Doc(${expected.mkString(", ")}))"""
    if isImmutable && !fields(0).old.isNullable then
      calls += s"""{
                  |    val old = Before.Doc(${values.mkString(", ")})
                  |    ProgramCheck.evolved[Before.Doc, Migrated.Doc](
                  |      "$name migrated", old, Migrated.Doc(String.valueOf(old.v0.##), 7))
                  |  }""".stripMargin
