package brine.spark.table

import org.apache.hadoop.io.*
import org.apache.spark.graphx.{Edge, EdgeDirection, EdgeTriplet}
import org.apache.spark.ml.linalg as ml
import org.apache.spark.mllib.linalg as mllib
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions.{GenericRowWithSchema, UnsafeProjection}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.*
import org.apache.spark.storage.{RDDBlockId, StorageLevel}
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.StatCounter
import org.apache.spark.HashPartitioner
import org.apache.spark.SerializableWritable
import scala.reflect.ClassTag
import SparkObjects as O

/** Classes of Spark's core. */
object SparkCore extends Section("Spark's core and SQL"):
  of("BitSet")(O.bitSet(1, 5, 150))
  asked("OpenHashSet of Long")(O.longs(40))(O.contains(_, 4L * 1000003))
  asked("OpenHashSet of Int")(O.ints(40))(O.contains(_, 14))
  asked("OpenHashSet of Double")(O.doubles(10))(O.contains(_, 1.0))
  asked("OpenHashSet of Float")(O.floats(10))(O.contains(_, 1.0f))
  asked("OpenHashSet of String")(O.strings("a", "b", "c"))(O.contains(_, "b"))
  asked("OpenHashSet of Int, made by generic code")(O.untypedInts(40))(O.contains(_, 14))
  asked("OpenHashMap of String and Int")(O.wordCounts("a", "bb", null))(m => (O.get(m, "bb"), O.get(m, null)))
  asked("OpenHashMap of String and Double")(O.wordWeights("a", "bb"))(O.get(_, "bb"))
  of("CompactBuffer of Int")(O.buffer(ClassTag.Int, 1, 2, 3, 4, 5))
  of("CompactBuffer of String")(O.buffer(O.STRING, "a", "b", "c"))
  of("CompactBuffer of Any, of one")(O.buffer(ClassTag.Any, "a"))
  of("PrimitiveVector")(O.vector(1, 2, 3))
  asked("BoundedPriorityQueue")(O.boundedQueue(Ordering.Int, 1, 5, 3, 4))(_.toString)
  of("BlockManagerId")(O.blockManagerId)
  of("StorageLevel")(StorageLevel.MEMORY_AND_DISK_SER_2)
  asked("CompressedMapStatus")(O.mapStatus(10))(O.sizeForBlock(_, 4))
  asked("HighlyCompressedMapStatus")(O.mapStatus(3000))(O.sizeForBlock(_, 2999))
  of("HashPartitioner")(HashPartitioner(7))
  of("StatCounter")(StatCounter(1.0, 2.0, 5.0))
  of("RDDBlockId")(RDDBlockId(1, 2))
  asked("LongAccumulator, not registered")({ val a = new org.apache.spark.util.LongAccumulator; a.add(5L); a })(_.sum)
  asked("SerializableWritable")(SerializableWritable(Text("a")))(_.value.toString)
  asked("SerializableConfiguration")(
    new org.apache.spark.util.SerializableConfiguration(new org.apache.hadoop.conf.Configuration(false))
  )(_.value.size)
  of("SparkException")(new org.apache.spark.SparkException("why"))
  of("Row")(Row(1, "a", null, Seq(1.5)))
  asked("Row with a schema")(withSchema)(_.asInstanceOf[Row].getAs[String]("name"))
  of("StructType")(schema)
  asked("UnsafeRow")(UnsafeProjection.create(Array[DataType](IntegerType, StringType)).apply(InternalRow(
    7,
    UTF8String.fromString("seven")
  )))(r =>
    (r.getInt(0), r.getUTF8String(1).toString)
  )
  of("InternalRow")(InternalRow(7, UTF8String.fromString("seven")))
  asked("UTF8String")(UTF8String.fromString("text ä"))(_.toString)
  asked("Decimal")(Decimal(BigDecimal("1.50")))(_.toString)

  private def schema =
    StructType(Array(StructField("id", IntegerType, nullable = false), StructField("name", StringType)))
  private def withSchema: Any = new GenericRowWithSchema(Array[Any](1, "a"), schema)

/** Classes of GraphX. */
object SparkGraphX extends Section("GraphX"):
  of("Edge of Double")(Edge(1, 2, 3.5))
  of("Edge of String")(Edge(1, 2, "knows"))
  of("Array of Edge")(Array(Edge(1, 2, 3.5), Edge(2, 3, 4.5)))
  of("EdgeTriplet")({
    val t = new EdgeTriplet[String, Double]; t.srcId = 1; t.dstId = 2; t.attr = 2.5; t.srcAttr = "a"; t.dstAttr = "b"; t
  })
  of("EdgeDirection")(EdgeDirection.Out)
  of("EdgeWithLocalIds of Double")(O.localEdge)
  of("EdgeWithLocalIds of String")(O.localTextEdge)
  asked("EdgePartition of Double")(O.doubleEdges)(O.edgesOf)
  asked("EdgePartition of Int")(O.intEdges)(O.edgesOf)
  asked("EdgePartition of String")(O.textEdges)(O.edgesOf)
  asked("EdgePartition with an active set")(O.activeEdges)(e => (O.edgesOf(e), O.active(e)))
  of("RoutingTablePartition")(O.routes)
  of("ShippableVertexPartition")(O.shippable)
  of("VertexPartition")(O.vertices)
  of("VertexAttributeBlock")(O.block)
  asked("GraphXPrimitiveKeyOpenHashMap of Long and Int")(O.longToInt)(O.getLocal(_, 62))
  asked("GraphXPrimitiveKeyOpenHashMap of Long and String")(O.longToText)(O.getLocal(_, 62))

/** Classes of MLlib and ML. */
object SparkMl extends Section("MLlib and ML"):
  of("mllib DenseVector")(mllib.Vectors.dense(1, 2, 3))
  of("mllib SparseVector")(mllib.Vectors.sparse(10, Array(1, 5), Array(1.5, 2.5)))
  of("mllib DenseMatrix")(mllib.Matrices.dense(2, 2, Array(1, 2, 3, 4)))
  of("mllib DenseMatrix, transposed")(mllib.Matrices.dense(2, 3, Array(1, 2, 3, 4, 5, 6)).transpose)
  of("mllib SparseMatrix")(mllib.Matrices.sparse(2, 2, Array(0, 1, 2), Array(0, 1), Array(1, 2)))
  of("ml DenseVector")(ml.Vectors.dense(1, 2, 3))
  of("ml SparseVector")(ml.Vectors.sparse(10, Array(1, 5), Array(1.5, 2.5)))
  of("ml DenseMatrix")(ml.Matrices.dense(2, 2, Array(1, 2, 3, 4)))
  of("ml SparseMatrix")(ml.Matrices.sparse(2, 2, Array(0, 1, 2), Array(0, 1), Array(1, 2)))
  of("mllib LabeledPoint")(LabeledPoint(1, mllib.Vectors.dense(1, 2)))
  of("mllib LabeledPoint, sparse")(LabeledPoint(1, mllib.Vectors.sparse(10, Array(1), Array(1.5))))
  of("ml LabeledPoint")(org.apache.spark.ml.feature.LabeledPoint(1, ml.Vectors.dense(1, 2)))
  of("mllib Rating")(org.apache.spark.mllib.recommendation.Rating(1, 2, 3.5))
  of("ALS.Rating")(org.apache.spark.ml.recommendation.ALS.Rating(1, 2, 3.5f))
  of("ALS.RatingBlock of Int")(O.intRatings)
  of("ALS.RatingBlock of Long")(O.longRatings)
  of("ALS.RatingBlock of String")(O.textRatings)
  of("ALS.InBlock of Int")(O.inBlock)
  of("ALS.InBlock of String")(O.textInBlock)
  asked("ALS.UncompressedInBlock")(O.uncompressed)(O.compressed)
  of("ALS.NormalEquation")(O.equation)
  asked("MultivariateOnlineSummarizer")(
    new org.apache.spark.mllib.stat.MultivariateOnlineSummarizer().add(mllib.Vectors.dense(1, 2))
  )(_.mean.toString)
  of("SVMModel")(org.apache.spark.mllib.classification.SVMModel(mllib.Vectors.dense(1, 2), 0.5))
  of("KMeansModel")(new org.apache.spark.mllib.clustering.KMeansModel(Array(mllib.Vectors.dense(1, 2))))
  of("MatrixEntry")(org.apache.spark.mllib.linalg.distributed.MatrixEntry(1, 2, 3.5))
  of("IndexedRow")(org.apache.spark.mllib.linalg.distributed.IndexedRow(1, mllib.Vectors.dense(1, 2)))
  of("HashingTF")(new org.apache.spark.mllib.feature.HashingTF(100))
  asked("IDFModel")(new org.apache.spark.mllib.feature.StandardScalerModel(mllib.Vectors.dense(1, 2)))(_.std.toString)
  of("tree Split")(org.apache.spark.mllib.tree.model.Split(
    1,
    2.5,
    org.apache.spark.mllib.tree.configuration.FeatureType.Continuous,
    Nil
  ))

/** Hadoop's writables, and Avro's records. */
object Writables extends Section("Hadoop and Avro"):
  of("Text")(Text("text ä"))
  of("IntWritable")(IntWritable(7))
  of("LongWritable")(LongWritable(7))
  of("DoubleWritable")(DoubleWritable(7.5))
  of("BooleanWritable")(BooleanWritable(true))
  of("BytesWritable")(BytesWritable(Array[Byte](1, 2, 3)))
  of("NullWritable")(NullWritable.get)
  of("VIntWritable")(VIntWritable(7))
  of("ArrayWritable")(new ArrayWritable(classOf[IntWritable], Array[Writable](IntWritable(1), IntWritable(2))))
  of("MapWritable")({ val m = MapWritable(); m.put(Text("a"), IntWritable(1)); m })
  of("SortedMapWritable")({
    val m = SortedMapWritable[Text](); m.put(Text("b"), IntWritable(1)); m.put(Text("a"), IntWritable(2)); m
  })
  of("Array of Text")(Array(Text("a"), Text("b")))
  asked("Configuration")({ val c = new org.apache.hadoop.conf.Configuration(false); c.set("a", "b"); c })(_.get("a"))
  of("Avro GenericData.Record")(record)

  private def record =
    val schema = new org.apache.avro.Schema.Parser().parse(
      """{"type":"record","name":"User","fields":[""" +
        """{"name":"name","type":"string"},{"name":"age","type":["null","int"]}]}"""
    )
    val r = new org.apache.avro.generic.GenericData.Record(schema)
    r.put("name", new org.apache.avro.util.Utf8("Jim"))
    r.put("age", 21)
    r
