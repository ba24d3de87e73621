package brine.sparkbench.records

import brine.sparkjobs.{Document, RatingsBlock, TeraKey, TeraValue}
import brine.wire.{ByteSink, ByteSource}
import java.util.SplittableRandom
import org.apache.spark.mllib.linalg.{DenseVector, SparseVector, Vectors}
import org.apache.spark.mllib.regression.LabeledPoint

/** A key of 10 bytes and a value of 90. */
object TeraSortRecord extends Sample[TeraKey, TeraValue]("terasort", hasValue = true):
  def key(random: SplittableRandom): TeraKey = new TeraKey(bytes(random, 10))
  def value(random: SplittableRandom): TeraValue = new TeraValue(bytes(random, 90))

  private def bytes(random: SplittableRandom, length: Int): Array[Byte] =
    val bytes = new Array[Byte](length)
    random.nextBytes(bytes)
    bytes

  def classes: Seq[Class[?]] = Seq(classOf[TeraKey], classOf[TeraValue], classOf[Array[Byte]])
  def derived: Picklers[TeraKey, TeraValue] = new Picklers(DerivedPicklers.teraKey, DerivedPicklers.teraValue)

  object byHand extends Codec[TeraKey, TeraValue]:
    def writeKey(key: TeraKey, sink: ByteSink): Unit = Parts.write(key.bytes, sink)
    def writeValue(value: TeraValue, sink: ByteSink): Unit = Parts.write(value.bytes, sink)
    def readKey(source: ByteSource): TeraKey = new TeraKey(Parts.readBytes(source))
    def readValue(source: ByteSource): TeraValue = new TeraValue(Parts.readBytes(source))

/** A point whose vector is one of two kinds. */
abstract class PointSample(name: String) extends Sample[LabeledPoint, Nothing](name, hasValue = false):
  def value(random: SplittableRandom): Nothing = throw new UnsupportedOperationException
  def byHand: Codec[LabeledPoint, Nothing] = PointCodec
  def derived: Picklers[LabeledPoint, Nothing] = Picklers.ofKeys(DerivedPicklers.point)
  def classes: Seq[Class[?]] =
    Seq(classOf[LabeledPoint], classOf[DenseVector], classOf[SparseVector], classOf[Array[Double]], classOf[Array[Int]])

/** Forty numbers. */
object SvmPoint extends PointSample("svm"):
  def key(random: SplittableRandom): LabeledPoint =
    new LabeledPoint(random.nextInt(2), Vectors.dense(Array.fill(40)(random.nextDouble(-1, 1))))

/** Ten of a thousand numbers. */
object LrPoint extends PointSample("lr"):
  def key(random: SplittableRandom): LabeledPoint =
    val indices = Iterator.continually(random.nextInt(1000)).distinct.take(10).toArray.sorted
    new LabeledPoint(random.nextInt(2), Vectors.sparse(1000, indices, indices.map(_ => random.nextDouble(-1, 1))))

/** A vertex, and the weights of twelve others. */
object Weights extends Sample[java.lang.Long, Map[Long, Double]]("nweight", hasValue = true):
  def key(random: SplittableRandom): java.lang.Long = vertex(random)
  def value(random: SplittableRandom): Map[Long, Double] =
    Iterator.continually(vertex(random)).distinct.take(12).map(_ -> random.nextInt(1, 4096) / 4096.0).toMap

  private def vertex(random: SplittableRandom): Long = random.nextInt(100_000)

  def classes: Seq[Class[?]] = Seq(classOf[java.lang.Long], Class.forName("scala.collection.immutable.HashMap"))
  def derived: Picklers[java.lang.Long, Map[Long, Double]] =
    new Picklers(DerivedPicklers.boxedLong, DerivedPicklers.weights)

  object byHand extends Codec[java.lang.Long, Map[Long, Double]]:
    def writeKey(key: java.lang.Long, sink: ByteSink): Unit = sink.putZigzagLong(key)

    def writeValue(value: Map[Long, Double], sink: ByteSink): Unit =
      sink.putVarint(value.size)
      value.foreachEntry { (vertex, weight) =>
        sink.putZigzagLong(vertex)
        sink.putDouble(weight)
      }

    def readKey(source: ByteSource): java.lang.Long = source.getZigzagLong

    def readValue(source: ByteSource): Map[Long, Double] =
      val map = Map.newBuilder[Long, Double]
      var left = source.getVarint
      while left > 0 do
        map.addOne((source.getZigzagLong, source.getDouble))
        left -= 1
      map.result()

/** The numbers of two blocks, and two hundred ratings between them. */
object Ratings extends Sample[(Int, Int), RatingsBlock]("als", hasValue = true):
  def key(random: SplittableRandom): (Int, Int) = (random.nextInt(16), random.nextInt(16))
  def value(random: SplittableRandom): RatingsBlock =
    def ids = Array.fill(200)(random.nextInt(1_000_000))
    new RatingsBlock(ids, ids, Array.fill(200)(random.nextInt(2, 11) / 2f))

  def classes: Seq[Class[?]] =
    Seq(
      classOf[(Int, Int)],
      Class.forName("scala.Tuple2$mcII$sp"),
      classOf[RatingsBlock],
      classOf[Array[Int]],
      classOf[Array[Float]]
    )
  def derived: Picklers[(Int, Int), RatingsBlock] = new Picklers(DerivedPicklers.blocks, DerivedPicklers.ratings)

  object byHand extends Codec[(Int, Int), RatingsBlock]:
    def writeKey(key: (Int, Int), sink: ByteSink): Unit =
      sink.putVarint(key._1)
      sink.putVarint(key._2)

    def writeValue(block: RatingsBlock, sink: ByteSink): Unit =
      Parts.write(block.users, sink)
      Parts.write(block.products, sink)
      Parts.write(block.ratings, sink)

    def readKey(source: ByteSource): (Int, Int) = (source.getVarint, source.getVarint)
    def readValue(source: ByteSource): RatingsBlock =
      new RatingsBlock(Parts.readInts(source), Parts.readInts(source), Parts.readFloats(source))

/** A name, and a hundred numbers with a label. */
object NamedDocument extends Sample[String, Document]("bayes", hasValue = true):
  def key(random: SplittableRandom): String = f"document-${random.nextInt(100_000_000)}%08d"
  def value(random: SplittableRandom): Document =
    Document(random.nextInt(20), Array.fill(100)(random.nextInt(8).toDouble))

  def classes: Seq[Class[?]] = Seq(classOf[String], classOf[Document], classOf[Array[Double]])
  def derived: Picklers[String, Document] = new Picklers(DerivedPicklers.name, DerivedPicklers.document)

  object byHand extends Codec[String, Document]:
    def writeKey(key: String, sink: ByteSink): Unit = Parts.write(key, sink)

    def writeValue(document: Document, sink: ByteSink): Unit =
      sink.putVarint(document.label)
      Parts.write(document.counts, sink)

    def readKey(source: ByteSource): String = Parts.readText(source)
    def readValue(source: ByteSource): Document = Document(source.getVarint, Parts.readDoubles(source))
