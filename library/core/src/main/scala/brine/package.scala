/** The names for users: picklers and formats, options, errors, and the extension methods (`syntax.scala`).
  * [[HandwrittenCalls]] has the face's work for picklers by hand. The face calls the packages below it by virtual
  * methods of picklers, or of `ReadObjects`.
  *
  * May use: `brine.shape`, `brine.wire`. The companions of `Pickler` and `PickleFormat` also name `brine.picklers`
  * and `brine.binary`, since a search for a given looks there.
  */
package brine
