package brine.plan.steps

import brine.plan.{AbsentFields, Plan}

/** The fields of a class that have the same value in all data that do not contain them. At most 64 fields. */
private[brine] final class ConstantFields(plan: Plan.Product):
  /** For each such field its value; null for the others. */
  val values: Array[AnyRef | Null] = Array.tabulate(plan.fields.length) { i =>
    if AbsentFields.isConstant(plan, i) then AbsentFields.read(plan, i, null) else null
  }

  /** These fields, as bits. */
  val fields: Long =
    values.indices.foldLeft(0L)((bits, i) => if values(i) == null then bits else bits | 1L << i)
