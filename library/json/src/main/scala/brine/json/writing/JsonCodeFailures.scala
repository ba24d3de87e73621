package brine.json.writing

import brine.PickleException
import brine.emitted.EmittedFailures

/** The method that made code calls after a failure. It is in a separate object for the reason that [[EmittedFailures]] gives. */
private[json] object JsonCodeFailures:
  /** A failure in field `at` as it leaves. */
  def failed(e: Exception, code: JsonCode, at: Int): PickleException = EmittedFailures.failedProduct(e, code.plan, at)
