package brine.json.writing

import brine.bytecode.{Call, Methods}
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** The methods that the code for JSON calls. */
private[json] object JsonCalls:
  val code = new Methods(classOf[JsonCode])
  val members: Call = code("members")
  val builder = new Methods(classOf[JsonBuilder])
  val out = new Methods(classOf[JsonWriter])
  val failures = new Methods(JsonCodeFailures.getClass)
  val any = new Methods(classOf[Object])
