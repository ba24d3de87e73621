/** Combinators of picklers: `imap`, `recursive`, `product`, `choice`.
  *
  * May use: `brine.run`, `brine.run.structures`, `brine.plan`.
  */
package brine.combine
