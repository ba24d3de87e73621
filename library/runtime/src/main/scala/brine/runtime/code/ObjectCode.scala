package brine.runtime.code

import brine.{PickleBuilder, PickleReader}
import brine.run.FieldCalls

/** Takes objects of one class apart and makes them. [[ReflectedCode]] does it by method handles;
  * [[brine.runtime.family.CompileCode]] makes a class that does it by code, of which this is the superclass: so it is
  * public, but not for users.
  */
private[brine] abstract class ObjectCode:
  /** The value of a field; primitives boxed. */
  def field(value: AnyRef, index: Int): Any

  /** An object from all its fields. */
  def make(fields: Array[AnyRef]): AnyRef

  def assign(target: AnyRef, index: Int, value: AnyRef): Unit

  /** As [[brine.run.FieldCode.putFields]]. */
  def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit = fields.putFields(value, builder)

  /** As [[brine.run.FieldCode.getFields]]. */
  def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef | Null = fields.getFields(reader, id)
