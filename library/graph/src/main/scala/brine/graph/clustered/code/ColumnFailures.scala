package brine.graph.clustered.code

import brine.PickleException
import brine.emitted.EmittedFailures

/** The method that made code calls after a failure. It is in a separate object for the reason that [[EmittedFailures]] gives. */
private[brine] object ColumnFailures:
  /** A failure in field `at`, or in the constructor if that is -1, as it leaves. */
  def failed(e: Exception, code: MadeColumns, at: Int): PickleException =
    EmittedFailures.failedProduct(e, code.plan, at)
