package brine.testkit

import scala.concurrent.duration.{Duration, DurationInt}

/** A suite that takes more than a few seconds. The limit of munit, 30 seconds, would measure how busy the machine is.
  */
private[brine] trait Patient extends munit.FunSuite:
  override def munitTimeout: Duration = 20.minutes
