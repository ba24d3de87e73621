package brine.spark

import java.lang.reflect.Proxy
import java.util.Comparator
import brine.{Pickler, Sharing, Subtype, Subtypes}
import brine.runtime.{AllowList, JavaForm, RuntimePicklers}

/** The picklers of a job's classes. The first of these that fits a class is its pickler:
  *
  *   1. that of an object named by `spark.brine.picklers`, and [[SparkPicklers]];
  *   1. that of Hadoop's and Avro's classes, which write themselves, and that of [[Lambdas]];
  *   1. a derived one;
  *   1. one made of the class file, which calls a constructor;
  *   1. Java's serialization, for a class that defines `writeObject` or the like;
  *   1. the fields of the class, without a constructor;
  *   1. Java's serialization, for any other class that is `Serializable`.
  *
  * The last two are off with `spark.brine.strict`, except for functions and orderings. A class that goes by them is
  * logged once.
  */
private[brine] object JobPicklers:
  /** @param allowed the classes that may be taken apart and made, and those that may contain lambdas
    * @param sharing that of the records: with [[Sharing.All]], arrays keep their identity as all objects do
    */
  def apply(
      allowed: AllowList,
      loader: ClassLoader,
      more: Iterable[Subtype[?]],
      strict: Boolean,
      sharing: Sharing = Sharing.Tracked
  ): RuntimePicklers =
    val picklers = new RuntimePicklers(
      allowed,
      Subtypes.from(new HandwrittenOrLambda(new Lambdas(loader, allowed))) ++ more,
      hook = selfWriting,
      exactCollections = true,
      javaForm = JavaForm.allowed(
        c => isTrusted(c, allowed) && (!strict || JavaForm.hasOwn(c) || isCode(c)),
        maxBytes = Int.MaxValue - 64,
        maxDepth = Int.MaxValue,
        maxReferences = Int.MaxValue,
        maxArrayLength = Int.MaxValue,
        loader = loader
      ),
      fieldAccess = !strict,
      onOtherWay = OtherWays.note
    )
    picklers.sharesArrays = !strict && sharing != Sharing.All
    picklers

  /** A lambda is trusted here, since its stream has the class that its code is in. */
  private def isTrusted(c: Class[?], allowed: AllowList): Boolean =
    !Proxy.isProxyClass(c) && (c.isHidden || allowed.allows(c))

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

  private final class HandwrittenOrLambda(lambdas: Lambdas) extends Subtypes.Source:
    override def names: Iterable[String] = SparkPicklers.subtypes.names

    def named(name: String): Subtype[?] | Null =
      val byHand = SparkPicklers.subtypes.named(name)
      if byHand != null then byHand else lambdas.named(name)

    def of(c: Class[?]): Subtype[?] | Null =
      val byHand = SparkPicklers.subtypes.of(c)
      if byHand != null then byHand else lambdas.of(c)
