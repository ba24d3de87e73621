package brine.plan

import brine.{PickleBuilder, PickleReader}

/** What the code that [[brine.derive.EmitEvents]] emits for a class calls on the class's plan: that is where the calls are the
  * shortest, which counts in every class file. Like [[brine.derive.Emitted]], not for users.
  */
trait EmittedFields:
  this: Plan.Product =>

  // ---- writing

  /** Field `index`, of this name, whose value is no scalar. */
  final def putField(index: Int, name: String, value: Any, builder: PickleBuilder): Unit =
    builder.beginField(shape, index, name)
    EventWriter.place(fields(index).get, value, builder)

  /** All fields of an object whose class has no code of its own. */
  final def putFields(value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(this, value, builder)

  // ---- reading

  /** The next field, of which the last was `previous`; -1 after all. */
  final def nextField(previous: Int, reader: PickleReader): Int =
    val order = this.order
    if order == null then reader.nextField(shape, previous) else order.next(previous, reader)

  /** The same where the next field is likely to be the one after `previous`, which has this name. */
  final def nextField(previous: Int, likely: String, reader: PickleReader): Int =
    val order = this.order
    if order == null then reader.nextField(shape, previous, likely) else order.next(previous, reader)

  final def endProduct(reader: PickleReader): Unit =
    val order = this.order
    if order == null then reader.endProduct(shape) else order.end(reader)

  /** The value of field `index`, which is no scalar; a null can stand for an object that is not built yet. */
  final def getField(index: Int, reader: PickleReader): Any =
    val order = this.order
    if order == null then EventReader.place(fields(index).get, reader) else order.value(index, reader)

  // Fields that are scalars.

  private inline def scalar[A](index: Int, reader: PickleReader)(inline get: => A): A =
    val order = this.order
    if order == null || order.isSame(index) then get else order.value(index, reader).asInstanceOf[A]

  final def getUnit(index: Int, reader: PickleReader): Unit = scalar(index, reader)(reader.getUnit())
  final def getBoolean(index: Int, reader: PickleReader): Boolean = scalar(index, reader)(reader.getBoolean())
  final def getByte(index: Int, reader: PickleReader): Byte = scalar(index, reader)(reader.getByte())
  final def getShort(index: Int, reader: PickleReader): Short = scalar(index, reader)(reader.getShort())
  final def getChar(index: Int, reader: PickleReader): Char = scalar(index, reader)(reader.getChar())
  final def getInt(index: Int, reader: PickleReader): Int = scalar(index, reader)(reader.getInt())
  final def getFloat(index: Int, reader: PickleReader): Float = scalar(index, reader)(reader.getFloat())

  final def getLong(index: Int, reader: PickleReader): Long =
    val order = this.order
    if order == null then reader.getLong() else order.getLong(index, reader)

  final def getDouble(index: Int, reader: PickleReader): Double =
    val order = this.order
    if order == null then reader.getDouble() else order.getDouble(index, reader)

  final def getString(index: Int, reader: PickleReader): String =
    scalar(index, reader)(reader.getString().asInstanceOf[String])

  /** Mirrors [[putFields]]. */
  final def getFields(reader: PickleReader, id: Int): AnyRef | Null =
    val order = this.order
    if order == null then EventReader.fields(this, reader, id) else order.getFields(reader, id)

  /** Field `index` comes next: `seen`, the fields that have come, with its bit. */
  final def see(seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then throw EventReader.duplicate(this, index)
    seen | bit

  /** The fields that wait for objects, with field `index` if it came as null and that stands for such an object. */
  final def waiting(waiting: AnyRef | Null, index: Int, reader: PickleReader): AnyRef | Null =
    WaitingPart.addTo(waiting, index, reader)

  /** The object of slot `id` has been built. */
  final def complete(id: Int, value: AnyRef, reader: PickleReader): Unit =
    if isGeneric then reader.assembly.complete(id, value, this) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  final def finish(id: Int, parts: Array[AnyRef], seen: Long, waiting: AnyRef | Null, reader: PickleReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = Construction.Missing
      i += 1
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(Construction.finish(this, id, parts, hasUnbuilt = waiting != null, reader.assembly))

object EmittedFields:
  /** What is said to fail when all fields have been read: not one of them. */
  final val Building = -2
