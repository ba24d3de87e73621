package brine.plan

import brine.{PickleBuilder, PickleException, PickleReader}

/** What the code that [[brine.derive.EmitEvents]] emits for a class calls on the class's plan: that is where the calls are the
  * shortest, which counts in every class file. Like [[brine.derive.Emitted]], not for users.
  */
trait EmittedFields:
  this: Plan.Product =>

  // ---- writing

  /** The fields of an object, by the code of its class. */
  private[plan] final def writeFields(value: AnyRef, builder: PickleBuilder): Unit =
    try access.putFields(this, value, builder)
    catch
      case e: PickleException => throw e
      case e: Exception       => throw FieldFailures.ofGetter(e, this, value)

  /** All fields of an object whose class has no code of its own. */
  final def putFields(value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(this, value, builder)

  // Field `index`, of this name.

  private inline def put(index: Int)(inline code: => Unit): Unit =
    try code
    catch case e: Exception => throw FieldFailures.writing(e, this, index)

  final def putField(index: Int, name: String, value: Boolean, builder: PickleBuilder): Unit =
    put(index)(builder.putBooleanField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Byte, builder: PickleBuilder): Unit =
    put(index)(builder.putByteField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Short, builder: PickleBuilder): Unit =
    put(index)(builder.putShortField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Char, builder: PickleBuilder): Unit =
    put(index)(builder.putCharField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Int, builder: PickleBuilder): Unit =
    put(index)(builder.putIntField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Long, builder: PickleBuilder): Unit =
    put(index)(builder.putLongField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Float, builder: PickleBuilder): Unit =
    put(index)(builder.putFloatField(shape, index, name, value))

  final def putField(index: Int, name: String, value: Double, builder: PickleBuilder): Unit =
    put(index)(builder.putDoubleField(shape, index, name, value))

  final def putField(index: Int, name: String, value: String, builder: PickleBuilder): Unit =
    put(index)(builder.putStringField(shape, index, name, value))

  /** One whose value is no scalar but `Unit`. */
  final def putField(index: Int, name: String, value: Any, builder: PickleBuilder): Unit = put(index) {
    builder.beginField(shape, index, name)
    EventWriter.place(fields(index).get, value, builder)
  }

  // ---- reading

  /** Mirrors [[writeFields]]: the object, which is null if it is not built yet; `id` is its slot. */
  private[brine] final def readFields(reader: PickleReader, id: Int): AnyRef | Null =
    val outer = reader.takeWaiting()
    try
      val value = access.getFields(this, reader, id)
      if outer != null then reader.assembly.waiting = outer
      value
    catch case e: Exception => throw FieldFailures.inObject(e, this, reader, outer)

  /** The next field, of which the last was `previous`; -1 after all. None is beyond the last: that is relied on by emitted code,
    * and checked, since anybody can write a format.
    */
  final def nextField(previous: Int, reader: PickleReader): Int =
    try
      val order = this.order
      val next = if order == null then reader.nextField(shape, previous) else order.next(previous, reader)
      if next >= fields.length then throw new IndexOutOfBoundsException(s"field $next of ${shape.name}, which has ${fields.length}")
      next
    catch case e: Exception => throw FieldFailures.between(e, reader)

  /** After the last field: whether no part of the object waits to be built. */
  final def endProduct(reader: PickleReader): Boolean =
    try
      val order = this.order
      if order == null then reader.endProduct(shape) else order.end(reader)
      !reader.hasWaiting
    catch case e: Exception => throw FieldFailures.between(e, reader)

  // The value of field `index`.

  private inline def get[A](index: Int, reader: PickleReader)(inline code: => A): A =
    try code
    catch case e: Exception => throw FieldFailures.reading(e, this, index, reader)

  private inline def scalar[A](index: Int, reader: PickleReader)(inline own: => A): A = get(index, reader) {
    val order = this.order
    if order == null || order.isSame(index) then own else order.value(index, reader).asInstanceOf[A]
  }

  final def getUnit(index: Int, reader: PickleReader): Unit = scalar(index, reader)(reader.getUnit())
  final def getBoolean(index: Int, reader: PickleReader): Boolean = scalar(index, reader)(reader.getBoolean())
  final def getByte(index: Int, reader: PickleReader): Byte = scalar(index, reader)(reader.getByte())
  final def getShort(index: Int, reader: PickleReader): Short = scalar(index, reader)(reader.getShort())
  final def getChar(index: Int, reader: PickleReader): Char = scalar(index, reader)(reader.getChar())
  final def getInt(index: Int, reader: PickleReader): Int = scalar(index, reader)(reader.getInt())
  final def getFloat(index: Int, reader: PickleReader): Float = scalar(index, reader)(reader.getFloat())

  final def getString(index: Int, reader: PickleReader): String =
    scalar(index, reader)(reader.getString().asInstanceOf[String])

  final def getLong(index: Int, reader: PickleReader): Long = get(index, reader) {
    val order = this.order
    if order == null then reader.getLong() else order.getLong(index, reader)
  }

  final def getDouble(index: Int, reader: PickleReader): Double = get(index, reader) {
    val order = this.order
    if order == null then reader.getDouble() else order.getDouble(index, reader)
  }

  /** One that is no scalar. A null can stand for an object that is not built yet: then it is known as waiting. */
  final def getField(index: Int, reader: PickleReader): Any = get(index, reader) {
    val order = this.order
    val value = if order == null then EventReader.place(fields(index).get, reader) else order.value(index, reader)
    if value == null then reader.waitFor(index)
    value
  }

  /** Mirrors [[putFields]]. */
  final def getFields(reader: PickleReader, id: Int): AnyRef | Null =
    val order = this.order
    if order == null then EventReader.fields(this, reader, id) else order.getFields(reader, id)

  /** Field `index` comes next: `seen`, the fields that have come, with its bit. */
  final def see(seen: Long, index: Int): Long =
    val bit = 1L << index
    if (seen & bit) != 0 then throw EventReader.duplicate(this, index).prepend(EventWriter.fieldSegment(this, index))
    seen | bit

  /** The object of slot `id` has been built. */
  final def complete(id: Int, value: AnyRef, reader: PickleReader): Unit =
    if isGeneric then reader.assembly.complete(id, value, this) else reader.assembly.complete(id, value)

  /** Builds an object of which some fields have not come, or wait; null if it has to wait itself. */
  final def finish(id: Int, parts: Array[AnyRef], seen: Long, reader: PickleReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = Construction.Missing
      i += 1
    val waiting = reader.takeWaiting()
    WaitingPart.foreach(waiting)((index, part) => parts(index) = part)
    reader.assembly.hide(Construction.finish(this, id, parts, hasUnbuilt = waiting != null, reader.assembly))
