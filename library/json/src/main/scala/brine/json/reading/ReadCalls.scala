package brine.json.reading

import brine.PickleException
import brine.bytecode.{Call, Methods}
import brine.json.text.JsonInput
import brine.plan.steps.PartFailures

/** The methods that the code for JSON calls to read. */
private[json] object ReadCalls:
  val code = new Methods(classOf[ReadCode])
  val read: Call = code("read")
  val reader = new Methods(classOf[JsonReader])
  val in = new Methods(classOf[JsonInput])
  val failures = new Methods(ReadFailures.getClass)

/** The method that made code calls after a failure. It is in a separate object for the reason that [[brine.emitted.EmittedFailures]] gives. */
private[json] object ReadFailures:
  /** Between two fields. */
  final val Between = -1

  /** In the constructor. */
  final val AtEnd = -2

  /** A failure in field `at` as it leaves. */
  def failed(e: Exception, code: ReadCode, at: Int, reader: JsonReader): PickleException =
    if at >= 0 then PartFailures.reading(e, code.plan.shape.segment(at), reader)
    else if at == Between then PartFailures.reading(e, "", reader)
    else
      e match
        case e: PickleException => e
        case e                  => PartFailures.reading(code.plan.constructorFailure(e), "", reader)
