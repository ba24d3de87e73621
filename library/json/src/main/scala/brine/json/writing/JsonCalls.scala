package brine.json.writing

import brine.bytecode.{Call, Methods}
import brine.wire.JsonSink

/** The methods that the code for JSON calls. */
private[json] object JsonCalls:
  val code = new Methods(classOf[JsonCode])
  val members: Call = code("members")
  val builder = new Methods(classOf[JsonBuilder])
  val out = new Methods(classOf[JsonSink])

  def number(kind: Class[?]): Call = out("number", kind)

  /** The call that stores this number of words. */
  val words: Int => Call = count =>
    val parameters = Seq.fill(count)(classOf[Long]) :+ classOf[Int]
    out(if count == 1 then "word" else "words", parameters*)
