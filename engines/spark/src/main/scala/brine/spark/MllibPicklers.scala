package brine.spark

import org.apache.spark.mllib.linalg.{DenseMatrix, DenseVector, Matrix, SparseMatrix, SparseVector, Vector}
import org.apache.spark.mllib.recommendation.Rating
import org.apache.spark.mllib.regression.LabeledPoint
import brine.{Pickler, Subtype}

/** Derived picklers of `org.apache.spark.mllib`. */
private[spark] object MllibPicklers:
  private given vector: Pickler[Vector] = Pickler.derived

  /** Vectors and matrices, by the simple names of their classes. */
  val linalg: Map[String, Subtype[?]] = Map(
    "DenseVector" -> Subtype.of(classOf[DenseVector], Pickler.derived[DenseVector]),
    "SparseVector" -> Subtype.of(classOf[SparseVector], Pickler.derived[SparseVector]),
    "Vector" -> Subtype.of(classOf[Vector], vector),
    "DenseMatrix" -> Subtype.of(classOf[DenseMatrix], Pickler.derived[DenseMatrix]),
    "SparseMatrix" -> Subtype.of(classOf[SparseMatrix], Pickler.derived[SparseMatrix]),
    "Matrix" -> Subtype.of(classOf[Matrix], Pickler.derived[Matrix])
  )

  val labeledPoint: Subtype[?] = Subtype.of(classOf[LabeledPoint], Pickler.derived[LabeledPoint])
  val rating: Subtype[?] = Subtype.of(classOf[Rating], Pickler.derived[Rating])
