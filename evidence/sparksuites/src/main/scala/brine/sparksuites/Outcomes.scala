package brine.sparksuites

import scala.collection.mutable
import org.scalatest.Reporter
import org.scalatest.events._

/** Gathers what ScalaTest reports: its runner makes one of these by name. */
final class Outcomes extends Reporter {
  def apply(event: Event): Unit = event match {
    case e: TestStarting  => println(s"${e.suiteName}: ${e.testName}")
    case e: TestSucceeded => Outcomes.passed += s"${e.suiteName}: ${e.testName}"
    case e: TestFailed =>
      println(s"  FAILED in ${e.duration.getOrElse(0L)} ms: ${e.message}")
      e.throwable.foreach(_.printStackTrace())
      Outcomes.failed += s"${e.suiteName}: ${e.testName}"
    case e: SuiteAborted =>
      println(s"${e.suiteName} ended: ${e.message}")
      e.throwable.foreach(_.printStackTrace())
      Outcomes.failed += s"${e.suiteName}: the whole suite"
    case e: RunAborted =>
      println(s"${Outcomes.suite} ended: ${e.message}")
      e.throwable.foreach(_.printStackTrace())
      Outcomes.failed += s"${Outcomes.suite}: the whole suite"
    case e: SuiteCompleted => println(s"${e.suiteName} took ${e.duration.getOrElse(0L)} ms")
    case _                 => ()
  }
}

/** The tests that ran in this JVM, as `suite: test`, in order. */
object Outcomes {

  /** The suite that runs. */
  var suite = ""
  val passed: mutable.Buffer[String] = mutable.ArrayBuffer.empty
  val failed: mutable.Buffer[String] = mutable.ArrayBuffer.empty
}
