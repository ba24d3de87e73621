package brine.binary

/** Where [[RecordWriter]] and [[RecordReader]] put the names of subtypes: the classes of objects at places of open types that have
  * no numbers.
  */
enum RecordNames:
  /** Each record carries the names that it needs. Records can be moved, copied, sorted and concatenated. */
  case PerRecord

  /** A name stands where a stream needs it first; later records refer to it. Records are shorter, and must be read all, in the
    * order in which they were written.
    */
  case PerStream
