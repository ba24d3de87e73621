package brine.fuzz

import scala.collection.{immutable, mutable}
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws
import brine.testkit.corpus.{Nothing0, Sample, Solo}

/** Reads any bytes as bare collections whose elements take no bytes, so that only a limit bounds their number. The
  * elements are units, objects, classes without fields, and collections of these inside each other. A header may claim
  * nulls among them, and the same bytes are read by each back end and with all sharing.
  *
  * The limit is low here; without it a million elements would be allowed, which cost more than a multiple of a few
  * bytes.
  */
object WithoutBytes extends Target(BinaryFormat.Bare, WithoutBytesSamples.all, WithoutBytesSamples.options):
  protected override def looks(sample: Sample[?], pickle: Array[Byte]): List[() => Any] =
    for options <- WithoutBytesSamples.ways yield () => Laws.read(pickle, format, options)(using sample.pickler)

private object WithoutBytesSamples:
  val options: PickleOptions = Target.FewUnits

  val ways: List[PickleOptions] = List(
    options.copy(sharing = Sharing.All),
    options.copy(limits = options.limits.copy(emittedDepth = 0)),
    options.copy(limits = options.limits.copy(emittedDepth = 2))
  )

  final case class Fields(
      units: List[Unit],
      objects: Vector[Solo.type],
      byUnit: Map[Unit, Unit],
      last: Option[List[Nothing0]]
  ) derives Pickler
  final class Changing(var units: mutable.ArrayBuffer[Unit], val array: Array[Solo.type]) derives Pickler
  private val NoSolo: Solo.type = null.asInstanceOf[Solo.type]

  enum Alone derives Pickler:
    case Only

  /** A pickler by hand that puts nothing but a unit. */
  final class Token
  given Pickler[Token] with
    def shape = brine.shape.Shape.Custom("Token", version = 1)
    def pickle(value: Token, builder: PickleBuilder): Unit = builder.putUnit()
    def unpickle(reader: PickleReader): Token =
      reader.getUnit()
      new Token

  val all: Vector[Sample[?]] = Vector(
    Sample("fields")(Fields(List((), ()), Vector(Solo, NoSolo), Map(() -> ()), Some(List(Nothing0())))),
    Sample("changing")(new Changing(mutable.ArrayBuffer(()), Array(Solo, NoSolo))),
    Sample("units")(List((), ())),
    Sample("lists-of-lists")(List(List((), ()), List(()))),
    Sample("objects")(Vector[Solo.type](Solo, NoSolo)),
    Sample("leaves")(List[Alone](Alone.Only, null)),
    Sample("options")(List[Option[Option[Unit]]](Some(Some(())), Some(None), None)),
    Sample("maps")(List(Map(() -> List(Nothing0())), immutable.Map.empty[Unit, List[Nothing0]])),
    Sample("tokens")(List[Token](new Token, null)),
    Sample("java")(new java.util.ArrayList[Unit](java.util.List.of(()))),
    Sample("tuples")(List(((), Solo), ((), Solo)))
  )
