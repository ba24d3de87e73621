package brine.figures

import java.util.Locale

/** Numbers as a reader wants them; in every locale alike. */
object Labels:
  /** All digits that a round number has: `0.25`, `131,072`. */
  def plain(value: Double): String =
    if value == math.rint(value) then String.format(Locale.ROOT, "%,.0f", value) else decimal(value)

  private def decimal(value: Double): String =
    BigDecimal(value).setScale(2, BigDecimal.RoundingMode.HALF_UP).bigDecimal.stripTrailingZeros.toPlainString

  /** Three digits: `0.97`, `12.3`, `1,234`. */
  def short(value: Double): String =
    val digits = if value.abs < 10 then 2 else if value.abs < 100 then 1 else 0
    String.format(Locale.ROOT, s"%,.${digits}f", value)

  /** A name that a file can have: `tree:64, in` becomes `tree-64-in`. */
  def file(parts: String*): String =
    parts.mkString("-").map(c => if c.isLetterOrDigit || c == '-' || c == '.' then c else '-')
