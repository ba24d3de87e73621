package brine.graph.decoupled

import brine.PickleException
import brine.graph.decoupled.image.{ImageClass, SlotKind, SlotMemory}
import brine.shape.Shape
import brine.wire.Slots
import brine.wire.layout.DecoupledLayout

/** Objects of an image as text: docs/spec/decoupled.md has examples. */
private[decoupled] object ImageDump:
  private final val MostElements = 100

  def text(image: Image, slot: Int, c: ImageClass): String =
    s"$slot ${c.number} ${PickleException.quote(c.name)}${content(image.memory, c, slot)}"

  private def content(memory: SlotMemory, c: ImageClass, slot: Int): String =
    def place(at: Int, kind: Int): String =
      if SlotKind.isReference(kind) then reference(memory(at)) else scalar(kind, memory(at))
    lazy val length = memory(slot + c.first)
    c.form match
      case ImageClass.Fixed =>
        val fields =
          for i <- c.places.indices if c.places(i) != SlotKind.None
          yield s"${nameOf(c, i)}${place(slot + c.slotOf(i), c.places(i))}"
        if fields.isEmpty then "" else fields.mkString("  ", ", ", "")
      case ImageClass.Packed => s" ($length)  ${packed(memory, c, slot + c.elementsAt, Math.toIntExact(length))}"
      case ImageClass.Elements =>
        val slots = c.places.indices.filter(c.places(_) != SlotKind.None)
        def element(i: Int) =
          slots.map(p => place(slot + c.elementsAt + i * c.stride + c.slotOf(p), c.places(p))).mkString(" -> ")
        s" ($length)${listed(length)(element)}"
      case _ =>
        val values = ImageClass.valuesOf(length)
        def part(i: Int) =
          if i < values then memory(slot + c.elementsAt + i).toString else reference(memory(slot + c.elementsAt + i))
        listed(values + ImageClass.referencesOf(length))(part)

  private def nameOf(c: ImageClass, field: Int): String = c.shape match
    case p: Shape.Product => s"${PickleException.quote(p.fieldNames(field))} "
    case _                => ""

  private def listed(length: Long)(element: Int => String): String =
    if length == 0 then ""
    else (0 until math.min(length, MostElements).toInt).map(element).mkString("  ", ", ", rest(length))

  private def rest(length: Long): String = if length > MostElements then ", …" else ""

  private def reference(bits: Long): String = if bits == 0 then "null" else s"*${bits - 1}"

  private def scalar(kind: Int, bits: Long): String = ImageObject.box(kind, bits) match
    case c: Char => s"'${PickleException.quote(c.toString)}'"
    case other   => other.toString

  private def packed(memory: SlotMemory, c: ImageClass, at: Int, length: Int): String =
    val shown = math.min(length, MostElements)
    if c.number < DecoupledLayout.ARRAY then
      s"\"${PickleException.quote(ImageObject.text(memory, at, c, shown), MostElements)}\"${rest(length)}"
    else
      val kind = c.number - DecoupledLayout.ARRAY
      def element(i: Int) = scalar(
        kind,
        if c.width == 0 then 0
        else Slots.element(memory(at + i / (8 / c.width)), i % (8 / c.width), c.width, ImageObject.isUnsigned(kind))
      )
      (0 until shown).map(element).mkString("", ", ", rest(length))
