package brine.demo

import java.nio.file.Files

import munit.FunSuite

class ContenderSuite extends FunSuite:

  private def ring(size: Int): JdkGraph =
    val vertices = Array.tabulate(size)(i => JdkClass.alone(s"C$i", i))
    for i <- 0 until size do
      vertices(i).superclass = vertices((i + 1) % size)
      vertices(i).fieldTypes = List(vertices(i), vertices(0))
    JdkGraph(vertices)

  for contender <- Contender.all do
    test(s"${contender.name} brings a ring of ten back as the same ring, and replaces the old file"):
      val file = Files.createTempFile("brine-demo", contender.fileName)
      try
        contender.write(ring(100), file)
        contender.write(ring(10), file)
        assertEquals(Isomorphism.prove(ring(10), contender.read(file)), Right(Isomorphism.Counts(10, 30)))
      finally Files.delete(file)

  test("names and files are different, and the baseline is among the contenders"):
    assertEquals(Contender.all.map(_.name).distinct.size, Contender.all.size)
    assertEquals(Contender.all.map(_.fileName).distinct.size, Contender.all.size)
    assert(Contender.all.contains(Contender.baseline))
