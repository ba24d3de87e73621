package brine.runtime

import java.util.{Collections, Comparator}
import brine.{PickleException, Pickler, Subtype, Subtypes}
import brine.plan.Plan
import brine.plan.subtypes.OpenForm
import brine.runtime.classes.RuntimeType
import brine.runtime.standard.LibrarySubtype

/** The orders of the libraries, which sorted collections at open places carry along: objects, reversed orders, and
  * orders of tuples and collections by those of their elements.
  */
private[runtime] object Orders:
  /** Objects of Scala's library, by their full names. */
  private val objects: List[String] =
    val orderings = List(
      "Unit",
      "Boolean",
      "Byte",
      "Char",
      "Short",
      "Int",
      "Long",
      "BigInt",
      "BigDecimal",
      "String",
      "Symbol",
      "Float$TotalOrdering",
      "Float$IeeeOrdering",
      "Double$TotalOrdering",
      "Double$IeeeOrdering",
      "DeprecatedFloatOrdering",
      "DeprecatedDoubleOrdering"
    )
    val numerics = List(
      "BigIntIsIntegral",
      "IntIsIntegral",
      "ShortIsIntegral",
      "ByteIsIntegral",
      "CharIsIntegral",
      "LongIsIntegral",
      "FloatIsFractional",
      "DoubleIsFractional",
      "BigDecimalIsFractional",
      "BigDecimalAsIfIntegral"
    )
    orderings.map("scala.math.Ordering$" + _ + "$") ++ numerics.map("scala.math.Numeric$" + _ + "$")

  private val ofParts: List[String] =
    "scala.math.Ordering$IterableOrdering" :: (2 to 9).map(n => s"scala.math.Ordering$$Tuple${n}Ordering").toList

  private val ofJava: List[(String, Comparator[?])] = List(
    "java.util.Comparator.naturalOrder" -> Comparator.naturalOrder[String](),
    "java.util.Comparator.reverseOrder" -> Comparator.reverseOrder[String](),
    "java.lang.String.CASE_INSENSITIVE_ORDER" -> String.CASE_INSENSITIVE_ORDER
  )

  private val reverse: Class[?] = Ordering.Unit.reverse.getClass
  private val reverseOfJava: Class[?] = Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass

  def known: List[LibrarySubtype] =
    val anOrder = StandardSubtypes.any
    val reversed = List(
      LibrarySubtype.ofParts("scala.math.Ordering.reverse", reverse, "of" -> anOrder)(o =>
        List(o.asInstanceOf[Ordering[Any]].reverse)
      ) { parts =>
        parts(0).asInstanceOf[Ordering[Any]].reverse
      },
      LibrarySubtype.ofParts("java.util.Collections.reverseOrder", reverseOfJava, "of" -> anOrder)(o =>
        List(o.asInstanceOf[Comparator[Any]].reversed)
      ) {
        parts => Collections.reverseOrder(parts(0).asInstanceOf[Comparator[Any]])
      }
    )
    val inScala = objects.map(LibrarySubtype.loaded(_)(c => StandardSubtypes.structuralPickler(c)))
    val composed = ofParts.map(name => LibrarySubtype.loaded(name)(c => ownPickler(c)))
    reversed ++ inScala ++ composed ++ ofJava.map((name, order) => LibrarySubtype.ofObject(name, order))

  private def ownPickler(c: Class[?]): Pickler[?] = new RuntimePicklers(AllowList(c)).picklerOf(RuntimeType.raw(c))

  /** Refuses a value with an order that cannot be written.
    *
    * @throws PickleException.UnexpectedClass for such a value
    */
  def check(order: AnyRef | Null, of: AnyRef, subtypes: Subtypes): Unit =
    if order != null then
      val subtype: Subtype[?] | Null =
        try subtypes.ofObject(order)
        catch
          case e: PickleException.UnexpectedClass =>
            throw refused(order, of, if e.getCause == null then Cure else e.reason)
      if subtype == null then throw refused(order, of, Cure)
      OpenForm.of(subtype).subtypePlan match
        case p: Plan.Product =>
          for i <- p.fields.indices do
            p.access.fieldOf(p.index, order, i) match
              case part: Comparator[?] => check(part, of, subtypes)
              case _                   => ()
        case _ => ()

  private final val Cure =
    "Make the order an `object`, or a class that keeps its parts in fields, and put its class on the `AllowList` of " +
      "runtime picklers"

  private def refused(order: AnyRef, of: AnyRef, why: String): PickleException =
    PickleException.UnexpectedClass.because(
      "an open type",
      of.getClass.getName,
      s"its order is a ${order.getClass.getName}, which cannot be written. $why"
    )
