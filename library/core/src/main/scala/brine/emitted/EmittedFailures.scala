package brine.emitted

import brine.{internal, PickleException, WireFailure}
import brine.binary.{BinaryReader, BinaryTags}
import brine.plan.Plan

/** The methods that emitted code calls after a failure: like [[Emitted]], not for users.
  *
  * It is a separate object, and no other code may use it (ADR 95, traps). A handler with a real call would keep all
  * values that it needs alive through the code that it guards.
  */
@internal
object EmittedFailures:
  def unexpected(self: Emitted[?], definition: Int, value: AnyRef): Throwable =
    self.planOf(definition) match
      case s: Plan.Sum => s.unexpected(value)
      case plan        => new PickleException.UnexpectedClass(plan.shape.name, value.getClass.getName)

  /** A failure in field `at` of a product, or in its constructor if that is -1, as it leaves. */
  def failed(e: Exception, self: Emitted[?], definition: Int, at: Int): PickleException =
    self.planOf(definition) match
      case p: Plan.Product => failedProduct(e, p, at)
      case _               => asPickleException(e)

  private[brine] def failedProduct(e: Exception, plan: Plan.Product, at: Int): PickleException =
    failedProduct(e, plan, at, if at < 0 then "" else plan.shape.segment(at))

  /** A failure in field `at` of an object, or in its constructor if that is -1, as it leaves. `segment` is the field's
    * in the path.
    */
  private[brine] def failedProduct(e: Exception, plan: Plan.Product, at: Int, segment: String): PickleException =
    e match
      case e: Exception if at >= 0     => asPickleException(e).prepend(segment)
      case e: brine.wire.WireException => WireFailure(e)
      case e                           => plan.constructorFailure(e)

  /** A failure in field `at` of `value`, a leaf of a sealed family, as it leaves. */
  def failedLeafOut(e: Exception, self: Emitted[?], definition: Int, value: Any, at: Int): PickleException =
    failedLeaf(e, self, definition, self.leafOf(definition, value.asInstanceOf[AnyRef]), at)

  /** A failure in field `at` of the leaf with this tag, as it leaves. */
  def failedLeafIn(e: Exception, self: Emitted[?], definition: Int, tag: Int, at: Int): PickleException =
    failedLeaf(e, self, definition, tag - BinaryTags.leaf(0), at)

  private def failedLeaf(e: Exception, self: Emitted[?], definition: Int, leaf: Int, at: Int): PickleException =
    self.planOf(definition) match
      case s: Plan.Sum =>
        s.leaves(leaf).get match
          case p: Plan.Product => failedProduct(e, p, at)
          case _               => asPickleException(e)
      case _ => asPickleException(e)

  /** A failure in element `at` of a collection, as it leaves. */
  def failedElement(e: Exception, at: Int): PickleException = asPickleException(e).prepend(s"[$at]")

  /** A failure in a map, when `parts` keys and values had been handled, as it leaves. */
  def failedEntry(e: Exception, parts: Int): PickleException =
    asPickleException(e).prepend(if (parts & 1) == 0 then s".keys[${parts >> 1}]" else s".values[${parts >> 1}]")

  private def asPickleException(e: Exception): PickleException = e match
    case e: PickleException                           => e
    case e: brine.wire.WireException                  => WireFailure(e)
    case e: java.util.ConcurrentModificationException => PickleException.ChangedWhileWritten.during(e)
    case e: ClassCastException                        => PickleException.WrongType.cast(e)
    case e: ArrayStoreException                       => PickleException.WrongType.stored(e)
    case e                                            => new PickleException.UserCode("a constructor or getter", e)

  /** A Java record whose constructor changes a component. */
  def changedComponent(record: Any, component: String): Throwable = RecordComponents.changed(record.getClass, component)

  /** The failure of a collection that announced a number of elements and had another number in the end. */
  def changed(announced: Int, found: Int): Throwable = PickleException.ChangedWhileWritten.size(announced, found)

  def impossible(definition: Int): Throwable = new IllegalStateException(s"no definition $definition")

  def noSomeNull(reader: BinaryReader): Throwable = reader.noSomeNull()
