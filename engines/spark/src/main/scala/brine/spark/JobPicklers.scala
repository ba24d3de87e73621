package brine.spark

import java.lang.reflect.Proxy
import java.util.Comparator
import brine.{Pickler, Subtype, Subtypes}
import brine.runtime.{AllowList, JavaForm, RuntimePicklers}

/** The picklers of a job's classes. The first of these that fits a class is its pickler:
  *
  *   1. that of an object named by `spark.brine.picklers`, and [[SparkPicklers]];
  *   1. that of Hadoop's and Avro's classes, which write themselves, and that of [[Lambdas]];
  *   1. a derived one;
  *   1. one made of the class file, which calls a constructor;
  *   1. Java's serialization, for a class that defines `writeObject` or the like, and for functions and orderings;
  *   1. field access, if `spark.brine.fields` allows it.
  */
private[brine] object JobPicklers:
  /** @param allowed the classes that may be taken apart and made, and those that may contain lambdas */
  def apply(allowed: AllowList, loader: ClassLoader, more: Iterable[Subtype[?]], fields: Boolean): RuntimePicklers =
    new RuntimePicklers(
      allowed,
      Subtypes.from(new ByHandOrLambda(new Lambdas(loader, allowed))) ++ more,
      hook = selfWriting,
      exactCollections = true,
      javaForm = JavaForm.allowed(
        c => !Proxy.isProxyClass(c) && (JavaForm.hasOwn(c) || isCode(c)),
        maxBytes = Int.MaxValue - 64,
        maxDepth = Int.MaxValue,
        maxReferences = Int.MaxValue,
        maxArrayLength = Int.MaxValue,
        loader = loader
      ),
      fieldAccess = fields
    )

  private def selfWriting(c: Class[?]): Option[Pickler[?]] =
    Option(JavaPicklers.ofSelfWriting(c)).map(_.asInstanceOf[Pickler[?]])

  /** The fields of its objects are values that their code needs. */
  private def isCode(c: Class[?]): Boolean =
    classOf[Comparator[?]].isAssignableFrom(c) || implements(
      c,
      i => i.getName.startsWith("scala.Function") || i.getPackageName == "java.util.function"
    )

  private def implements(c: Class[?], test: Class[?] => Boolean): Boolean =
    c != null && (c.getInterfaces.exists(i => test(i) || implements(i, test)) || implements(
      c.getSuperclass,
      test
    )) && !isCollection(c)

  private def isCollection(c: Class[?]): Boolean = classOf[scala.collection.IterableOnce[?]].isAssignableFrom(c)

  private final class ByHandOrLambda(lambdas: Lambdas) extends Subtypes.Source:
    override def names: Iterable[String] = SparkPicklers.subtypes.names

    def named(name: String): Subtype[?] | Null =
      val byHand = SparkPicklers.subtypes.named(name)
      if byHand != null then byHand else lambdas.named(name)

    def of(c: Class[?]): Subtype[?] | Null =
      val byHand = SparkPicklers.subtypes.of(c)
      if byHand != null then byHand else lambdas.of(c)
