package brine

import java.util.ConcurrentModificationException
import brine.wire.WireException

/** Turns the exceptions of code that Brine calls into [[PickleException]]s. */
private[brine] object Failures:
  /** Returns the failure of a part that could not be written. */
  def writing(e: Throwable): PickleException = e match
    case e: PickleException                 => e
    case e: WireException                   => WireFailure(e)
    case e: ConcurrentModificationException => PickleException.ChangedWhileWritten.during(e)
    case e                                  => new PickleException.UserCode("code called while writing", e)

  /** Returns the failure of a part that could not be read. */
  def reading(e: Throwable): PickleException = e match
    case e: PickleException     => e
    case e: WireException       => WireFailure(e)
    case e: ClassCastException  => PickleException.WrongType.cast(e)
    case e: ArrayStoreException => PickleException.WrongType.stored(e)
    case e                      => new PickleException.UserCode("code called while reading", e)
