package brine.bench.workloads.apis

import brine.Pickler
import brine.bench.workloads.Workload
import brine.json.{JsonDialect, JsonFormat}
import brine.testkit.documents.DocumentKind

/** Documents of one kind, with values of several types, taken one by one. `size`: documents. */
final class Documents[A](name: String, from: DocumentKind[A], size: Int) extends Workload[A](name):
  def pickler: Pickler[A] = from.pickler
  override def dialect: JsonDialect = from.dialect
  lazy val values: Vector[A] =
    val format = JsonFormat(dialect)
    Vector.tabulate(size)(i => format.read[A](from.document(i + 1).render)(using pickler, summon))
