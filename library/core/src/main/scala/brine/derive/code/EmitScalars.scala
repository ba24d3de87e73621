package brine.derive.code

import scala.quoted.*
import brine.shape.ScalarKind

/** Emits calls of methods that have a form for each kind of scalar, and are named after it: `getInt`, `getLongOption`,
  * `putZigzagInt`.
  */
private[brine] trait EmitScalars[Q <: Quotes]:
  val quotes: Q
  import quotes.reflect.*

  protected def callOf(target: Expr[Any], method: String, arguments: Term*): Term =
    Select.unique(target.asTerm, method).appliedToArgs(arguments.toList)

  /** Emits the call of `put…` on a [[brine.wire.ByteSink]], with this suffix. Strings and units are not the sink's. */
  protected def putScalar(sink: Expr[Any], kind: ScalarKind, value: Term, suffix: String = ""): Term = kind match
    case ScalarKind.Boolean =>
      callOf(sink, s"putByte$suffix", If(value, Literal(IntConstant(1)), Literal(IntConstant(0))))
    case ScalarKind.Byte | ScalarKind.Short | ScalarKind.Char =>
      callOf(sink, s"put$kind$suffix", Select.unique(value, "toInt"))
    case _ => callOf(sink, s"put${encoded(kind)}$suffix", value)

  /** Emits the call that reads from a [[brine.wire.ByteSource]] what [[putScalar]] wrote. */
  protected def getScalar(source: Expr[Any], kind: ScalarKind): Term = callOf(source, s"get${encoded(kind)}")

  private def encoded(kind: ScalarKind): String = kind match
    case ScalarKind.Int | ScalarKind.Long => s"Zigzag$kind"
    case _                                => kind.toString

  protected def scalarType(kind: ScalarKind): TypeRepr =
    Symbol.requiredClass(if kind == ScalarKind.String then "java.lang.String" else s"scala.$kind").typeRef

  protected def arrayType(kind: ScalarKind): TypeRepr = defn.ArrayClass.typeRef.appliedTo(scalarType(kind))

  /** Returns true if the derivation takes place within this class or object. */
  protected def isAround(owner: Symbol): Boolean =
    Iterator.iterate(Symbol.spliceOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol).contains(owner)
