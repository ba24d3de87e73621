package brine.json

/** The plain twin of `ShortestDecimal`: floating point numbers as ECMAScript's `Number::toString` lays them out, which
  * RFC 8785 asks for: `1`, `0.001`, `1e+22`.
  */
private[json] object EcmaNumbers:
  /** `shortest`: a finite number as Java gives it. Negative zero keeps its sign. */
  def text(shortest: String): String =
    val isNegative = shortest.charAt(0) == '-'
    val number = if isNegative then shortest.substring(1) else shortest
    val e = number.indexOf('E')
    val plain = if e < 0 then number else number.substring(0, e)
    val point = plain.indexOf('.')
    val all = plain.substring(0, point) + plain.substring(point + 1)
    val zeros = all.indexWhere(_ != '0')
    if zeros < 0 then { if isNegative then "-0" else "0" }
    else
      val digits = all.substring(zeros, all.lastIndexWhere(_ != '0') + 1)
      val place = point - zeros + (if e < 0 then 0 else number.substring(e + 1).toInt)
      (if isNegative then "-" else "") + laidOut(digits, place)

  /** The number 0.`digits` times ten to `place`. */
  private def laidOut(digits: String, place: Int): String =
    if place >= digits.length && place <= 21 then digits + "0" * (place - digits.length)
    else if place > 0 && place <= 21 then digits.substring(0, place) + "." + digits.substring(place)
    else if place > -6 && place <= 0 then "0." + "0" * -place + digits
    else
      val rest = if digits.length == 1 then "" else "." + digits.substring(1)
      s"${digits.charAt(0)}${rest}e${if place > 0 then "+" else "-"}${Math.abs(place - 1)}"
