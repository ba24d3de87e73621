/** The default format: builder, reader, header, tables of shapes. [[BinaryPickler]] is a pickler with code for it.
  * [[RecordWriter]] and [[RecordReader]] put many bare pickles over one sink or source.
  *
  * May use: `brine`, `brine.shape`, `brine.model`, `brine.wire`.
  */
package brine.binary
