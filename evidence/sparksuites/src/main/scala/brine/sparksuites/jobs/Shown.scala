package brine.sparksuites.jobs

import org.apache.spark.sql.Row
import scala.jdk.CollectionConverters._

/** The result of a job as a text: elements of arrays in place of their addresses, and maps and sets in an order of
  * their own.
  *
  * @param digits how many digits of a `Double` or a `Float` count. Executors that end in another order add numbers in
  *               another order
  */
final class Shown(digits: Int) {
  def apply(value: Any): String = value match {
    case null                                    => "null"
    case d: Double                               => number(d)
    case f: Float                                => number(f.toDouble)
    case a: Array[_]                             => a.map(apply(_)).mkString("Array(", ", ", ")")
    case m: scala.collection.Map[_, _]           => entries(m.iterator)
    case s: scala.collection.Set[_]              => s.toSeq.map(apply(_)).sorted.mkString("Set(", ", ", ")")
    case i: Iterable[_]                          => i.map(apply(_)).mkString("(", ", ", ")")
    case m: java.util.Map[_, _]                  => entries(m.asScala.iterator)
    case i: java.lang.Iterable[_]                => apply(i.asScala)
    case r: Row                                  => r.toSeq.map(apply(_)).mkString("[", ", ", "]")
    case v: org.apache.spark.ml.linalg.Vector    => apply(v.toArray)
    case v: org.apache.spark.mllib.linalg.Vector => apply(v.toArray)
    case m: org.apache.spark.ml.linalg.Matrix    => apply(m.toArray)
    case m: org.apache.spark.mllib.linalg.Matrix => apply(m.toArray)
    case p: Product => p.productIterator.map(apply).mkString(p.productPrefix + "(", ", ", ")")
    case other      => other.toString
  }

  private def entries(all: Iterator[(Any, Any)]): String =
    all.map { case (k, v) => s"${apply(k)} -> ${apply(v)}" }.toSeq.sorted.mkString("Map(", ", ", ")")

  private def number(d: Double): String =
    if (digits >= 17 || d.isNaN || d.isInfinite) d.toString
    else BigDecimal(d).round(new java.math.MathContext(digits)).bigDecimal.stripTrailingZeros.toString
}
