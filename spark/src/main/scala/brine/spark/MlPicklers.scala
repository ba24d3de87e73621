package brine.spark

import org.apache.spark.ml.linalg.{DenseMatrix, DenseVector, Matrix, SparseMatrix, SparseVector, Vector}
import LinalgPicklers.*

/** Picklers of `org.apache.spark.ml.linalg`. */
private[spark] object MlPicklers:
  private val dense = new OfDense[DenseVector](_.values, new DenseVector(_))
  private val sparse = new OfSparse[SparseVector](_.size, _.indices, _.values, new SparseVector(_, _, _))

  private val denseMatrix =
    new OfDenseMatrix[DenseMatrix](_.numRows, _.numCols, _.values, _.isTransposed, new DenseMatrix(_, _, _, _))
  private val sparseMatrix = new OfSparseMatrix[SparseMatrix](
    _.numRows, _.numCols, _.colPtrs, _.rowIndices, _.values, _.isTransposed, new SparseMatrix(_, _, _, _, _, _)
  )

  /** By the simple name of the class. */
  val of: Map[String, ByHand[?]] = Map(
    "DenseVector" -> dense, "SparseVector" -> sparse, "Vector" -> new OfEither[Vector, DenseVector, SparseVector](dense, sparse),
    "DenseMatrix" -> denseMatrix, "SparseMatrix" -> sparseMatrix,
    "Matrix" -> new OfEither[Matrix, DenseMatrix, SparseMatrix](denseMatrix, sparseMatrix)
  )
