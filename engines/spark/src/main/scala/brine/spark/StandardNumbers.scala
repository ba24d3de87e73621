package brine.spark

/** The classes of the JDK, of Scala and of Spark that have numbers in each application that uses [[BrinePlugin]].
  *
  * A number lives as long as an application, so these lists may change from one version of Brine to the next.
  */
private[spark] object StandardNumbers:
  /** The classes in most records. The job's own classes have the rest of the 63 numbers that take one byte. */
  val often: Seq[String] =
    Seq("Integer", "Long", "Double", "String", "Boolean", "Float", "Byte").map("java.lang." + _) ++
      Seq("[I", "[J", "[D", "[B", "[F", "[Ljava.lang.Object;", "[Ljava.lang.String;", "[Lscala.Tuple2;") ++
      Seq("scala.Tuple2", "scala.Tuple3", "scala.runtime.BoxedUnit", "scala.Option") ++
      Seq("List", "Vector", "Map", "HashMap", "Set", "ArraySeq").map("scala.collection.immutable." + _) ++
      Seq("ArrayBuffer", "HashMap").map("scala.collection.mutable." + _) ++
      Seq("ArrayList", "HashMap").map("java.util." + _) ++
      Seq(
        "util.collection.CompactBuffer",
        "mllib.linalg.DenseVector",
        "mllib.linalg.SparseVector",
        "mllib.regression.LabeledPoint",
        "graphx.Edge"
      ).map("org.apache.spark." + _)

  private val scala: Seq[String] =
    (1 to 22).map("scala.Tuple" + _) ++
      Seq("math.BigInt", "math.BigDecimal", "Symbol", "util.Left", "util.Right").map("scala." + _) ++
      Seq(
        "Seq",
        "IndexedSeq",
        "Iterable",
        "LinearSeq",
        "Queue",
        "ListMap",
        "ListSet",
        "VectorMap",
        "TreeSeqMap",
        "TreeMap",
        "TreeSet",
        "IntMap",
        "LongMap",
        "BitSet",
        "Range",
        "NumericRange",
        "SortedMap",
        "SortedSet",
        "SeqMap",
        "WrappedString",
        "HashSet"
      ).map("scala.collection.immutable." + _) ++
      Seq(
        "ListBuffer",
        "ArrayDeque",
        "Queue",
        "Stack",
        "HashSet",
        "LinkedHashSet",
        "LinkedHashMap",
        "TreeMap",
        "TreeSet",
        "BitSet",
        "PriorityQueue",
        "LongMap",
        "AnyRefMap",
        "OpenHashMap",
        "UnrolledBuffer",
        "Map",
        "Set",
        "Seq",
        "Buffer",
        "ArraySeq"
      ).map("scala.collection.mutable." + _) ++
      Seq(
        "scala.collection.concurrent.TrieMap",
        "scala.concurrent.duration.FiniteDuration",
        "scala.concurrent.duration.Duration",
        "scala.reflect.ClassTag",
        "scala.math.Ordering"
      )

  private val jdk: Seq[String] =
    Seq(
      "LinkedList",
      "ArrayDeque",
      "Vector",
      "Stack",
      "HashSet",
      "LinkedHashSet",
      "TreeSet",
      "TreeMap",
      "LinkedHashMap",
      "Hashtable",
      "PriorityQueue",
      "Optional",
      "OptionalInt",
      "OptionalLong",
      "OptionalDouble",
      "UUID",
      "Date",
      "Locale",
      "Currency",
      "BitSet",
      "Properties",
      "concurrent.ConcurrentHashMap",
      "concurrent.ConcurrentLinkedQueue",
      "concurrent.CopyOnWriteArrayList"
    ).map("java.util." + _) ++
      Seq(
        "Duration",
        "LocalTime",
        "LocalDateTime",
        "OffsetTime",
        "OffsetDateTime",
        "ZonedDateTime",
        "ZoneOffset",
        "ZoneId",
        "Year",
        "YearMonth",
        "MonthDay",
        "Period",
        "Instant",
        "LocalDate"
      ).map("java.time." + _) ++
      Seq(
        "java.lang.Short",
        "java.lang.Character",
        "[Z",
        "[S",
        "[C",
        "java.math.BigDecimal",
        "java.math.BigInteger",
        "java.net.URI",
        "java.nio.ByteBuffer",
        "java.lang.Class",
        "java.sql.Date",
        "java.sql.Timestamp",
        "[[I",
        "[[J",
        "[[D",
        "[[B",
        "[[F",
        "[[Ljava.lang.Object;",
        "[[Ljava.lang.String;",
        "[Ljava.lang.Integer;",
        "[Ljava.lang.Long;",
        "[Ljava.lang.Double;"
      )

  private val spark: Seq[String] =
    Seq(
      "HashPartitioner",
      "RangePartitioner",
      "SerializableWritable",
      "storage.BlockManagerId",
      "storage.StorageLevel",
      "util.SerializableConfiguration",
      "util.collection.BitSet",
      "util.collection.OpenHashSet",
      "util.collection.OpenHashMap",
      "util.collection.PrimitiveVector",
      "util.collection.CompactBuffer",
      "util.io.ChunkedByteBuffer",
      "util.StatCounter",
      "scheduler.HighlyCompressedMapStatus",
      "scheduler.CompressedMapStatus",
      "broadcast.TorrentBroadcast",
      "graphx.EdgeTriplet",
      "graphx.impl.EdgePartition",
      "graphx.impl.ShippableVertexPartition",
      "graphx.impl.VertexPartition",
      "graphx.impl.RoutingTablePartition",
      "graphx.impl.VertexAttributeBlock",
      "graphx.impl.VertexIdToIndexMap",
      "mllib.linalg.DenseMatrix",
      "mllib.linalg.SparseMatrix",
      "mllib.linalg.QRDecomposition",
      "mllib.feature.LabeledPoint",
      "mllib.recommendation.Rating",
      "mllib.stat.MultivariateOnlineSummarizer",
      "mllib.clustering.VectorWithNorm",
      "ml.linalg.DenseVector",
      "ml.linalg.SparseVector",
      "ml.linalg.DenseMatrix",
      "ml.linalg.SparseMatrix",
      "ml.feature.LabeledPoint",
      "ml.feature.Instance",
      "ml.recommendation.ALS$Rating",
      "ml.recommendation.ALS$RatingBlock",
      "ml.recommendation.ALS$InBlock",
      "ml.recommendation.ALS$NormalEquation",
      "ml.stat.SummarizerBuffer",
      "sql.catalyst.expressions.UnsafeRow",
      "sql.execution.joins.UnsafeHashedRelation",
      "sql.execution.joins.LongHashedRelation",
      "sql.catalyst.expressions.GenericRow",
      "sql.catalyst.expressions.GenericInternalRow",
      "sql.catalyst.expressions.GenericRowWithSchema",
      "sql.types.Decimal",
      "unsafe.types.UTF8String"
    ).map("org.apache.spark." + _) ++ sqlTypes.map("org.apache.spark.sql.types." + _) ++
      Seq(
        "org.apache.spark.sql.types.StructField",
        "org.apache.spark.graphx.Edge",
        "org.apache.spark.mllib.recommendation.Rating",
        "org.apache.spark.mllib.linalg.DenseVector",
        "org.apache.spark.mllib.linalg.Vector",
        "org.apache.spark.mllib.regression.LabeledPoint",
        "org.apache.spark.util.collection.CompactBuffer",
        "org.apache.spark.sql.catalyst.InternalRow",
        "org.apache.spark.sql.Row",
        "org.apache.spark.ml.linalg.Vector"
      ).map(name => s"[L$name;")

  /** The types of schemas, which rows carry. The types without parameters are companions of their classes. */
  private def sqlTypes: Seq[String] =
    Seq("StructType", "StructField", "Metadata", "ArrayType", "MapType", "DecimalType") ++
      Seq(
        "Boolean",
        "Byte",
        "Short",
        "Integer",
        "Long",
        "Float",
        "Double",
        "String",
        "Binary",
        "Date",
        "Timestamp",
        "Null"
      ).map(_ + "Type$")

  /** Classes of Hadoop that jobs read and write files with. */
  private val hadoop: Seq[String] =
    Seq(
      "Text",
      "LongWritable",
      "IntWritable",
      "DoubleWritable",
      "FloatWritable",
      "BooleanWritable",
      "BytesWritable",
      "NullWritable"
    )
      .map("org.apache.hadoop.io." + _)

  /** The others. */
  val seldom: Seq[String] = scala ++ jdk ++ spark ++ hadoop
