package brine.spark

import brine.{Pickler, Subtype}
import brine.runtime.{AllowList, JavaForm, RuntimePicklers}

/** The picklers of a job's classes. The first of these that fits a class is its pickler:
  *
  *   1. that of an object named by `spark.brine.picklers`, and [[SparkPicklers]];
  *   1. that of Hadoop's and Avro's classes, which write themselves;
  *   1. a derived one;
  *   1. one made of the class file, which calls a constructor;
  *   1. Java's serialization, for a class with a form of its own there;
  *   1. field access, if `spark.brine.fields` allows it.
  */
private[brine] object JobPicklers:
  def apply(allowed: AllowList, loader: ClassLoader, more: Iterable[Subtype[?]], fields: Boolean): RuntimePicklers =
    new RuntimePicklers(
      allowed, SparkPicklers.subtypes ++ more, hook = selfWriting, exactCollections = true,
      javaForm = JavaForm.allowed(JavaForm.hasOwn, maxBytes = Int.MaxValue - 64, maxReferences = Int.MaxValue, loader = loader), fieldAccess = fields
    )

  private def selfWriting(c: Class[?]): Option[Pickler[?]] = Option(JavaPicklers.ofSelfWriting(c)).map(_.asInstanceOf[Pickler[?]])
