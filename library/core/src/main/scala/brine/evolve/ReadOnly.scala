package brine.evolve

import brine.plan.Access

/** How plans that only read get at classes. */
private[evolve] abstract class ReadOnly extends Access:
  private def unused: Nothing = throw new IllegalStateException("a plan that only reads")

  def fieldOf(definition: Int, value: AnyRef, field: Int): Any = unused
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = unused
  def leafOf(definition: Int, value: AnyRef): Int = unused
  def leafByClass(definition: Int, value: AnyRef): Int = leafOf(definition, value)
  def classOf(definition: Int): Class[?] = unused
  def orderOf(definition: Int): java.util.Comparator[?] | Null = unused
