package brine.runtime.code

/** The superclass of the classes that [[brine.runtime.family.CompileCode]] makes. It delegates the methods that they do
  * not override to `otherwise`. Public for them, not for users.
  */
private[brine] abstract class CompiledCode(otherwise: ObjectCode) extends ObjectCode:
  def field(value: AnyRef, index: Int): Any = otherwise.field(value, index)
  def assign(target: AnyRef, index: Int, value: AnyRef): Unit = otherwise.assign(target, index, value)
