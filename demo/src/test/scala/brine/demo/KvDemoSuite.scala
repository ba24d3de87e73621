package brine.demo

import java.io.ByteArrayOutputStream
import scala.concurrent.duration.DurationInt

class KvDemoSuite extends munit.FunSuite:
  override val munitTimeout = 2.minutes // a second JVM

  test("a client in another process uses a value where it lies, and one that was added to took 40 bytes more") {
    val out = new ByteArrayOutputStream
    assert(Console.withOut(out)(KvDemo.run()), out.toString("UTF-8"))
    val text = out.toString("UTF-8")
    assert(text.contains("a region of 40960 bytes, in which the mass is 1024"), text)
    assert(text.contains("40 bytes more, and the mass is 1025"), text)
  }
