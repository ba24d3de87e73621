  test("elements that take no bytes are counted, over a stream") {
    given PickleFormat = BinaryFormat.Bare
    given PickleOptions = unit
    def stream = new ByteArrayInputStream(varlong(1 + (100_000L << 1)))
    intercept[PickleException.LimitExceeded](Pickle.read[List[Unit]](stream))
    intercept[PickleException.LimitExceeded](Pickle.read[List[Nothing0]](stream))
  }

  test("many collections cannot each claim the same bytes") {
    // A list of lists, each of which claims as many elements without bytes as there are bytes left.
    val count = 2_000
    val size = 4_000L
    val hostile = varlong(1 + (count.toLong << 1)) ++ Array.fill(count)(varlong(1 + (size << 1))).flatten
    for options <- List(unit, unit.copy(limits = unit.limits.copy(emittedDepth = 0))) do
      isProportionate[List[List[Unit]]](hostile, options)
      isProportionate[Vector[Vector[Nothing0]]](hostile, options)
      isProportionate[Array[List[Unit]]](varlong(1 + (count.toLong << 2)) ++ hostile.drop(2), options)
  }

