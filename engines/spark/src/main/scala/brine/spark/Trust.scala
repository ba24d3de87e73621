package brine.spark

/** Which classes may be read and made: the value of `spark.brine.trust`. Standard types, and the classes of Spark that
  * Brine has picklers for, always may.
  */
private[spark] enum Trust:
  /** Every class on the job's class path, as with Spark's own serializers. */
  case Job

  /** The classes that derive a pickler, and those that [[Settings.classes]] lists. */
  case Derived

  /** The classes that [[Settings.classes]] lists. */
  case Listed
