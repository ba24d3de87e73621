package brine

class PickleExceptionSuite extends munit.FunSuite:
  test("a path is put together from the inside, and an offset is set once") {
    val e =
      new PickleException.Malformed("x").prepend(".title").prepend("[3]").prepend(".pages").atOffset(7).atOffset(9)
    assertEquals(e.path, "$.pages[3].title")
    assertEquals(e.offset, 7L)
    assertEquals(e.getMessage, "at $.pages[3].title, byte 7: malformed pickle: x")
    assertEquals(e.reason, "malformed pickle: x")
  }

  test("of a very deep path the first and last segments are kept") {
    val e = new PickleException.Malformed("x")
    for i <- 1000 to 1 by -1 do e.prepend(s"[$i]")
    e.settle()
    assert(e.path.startsWith("$[1][2][3]"), e.path)
    assert(e.path.endsWith("[999][1000]"), e.path)
    assertEquals(e.path.sliding(2).count(_ == ".…"), 1)
  }

  test("faults of the JVM are not taken for a cut file") {
    val fault = new InternalError("a fault occurred in a recent unsafe memory access operation in compiled Java code")
    assert(FailureBoundary.partFailure(fault).isInstanceOf[PickleException.InputOutput])
    for other <- List(new InternalError, new InternalError("out of space in the code cache")) do
      val thrown =
        try FailureBoundary.partFailure(other)
        catch case e: InternalError => e
      assert(thrown eq other)
  }

  test("text from a pickle is cut and escaped") {
    val long = PickleException.quote("\u001b" + "x" * 100)
    assertEquals(long, "\\u001b" + "x" * 59 + "…")
    assertEquals(PickleException.quote("a\u202eb\n\ud800"), "a\\u202eb\\u000a\\ud800")
  }
