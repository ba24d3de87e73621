/** Deep copies by plans, for `x.deepCopy`. [[DeepCopy]] walks over a value and makes new objects of those that can
  * change; [[ImmutableParts]] knows those that cannot, and [[CopyCode]] handles the members of one class.
  *
  * May use: `brine.plan` and its subpackages, `brine.assembly`, `brine.collections`, `brine`.
  */
package brine.copying
