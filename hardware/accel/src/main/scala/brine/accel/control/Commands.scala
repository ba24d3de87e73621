package brine.accel.control

import brine.accel.Parameters
import chisel3._

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

  /** The names, by number. */
  val names = Seq("ok", "needsClear", "shared", "unknownClass", "outputFull", "spillFull", "fault", "malformed")
}

/** An area of memory: its first byte and its length. */
class Area(p: Parameters) extends Bundle {
  val base = UInt(p.virtualBits.W)
  val bytes = UInt(Area.lengthBits.W)
}

object Area {

  /** Lengths and positions in a stream: up to a TiB. */
  val lengthBits = 40
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
}

class DeserializeResult extends Bundle {
  val status = UInt(Status.bits.W)
}

/** A request of the host. Both kinds share their fields: the address is the root or the base, `area` is for waiting
  * objects or for the image.
  */
class Command(p: Parameters) extends Bundle {
  val tag = UInt(16.W)
  val deserialize = Bool()
  val address = UInt(p.virtualBits.W)
  val values = new Area(p)
  val references = new Area(p)
  val referenceEnds = new Area(p)
  val layouts = new Area(p)
  val layoutEnds = new Area(p)
  val area = new Area(p)
  val marks = Bool()
  val use = Bool()
  val registry = UInt(p.classBits.W)

  def toSerialize: SerializeRequest = {
    val r = Wire(new SerializeRequest(p))
    r.root := address
    r.values := values
    r.references := references
    r.referenceEnds := referenceEnds
    r.layouts := layouts
    r.layoutEnds := layoutEnds
    r.spill := area
    r.keepMarks := marks
    r.registry := registry
    r
  }

  def toDeserialize: DeserializeRequest = {
    val r = Wire(new DeserializeRequest(p))
    r.values := values
    r.references := references
    r.referenceEnds := referenceEnds
    r.layouts := layouts
    r.layoutEnds := layoutEnds
    r.image := area
    r.base := address
    r.use := use
    r.hasMarks := marks
    r.registry := registry
    r
  }
}

/** The end of a request: the command's tag, the unit that did it, and its result. After a deserialization only the status
  * has a meaning.
  */
class Completion(p: Parameters) extends Bundle {
  val tag = UInt(16.W)
  val deserialize = Bool()
  val unit = UInt(8.W)
  val result = new SerializeResult
}
