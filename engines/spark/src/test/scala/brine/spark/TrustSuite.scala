package brine.spark

import java.io.NotSerializableException
import java.nio.ByteBuffer
import scala.reflect.ClassTag
import org.apache.spark.SparkConf
import org.apache.spark.serializer.SerializerInstance
import brine.PickleException
import Models.*

/** The classes that are written and read by `spark.brine.trust`, and the effect of `spark.brine.classes`. */
class TrustSuite extends munit.FunSuite:
  private val any = ClassTag.Any
  private val function: Int => String = n => s"<$n>"

  private def instance(settings: (String, String)*): SerializerInstance =
    val conf = new SparkConf(false)
    for (key, value) <- settings do conf.set(s"spark.brine.$key", value)
    new BrineSerializer(conf).newInstance()

  private val job = instance()
  private val derived = instance("trust" -> "derived")
  private val listed = instance("trust" -> "listed", "classes" -> "brine.spark.Models$Visit")

  private def bytesOf(value: Any, own: SerializerInstance): Array[Byte] = own.serialize[Any](value)(using any).array
  private def read(bytes: Array[Byte], own: SerializerInstance): Any =
    own.deserialize[Any](ByteBuffer.wrap(bytes))(using any)

  private def goesThrough(value: Any, own: SerializerInstance): Unit =
    assert(same(read(bytesOf(value, own), own), value), value)

  /** Neither written, nor read when a JVM that trusts more has written it. */
  private def isRefused(value: Any, own: SerializerInstance, by: SerializerInstance = job)(using munit.Location): Unit =
    val writing = intercept[NotSerializableException](bytesOf(value, own))
    assert(
      writing.getMessage.contains(value.getClass.getName) || writing.getMessage.contains(value.getClass.getSimpleName),
      writing.getMessage
    )
    intercept[PickleException](read(bytesOf(value, by), own))

  test("the classes of the job are all trusted, by default") {
    for value <- List(visit(1), sale(2), List(visit(3)), Array(visit(4))) do goesThrough(value, job)
    assertEquals(read(bytesOf(function, job), job).asInstanceOf[Int => String](3), "<3>")
  }

  test("with trust=derived, a class that derives a pickler goes through, and another does not") {
    for value <- List(sale(1), List(sale(2)), Array(sale(3)), Map("a" -> sale(4)), 7, "text") do
      goesThrough(value, derived)
    isRefused(visit(1), derived)
    isRefused(new Counter(3), derived)
    isRefused(function, derived)
  }

  test("with trust=listed, a listed class goes through, and another does not, with a pickler or without") {
    for value <- List(visit(1), List(visit(2)), Array(visit(3)), Some("text")) do goesThrough(value, listed)
    isRefused(new Counter(3), listed)
    isRefused(sale(1), listed)
    isRefused(function, listed)
    isRefused(
      new java.io.File("a"),
      instance("trust" -> "listed", "classes" -> "brine.spark.Models$Visit")
    )
  }

  test("a class that spark.brine.classes lists has a number, without the plugin") {
    val listing = instance("classes" -> "brine.spark.Models$Visit, brine.spark.Models$Sale")
    val text = new String(bytesOf(List(visit(1), sale(2)), listing), "ISO-8859-1")
    assert(!text.contains("Visit") && !text.contains("Sale"), text)
    goesThrough(List(visit(1), sale(2)), listing)
    assert(new String(bytesOf(visit(1), job), "ISO-8859-1").contains("Visit"))
  }

  test("a class that no constructor rebuilds goes through, except with strict=true") {
    isRefused(new Doubled(4), instance("strict" -> "true"), job)
    assertEquals(read(bytesOf(new Doubled(4), job), job).asInstanceOf[Doubled].twice, 8)
  }
