package brine.figures

class ScaleSuite extends munit.FunSuite:
  test("a short range gets a linear axis from 0, with round ticks"):
    val scale = Scale.forRatios(Seq(1.0, 3.4))
    assertEquals(scale, Scale(0, 3.5, isLog = false))
    assertEquals(scale.ticks, Vector(0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5))

  test("ticks have no digits left over from binary fractions"):
    assertEquals(Scale(0, 1, isLog = false).ticks, Vector(0.0, 0.2, 0.4, 0.6, 0.8, 1.0))

  test("amounts get a linear axis however far apart they are"):
    assertEquals(Scale.fromZero(Seq(1.0, 1234.0)), Scale(0, 1400, isLog = false))
    assertEquals(Scale.fromZero(Nil).low, 0.0)

  test("ratios more than 8 times apart get a logarithmic axis with 1 on it"):
    val scale = Scale.forRatios(Seq(3.0, 30.0))
    assertEquals(scale, Scale(1, 50, isLog = true))
    assertEquals(scale.ticks, Vector(1.0, 2.0, 5.0, 10.0, 20.0, 50.0))

  test("of a long logarithmic axis the powers of ten are marked"):
    assertEquals(Scale(0.1, 1000, isLog = true).ticks, Vector(0.1, 1.0, 10.0, 100.0, 1000.0))

  test("the position of a value is its share of the axis, or of its logarithm"):
    assertEqualsDouble(Scale(0, 4, isLog = false).position(1), 0.25, 1e-12)
    assertEqualsDouble(Scale(1, 100, isLog = true).position(10), 0.5, 1e-12)
    assertEquals(Scale(1, 100, isLog = true).position(0), 0.0)
    assertEquals(Scale(0, 4, isLog = false).position(9), 1.0)

  test("rounding goes to 1, 2 or 5 of a power of ten"):
    assertEquals(List(0.9, 1.0, 1.1, 2.1, 5.1, 99.0).map(Scale.roundUp), List(1.0, 1.0, 2.0, 5.0, 10.0, 100.0))
    assertEquals(List(0.9, 1.0, 1.1, 2.1, 5.1, 99.0).map(Scale.roundDown), List(0.5, 1.0, 1.0, 2.0, 5.0, 50.0))
