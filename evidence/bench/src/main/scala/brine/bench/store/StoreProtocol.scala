package brine.bench.store

import java.nio.ByteBuffer
import java.nio.channels.GatheringByteChannel

/** The requests and answers on a connection, one after the other.
  *
  * A request is an operation, a key and a path, an `Int` each; an answer is its length, an `Int`, and its bytes: none
  * to an update.
  */
private object StoreProtocol:
  final val Get = 1
  final val Update = 2
  final val RequestBytes = 12

  def request(into: ByteBuffer, operation: Int, key: Int, path: Int): ByteBuffer =
    into.clear().putInt(operation).putInt(key).putInt(path).flip()

  def answer(channel: GatheringByteChannel, parts: Array[ByteBuffer]): Unit =
    val length = ByteBuffer.allocate(Integer.BYTES).putInt(parts.map(_.remaining).sum).flip()
    val all = length +: parts
    while all.last.hasRemaining do channel.write(all)
