package brine.run

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{Failures, PickleBuilder, PickleReader}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.plan.Plan
import brine.plan.steps.WriteChecks
import brine.shape.ScalarKind

/** A scalar. */
private[brine] final class ScalarPickler[A](private[brine] val kind: ScalarKind) extends PlannedPickler[A]:
  setPermanent()

  def plan: Plan = Plan.scalar(kind)
  override def writeBinary(value: Any, builder: BinaryBuilder): Unit = PickleBuilder.putScalar(kind, value, builder)
  override def readBinary(reader: BinaryReader, id: Int): A = PickleReader.getScalar(kind, reader).asInstanceOf[A]
  override def writeEvents(value: A, builder: PickleBuilder): Unit = builder.putScalar(kind, value)

  override def writeElements(values: Iterator[A], from: Int, until: Int, builder: BinaryBuilder): Unit = kind match
    case ScalarKind.String  => all(values, from, until)(v => builder.putString(v.asInstanceOf[String]))
    case ScalarKind.Double  => all(values, from, until)(v => builder.putDouble(v.asInstanceOf[Double]))
    case ScalarKind.Boolean => all(values, from, until)(v => builder.putBoolean(v.asInstanceOf[Boolean]))
    case ScalarKind.Float   => all(values, from, until)(v => builder.putFloat(v.asInstanceOf[Float]))
    case ScalarKind.Char    => all(values, from, until)(v => builder.putChar(v.asInstanceOf[Char]))
    case ScalarKind.Byte    => all(values, from, until)(v => builder.putByte(v.asInstanceOf[Byte]))
    case ScalarKind.Short   => all(values, from, until)(v => builder.putShort(v.asInstanceOf[Short]))
    case _                  => all(values, from, until)(v => writeBinary(v, builder))

  private inline def all(values: Iterator[A], from: Int, until: Int)(inline put: A => Unit): Unit =
    var index = from
    try
      while index < until do
        put(values.next())
        index += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  override def readElements(reader: BinaryReader, from: Int, until: Int, into: Growable[A]): Unit = kind match
    case ScalarKind.String  => all(from, until, into)(reader.getString())
    case ScalarKind.Double  => all(from, until, into)(reader.getDouble())
    case ScalarKind.Boolean => all(from, until, into)(reader.getBoolean())
    case ScalarKind.Float   => all(from, until, into)(reader.getFloat())
    case ScalarKind.Char    => all(from, until, into)(reader.getChar())
    case ScalarKind.Byte    => all(from, until, into)(reader.getByte())
    case ScalarKind.Short   => all(from, until, into)(reader.getShort())
    case _                  => all(from, until, into)(readBinary(reader, -1))

  private inline def all(from: Int, until: Int, into: Growable[A])(inline get: => Any): Unit =
    var index = from
    try
      while index < until do
        into.addOne(get.asInstanceOf[A])
        index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  /** Writes the result of a function that maps a value to another type; it may be null. */
  private[brine] def writeNullable(value: Any, builder: BinaryBuilder): Unit =
    if value == null then WriteChecks.putNull(plan, builder) else writeBinary(value, builder)

  override def readEvents(reader: PickleReader, id: Int): A = reader.getScalar(kind).asInstanceOf[A]

private[brine] object ScalarPickler:
  private val all = ScalarKind.table(new Array[ScalarPickler[Any]](_))(new ScalarPickler[Any](_))

  def of(kind: ScalarKind): ScalarPickler[Any] = all(kind.ordinal)
