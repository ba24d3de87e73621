package brine.checks.regions

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.Channels
import java.util.zip.CRC32C
import brine.region.*
import brine.wire.layout.RegionLayout.*

/** Regions as bytes, to be changed. */
object RegionBytes:
  def of(region: Region[?]): Array[Byte] =
    val out = new ByteArrayOutputStream
    region.sendTo(Channels.newChannel(out))
    out.toByteArray

  def received[A: Compactable](bytes: Array[Byte]): Region[A] =
    Region.receive[A](Channels.newChannel(new ByteArrayInputStream(bytes)))

  def littleEndian(bytes: Array[Byte]): ByteBuffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)

  /** With a checksum that is right for a header and a table up to the body. */
  def signed(bytes: Array[Byte], bodyStart: Int): Array[Byte] =
    val crc = new CRC32C
    crc.update(bytes, 0, CHECKSUM_OFFSET)
    crc.update(bytes, HEADER_BYTES, bodyStart - HEADER_BYTES)
    littleEndian(bytes).putInt(CHECKSUM_OFFSET, crc.getValue.toInt)
    bytes
