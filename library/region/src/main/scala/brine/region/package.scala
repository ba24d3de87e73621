/** The names for users: [[Region]], [[Compactable]], files and generations of regions.
  *
  * May use: The subpackages, `core`, `wire`. Inline methods call the macros in `derive`.
  */
package brine.region
