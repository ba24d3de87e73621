package brine.bytecode

import brine.model.Use
import brine.shape.ScalarKind

/** Makes the code that reads the fields of an object in any order, each into a variable, and makes the object. In any
  * language, for any format whose fields come with keys.
  *
  * {{{
  * var name = null; var count = 0; var seen = 0L
  * next() match
  *   case 0 => seen = name seen; name = …; if its key is next then go on with case 1, else with next()
  *   case 1 => …
  * }}}
  */
private[brine] final class ReadByKey[V](recipe: Recipe, code: Code[V], target: KeyTarget[V]):
  import code.*
  import ReadByKey.*

  private val count = recipe.fields.length

  def product: V = withVariables(recipe.fields.toList, Vector.empty) { fields =>
    variable(long(0)) { seen =>
      block(
        states(FirstField + count) { (state, go) =>
          def caseOf(number: V)(otherwise: V) = switch(number, fields.indices.map(i => go(FirstField + i)))(otherwise)
          state match
            case Start  => target.first.map(caseOf(_)(go(Search))).getOrElse(go(Search))
            case Search => caseOf(target.next(seen))(unit)
            case other  => field(other - FirstField, fields, seen, go)
        },
        target.made(fields, seen)
      )
    }
  }

  private def withVariables(uses: List[Use], known: Vector[V])(body: Vector[V] => V): V = uses match
    case Nil         => body(known)
    case use :: more => variable(zero(use))(v => withVariables(more, known :+ v)(body))

  private def zero(use: Use): V = use match
    case Use.Scalar(kind) if kind != ScalarKind.String && kind != ScalarKind.Unit => code.zero(kind.tag.runtimeClass)
    case _                                                                        => nul

  private def field(i: Int, fields: Vector[V], seen: V, go: Int => V): V =
    val isLast = i + 1 == count
    val goesOn = target.goesOn(i, isLast) match
      case None => go(Search)
      case Some((isNext, missed)) =>
        when(isNext)(if isLast then unit else go(FirstField + i + 1))(block(missed, go(Search)))
    block(target.field(i, seen)(assign(fields(i), _)), goesOn)

private object ReadByKey:
  private final val Start = 0
  private final val Search = 1
  private final val FirstField = 2

/** How the fields of a format with keys are read. `seen` is a variable that has a bit for each field that has come. */
private[brine] trait KeyTarget[V]:
  /** The field whose key has been taken before, or -1; nothing if there never is one. */
  def first: Option[V] = None

  /** The field whose key comes next; -1 after all. */
  def next(seen: V): V

  /** Reads field `i`. `assign` makes the code that keeps a value of it. */
  def field(i: Int, seen: V)(assign: V => V): V

  /** A test whether the usual key follows field `i`, which takes it: that of the next field, or the end. The second
    * piece runs before [[next]] if another key follows. Nothing if [[next]] finds all keys.
    */
  def goesOn(i: Int, isLast: Boolean): Option[(V, V)] = None

  /** The object, after all keys. */
  def made(fields: Vector[V], seen: V): V
