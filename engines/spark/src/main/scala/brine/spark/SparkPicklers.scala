package brine.spark

import java.util.concurrent.ConcurrentHashMap
import brine.{PickleBuilder, PickleReader, Pickler, Subtype, Subtypes}
import brine.run.structures.MutableValue

/** Picklers for classes of Spark: those that no constructor rebuilds, and those that jobs move most. Also for Scala's
  * maps with a default.
  *
  * {{{ val picklers = RuntimePicklers(allowed, SparkPicklers.subtypes) }}}
  *
  * A class and the variants that Scala 2 made of it for primitive types have one name in pickles, and come back as the
  * variant that they were. The class path needs neither GraphX nor MLlib: a pickler is made when its class is met.
  */
object SparkPicklers:
  private val util = "org.apache.spark.util.collection"
  private val graphx = "org.apache.spark.graphx"
  private val als = "org.apache.spark.ml.recommendation.ALS"

  /** Classes whose objects can change: one object must come back as one. */
  private val mutable: Map[String, () => HandwrittenPickler[?]] = inJava(
    s"$util.BitSet",
    s"$util.OpenHashSet",
    s"$util.OpenHashMap",
    s"$util.CompactBuffer",
    "org.apache.spark.util.BoundedPriorityQueue",
    s"$graphx.util.collection.GraphXPrimitiveKeyOpenHashMap",
    s"$als$$NormalEquation"
  ) + ("scala.collection.mutable.Map$WithDefault" -> (() => DefaultMaps.MutableMaps)) +
    ("java.lang.Object" -> (() => PlainObject))

  private val values: Map[String, () => HandwrittenPickler[?]] = inJava(
    "org.apache.spark.storage.BlockManagerId",
    "org.apache.spark.storage.StorageLevel",
    s"$graphx.impl.EdgePartition",
    s"$graphx.impl.RoutingTablePartition",
    s"$graphx.impl.ShippableVertexPartition",
    s"$graphx.impl.VertexPartition",
    s"$graphx.impl.VertexAttributeBlock",
    s"$als$$RatingBlock",
    s"$als$$InBlock",
    s"$als$$UncompressedInBlock"
  ) + ("scala.collection.immutable.Map$WithDefault" -> (() => DefaultMaps.ImmutableMaps))

  private def inJava(names: String*): Map[String, () => HandwrittenPickler[?]] =
    names.map(name => name -> (() => JavaPicklers.named(name))).toMap

  /** An object without state: a lock, or a mark. */
  private object PlainObject extends HandwrittenPickler[AnyRef](classOf[Object]):
    def pickle(value: AnyRef, builder: PickleBuilder): Unit = checkClass(value)
    def unpickle(reader: PickleReader): AnyRef = new Object

  private def linalg(name: String, of: String => Subtype[?]): Map[String, () => Subtype[?]] =
    List("DenseVector", "SparseVector", "Vector", "DenseMatrix", "SparseMatrix", "Matrix").map(c =>
      s"$name.$c" -> (() => of(c))
    ).toMap

  private val derived: Map[String, () => Subtype[?]] = Map(
    "org.apache.spark.mllib.regression.LabeledPoint" -> (() => MllibPicklers.labeledPoint),
    "org.apache.spark.mllib.recommendation.Rating" -> (() => MllibPicklers.rating)
  ) ++ linalg("org.apache.spark.ml.linalg", MlPicklers.linalg(_)) ++ linalg(
    "org.apache.spark.mllib.linalg",
    MllibPicklers.linalg(_)
  )

  private def value(pickler: HandwrittenPickler[?]): Subtype[?] =
    Subtype.of(pickler.objectClass, pickler.asInstanceOf[Pickler[Any]])

  private def tracked(pickler: HandwrittenPickler[?]): Subtype[?] =
    val content = pickler.asInstanceOf[Pickler[AnyRef]]
    Subtype.of(pickler.objectClass, new MutableValue(content, pickler.objectClass.asInstanceOf[Class[AnyRef]]))

  private val makers: Map[String, () => Subtype[?]] =
    mutable.map((name, make) => name -> (() => tracked(make()))) ++ values.map((name, make) =>
      name -> (() => value(make()))
    ) ++ derived

  private object Source extends Subtypes.Source:
    private val made = new ConcurrentHashMap[String, Subtype[?]]

    override def names: Iterable[String] = makers.keys

    def named(name: String): Subtype[?] | Null =
      val known = made.get(name)
      if known != null then known else if makers.contains(name) && isPresent(name) then make(name) else null

    def of(runtimeClass: Class[?]): Subtype[?] | Null =
      val name = runtimeClass.getName
      // Of OpenHashSet$mcJ$sp, OpenHashSet.
      val own = named(if name.endsWith("$sp") then runtimeClass.getSuperclass.getName else name)
      if own != null && own.runtimeClass.isAssignableFrom(runtimeClass) then own else null

    private def make(name: String): Subtype[?] = made.computeIfAbsent(name, _ => makers(name)())

    private def isPresent(name: String): Boolean =
      try Class.forName(name, false, classOf[SparkPicklers.type].getClassLoader) != null
      catch case _: ClassNotFoundException => false

  /** The classes with these picklers. Each goes by its full name. */
  val subtypes: Subtypes = Subtypes.from(Source)
