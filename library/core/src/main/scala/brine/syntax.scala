/** Brine pickles object graphs.
  *
  * A *pickler* knows the structure of a value, and is derived at compile time. A *format* knows the bytes for that
  * structure, and is chosen at the call.
  */
package brine

import java.io.OutputStream
import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.file.Path
import brine.wire.ByteSink

extension [A](value: A)
  /** Returns this value's pickle, in the format in scope (binary unless another is imported).
    *
    * The static type `A` determines the pickler. Like the other methods, throws a [[PickleException]] if the value
    * cannot be written: an object of an unexpected class, a limit, an exception of the user's code.
    */
  inline def pickle(using pickler: Pickler[A], format: PickleFormat, options: PickleOptions): format.Pickled =
    format.pickleOf(value, pickler, options)

  /** Returns this value's pickle in a given format, whichever is in scope: `x.pickleIn(BinaryFormat.Bare)`. */
  inline def pickleIn(format: PickleFormat)(using pickler: Pickler[A], options: PickleOptions): format.Pickled =
    format.pickleOf(value, pickler, options)

  /** Writes a file, completely or not at all. The file includes the shape of `A` ([[Carriage.Usual]]), so it can be
    * read after `A` has changed.
    */
  def pickleTo(path: Path)(using pickler: Pickler[A], format: PickleFormat, options: PickleOptions): Unit =
    Pickle.writeFile(path)(sink => Syntax.write(value, sink, pickler, format, Pickle.atRest(options)))

  /** Writes to a stream, which is flushed and left open. A stream that fails causes a
    * [[PickleException.InputOutput]], and may have received a part by then. Each call writes the shape anew;
    * [[Pickle.writer]] writes it once for many values.
    */
  def pickleTo(stream: OutputStream)(using pickler: Pickler[A], format: PickleFormat, options: PickleOptions): Unit =
    Syntax.write(value, ByteSink.over(NotNull(stream, "a stream")), pickler, format, Pickle.atRest(options))

  /** Writes to a blocking channel, which is left open; otherwise as to a stream. */
  def pickleTo(channel: WritableByteChannel)(using
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): Unit =
    Syntax.write(value, ByteSink.over(NotNull(channel, "a channel")), pickler, format, Pickle.atRest(options))

  /** Writes at a buffer's position and moves the position behind the pickle. If the buffer is too small, throws
    * [[PickleException.LimitExceeded]] and leaves the position unchanged.
    */
  def pickleTo(buffer: ByteBuffer)(using pickler: Pickler[A], format: PickleFormat, options: PickleOptions): Unit =
    Syntax.write(value, ByteSink.over(NotNull(buffer, "a buffer")), pickler, format, options)

  /** Returns a deep copy of this value, without bytes. Objects that can change are copied, with their cycles and shared
    * objects; immutable parts are shared with the original, so that an immutable value is its own copy. Objects keep
    * their identity as in a pickle (`options.sharing`), and are made by their constructors.
    *
    * @throws PickleException if the value cannot be pickled or unpickled: an object of an unexpected class, an
    *                         exception of the user's code
    */
  def deepCopy(using pickler: Pickler[A], options: PickleOptions): A = Copies.of(value, pickler, options)

  /** Returns this value's pickle as one of the wider type `B`: `Circle(1).pickleAs[Shape]`. */
  inline def pickleAs[B >: A](using pickler: Pickler[B], format: PickleFormat, options: PickleOptions): format.Pickled =
    format.pickleOf[B](value, pickler, options)

private[brine] object Syntax:
  def limited(sink: ByteSink, options: PickleOptions): ByteSink =
    sink.maxBytes(options.limits.maxOutputBytes)
    sink

  def write[A](value: A, sink: ByteSink, pickler: Pickler[A], format: PickleFormat, options: PickleOptions): Unit =
    format.write(value, pickler, limited(sink, options), options)
    FailureBoundary.writing {
      format.separate(pickler.shape, sink)
      sink.flush()
    }
