package brine.binary

/** The places at which [[RecordWriter]] and [[RecordReader]] put the names of subtypes. Names are the classes of
  * objects at places of open types that have no numbers.
  */
enum RecordNames:
  /** Each record carries the names that it needs. Records can be moved, copied, sorted and concatenated. */
  case PerRecord

  /** A stream contains a name where it is needed first; later records refer to it. Records are shorter, and all of
    * them must be read, in the order in which they were written.
    */
  case PerStream
