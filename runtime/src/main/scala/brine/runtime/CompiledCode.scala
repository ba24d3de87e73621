package brine.runtime

/** The superclass of the classes that [[CompileCode]] makes: what they do not do themselves is left to
  * `otherwise`. Public for them, not for users.
  */
private[brine] abstract class CompiledCode(otherwise: ObjectCode) extends ObjectCode:
  def field(value: AnyRef, index: Int): Any = otherwise.field(value, index)
  def assign(target: AnyRef, index: Int, value: AnyRef): Unit = otherwise.assign(target, index, value)
