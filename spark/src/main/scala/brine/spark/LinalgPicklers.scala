package brine.spark

import scala.reflect.ClassTag
import brine.{PickleBuilder, PickleReader}

/** Picklers of vectors and matrices, for the two packages that have them: `mllib.linalg` and `ml.linalg`. Their arrays are written in
  * one piece.
  */
private[spark] object LinalgPicklers:
  final class OfDense[V <: AnyRef](values: V => Array[Double], make: Array[Double] => V)(using tag: ClassTag[V])
      extends ByHand[V](tag.runtimeClass):
    def pickle(vector: V, builder: PickleBuilder): Unit =
      checkClass(vector)
      Parts.putDoubles(values(vector), builder)

    def unpickle(reader: PickleReader): V = make(Parts.getDoubles(reader))

  final class OfSparse[V <: AnyRef](
      size: V => Int, indices: V => Array[Int], values: V => Array[Double], make: (Int, Array[Int], Array[Double]) => V
  )(using tag: ClassTag[V])
      extends ByHand[V](tag.runtimeClass):
    def pickle(vector: V, builder: PickleBuilder): Unit =
      checkClass(vector)
      builder.putInt(size(vector))
      Parts.putInts(indices(vector), builder)
      Parts.putDoubles(values(vector), builder)

    def unpickle(reader: PickleReader): V =
      val size = reader.getInt()
      val indices = Parts.getInts(reader)
      val values = Parts.getDoubles(reader)
      check(indices != null && values != null && indices.length == values.length, "has values", Parts.length(values))
      make(size, indices, values)

  /** Of a type that has two classes: which of them, and its object. */
  final class OfEither[T <: AnyRef, A <: T, B <: T](first: ByHand[A], second: ByHand[B])(using tag: ClassTag[T])
      extends ByHand[T](tag.runtimeClass):
    def pickle(value: T, builder: PickleBuilder): Unit =
      val isFirst = value.getClass == first.objectClass
      builder.putByte(if isFirst then 1 else 2)
      if isFirst then first.pickle(value.asInstanceOf[A], builder) else second.pickle(value.asInstanceOf[B], builder)

    def unpickle(reader: PickleReader): T = reader.getByte().toInt match
      case 1     => first.unpickle(reader)
      case 2     => second.unpickle(reader)
      case other => throw malformed(s"has kind $other: expected 1 or 2")

  final class OfDenseMatrix[M <: AnyRef](
      rows: M => Int, columns: M => Int, values: M => Array[Double], isTransposed: M => Boolean,
      make: (Int, Int, Array[Double], Boolean) => M
  )(using tag: ClassTag[M])
      extends ByHand[M](tag.runtimeClass):
    def pickle(matrix: M, builder: PickleBuilder): Unit =
      checkClass(matrix)
      builder.putInt(rows(matrix))
      builder.putInt(columns(matrix))
      builder.putBoolean(isTransposed(matrix))
      Parts.putDoubles(values(matrix), builder)

    def unpickle(reader: PickleReader): M =
      val rows = reader.getInt()
      val columns = reader.getInt()
      val isTransposed = reader.getBoolean()
      make(rows, columns, Parts.getDoubles(reader), isTransposed)

  /** The columns of `sparse` matrices: where they begin, their rows and values. */
  final class OfSparseMatrix[M <: AnyRef](
      rows: M => Int, columns: M => Int, starts: M => Array[Int], indices: M => Array[Int], values: M => Array[Double],
      isTransposed: M => Boolean, make: (Int, Int, Array[Int], Array[Int], Array[Double], Boolean) => M
  )(using tag: ClassTag[M])
      extends ByHand[M](tag.runtimeClass):
    def pickle(matrix: M, builder: PickleBuilder): Unit =
      checkClass(matrix)
      builder.putInt(rows(matrix))
      builder.putInt(columns(matrix))
      builder.putBoolean(isTransposed(matrix))
      Parts.putInts(starts(matrix), builder)
      Parts.putInts(indices(matrix), builder)
      Parts.putDoubles(values(matrix), builder)

    def unpickle(reader: PickleReader): M =
      val rows = reader.getInt()
      val columns = reader.getInt()
      val isTransposed = reader.getBoolean()
      make(rows, columns, Parts.getInts(reader), Parts.getInts(reader), Parts.getDoubles(reader), isTransposed)
