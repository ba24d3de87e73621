package brine.bench

import java.io.OutputStream
import java.util.zip.GZIPOutputStream
import com.github.luben.zstd.ZstdOutputStream

/** How long pickles are, and how long each is once compressed, by gzip and by zstd as they come. */
final case class PickleSize(bytes: Long, gzipped: Long, zstd: Long):
  def +(that: PickleSize): PickleSize = PickleSize(bytes + that.bytes, gzipped + that.gzipped, zstd + that.zstd)

object PickleSize:
  def of(pickle: Array[Byte]): PickleSize =
    PickleSize(pickle.length, through(pickle)(new GZIPOutputStream(_)), through(pickle)(new ZstdOutputStream(_)))

  private def through(pickle: Array[Byte])(compressor: OutputStream => OutputStream): Long =
    val counted = new Counted
    val stream = compressor(counted)
    stream.write(pickle)
    stream.close()
    counted.bytes

  /** Keeps nothing but the count. */
  private final class Counted extends OutputStream:
    var bytes = 0L
    def write(byte: Int): Unit = bytes += 1
    override def write(buffer: Array[Byte], offset: Int, length: Int): Unit = bytes += length
