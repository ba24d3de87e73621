package brine.accel.control

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** How a request ended. All but `ok` mean that the output has no meaning, and that the host does the work itself. */
object Status {
  val bits = 4
  val ok = 0.U(bits.W)

  /** The serialization counter is used up: the host clears the headers of all objects, then the counters. */
  val needsClear = 1.U(bits.W)

  /** An object is reserved by another unit. */
  val shared = 2.U(bits.W)

  /** An object's class is not registered, or a class number of the stream is not. */
  val unknownClass = 3.U(bits.W)

  /** An output area is too small. */
  val outputFull = 4.U(bits.W)

  /** The area for waiting objects is too small. */
  val spillFull = 5.U(bits.W)

  /** An address lies in a page that is not mapped. */
  val fault = 6.U(bits.W)

  /** The arrays of a stream do not fit together. */
  val malformed = 7.U(bits.W)

  /** The request breaks a rule for its areas or addresses ([[Command.isBad]]). No unit has seen it. */
  val badRequest = 8.U(bits.W)

  /** The request took longer than its time limit. */
  val timeLimit = 9.U(bits.W)

  /** The names, by number. */
  val names = Seq(
    "ok",
    "needsClear",
    "shared",
    "unknownClass",
    "outputFull",
    "spillFull",
    "fault",
    "malformed",
    "badRequest",
    "timeLimit"
  )
}

/** An area of memory: its first byte and its length. */
class Area(p: Parameters) extends Bundle {
  val base = UInt(p.virtualBits.W)
  val bytes = UInt(Area.lengthBits.W)
}

object Area {

  /** Lengths and positions in a stream: up to a TiB. */
  val lengthBits = 40

  /** Cycles of a time limit: a quarter of an hour at 1 GHz. */
  val cycleBits = 40
}

/** Serialize the objects that can be reached from a root. Output areas begin at a block; an end map has its own area,
  * with a bit for each byte that it describes.
  */
class SerializeRequest(p: Parameters) extends Bundle {
  val root = UInt(p.virtualBits.W)
  val values = new Area(p)
  val references = new Area(p)
  val referenceEnds = new Area(p)
  val layouts = new Area(p)
  val layoutEnds = new Area(p)

  /** For objects that wait to be read, a memory block each. */
  val spill = new Area(p)

  /** The image has the objects' mark words. */
  val keepMarks = Bool()

  /** The registry that has the objects' classes. */
  val registry = UInt(p.classBits.W)

  /** Cycles after which the unit gives up; 0 for no limit. */
  val limit = UInt(Area.cycleBits.W)
}

/** The sizes of the arrays that a serialization unit has written. */
class SerializeResult extends Bundle {
  val status = UInt(Status.bits.W)
  val valueSlots = UInt(Area.lengthBits.W)
  val referenceBytes = UInt(Area.lengthBits.W)
  val layoutBytes = UInt(Area.lengthBits.W)
  val imageSlots = UInt(Area.lengthBits.W)
  val objects = UInt(Area.lengthBits.W)

  /** The unit's counter is nearly used up; the host may clear the headers when it suits. */
  val clearSoon = Bool()
}

/** Rebuild an image. Inputs may begin at any byte, the image begins at a block. */
class DeserializeRequest(p: Parameters) extends Bundle {
  val values = new Area(p)
  val references = new Area(p)
  val referenceEnds = new Area(p)
  val layouts = new Area(p)
  val layoutEnds = new Area(p)
  val image = new Area(p)

  /** The image is to be used at once: references become addresses and class numbers klass pointers. Otherwise it is the
    * image as software has it (docs/spec/decoupled.md, "Slots").
    */
  val use = Bool()

  /** The address of the first object, if the image is to be used. */
  val base = UInt(p.virtualBits.W)

  /** Objects begin with a mark word, which comes before the class number. */
  val hasMarks = Bool()

  /** The registry that has the image's classes. */
  val registry = UInt(p.classBits.W)

  /** Cycles after which the unit gives up; 0 for no limit. */
  val limit = UInt(Area.cycleBits.W)
}

class DeserializeResult extends Bundle {
  val status = UInt(Status.bits.W)
}

/** An area as the host names it, in words of 64 bits. The accelerator has fewer bits for addresses and lengths. */
class HostArea(p: Parameters) extends Bundle {
  val base = UInt(64.W)
  val bytes = UInt(64.W)

  /** The area's end, if [[fits]] holds. */
  def end: UInt = base(p.virtualBits - 1, 0) +& bytes(Area.lengthBits - 1, 0)

  /** The accelerator can name every byte. */
  def fits: Bool = !(base >> p.virtualBits).orR && !(bytes >> Area.lengthBits).orR &&
    end <= (BigInt(1) << p.virtualBits).U

  def beginsAt(alignment: Int): Bool = !base(log2Ceil(alignment) - 1, 0).orR

  /** Begins and ends at a memory block, so that the writer of the last block writes nothing else. */
  def isWholeBlocks: Bool = beginsAt(p.blockBytes) && !bytes(p.blockShift - 1, 0).orR

  def overlaps(other: HostArea): Bool =
    bytes.orR && other.bytes.orR && base < other.end && other.base < end

  def toArea: Area = {
    val area = Wire(new Area(p))
    area.base := base(p.virtualBits - 1, 0)
    area.bytes := bytes(Area.lengthBits - 1, 0)
    area
  }
}

/** A request of the host. Both kinds share their fields: the address is the root or the base, `area` is for waiting
  * objects or for the image.
  */
class Command(p: Parameters) extends Bundle {
  val tag = UInt(16.W)
  val address = UInt(64.W)
  val values = new HostArea(p)
  val references = new HostArea(p)
  val referenceEnds = new HostArea(p)
  val layouts = new HostArea(p)
  val layoutEnds = new HostArea(p)
  val area = new HostArea(p)
  val marks = Bool()
  val use = Bool()
  val registry = UInt(32.W)
  val limit = UInt(Area.cycleBits.W)

  private def arrays = Seq(values, references, referenceEnds, layouts, layoutEnds)

  /** The request breaks a rule of docs/accel, "Areas". */
  def isBad(deserialize: Boolean): Bool = {
    val unfit = (arrays :+ area).map(!_.fits).reduce(_ || _)
    unfit || (if (deserialize) isBadDeserialization else isBadSerialization)
  }

  private def isBadSerialization: Bool = {
    val areas = arrays :+ area
    val overlap = areas.combinations(2).map { case Seq(a, b) => a.overlaps(b) }.reduce(_ || _)
    val badRoot = address(2, 0).orR || (address >> p.virtualBits).orR
    badRoot || !areas.map(_.isWholeBlocks).reduce(_ && _) || overlap || registry >= p.classes.U
  }

  // Address 0 is null, so no object can be there.
  private def isBadDeserialization: Bool = {
    val end = address(p.virtualBits - 1, 0) +& area.bytes(Area.lengthBits - 1, 0)
    val badBase = address === 0.U || address(2, 0).orR || (address >> p.virtualBits).orR ||
      end > (BigInt(1) << p.virtualBits).U
    val overlap = arrays.map(_.overlaps(area)).reduce(_ || _)
    !area.beginsAt(p.blockBytes) || area.bytes(2, 0).orR || overlap || (use && (badBase || registry >= p.classes.U))
  }

  def toSerialize: SerializeRequest = {
    val r = Wire(new SerializeRequest(p))
    r.root := address(p.virtualBits - 1, 0)
    r.values := values.toArea
    r.references := references.toArea
    r.referenceEnds := referenceEnds.toArea
    r.layouts := layouts.toArea
    r.layoutEnds := layoutEnds.toArea
    r.spill := area.toArea
    r.keepMarks := marks
    r.registry := registry(p.classBits - 1, 0)
    r.limit := limit
    r
  }

  def toDeserialize: DeserializeRequest = {
    val r = Wire(new DeserializeRequest(p))
    r.values := values.toArea
    r.references := references.toArea
    r.referenceEnds := referenceEnds.toArea
    r.layouts := layouts.toArea
    r.layoutEnds := layoutEnds.toArea
    r.image := area.toArea
    r.base := address(p.virtualBits - 1, 0)
    r.use := use
    r.hasMarks := marks
    r.registry := registry(p.classBits - 1, 0)
    r.limit := limit
    r
  }
}

/** The end of a request: the command's tag, the unit that did it, and its result. After a deserialization only the
  * status has a meaning, and after `badRequest` the unit has none.
  */
class Completion(p: Parameters) extends Bundle {
  val tag = UInt(16.W)
  val deserialize = Bool()
  val unit = UInt(8.W)
  val result = new SerializeResult
}
