package brine.spark

import org.apache.spark.mllib.linalg.{DenseMatrix, DenseVector, Matrix, SparseMatrix, SparseVector, Vector}
import org.apache.spark.mllib.recommendation.Rating
import org.apache.spark.mllib.regression.LabeledPoint
import brine.{Pickler, Subtype}
import LinalgPicklers.*

/** Picklers of `org.apache.spark.mllib`: of its vectors and matrices by hand, of its records derived. */
private[spark] object MllibPicklers:
  private val dense = new OfDense[DenseVector](_.values, new DenseVector(_))
  private val sparse = new OfSparse[SparseVector](_.size, _.indices, _.values, new SparseVector(_, _, _))
  private val vector = new OfEither[Vector, DenseVector, SparseVector](dense, sparse)

  private val denseMatrix =
    new OfDenseMatrix[DenseMatrix](_.numRows, _.numCols, _.values, _.isTransposed, new DenseMatrix(_, _, _, _))
  private val sparseMatrix = new OfSparseMatrix[SparseMatrix](
    _.numRows, _.numCols, _.colPtrs, _.rowIndices, _.values, _.isTransposed, new SparseMatrix(_, _, _, _, _, _)
  )

  /** By the simple name of the class. */
  val of: Map[String, ByHand[?]] = Map(
    "DenseVector" -> dense, "SparseVector" -> sparse, "Vector" -> vector, "DenseMatrix" -> denseMatrix, "SparseMatrix" -> sparseMatrix,
    "Matrix" -> new OfEither[Matrix, DenseMatrix, SparseMatrix](denseMatrix, sparseMatrix)
  )

  private given Pickler[Vector] = vector

  val labeledPoint: Subtype[?] = Subtype.of(classOf[LabeledPoint], Pickler.derived[LabeledPoint])
  val rating: Subtype[?] = Subtype.of(classOf[Rating], Pickler.derived[Rating])
