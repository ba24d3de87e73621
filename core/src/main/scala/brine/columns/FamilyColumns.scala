package brine.columns

/** A column that emitted code reads or writes: of a definition's member, inside `level` options, in one [[Role]]. */
private[brine] final case class ColumnOf(definition: Int, member: Int, level: Int, role: Int)

/** The place of a value that the pickler of this slot reads and writes: its codes are this column. */
private[brine] final case class ObjectsOf(column: Int, slot: Int)

/** The columns of a family's code, as string constants. */
private[brine] object FamilyColumns:
  /** Renders columns, with four characters each. */
  def render(columns: Iterable[ColumnOf]): String =
    columns.iterator.flatMap(c => Iterator(c.definition, c.member, c.level, c.role)).map(_.toChar).mkString

  def parse(text: String): IndexedSeq[ColumnOf] =
    text.grouped(4).map(c => ColumnOf(c(0), c(1), c(2), c(3))).toIndexedSeq

  def renderObjects(places: Iterable[ObjectsOf]): String =
    places.iterator.flatMap(p => Iterator(p.column, p.slot)).map(_.toChar).mkString

  def parseObjects(text: String): IndexedSeq[ObjectsOf] = text.grouped(2).map(p => ObjectsOf(p(0), p(1))).toIndexedSeq
