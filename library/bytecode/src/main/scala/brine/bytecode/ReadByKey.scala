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

  /** Reads all fields into variables, and makes the object. */
  def product: V = withVariables(recipe.fields.toList, Vector.empty) { fields =>
    variable(long(0)) { seen =>
      val all = run(fields.indices, target.next(seen), _ => unit)(i => target.field(i, seen)(assign(fields(i), _)))
      block(all, target.made(fields, seen))
    }
  }

  /** Reads fields of a range as long as they come. `next` is a variable that has the first, and then the one that
    * follows and is not in the range; -1 for the end. `field` reads one.
    */
  def fields(range: Range, next: V, seen: V)(field: Int => V): V =
    run(range, block(assign(next, target.next(seen)), next), i => assign(next, int(if i == count then -1 else i)))(
      field
    )

  /** `search` finds the next field, and `leave` notes one that has been found and is not in the range. */
  private def run(range: Range, search: V, leave: Int => V)(field: Int => V): V =
    states(FirstField + range.length) { (state, go) =>
      def goTo(i: Int) = go(FirstField + i - range.start)
      def caseOf(number: V)(otherwise: V) =
        switch(if range.start == 0 then number else add(number, -range.start), range.map(goTo))(otherwise)
      state match
        case Start  => target.first.map(caseOf(_)(go(Search))).getOrElse(go(Search))
        case Search => caseOf(search)(unit)
        case other =>
          val i = other - FirstField + range.start
          block(field(i), goesOn(i)(i => if range.contains(i) then goTo(i) else leave(i))(go(Search)))
    }

  private def withVariables(uses: List[Use], known: Vector[V])(body: Vector[V] => V): V = uses match
    case Nil         => body(known)
    case use :: more => variable(zero(use))(v => withVariables(more, known :+ v)(body))

  private def zero(use: Use): V = use match
    case Use.Scalar(kind) if kind != ScalarKind.String && kind != ScalarKind.Unit => code.zero(kind.tag.runtimeClass)
    case _                                                                        => nul

  private def goesOn(i: Int)(to: Int => V)(search: V): V = target.goesOn(i) match
    case None                         => search
    case Some((next, isNext, missed)) => when(isNext)(to(next))(block(missed, search))

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

  /** The field that usually follows field `i`, or the number of fields for the end. The first piece tests whether it
    * does, and takes its key. The second one runs before [[next]] if another key follows. Nothing if [[next]] finds all
    * keys.
    */
  def goesOn(i: Int): Option[(Int, V, V)] = None

  /** The object, after all keys. */
  def made(fields: Vector[V], seen: V): V
