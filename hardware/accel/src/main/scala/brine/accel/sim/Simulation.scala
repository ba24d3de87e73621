package brine.accel.sim

import java.io.{BufferedInputStream, BufferedOutputStream, DataInputStream, IOException}
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.Path

/** How a run ended. */
sealed trait Ending
object Ending {
  case object Done extends Ending

  /** Nothing has moved for 20,000 cycles: the design waits for something that does not come. */
  case object Quiet extends Ending
  case object Limit extends Ending
}

/** Counters of one memory channel since the last reset. */
final case class ChannelCounters(
    reads: Long,
    writes: Long,
    readBytes: Long,
    writtenBytes: Long,
    rowMisses: Long,
    busyClocks: Long,
    latencyClocks: Long,
    clocks: Long
)

/** A running simulation: a process of the harness. Its commands are described in `harness.cpp`. */
final class Simulation private (process: Process, ports: Seq[Port]) extends AutoCloseable {
  private val out = new BufferedOutputStream(process.getOutputStream, 1 << 16)
  private val in = new DataInputStream(new BufferedInputStream(process.getInputStream, 1 << 16))
  private val layouts = ports.collect { case s: StreamPort => s.name -> s.layout }.toMap

  def layout(stream: String): ItemLayout = layouts.getOrElse(stream, throw new NoSuchElementException(stream))

  def write(address: Long, bytes: Array[Byte]): Unit = {
    send(s"write $address ${bytes.length}", bytes)
    expect("ok")
  }

  def read(address: Long, length: Int): Array[Byte] = {
    send(s"read $address $length")
    receiveBytes()
  }

  def push(stream: String, items: Seq[Map[String, BigInt]]): Unit = {
    val bytes = items.map(layout(stream).pack).toArray.flatten
    send(s"push $stream ${items.size} ${bytes.length}", bytes)
    expect("ok")
  }

  def pushOne(stream: String, fields: (String, BigInt)*): Unit = push(stream, Seq(fields.toMap))

  def pull(stream: String): Seq[Map[String, BigInt]] = {
    send(s"pull $stream")
    receiveBytes().grouped(layout(stream).bytes).map(layout(stream).unpack).toSeq
  }

  def set(port: String, value: Long): Unit = {
    send(s"set $port $value")
    expect("ok")
  }

  def get(port: String): Long = {
    send(s"get $port")
    answer("value").toLong
  }

  /** Runs until the stream has moved this number of items since the reset; gives the cycles and the ending. */
  def run(stream: String, items: Long, limit: Long = 10000000): (Long, Ending) = {
    send(s"run $limit $stream $items")
    val Array(cycles, why) = answer("cycles").split(' ')
    cycles.toLong -> (why match {
      case "done"  => Ending.Done
      case "quiet" => Ending.Quiet
      case _       => Ending.Limit
    })
  }

  /** Lets streams rest at random, for the given number of 256 cycles. This covers input streams, output streams, and
    * memory clients, which rest as often as output streams unless `memory` says otherwise.
    */
  def stall(in: Int, out: Int, seed: Long, memory: Int = -1): Unit = {
    send(s"stall $in $out ${if (memory < 0) out else memory} $seed")
    expect("ok")
  }

  /** Cycles after which memory clients are answered. */
  def latency(low: Int, high: Int): Unit = {
    send(s"latency $low $high")
    expect("ok")
  }

  /** Changes a figure of the memory's timing (dram.h) from the next reset on. */
  def dram(name: String, value: Long): Unit = {
    send(s"dram $name $value")
    expect("ok")
  }

  /** Sets the picoseconds of a cycle from the next reset on, which are 1000 at first. The memory's clock stays. */
  def clock(picoseconds: Long): Unit = {
    send(s"clock $picoseconds")
    expect("ok")
  }

  def counters(): Seq[ChannelCounters] = {
    send("stats")
    answer("value").split(' ').filter(_.nonEmpty).map(_.toLong).grouped(8).map {
      case Array(a, b, c, d, e, f, g, h) => ChannelCounters(a, b, c, d, e, f, g, h)
    }.toSeq
  }

  def reset(): Unit = { send("reset"); expect("ok") }
  def clear(): Unit = { send("clear"); expect("ok") }
  def trace(file: Path): Unit = { send(s"trace $file"); expect("ok") }

  def close(): Unit = {
    try send("quit")
    catch { case _: IOException => () }
    process.waitFor()
  }

  private def send(line: String, bytes: Array[Byte] = Array.empty): Unit = {
    out.write((line + "\n").getBytes(US_ASCII))
    out.write(bytes)
    out.flush()
  }

  private def line(): String = {
    val text = new StringBuilder
    var c = in.read()
    while (c != '\n' && c >= 0) { text += c.toChar; c = in.read() }
    if (c < 0) throw new IOException(s"the simulation ended with status ${process.waitFor()}")
    text.result()
  }

  private def answer(word: String): String = {
    val text = line()
    require(text.startsWith(word), s"the simulation answered '$text' where '$word' was expected")
    text.drop(word.length + 1)
  }

  private def expect(word: String): Unit = answer(word)

  private def receiveBytes(): Array[Byte] = {
    val bytes = new Array[Byte](answer("bytes").toInt)
    in.readFully(bytes)
    bytes
  }
}

object Simulation {
  def start(top: => SimulatedTop, folder: Path, waves: Boolean = false): Simulation = {
    val (program, ports) = Build.program(top, folder, waves)
    val builder = new ProcessBuilder(program.toString).redirectError(ProcessBuilder.Redirect.INHERIT)
    new Simulation(builder.start(), ports)
  }
}
