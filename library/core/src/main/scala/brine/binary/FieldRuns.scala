package brine.binary

import brine.model.Use
import brine.shape.ScalarKind
import brine.wire.Varint

/** Groups of fields that binary code writes together, and their sizes in bytes. The macro's emitters ask, and so does
  * the bytecode emitter of runtime picklers. Pure.
  */
private[brine] object FieldRuns:
  /** Consecutive fields that are written together: scalars of bounded size, or one field of any other type. */
  final case class Run(isScalars: Boolean, fields: Vector[Int])

  private final val LongestRun = 16

  def runs(uses: Vector[Use]): Vector[Run] =
    uses.indices.foldLeft(Vector.empty[Run]) { (done, i) =>
      done.lastOption match
        case Some(Run(true, fields)) if isBounded(uses(i)) && fields.length < LongestRun =>
          done.init :+ Run(true, fields :+ i)
        case _ => done :+ Run(isBounded(uses(i)), Vector(i))
    }

  private def isBounded(use: Use): Boolean = use match
    case Use.Scalar(kind) => kind != ScalarKind.String
    case _                => false

  /** Returns true if writing these fields can fail for other reasons than the sink's. */
  def canFail(uses: Vector[Use]): Boolean = uses.exists(!isBounded(_))

  def maxBytes(kind: ScalarKind): Int = kind match
    case ScalarKind.Int  => Varint.MAX_INT_BYTES
    case ScalarKind.Long => Varint.MAX_LONG_BYTES
    case fixed           => fixed.width

  /** Fields of a class that can be in a cycle and has code, about 90 bytecodes each. */
  final val MostCyclicFields = 60

  /** Leaf numbers whose tag takes one byte. */
  final val OneByteLeaves = 126
