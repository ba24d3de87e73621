package brine.plan.steps

import scala.util.control.NonFatal
import brine.{Failures, PickleBuilder, PickleException, Unpickler}
import brine.binary.{BinaryBuilder, BinaryPickler}
import brine.plan.{Plan, PlanRef}
import brine.plan.subtypes.OpenForm
import brine.shape.ScalarKind
import PlainEntries.Part

/** Writes the entries of a map in the binary format whose keys and values hold no other objects. The map calls it for
  * each entry, so that no pair is made. Cost of an entry: two virtual calls and its bytes; see docs/adr/0044.
  */
private[brine] final class PlainEntries(keys: Part, values: Part) extends ((Any, Any) => Unit):
  private var parts = 0 // keys and values in turn

  def write(plan: Plan.Mapping, map: AnyRef, size: Int): Unit =
    try plan.ops.foreachEntry(map, this)
    catch case NonFatal(e) => throw Failures.writing(e).prepend(PartFailures.ofEntry(parts))
    if parts >> 1 != size then throw PickleException.ChangedWhileWritten.size(size, parts >> 1)

  def apply(key: Any, value: Any): Unit =
    keys.put(key)
    parts += 1
    values.put(value)
    parts += 1

private[brine] object PlainEntries:
  /** Writes a key or a value. */
  abstract class Part:
    def put(value: Any): Unit

  /** Returns the writer of entries whose keys are plain objects of one class, and whose values are, too; null if
    * there is none. Only the binary format has these entries.
    */
  def uniform(ofKeys: OpenForm, ofValues: OpenForm, builder: PickleBuilder): PlainEntries | Null =
    val binary = builder.asInstanceOf[BinaryBuilder]
    val keys = ofForm(ofKeys, binary)
    val values = ofForm(ofValues, binary)
    if keys == null || values == null then null else new PlainEntries(keys, values)

  /** The writer of keys or values: scalars, or bodies of plain objects of one class (`uniform`). Null if they may hold
    * other objects.
    */
  def part(declared: PlanRef, uniform: OpenForm | Null, builder: BinaryBuilder): Part | Null =
    if uniform != null then ofForm(uniform, builder)
    else
      val kind = declared.get.scalarKind
      if kind == null then null else ofScalar(kind, declared.pickler, builder)

  private def ofForm(form: OpenForm, builder: BinaryBuilder): Part | Null =
    val planned = form.planned
    val kind = form.plan.scalarKind
    if kind != null then ofScalar(kind, form.pickler, builder)
    else if planned == null then null
    else new BodyPart(planned, builder)

  private def ofScalar(kind: ScalarKind, pickler: Unpickler[?] | Null, builder: BinaryBuilder): Part =
    val scalar = pickler.asInstanceOf[BinaryPickler[Any]]
    kind match
      case ScalarKind.Long   => new LongPart(scalar, builder)
      case ScalarKind.Double => new DoublePart(scalar, builder)
      case ScalarKind.Int    => new IntPart(scalar, builder)
      case ScalarKind.String => new StringPart(builder)
      case _                 => new ScalarPart(kind, scalar, builder)

  private final class BodyPart(planned: BinaryPickler[Any], builder: BinaryBuilder) extends Part:
    def put(value: Any): Unit = planned.writeBinary(value, builder)

  private class ScalarPart(kind: ScalarKind, pickler: BinaryPickler[Any], builder: BinaryBuilder) extends Part:
    def put(value: Any): Unit = putAny(value)

    protected final def putAny(value: Any): Unit =
      if value == null then WriteChecks.putNull(Plan.scalar(kind), builder) else pickler.writeBinary(value, builder)

  // The commonest kinds, so that no entry asks for its kind. Only a boxed value can be null, and is none of the class
  // then.

  private final class LongPart(pickler: BinaryPickler[Any], builder: BinaryBuilder)
      extends ScalarPart(ScalarKind.Long, pickler, builder):
    override def put(value: Any): Unit = value match
      case number: Long => builder.putLong(number)
      case other        => putAny(other)

  private final class IntPart(pickler: BinaryPickler[Any], builder: BinaryBuilder)
      extends ScalarPart(ScalarKind.Int, pickler, builder):
    override def put(value: Any): Unit = value match
      case number: Int => builder.putInt(number)
      case other       => putAny(other)

  private final class DoublePart(pickler: BinaryPickler[Any], builder: BinaryBuilder)
      extends ScalarPart(ScalarKind.Double, pickler, builder):
    override def put(value: Any): Unit = value match
      case number: Double => builder.putDouble(number)
      case other          => putAny(other)

  private final class StringPart(builder: BinaryBuilder) extends Part:
    def put(value: Any): Unit = builder.putString(value.asInstanceOf[String | Null])
