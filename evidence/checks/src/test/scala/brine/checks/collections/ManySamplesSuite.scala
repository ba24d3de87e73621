package brine.checks

import org.scalacheck.{Arbitrary, Gen}
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Patient, PicklerLaws}
import brine.testkit.corpus.*

/** The laws on a class with fields of every sort: a hundred samples, and with `-Dbrine.giants=true` ten thousand.
  * (Random graphs, which compare identities, are `RandomGraphsSuite`'s.)
  */
class ManySamplesSuite extends PicklerLaws, Patient:
  override def formats: List[PickleFormat] = List(BinaryFormat, BinaryFormat.Bare, JsonFormat)
  override def scalaCheckTestParameters =
    super.scalaCheckTestParameters.withMinSuccessfulTests(if java.lang.Boolean.getBoolean("brine.giants") then 10_000
    else 100)

  private def orNull[A >: Null](gen: Gen[A]): Gen[A] = Gen.frequency(9 -> gen, 1 -> Gen.const(null))

  /** Any UTF-16 units, unpaired surrogates among them. */
  private val text: Gen[String] = orNull(
    Gen.frequency(
      6 -> Gen.alphaNumStr,
      2 -> Gen.listOf(Gen.choose('\u0000', '\u00ff')).map(_.mkString),
      2 -> Gen.listOf(Gen.choose('\u0000', '\uffff')).map(_.mkString)
    )
  )
  private val int: Gen[Int] = Gen.oneOf(Gen.choose(-100, 100), Gen.choose(Int.MinValue, Int.MaxValue))
  private val double: Gen[Double] =
    Gen.oneOf(Gen.double, Arbitrary.arbitrary[Double], Gen.oneOf(Double.NaN, -0.0, Double.NegativeInfinity))
  private val person: Gen[Person] = orNull(Gen.zip(text, int).map(Person(_, _)))
  private val color: Gen[Color] = Gen.oneOf(Color.values.toIndexedSeq)
  private val tree: Gen[Tree] = orNull(Gen.sized(treeOf))

  private def treeOf(size: Int): Gen[Tree] =
    if size <= 1 then Gen.oneOf(Gen.const(brine.testkit.corpus.Nil), Gen.zip(int, double).map(Leaf(_, _)))
    else Gen.zip(treeOf(size / 2), treeOf(size / 3)).map(Node(_, _))

  private val everything: Gen[Everything] =
    for
      z <- Gen.oneOf(true, false)
      b <- Arbitrary.arbitrary[Byte]
      s <- Arbitrary.arbitrary[Short]
      c <- Gen.choose('\u0000', '\uffff')
      i <- int
      l <- Arbitrary.arbitrary[Long]
      f <- Arbitrary.arbitrary[Float]
      d <- double
      t <- text
      option <- orNull(Gen.option(int))
      options <- orNull(Gen.option(orNull(Gen.option(text))))
      one <- person
      someone <- orNull(Gen.option(person))
      people <- orNull(Gen.listOf(person))
      numbers <- orNull(Gen.listOf(int).map(_.toVector))
      names <- orNull(Gen.listOf(text).map(_.toSet))
      register <- orNull(Gen.listOf(Gen.zip(text, person)).map(_.toMap))
      either <- orNull(Gen.either(int, text))
      triple <- orNull(Gen.zip(int, text, person))
      ints <- orNull(Gen.listOf(int).map(_.toArray))
      strings <- orNull(Gen.listOf(text).map(_.toArray))
      hue <- orNull(color)
      t2 <- tree
      pair <- orNull(Gen.zip(int, text).map(Pair(_, _)))
      email <- orNull(text.map(Email(_)))
      celsius <- orNull(double.map(Celsius(_)))
    yield Everything(
      (),
      z,
      b,
      s,
      c,
      i,
      l,
      f,
      d,
      t,
      option,
      options,
      one,
      someone,
      people,
      numbers,
      names,
      register,
      either,
      triple,
      ints,
      strings,
      hue,
      t2,
      pair,
      email,
      celsius
    )

  obeysLaws("everything", everything)
