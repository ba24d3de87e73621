package brine.testkit.reference

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Random
import brine.{Limits, PickleException, PickleFormat, PickleOptions, Pickler}
import brine.shape.Shape
import brine.testkit.Laws
import brine.testkit.corpus.Sample

/** Mutates the JSON of samples, token by token, and compares Brine's result with that of [[JsonTree]] for the same
  * text.
  *
  * Each input must end in a value or a [[PickleException]]. Text that is not JSON must be refused, wherever the damage
  * is. The JSON of the value that was read must say the same as the input. Members of the input that the value does not
  * have were unknown fields, and members that only the value has are absent values.
  *
  * @param format Brine's JSON format, which this module does not depend on
  */
final class JsonMutations(format: PickleFormat, samples: IndexedSeq[Sample[?]], seed: Long):
  private val random = new Random(seed)
  private val options = PickleOptions(limits = Limits(maxElementsWithoutBytes = 10_000))

  private val tokens: IndexedSeq[IndexedSeq[String]] =
    samples.map(sample => JsonTree.tokens(new String(Laws.write(sample.value, format)(using sample.pickler), UTF_8)))

  private val donors: IndexedSeq[String] = tokens.flatten.distinct ++ JsonMutations.Interesting

  private val values: IndexedSeq[String] = donors.filter(isValue)

  private def isValue(token: String): Boolean = "{}[],:".indexOf(token) < 0 && !token.isBlank

  /** Runs `count` mutations and counts the ways in which they ended; throws at the first that breaks the promise. */
  def run(count: Int): Map[String, Int] =
    val ends = scala.collection.mutable.HashMap.empty[String, Int].withDefaultValue(0)
    for _ <- 0 until count do
      val i = random.nextInt(samples.length)
      ends(check(samples(i), mutated(tokens(i)))) += 1
    ends.toMap

  private def mutated(original: IndexedSeq[String]): Array[Byte] =
    val all = original.toBuffer
    for _ <- 0 to random.nextInt(3) do if all.nonEmpty then change(all)
    val bytes = all.mkString.getBytes(UTF_8)
    if bytes.nonEmpty && random.nextInt(5) == 0 then
      bytes(random.nextInt(bytes.length)) =
        (if random.nextBoolean() then random.nextInt(256) else random.nextInt(0x30)).toByte
    bytes

  private def change(all: scala.collection.mutable.Buffer[String]): Unit =
    val i = random.nextInt(all.length)
    random.nextInt(16) match
      case 0 => all.remove(i)
      case 1 => all.insert(i, donors(random.nextInt(donors.length)))
      case 2 => all.insertAll(i, member())
      case 3 =>
        val j = random.nextInt(all.length)
        val token = all(i)
        all(i) = all(j)
        all(j) = token
      case 4 =>
        val from = random.nextInt(all.length)
        all.insertAll(i, all.slice(from, from + 1 + random.nextInt(8)).toList)
      case 5 => all.remove(i, math.min(all.length - i, 1 + random.nextInt(4)))
      case 6 => all(i) = donors(random.nextInt(donors.length))
      case _ => if isValue(all(i)) then all(i) = values(random.nextInt(values.length)) // the rest stays JSON

  /** A field that no class has, with any token as its value. */
  private def member(): List[String] =
    val value = donors(random.nextInt(donors.length))
    if random.nextBoolean() then List("\"unknown\"", ":", value, ",") else List(",", "\"unknown\"", ":", value)

  private def check(sample: Sample[?], input: Array[Byte]): String =
    given Pickler[sample.Value] = sample.pickler.asInstanceOf[Pickler[sample.Value]]
    val said =
      try Some(JsonTree.parse(input))
      catch case _: JsonTree.Refused => None
    val read =
      try Right(Laws.read[sample.Value](input, format, options))
      catch
        case e: PickleException => Left(e)
        case e: Throwable       => throw failure(sample, input, s"ended in $e", e)
    read match
      case Left(refusal) => if said.isEmpty then "no JSON" else s"refused: ${refusal.getClass.getSimpleName}"
      case Right(value) =>
        if said.isEmpty then throw failure(sample, input, "was read, but is not JSON", null)
        val back = JsonTree.parse(Laws.write(value, format, options))
        new Comparison(JsonMutations.holdsWords(sample.pickler.shape)).difference("$", said.get, back).foreach(d =>
          throw failure(sample, input, s"was read as $back: $d", null)
        )
        "value"

  private def failure(sample: Sample[?], input: Array[Byte], what: String, cause: Throwable | Null): AssertionError =
    new AssertionError(s"${sample.name}, ${new String(input, UTF_8)}: $what", cause)

object JsonMutations:
  private val Interesting = IndexedSeq(
    "0",
    "-0",
    "1e3",
    "1.0",
    "01",
    "1e400",
    "-1E-400",
    "9223372036854775808",
    "0.1e1",
    "\"\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"\\x\"",
    "\"a\tb\"",
    "null",
    "true",
    "nul",
    "{}",
    "[]",
    "[1]",
    "{\"a\":{}}",
    "{\"a\":\"\\q\"}",
    "[\"\\ud83d\\ude00\"]",
    "{\"$id\":1}",
    "{\"$ref\":1}",
    "{\"$some\":null}",
    "{\"$null\":true}",
    "{\"$utf16\":\"d800\"}",
    "NaN",
    " ",
    "\n",
    "/**/",
    "\ufeff"
  )

  /** Returns true if values of the shape are words to a person, such as dates, of which the JDK reads several
    * spellings.
    */
  private def holdsWords(shape: Shape, levels: Int = 4): Boolean = levels > 0 && (shape match
    case _: Shape.Custom   => true
    case m: Shape.Mapped   => holdsWords(m.inner, levels - 1)
    case o: Shape.Optional => holdsWords(o.element, levels - 1)
    case s: Shape.Sequence => holdsWords(s.element, levels - 1)
    case p: Shape.Product  => p.fieldShapes.exists(holdsWords(_, levels - 1))
    case _                 => false
  )

private final class Comparison(holdsWords: Boolean):
  import JsonTree.*

  /** The place where the value's own JSON differs from the text that it was read from. */
  def difference(path: String, input: JsonTree, value: JsonTree): Option[String] = (input, value) match
    case (Members(_), Text(name)) =>
      None // a singleton or a text by its members: its name is compared where it is a `$type`
    case (Text(name), Members(fields)) => unless(fields.exists((n, _) => n == "$utf16" || n == "$type"), path)
    case (Members(given_), Members(found)) =>
      found.iterator.flatMap { (name, tree) =>
        given_.find(_._1 == name).orElse(given_.find((other, _) => isSameKey(other, name))) match
          case Some((_, other))             => difference(s"$path.$name", other, tree)
          case None if name.startsWith("$") => None
          case None                         => unless(isAbsent(tree), s"$path.$name")
      }.nextOption()
    case (Members(_), Items(_))                        => None // `$items`
    case (Items(a), Items(b))                          => items(path, a, b)
    case (Number(a), Number(b))                        => unless(a == b || isSameNumber(a, b), path)
    case (Text(a), Text(b)) if path.endsWith("$utf16") => unless(a.equalsIgnoreCase(b), path)
    case (Text(a), Text(b))                            => unless(a == b || holdsWords, path)
    case (Members(_), other)                           => None // `$some`, `$value`, `$ref`
    case (a, b)                                        => unless(a == b || a == Null && isAbsent(b), path)

  private def unless(holds: Boolean, path: String): Option[String] = Option.unless(holds)(path)

  private def items(path: String, a: IndexedSeq[JsonTree], b: IndexedSeq[JsonTree]): Option[String] =
    if a.length != b.length then Some(path)
    else
      val inOrder = a.indices.iterator.flatMap(i => difference(s"$path[$i]", a(i), b(i))).nextOption()
      if inOrder.isEmpty || a.forall(x => b.exists(y => difference(path, x, y).isEmpty)) then None
      else inOrder // a set has no order

  private def isAbsent(tree: JsonTree): Boolean = tree match
    case Null            => true
    case Items(values)   => values.isEmpty
    case Members(values) => values.forall((_, v) => isAbsent(v))
    case _               => false

  /** Keys of maps that are numbers: `-0` is read as 0. */
  private def isSameKey(a: String, b: String): Boolean =
    (for x <- a.toDoubleOption; y <- b.toDoubleOption yield x == y).contains(true)

  /** Floats have the digits of a `Float`, not of a `Double`. */
  private def isSameNumber(a: String, b: String): Boolean =
    a.toDouble == b.toDouble || a.toFloat == b.toFloat && b.contains('.')
