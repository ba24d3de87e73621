package brine.checks.docs

/** docs/guide/standard-types.md; that the tables are true shows `StandardTypesSuite`. */
object StandardTypesPage:
  // doc:values
  import brine.*
  import java.time.LocalDate

  val prices = Map(LocalDate.of(2026, 1, 31) -> Vector(BigDecimal("9.50"), BigDecimal("8")))
  println(prices.pickle.unpickle[Map[LocalDate, Vector[BigDecimal]]])
  // Map(2026-01-31 -> Vector(9.50, 8))

  val sequence: Seq[Int] = Vector(1, 2)
  println(sequence.pickle.unpickle[Seq[Int]])      // List(1, 2)
  // end
