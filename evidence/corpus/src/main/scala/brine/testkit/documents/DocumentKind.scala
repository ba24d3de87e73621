package brine.testkit.documents

import java.util.SplittableRandom
import brine.Pickler
import brine.json.{Json, JsonDialect, NameStyle}

/** A kind of documents of public interfaces: the type and the dialect of a program that reads them, and documents that
  * look like them. These are drawn; no text is copied.
  *
  * @param hostile documents that must be refused, each made of one of the kind: the JSON Pointer of a value, and its
  *   replacement. The failure has this pointer, or the one behind ` at `
  */
final class DocumentKind[A](
    val name: String,
    val dialect: JsonDialect,
    val hostile: Seq[(String, Json)]
)(draw: Draw ?=> Json)(using val pickler: Pickler[A]):
  def document(seed: Long): Json = draw(using new Draw(new SplittableRandom(seed)))

object DocumentKind:
  def apply[A: Pickler](name: String, dialect: JsonDialect)(hostile: (String, Draws.Part)*)(
      draw: Draw ?=> Json
  ): DocumentKind[A] =
    new DocumentKind(name, dialect, hostile.map((pointer, part) => pointer -> Draws.json(part)))(draw)

  /** The dialect of interfaces whose names are in snake case. */
  val snake: JsonDialect =
    JsonDialect.Api.copy(names = NameStyle.SnakeCase, leafNames = NameStyle.SnakeCase)

  /** The dialect of interfaces whose leaves begin with a small letter, as their fields do. */
  val camel: JsonDialect = JsonDialect.Api.copy(leafNames = NameStyle.CamelCase)

/** The choices of one document. */
final class Draw(random: SplittableRandom):
  def upTo(bound: Int): Int = random.nextInt(bound)

/** Parts of documents. */
object Draws:
  type Part = Json | String | Int | Long | Double | Boolean

  def json(part: Part): Json = part match
    case json: Json     => json
    case text: String   => Json.Str(text)
    case truth: Boolean => Json.Bool(truth)
    case number         => Json.Num(number.toString)

  /** An object. A member with `?` at the end of its name is left out half the time. The members of an object named `*`
    * become members of this one.
    */
  def obj(members: (String, Part)*)(using Draw): Json = Json.Obj(members.toVector.flatMap { (name, part) =>
    if name == "*" then json(part) match { case Json.Obj(more) => more; case other => Vector(name -> other) }
    else if !name.endsWith("?") then Vector(name -> json(part))
    else if chance(2) then Vector(name.dropRight(1) -> json(part))
    else Vector.empty
  })

  def arr(parts: Part*): Json = Json.Arr(parts.toVector.map(json))
  def chance(of: Int)(using draw: Draw): Boolean = draw.upTo(of) == 0
  def oneOf(parts: Part*)(using draw: Draw): Json = json(parts(draw.upTo(parts.length)))
  def orNull(part: => Part)(using Draw): Json = if chance(3) then Json.Null else json(part)
  def list(part: => Part, least: Int = 0)(using draw: Draw): Json =
    Json.Arr(Vector.fill(least + draw.upTo(3))(json(part)))
  def some(part: => Part)(using Draw): Json = list(part, 1)

  /** An object whose names are data. */
  def map(part: => Part, least: Int = 0)(using draw: Draw): Json =
    Json.Obj(Vector.tabulate(least + draw.upTo(3))(i => s"${word}$i" -> json(part)))

  def whole(using draw: Draw): Json = Json.Num(draw.upTo(5000).toString)
  def large(using draw: Draw): Json = Json.Num((draw.upTo(1 << 30).toLong * 1_000_003).toString)
  def number(using draw: Draw): Json = Json.Num(s"${draw.upTo(200) - 100}.${1 + 2 * draw.upTo(5)}")
  def truth(using Draw): Json = Json.Bool(chance(2))

  private val words =
    Vector("alpha", "Berg", "café", "d-4", "über", "x y", "Ω", "line\nbreak", "quote\"", "/a/b", "~t", "null", "", "17")

  def word(using draw: Draw): String = words(draw.upTo(words.length))
  def text(using Draw): Json = Json.Str(Seq.fill(3)(word).mkString(" "))

  /** A name that a program may use: letters, digits and a dash. */
  def name(using draw: Draw): Json = Json.Str(s"n${draw.upTo(1000)}-${(97 + draw.upTo(26)).toChar}")
  def hex(using draw: Draw): String = f"${draw.upTo(Int.MaxValue)}%08x"
  def uuid(using draw: Draw): Json = Json.Str(s"$hex-${hex.take(4)}-4${hex.take(3)}-a${hex.take(3)}-$hex${hex.take(4)}")
  def link(using Draw): Json = Json.Str(s"https://example.org/$hex?q=$hex")
  def date(using draw: Draw): String = f"20${draw.upTo(30)}%02d-${1 + draw.upTo(12)}%02d-${1 + draw.upTo(28)}%02d"
  def time(using draw: Draw): String = f"${draw.upTo(24)}%02d:${draw.upTo(60)}%02d:${draw.upTo(60)}%02d"
  def instant(using Draw): Json = Json.Str(s"${date}T${time}Z")
  def millis(using draw: Draw): Json = Json.Str(f"${date}T$time.${draw.upTo(1000)}%03dZ")

  /** Any JSON. */
  def any(using Draw): Json = any(2)

  private def any(levels: Int)(using draw: Draw): Json = draw.upTo(if levels == 0 then 5 else 7) match
    case 0 => Json.Null
    case 1 => truth
    case 2 => number
    case 3 => Json.Num("1.50e2")
    case 4 => text
    case 5 => list(any(levels - 1))
    case _ => map(any(levels - 1))

  /** A scalar value. */
  def scalar(using Draw): Json = oneOf(text, number, truth)

  /** Members that no class has. */
  def unknown(using draw: Draw): (String, Part) =
    "*" -> Json.Obj(Vector.tabulate(draw.upTo(3))(i => s"x-new$i" -> any))
