package brine

import brine.wire.ByteSink

/** Which sink the next call gets. That nothing but bytes is held, and not by virtual threads, is in `ReuseSuite`. */
class PickleBuffersSuite extends munit.FunSuite:
  private val kilobyte = 1024

  /** The sink of a call that gives a pickle of so many bytes. */
  private def call(kilobytes: Int, options: PickleOptions = PickleOptions.Default): ByteSink =
    val buffers = PickleBuffers.take()
    val sink = buffers.sink(options)
    sink.putBytes(new Array[Byte](kilobytes * kilobyte), 0, kilobytes * kilobyte)
    buffers.release(kilobytes * kilobyte, options)
    sink

  override def beforeEach(context: BeforeEach): Unit = PickleBuffers.drop()

  test("small and large pickles by turns: the same one") {
    val first = call(1)
    for kilobytes <- List(1, 64, 65, 1, 4096, 1) do assert(call(kilobytes) eq first, s"$kilobytes KB")
  }

  test("after a pickle of more than 4 MB: another") {
    val first = call(1)
    assert(call(4097) eq first)
    assert(call(1) ne first)
  }

  test("a buffer is kept after pickles of as many bytes as the options say, and by no other option") {
    val large = PickleOptions(keptBuffer = 8192 * kilobyte)
    val first = call(8192, large)
    assert(call(8192, large) eq first)
    assert(call(8193, large) eq first)
    assert(call(1, large) ne first)
    val second = call(8192, large)
    assert(call(8192) eq second) // written into it, and then released by the default
    assert(call(1) ne second)
  }

  test("with no kept buffer each call gets another, and a hint makes room for one call alone") {
    for none <- List(PickleOptions(keptBuffer = 0), PickleOptions(keptBuffer = Int.MinValue)) do
      val first = call(1, none)
      assert(call(1, none) ne first)
      assert(call(1, none.copy(sizeHint = 2 * kilobyte)) ne call(1, none.copy(sizeHint = 2 * kilobyte)))
  }

  test("a hundred small ones after a large one: then another, and no other after hundreds more") {
    val first = call(65)
    for i <- 1 to 100 do assert(call(1) eq first, s"small one number $i")
    val second = call(1)
    assert(second ne first)
    for i <- 1 to 300 do assert(call(1) eq second, s"small one number $i")
  }

  test("a large one among the small ones: they are counted from there") {
    val first = call(65)
    for _ <- 1 to 99 do call(1)
    call(65)
    for i <- 1 to 100 do assert(call(1) eq first, s"small one number $i")
    assert(call(1) ne first)
  }

  test("a size hint makes room for no more than may be written, nor than an eighth of the heap") {
    def room(options: PickleOptions): Long =
      val threads = java.lang.management.ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
      val before = threads.getCurrentThreadAllocatedBytes
      PickleBuffers.take().sink(options).putByte(1)
      PickleBuffers.drop()
      threads.getCurrentThreadAllocatedBytes - before
    val megabyte = 1L << 20
    val eighth = Runtime.getRuntime.maxMemory / 8
    assert(room(PickleOptions(sizeHint = Int.MaxValue)) < eighth + megabyte)
    assert(room(PickleOptions(sizeHint = 16 << 20)) >= math.min(eighth, 16 * megabyte))
    for hint <- List(Int.MinValue, -1, 0, 16 << 20, Int.MaxValue); most <- List(0L, 1000L) do
      assert(
        room(PickleOptions(sizeHint = hint, limits = Limits(maxOutputBytes = most))) < megabyte,
        s"hint $hint, at most $most"
      )
  }

  test("a call within a call gets another, and a call that failed leaves none") {
    val outer = PickleBuffers.take()
    val inner = PickleBuffers.take()
    assert(inner ne outer)
    inner.release(1, PickleOptions.Default)
    outer.release(1, PickleOptions.Default)
    val known = PickleBuffers.take()
    known.release(1, PickleOptions.Default)
    assert(PickleBuffers.take() eq known)
    PickleBuffers.drop()
    assert(PickleBuffers.take() ne known)
  }
