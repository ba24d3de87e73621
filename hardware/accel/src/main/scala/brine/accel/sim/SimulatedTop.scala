package brine.accel.sim

import brine.accel.Parameters
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** The bits of a stream's items: the fields by name with their widths, from the lowest bit on. */
final case class ItemLayout(fields: Seq[(String, Int)]) {
  val bits: Int = fields.map(_._2).sum
  val bytes: Int = (bits + 7) / 8

  def pack(values: Map[String, BigInt]): Array[Byte] = {
    val unknown = values.keySet -- fields.map(_._1)
    require(unknown.isEmpty, s"no field ${unknown.mkString(", ")}; there are ${fields.map(_._1).mkString(", ")}")
    var all = BigInt(0)
    var at = 0
    for ((name, width) <- fields) {
      val value = values.getOrElse(name, BigInt(0))
      require(value >= 0 && value.bitLength <= width, s"$name = $value does not fit into $width bits")
      all |= value << at
      at += width
    }
    val big = all.toByteArray.reverse
    Array.tabulate(bytes)(i => if (i < big.length) big(i) else 0)
  }

  def unpack(item: Array[Byte]): Map[String, BigInt] = {
    val all = BigInt(1, item.reverse)
    fields.foldLeft((Map.empty[String, BigInt], 0)) { case ((known, at), (name, width)) =>
      (known + (name -> ((all >> at) & ((BigInt(1) << width) - 1))), at + width)
    }._1
  }
}

object ItemLayout {

  /** The layout of `asUInt`: the field that is declared last has the lowest bits. */
  def of(data: Data): ItemLayout = ItemLayout(walk("", data))

  private def walk(path: String, data: Data): Seq[(String, Int)] = data match {
    case record: Record => record.elements.toSeq.flatMap { case (name, element) => walk(join(path, name), element) }
    case vec: Vec[_]    => vec.toSeq.zipWithIndex.flatMap { case (element, i) => walk(join(path, i.toString), element) }
    case leaf           => Seq((if (path.isEmpty) "value" else path) -> leaf.getWidth)
  }

  private def join(path: String, name: String) = if (path.isEmpty) name else s"$path.$name"
}

/** A port of a design as the harness knows it. */
sealed trait Port { def name: String }
final case class StreamPort(name: String, layout: ItemLayout, isInput: Boolean) extends Port
final case class PlainPort(name: String, width: Int) extends Port
final case class ChannelPort(
    name: String,
    request: ItemLayout,
    response: ItemLayout,
    blockBytes: Int,
    addressBits: Int,
    tagBits: Int
) extends Port
final case class ClientPort(
    name: String,
    kind: String,
    request: ItemLayout,
    response: ItemLayout,
    blockBytes: Int,
    addressBits: Int
) extends Port

/** A design that the harness can run. Its ports are made by the methods below, which also register them with the
  * harness.
  */
abstract class SimulatedTop(val p: Parameters) extends Module {
  private val made = Seq.newBuilder[Port]
  private val verilogNames = scala.collection.mutable.Map.empty[String, () => String]
  def ports: Seq[Port] = made.result()

  /** The name of a port in Verilog; known once the design is elaborated. */
  def verilogName(port: String): String = verilogNames(port)()

  /** Items that a test pushes. */
  protected def source[T <: Data](name: String, item: T): DecoupledIO[T] = {
    val layout = ItemLayout.of(item)
    val port = named(name)(Flipped(Decoupled(UInt(layout.bits.W))))
    made += StreamPort(name, layout, isInput = true)
    typed(port, item)
  }

  /** Items that a test collects. */
  protected def sink[T <: Data](name: String, from: ReadyValidIO[T]): Unit = {
    val layout = ItemLayout.of(from.bits)
    val port = named(name)(Decoupled(UInt(layout.bits.W)))
    made += StreamPort(name, layout, isInput = false)
    untyped(from, port)
  }

  /** A plain input, 0 until it is set. */
  protected def setting(name: String, width: Int): UInt = {
    val port = named(name)(Input(UInt(width.W)))
    made += PlainPort(name, width)
    port
  }

  /** A plain output, for instance a counter. */
  protected def figure(name: String, value: UInt): Unit = {
    val port = named(name)(Output(UInt(value.getWidth.W)))
    made += PlainPort(name, value.getWidth)
    port := value
  }

  /** A channel with DRAM behind it. */
  protected def channel(name: String, from: Channel): Unit = {
    val (request, response) = pair(name, from.request, from.response)
    made += ChannelPort(name, request, response, p.blockBytes, p.physicalBits, p.tagBits)
  }

  /** Streams to memory of one component, answered in order after a random time. */
  protected def client(name: String, from: ReadStream): Unit = {
    val (request, response) = pair(name, from.request, from.response)
    made += ClientPort(name, "READ", request, response, p.blockBytes, p.virtualBits)
  }

  protected def client(name: String, from: SwapStream): Unit = {
    val (request, response) = pair(name, from.request, from.response)
    made += ClientPort(name, "SWAP", request, response, p.blockBytes, p.virtualBits)
  }

  protected def client(name: String, from: DecoupledIO[WriteRequest]): Unit = {
    val layout = ItemLayout.of(from.bits)
    val port = named(s"${name}_request")(Decoupled(UInt(layout.bits.W)))
    untyped(from, port)
    made += ClientPort(name, "WRITE", layout, layout, p.blockBytes, p.virtualBits)
  }

  private def pair(name: String, request: DecoupledIO[_ <: Data], response: DecoupledIO[_ <: Data]) = {
    val out = named(s"${name}_request")(Decoupled(UInt(request.bits.getWidth.W)))
    untyped(request, out)
    val in = named(s"${name}_response")(Flipped(Decoupled(UInt(response.bits.getWidth.W))))
    response.valid := in.valid
    response.bits := in.bits.asTypeOf(response.bits)
    in.ready := response.ready
    (ItemLayout.of(request.bits), ItemLayout.of(response.bits))
  }

  // Chisel may rename a port by the signals that it is connected to, so the name in Verilog is read later.
  private def named[T <: Data](name: String)(port: => T): T = {
    val made = IO(port).suggestName(name)
    verilogNames += name -> (() => made.instanceName)
    made
  }

  private def typed[T <: Data](port: DecoupledIO[UInt], item: T): DecoupledIO[T] = {
    val wire = Wire(Decoupled(item))
    wire.valid := port.valid
    wire.bits := port.bits.asTypeOf(item)
    port.ready := wire.ready
    wire
  }

  private def untyped(from: ReadyValidIO[_ <: Data], port: DecoupledIO[UInt]): Unit = {
    port.valid := from.valid
    port.bits := from.bits.asUInt
    from.ready := port.ready
  }
}
