package brine.accel

import chisel3.util.log2Ceil

/** The sizes of the accelerator. The defaults are Table I and section V of the paper; a default that the paper does not
  * give is marked "ours".
  *
  * @param serializers       serialization units
  * @param deserializers     deserialization units
  * @param reconstructors    block reconstructors of one deserialization unit
  * @param interfaceEntries  outstanding reads of the memory access interface, over all channels
  * @param swapEntries       outstanding atomic updates, over all channels (ours)
  * @param waiters           readers that can wait for one outstanding block (ours)
  * @param blockBytes        bytes of one memory request
  * @param channels          memory channels; the interface has one slice for each
  * @param interleaveBytes   bytes that lie in one channel before the next one follows (ours)
  * @param tlbEntries        pages that the TLB knows
  * @param pageBits          log2 of the bytes of a page: 30 is 1 GiB
  * @param virtualBits       bits of an address that a unit uses (ours: that of x86-64)
  * @param physicalBits      bits of an address in memory: 37 is 128 GiB
  * @param classes           classes that can be registered
  * @param commands          requests that wait in the command queue (ours)
  * @param counterBits       bits of the serialization counter in an object's header
  * @param window            references whose headers a header manager reads ahead (ours)
  * @param marks             atomic updates of one header manager that can be outstanding (ours)
  * @param descriptors       type descriptors that a metadata manager keeps while it serves a request (ours: the paper
  *                          reads one for each object, which is 0)
  * @param pending           objects between metadata manager and object handler, on each side of the spill area (ours)
  * @param readAhead         blocks that a loader of a deserialization unit requests ahead (ours)
  * @param rememberedClasses klass pointers that a block reconstructor keeps while it serves a request (ours)
  * @param unpackWidth       references that a block manager unpacks in a cycle (ours)
  */
final case class Parameters(
    serializers: Int = 8,
    deserializers: Int = 8,
    reconstructors: Int = 4,
    interfaceEntries: Int = 64,
    swapEntries: Int = 16,
    waiters: Int = 4,
    blockBytes: Int = 32,
    channels: Int = 4,
    interleaveBytes: Int = 64,
    tlbEntries: Int = 128,
    pageBits: Int = 30,
    virtualBits: Int = 48,
    physicalBits: Int = 37,
    classes: Int = 4096,
    commands: Int = 16,
    counterBits: Int = 16,
    window: Int = 16,
    marks: Int = 8,
    descriptors: Int = 0,
    pending: Int = 8,
    readAhead: Int = 16,
    rememberedClasses: Int = 4,
    unpackWidth: Int = 2
) {
  require(blockBytes == 32 || blockBytes == 64, "a block has 32 or 64 bytes")
  require(interleaveBytes % blockBytes == 0, "a channel holds whole blocks")
  require(interfaceEntries % channels == 0 && swapEntries % channels == 0, "entries are divided evenly over channels")
  Seq(blockBytes, channels, interleaveBytes, classes, window, readAhead).foreach { n =>
    require(n > 0 && (n & (n - 1)) == 0, s"$n is not a power of two")
  }

  val units: Int = serializers + deserializers
  val blockBits: Int = 8 * blockBytes
  val blockWords: Int = blockBytes / 8
  val blockShift: Int = log2Ceil(blockBytes)
  val wordShift: Int = 3
  val sliceEntries: Int = interfaceEntries / channels
  val sliceSwaps: Int = swapEntries / channels
  val channelBits: Int = log2Ceil(channels)
  val classBits: Int = log2Ceil(classes)

  /** An answer's tag: first the entries of reads, then those of swaps. */
  val tagBits: Int = log2Ceil(sliceEntries + sliceSwaps)
  val unitBits: Int = log2Ceil(units max 2)
}
