package brine.columns

/** A column that emitted code reads or writes: of a definition's member, inside so many options, in one [[Role]]. */
final case class ColumnOf(definition: Int, member: Int, level: Int, role: Int)

/** The columns of a family's code, as a string constant. */
private[brine] object FamilyColumns:
  /** Four characters each. */
  def render(columns: Iterable[ColumnOf]): String =
    columns.iterator.flatMap(c => Iterator(c.definition, c.member, c.level, c.role)).map(_.toChar).mkString

  def parse(text: String): IndexedSeq[ColumnOf] = text.grouped(4).map(c => ColumnOf(c(0), c(1), c(2), c(3))).toIndexedSeq
