package brine.copying

import java.lang.invoke.{MethodHandle, MethodHandles}
import java.lang.invoke.MethodType.methodType
import java.util.Arrays
import scala.util.control.NonFatal
import brine.Failures
import brine.plan.{MemberHandles, Plan}

/** Takes the objects of one class apart for a copy, and makes the copies. */
private[copying] abstract class CopyCode:
  /** The fields whose values may be copied, too. */
  val fields: Array[Int]

  /** Returns the value of a field, which is number `k` of [[fields]]. */
  def part(value: AnyRef, k: Int): AnyRef

  /** Makes an object with these values in [[fields]], and the other values of the original. */
  def make(value: AnyRef, parts: Array[AnyRef]): AnyRef

private[copying] object CopyCode:
  /** The objects of a class that are copied before handles are put together. */
  final val After = 32

  def boxed(plan: Plan.Product): CopyCode = new CopyCode:
    val fields: Array[Int] = Array.range(0, plan.fields.length)
    def part(value: AnyRef, k: Int): AnyRef =
      try plan.access.fieldOf(plan.index, value, k).asInstanceOf[AnyRef]
      catch case NonFatal(e) => throw Failures.writing(e).prepend(plan.shape.segment(k))
    def make(value: AnyRef, parts: Array[AnyRef]): AnyRef = plan.construct(parts)

  /** By one handle, compiled like `new A(a.x, a.y, (B) parts[0])`. Returns null if there
    * are no handles of the class's members, or if they show another value of a field than the plan takes: that of a
    * value class.
    */
  def typed(plan: Plan.Product, sample: AnyRef): CopyCode | Null =
    val handles = if plan.fields.length > MostFields then null else plan.access.handlesOf(plan.index)
    if handles == null then null
    else
      val code = new Typed(plan, handles)
      val isFit = code.fields.indices.forall { k =>
        val (shown, taken) = (code.part(sample, k), plan.access.fieldOf(plan.index, sample, code.fields(k)))
        (shown eq taken.asInstanceOf[AnyRef]) || shown.isInstanceOf[Number] && shown.equals(taken)
      }
      if isFit then code else null

  /** A handle takes at most 255 words. */
  private final val MostFields = 100

  private val any = classOf[Object]
  private val all = classOf[Array[Object]]
  private val ofArray = MethodHandles.arrayElementGetter(all)

  private final class Typed(plan: Plan.Product, handles: MemberHandles) extends CopyCode:
    val fields: Array[Int] = plan.fields.indices.filter(i => !ImmutableParts.isImmutable(plan.fields(i).get)).toArray
    private val getters = fields.map(handles.getters(_).asType(methodType(any, any)))

    private val maker: MethodHandle =
      val number = plan.fields.indices.map(Arrays.binarySearch(fields, _))
      val values = number.zip(handles.getters).map { (k, getter) =>
        if k < 0 then getter
        else MethodHandles.insertArguments(ofArray, 1, k).asType(methodType(getter.`type`.returnType, all))
      }
      MethodHandles.permuteArguments(
        MethodHandles.filterArguments(handles.maker, 0, values*),
        methodType(any, any, all),
        number.map(k => if k < 0 then 0 else 1)*
      )

    def part(value: AnyRef, k: Int): AnyRef = getters(k).invokeExact(value).asInstanceOf[AnyRef]
    def make(value: AnyRef, parts: Array[AnyRef]): AnyRef =
      try maker.invokeExact(value, parts).asInstanceOf[AnyRef]
      catch case NonFatal(e) => throw plan.constructorFailure(e)
