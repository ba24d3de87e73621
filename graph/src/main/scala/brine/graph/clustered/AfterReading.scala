package brine.graph.clustered

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal
import brine.PickleException

/** The hooks of one read: they run when the whole graph is there, in the order in which the objects were made. */
private[clustered] final class AfterReading(hooks: Vector[Hook]):
  private val waiting = ArrayBuffer.empty[AnyRef]
  private val undos = ArrayBuffer.empty[() => Unit]

  def meet(made: AnyRef): Unit = if hooks.exists(_.of.isInstance(made)) then waiting += made

  def run(): Unit =
    try for value <- waiting; hook <- hooks if hook.of.isInstance(value) do hook.call(value, undos += _)
    catch
      case NonFatal(e) =>
        for undo <- undos.reverseIterator do
          try undo()
          catch case NonFatal(later) => e.addSuppressed(later)
        throw new PickleException.UserCode("a hook after reading", e)
