package brine.testkit

import scala.collection.immutable.ArraySeq
import scala.collection.mutable
import brine.{PickleBuilder, PickleOptions, Pickler, Subtype}
import brine.shape.{ScalarKind, Shape}

/** Keeps the calls of a pickler as data, so that a pickler can be tested without a format.
  * {{{
  * RecordingBuilder.record(Person("Jim", 2005)) ==
  *   List(BeginProduct("Person"), BeginField("name"), scalar(String, "Jim"), …, EndProduct)
  * }}}
  * Whether the calls obey the grammar of [[brine.PickleBuilder]] and fit a shape is for [[Grammar]] to say.
  */
final class RecordingBuilder(options: PickleOptions) extends PickleBuilder(options):
  private val recorded = mutable.ArrayBuffer.empty[Event]

  /** The events so far. */
  def events: Seq[Event] = ArraySeq.from(recorded)

  private def scalar(kind: ScalarKind, value: Any): Unit = recorded += Event.scalar(kind, value)

  def putNull(): Unit = recorded += Event.Null
  def putPresent(): Unit = recorded += Event.Present

  def putUnit(): Unit = scalar(ScalarKind.Unit, ())
  def putBoolean(value: Boolean): Unit = scalar(ScalarKind.Boolean, value)
  def putByte(value: Byte): Unit = scalar(ScalarKind.Byte, value)
  def putShort(value: Short): Unit = scalar(ScalarKind.Short, value)
  def putChar(value: Char): Unit = scalar(ScalarKind.Char, value)
  def putInt(value: Int): Unit = scalar(ScalarKind.Int, value)
  def putLong(value: Long): Unit = scalar(ScalarKind.Long, value)
  def putFloat(value: Float): Unit = scalar(ScalarKind.Float, value)
  def putDouble(value: Double): Unit = scalar(ScalarKind.Double, value)
  def putString(value: String | Null): Unit = if value == null then putNull() else scalar(ScalarKind.String, value)

  def beginProduct(shape: Shape.Product): Unit = recorded += Event.BeginProduct(shape.name)
  def beginField(shape: Shape.Product, index: Int): Unit = recorded += Event.BeginField(shape.fieldNames(index))
  def endProduct(shape: Shape.Product): Unit = recorded += Event.EndProduct

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = recorded += Event.BeginLeaf(shape.name, shape.leafNames(leaf))
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = recorded += Event.EndLeaf
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = recorded += Event.Singleton(shape.name, shape.leafNames(leaf))
  override def putObject(shape: Shape.Singleton): Unit = recorded += Event.Object(shape.name)

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = recorded += Event.BeginOpen(shape.name, subtype.name)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = recorded += Event.EndOpen

  def putNone(shape: Shape.Optional): Unit = recorded += Event.None
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = recorded += Event.BeginSome(isNull)
  def endSome(shape: Shape.Optional): Unit = recorded += Event.EndSome

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = recorded += Event.ArrayClass(name)
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit =
    recorded += Event.BeginSequence(shape.kind, size, hasNulls)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = recorded += Event.BeginElement(index)
  def endSequence(shape: Shape.Sequence): Unit = recorded += Event.EndSequence

  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit =
    recorded += Event.BeginMapping(shape.kind, size, hasNulls)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = recorded += Event.BeginKey(index)
  def beginValue(shape: Shape.Mapping, index: Int): Unit = recorded += Event.BeginValue(index)
  def endMapping(shape: Shape.Mapping): Unit = recorded += Event.EndMapping

  def putReference(id: Int, arity: Int): Unit = recorded += Event.Reference(id, arity)
  def putIdentity(id: Int): Unit = recorded += Event.Identity(id)

object RecordingBuilder:
  /** The events by which a pickler describes a value. */
  def record[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Seq[Event] =
    val builder = new RecordingBuilder(options)
    pickler.pickle(value, builder)
    builder.events
