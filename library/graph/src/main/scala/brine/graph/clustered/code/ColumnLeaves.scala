package brine.graph.clustered.code

import brine.PickleException
import brine.graph.clustered.columns.{
  ColumnBuilder,
  ColumnReader,
  ColumnSink,
  ColumnSource,
  Member,
  PlaceSink,
  PlaceSource,
  Role
}
import brine.plan.Plan
import brine.run.{EventReader, EventWriter, PlanReader}
import brine.shape.Shape

/** Values of a sealed type, where it is known which columns they come from and go to: its leaves by their code, if they
  * have some.
  */
private[code] object ColumnLeaves:
  /** @param codes where the values stand */
  def source(sum: Plan.Sum, codes: ColumnSource, in: ColumnReader): PlaceSource = new Source(sum, codes, in)

  /** @param codes those of this member of this type, at which the values stand */
  def sink(sum: Plan.Sum, codes: ColumnSink, holder: Shape, member: Int, out: ColumnBuilder): PlaceSink =
    new Sink(sum, codes, holder, member, out)

  private final class Source(sum: Plan.Sum, codes: ColumnSource, in: ColumnReader) extends PlaceSource:
    private val leaves = in.column(sum.shape, Member.Leaf, 0, Role.Codes)

    def next(left: Int): AnyRef | Null =
      val number = codes.next()
      if number == Role.Present then leaf(leaves.next(), left)
      else if number == Role.Null then null
      else PlanReader.reference(in.tagOf(number), sum, in)

    private def leaf(number: Long, left: Int): AnyRef | Null =
      if number < 0 || number >= sum.leaves.length then
        throw new PickleException.Malformed(s"leaf $number of ${sum.shape.name}")
      sum.leaves(number.toInt).get match
        case one: Plan.Singleton => one.value
        case p: Plan.Product if ColumnsMaker.of(p) != null =>
          val code = ColumnsMaker.of(p).nn
          code.read(p.index, in, in.columnsOf(code), in.begin(), left)
        case _ =>
          val depth = in.depth
          in.goTo(sum.shape, Member.Content, 0)
          in.depth += in.levels - left
          val value = EventReader.leafOf(sum, number.toInt, in)
          in.depth = depth
          value

  private final class Sink(sum: Plan.Sum, codes: ColumnSink, holder: Shape, member: Int, out: ColumnBuilder)
      extends PlaceSink:
    private val leaves = out.column(sum.shape, Member.Leaf, 0, Role.Codes)
    private val counter = out.counter(sum.shape)

    def put(value: AnyRef | Null, left: Int): Unit =
      if value == null then codes.add(Role.Null) else putLeaf(value, left)

    /** The constants of an enum that have been met, by their ordinals, and which leaves they are. */
    private var constants = new Array[AnyRef](0)
    private var leafNumbers = new Array[Int](0)

    private def putLeaf(value: AnyRef, left: Int): Unit =
      val ordinal = ordinalOf(value)
      if ordinal >= 0 && ordinal < constants.length && (constants(ordinal) eq value) then
        putConstant(leafNumbers(ordinal))
      else putAnyLeaf(value, ordinal, left)

    private def ordinalOf(value: AnyRef): Int = value match
      case constant: java.lang.Enum[?]  => constant.ordinal
      case constant: scala.reflect.Enum => constant.ordinal
      case _                            => -1

    private def putConstant(leaf: Int): Unit =
      codes.add(Role.Present)
      begin(leaf)

    private def remember(constant: AnyRef, ordinal: Int, leaf: Int): Unit =
      if constants.length == 0 then
        constants = new Array[AnyRef](sum.leaves.length)
        leafNumbers = new Array[Int](sum.leaves.length)
      constants(ordinal) = constant
      leafNumbers(ordinal) = leaf

    private def putAnyLeaf(value: AnyRef, ordinal: Int, left: Int): Unit =
      val number = sum.leafNumber(value)
      if number < 0 then throw sum.unexpected(value)
      sum.leaves(number).get match
        case _: Plan.Singleton =>
          if ordinal >= 0 && ordinal < sum.leaves.length then remember(value, ordinal, number)
          putConstant(number)
        case p: Plan.Product if ColumnsMaker.of(p) != null =>
          if out.isNew(value, codes) then
            val code = ColumnsMaker.of(p).nn
            begin(number)
            code.write(p.index, value, out, out.columnsOf(code), left)
        case _ =>
          val depth = out.depth
          out.goTo(holder, member, 0)
          out.depth += out.levels - left
          EventWriter.place(sum, value, out)
          out.depth = depth

    private def begin(leaf: Int): Unit =
      leaves.add(leaf)
      counter.count += 1
