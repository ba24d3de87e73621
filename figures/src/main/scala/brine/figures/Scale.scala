package brine.figures

/** The positions of values between the two ends of an axis, and the marked values.
  *
  * @param low  the value at the axis' start; positive if `isLog`
  * @param high the value at its end; greater than `low`
  */
final case class Scale(low: Double, high: Double, isLog: Boolean):
  /** 0 at the start, 1 at the end; values outside are at the nearer of them. */
  def position(value: Double): Double =
    val share =
      if !isLog then (value - low) / (high - low)
      else if value <= 0 then 0.0
      else math.log(value / low) / math.log(high / low)
    share.max(0).min(1)

  /** Round values: 1, 2, 5, 10 and so on; of a long logarithmic axis the powers of ten alone. */
  def ticks: Vector[Double] = if isLog then logTicks else linearTicks

  private def linearTicks: Vector[Double] =
    val step = Scale.roundUp((high - low) / Scale.MostTicks)
    val first = math.ceil(low / step - Scale.Tolerance).toLong
    val last = math.floor(high / step + Scale.Tolerance).toLong
    (first to last).map(i => Scale.clean(i * step)).toVector

  private def logTicks: Vector[Double] =
    val powers = (math.floor(math.log10(low)).toInt to math.ceil(math.log10(high)).toInt).toVector
    val steps = if math.log10(high / low) > Scale.MostPowers then Vector(1.0) else Vector(1.0, 2.0, 5.0)
    val all = for power <- powers; step <- steps yield Scale.clean(step * math.pow(10, power))
    all.filter(t => t >= low * (1 - Scale.Tolerance) && t <= high * (1 + Scale.Tolerance))

object Scale:
  private final val MostTicks = 8
  private final val MostPowers = 3
  private final val Tolerance = 1e-9

  /** From this range on ratios get a logarithmic axis, since small ones would be indistinguishable. */
  final val LongestLinearRange = 8.0

  /** An axis for ratios: from 0, or logarithmic with 1 on it when they are far apart. */
  def forRatios(values: Seq[Double]): Scale =
    val positive = values.filter(v => v > 0 && !v.isInfinite)
    val isFarApart = positive.nonEmpty && positive.max / positive.min > LongestLinearRange
    if isFarApart then around(positive :+ 1.0) else fromZero(positive)

  /** An axis for amounts, whose bars are as long as the amounts are great. */
  def fromZero(values: Seq[Double]): Scale =
    val greatest = values.filter(_ > 0).maxOption.getOrElse(1.0)
    val step = roundUp(greatest / MostTicks)
    Scale(0, clean(math.ceil(greatest / step - Tolerance) * step), isLog = false)

  /** A logarithmic axis with all these values, all positive, on it. */
  def around(values: Seq[Double]): Scale =
    val low = roundDown(values.min)
    val high = roundUp(values.max)
    Scale(low, if high > low then high else low * 10, isLog = true)

  /** The next of 1, 2, 5, 10 and so on, or the one before. */
  def roundUp(value: Double): Double = round(value, steps => steps.find(_ >= value * (1 - Tolerance)).get)

  def roundDown(value: Double): Double = round(value, steps => steps.findLast(_ <= value * (1 + Tolerance)).get)

  private def round(value: Double, choose: Vector[Double] => Double): Double =
    val power = math.floor(math.log10(value)).toInt
    choose((power - 1 to power + 1).toVector.flatMap(p => Vector(1.0, 2.0, 5.0).map(s => clean(s * math.pow(10, p)))))

  /** Without the remains of binary fractions, as in 0.30000000000000004. */
  private def clean(value: Double): Double = BigDecimal(value).round(new java.math.MathContext(12)).toDouble
