package brine.graph.clustered.reading

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal
import brine.PickleException
import brine.graph.clustered.{Actions, Hook}

/** The hooks of one read. They run after the whole graph was read, in the order in which the objects were made; then
  * the actions that run once.
  */
private[clustered] final class AfterReadHooks(hooks: Vector[Hook], actions: Actions):
  private val waiting = ArrayBuffer.empty[AnyRef]
  private val undos = ArrayBuffer.empty[() => Unit]

  def meet(made: AnyRef): Unit = if hooks.exists(_.of.isInstance(made)) then waiting += made

  def run(): Unit =
    try for value <- waiting; hook <- hooks if hook.of.isInstance(value) do hook.call(value, undos += _)
    catch case NonFatal(e) => throw undone(new PickleException.UserCode("a hook after reading", e), e)
    try actions.doAfter()
    catch case e: PickleException => throw undone(e, e)

  /** Undoes the effects of the hooks, the last one first. */
  private def undone(failure: PickleException, cause: Throwable): PickleException =
    for undo <- undos.reverseIterator do
      try undo()
      catch case NonFatal(later) => cause.addSuppressed(later)
    failure
