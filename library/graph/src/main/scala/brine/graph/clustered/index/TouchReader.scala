package brine.graph.clustered.index

import brine.PickleOptions
import brine.graph.clustered.file.{Cluster, ColumnInput, GraphFile}
import brine.graph.clustered.reading.SkipReader

/** Reads values of picklers by hand, and reports the columns that their calls move. A reference leads to null. */
private final class TouchReader(pass: IndexPass, file: GraphFile, options: PickleOptions)
    extends SkipReader(file, file.tables.head.shape, options):
  private val numberOfColumn = new java.util.IdentityHashMap[ColumnInput, Integer]
  for (column, number) <- file.columns.zipWithIndex do numberOfColumn.put(column, number)

  /** The number of a column in the file; -1 for a column without values. */
  def numberOf(column: ColumnInput): Int =
    val number = numberOfColumn.get(column)
    if number == null then -1 else number.intValue

  private val touched = new Array[Int](file.columns.length)
  private var epoch = 0
  private var to: HandValues | Null = null

  def recordIn(values: HandValues): Unit =
    to = values
    epoch += 1

  def stopRecording(): Unit = to = null

  private[graph] override def in(role: Int): ColumnInput =
    val column = super.in(role)
    val values = to
    if values != null then
      val number = numberOf(column)
      if number >= 0 && touched(number) != epoch then
        touched(number) = epoch
        values.moves(number, column.position)
    column

  private[graph] override def begun(cluster: Cluster[ColumnInput]): Unit =
    if to != null then pass.beginsHidden(cluster.number)

  protected override def refers(number: Int): Unit = if to != null then pass.refersByHand(number)
