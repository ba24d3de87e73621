/** Columns, and the interface between builders or readers of columns and the code for a class: [[ColumnBuilder]],
  * [[ColumnReader]], [[ColumnsCode]], [[Role]].
  *
  * May use: `core`, `wire`, `bytecode`.
  */
package brine.graph.clustered.columns
