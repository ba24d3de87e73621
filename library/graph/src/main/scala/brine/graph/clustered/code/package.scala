/** [[ColumnsMaker]] makes the code that moves the objects of a class to and from columns. `ColumnElements` moves
  * elements of collections without calls.
  *
  * May use: `columns`, `core`, `bytecode`, ASM.
  */
package brine.graph.clustered.code
