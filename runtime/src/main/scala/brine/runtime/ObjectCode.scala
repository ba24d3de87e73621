package brine.runtime

import brine.{PickleBuilder, PickleReader}
import brine.plan.{EventReader, EventWriter, Plan}

/** Takes objects of one class apart and makes them. [[ReflectedCode]] does it by method handles; [[CompileCode]]
  * makes a class that does it by code, of which this is the superclass: so it is public, but not for users.
  */
private[brine] abstract class ObjectCode:
  /** The value of a field; primitives boxed. */
  def field(value: AnyRef, index: Int): Any

  /** An object from all its fields. */
  def make(fields: Array[AnyRef]): AnyRef

  def assign(target: AnyRef, index: Int, value: AnyRef): Unit

  /** As [[brine.plan.Access.putFields]]. */
  def putFields(plan: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit = EventWriter.fields(plan, value, builder)

  /** As [[brine.plan.Access.getFields]]. */
  def getFields(plan: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null = EventReader.fields(plan, reader, id)
