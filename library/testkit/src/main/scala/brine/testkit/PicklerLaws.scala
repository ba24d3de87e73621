package brine.testkit

import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll
import brine.{PickleFormat, Pickler}
import brine.binary.BinaryFormat
import brine.shape.Nullness

/** A suite whose picklers obey the laws, in every format given.
  * {{{
  * class PersonSuite extends PicklerLaws:
  *   override def formats = List(BinaryFormat, JsonFormat)
  *   obeysLaws("Person", Gen.resultOf(Person(_, _)))
  * }}}
  * Laws: round trip; reads exactly what it wrote; deterministic; calls match the shape; back ends agree, call by call
  * and byte by byte; sharing comes back; cut or damaged bytes are safe.
  */
trait PicklerLaws extends munit.ScalaCheckSuite:
  def formats: List[PickleFormat] = List(BinaryFormat, BinaryFormat.Bare)

  /** One test a law and format, on values of `gen`. A null is skipped if it cannot be a pickle. */
  def obeysLaws[A](name: String, gen: Gen[A])(using pickler: Pickler[A]): Unit =
    given Arbitrary[A] = Arbitrary(gen)
    def law(text: String)(check: A => Unit): Unit =
      property(s"$name: $text")(forAll((value: A) => if canBePickled(value) then check(value)))
    def canBePickled(value: A) = value != null || pickler.shape.nullness != Nullness.Marker
    law("its calls match its shape")(Laws.callsMatchShape(_))
    law("all back ends make the same calls")(Laws.backEndsMakeTheSameCalls(_))
    for format <- formats do
      val in = s"in ${PicklerLaws.nameOf(format)}"
      law(s"a written value comes back, $in")(Laws.roundTrip(_, format))
      law(s"exactly the written bytes are read, $in")(Laws.readsExactlyWhatItWrote(_, format))
      law(s"the same value gives the same bytes, $in")(Laws.isDeterministic(_, format))
      law(s"all back ends agree, $in")(Laws.backEndsAgree(_, format))
      law(s"sharing comes back, $in")(Laws.sharingComesBack(_, format))

  /** The same with the generator in scope. */
  def obeysLaws[A](name: String)(using pickler: Pickler[A], arbitrary: Arbitrary[A]): Unit =
    obeysLaws(name, arbitrary.arbitrary)

object PicklerLaws:
  private[testkit] def nameOf(format: PickleFormat): String =
    format.getClass.getName.split('.').last.stripSuffix("$").replace('$', '.')
