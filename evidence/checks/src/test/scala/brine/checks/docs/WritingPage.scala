package brine.checks.docs

/** docs/guide/writing-a-format.md. */
object WritingPage:
  // doc:use
  import brine.*
  import example.cbor.CborFormat

  final class Node(val name: String, var next: Node) derives Pickler

  val ring = Node("a", null)
  ring.next = ring

  val pickle = ring.pickleIn(CborFormat)
  println(pickle)                                        // CborPickle(18 bytes)
  println(pickle.unpickle[Node].next.next.name)          // a
  // end

  // doc:format
  import brine.wire.{ByteSink, ByteSource}
  import example.cbor.{CborBuilder, CborReader}

  object OwnFormat extends PickleFormat:
    type Pickled = OwnPickle
    def pickled(bytes: Array[Byte]): OwnPickle = new OwnPickle(bytes)

    def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
      FailureBoundary.writing(pickler.pickle(value, new CborBuilder(sink, options)))

    def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
      FailureBoundary.reading(source)(unpickler.unpickle(new CborReader(source, options)))

  final class OwnPickle(bytes: Array[Byte]) extends Pickle(bytes):
    type Format = OwnFormat.type
    def format: OwnFormat.type = OwnFormat

  println(ring.pickleIn(OwnFormat).unpickle[Node].name)  // a
  // end
