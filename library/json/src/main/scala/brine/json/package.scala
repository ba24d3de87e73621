/** The names for users: [[JsonFormat]], dialects, migrations, inference, and streams. `names.scala` exports the
  * public names of the subpackages.
  *
  * May use: All subpackages, `core`.
  */
package brine.json
