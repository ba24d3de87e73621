package brine.spark

import org.apache.spark.ml.linalg.{DenseMatrix, DenseVector, Matrix, SparseMatrix, SparseVector, Vector}
import brine.{Pickler, Subtype}

/** Derived picklers of `org.apache.spark.ml`. */
private[spark] object MlPicklers:
  /** Vectors and matrices, by the simple names of their classes. */
  val linalg: Map[String, Subtype[?]] = Map(
    "DenseVector" -> Subtype.of(classOf[DenseVector], Pickler.derived[DenseVector]),
    "SparseVector" -> Subtype.of(classOf[SparseVector], Pickler.derived[SparseVector]),
    "Vector" -> Subtype.of(classOf[Vector], Pickler.derived[Vector]),
    "DenseMatrix" -> Subtype.of(classOf[DenseMatrix], Pickler.derived[DenseMatrix]),
    "SparseMatrix" -> Subtype.of(classOf[SparseMatrix], Pickler.derived[SparseMatrix]),
    "Matrix" -> Subtype.of(classOf[Matrix], Pickler.derived[Matrix])
  )
