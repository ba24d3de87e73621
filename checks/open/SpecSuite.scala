  test("so are the whole pickles")(verify("### Whole pickles", SpecExamples.whole, BinaryFormat))

