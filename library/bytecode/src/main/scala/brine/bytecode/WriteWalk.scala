package brine.bytecode

import brine.binary.FieldRuns
import brine.model.Use
import brine.shape.ScalarKind

/** A place that has values: a field, the content of the option in a field, or an element. */
private[brine] final case class Place(field: Int, isContent: Boolean = false):
  def content: Place = Place(field, isContent = true)

private[brine] object Place:
  /** Any place that is not a field of the root. */
  val Element: Place = Place(-1)

/** Makes the code that writes the values of a recipe, in any language, for any format. */
private[brine] final class WriteWalk[V](recipe: Recipe, code: Code[V], target: WriteTarget[V]):
  import code.*

  private def by(other: WriteTarget[V]): WriteWalk[V] = new WriteWalk(recipe, code, other)

  /** Writes an object of the root, a class. A failure names the field. */
  def product(value: V): V =
    val parts = target.runs.grouped(WriteWalk.LongestMethod).toVector.zipWithIndex
    val written = parts.map((runs, n) =>
      if parts.length == 1 then fields(runs, value)
      else target.divided(s"fields$n", value)((other, v) => by(other).fields(runs, v))
    )
    block(when(isOf(value, recipe.root))(unit)(target.checkClass(value)) +: written*)

  private def fields(runs: Seq[FieldRuns.Run], value: V): V = let(typed(value)) { o =>
    def written(note: Int => V) = block(runs.flatMap(run => Seq(note(run.fields.head), this.run(o, run)))*)
    if !target.canFail then written(_ => unit)
    else variable(int(-1))(at => handled(written(i => assign(at, int(i))))(target.failed(_, at)))
  }

  private def run(o: V, run: FieldRuns.Run): V =
    if !run.isScalars then field(o, run.fields.head)
    else
      target.joined(run.fields.map(recipe.fields(_)).zip(run.fields).collect { case (Use.Scalar(kind), i) =>
        kind -> code.field(o, i)
      })

  private def field(o: V, i: Int): V =
    val use = recipe.fields(i)
    if use == Use.Scalar(ScalarKind.Unit) then unit
    else target.field(i, as(use, code.field(o, i)))(value(Place(i), use, _))

  private def as(use: Use, value: V): V = use match
    case Use.Scalar(ScalarKind.Unit) | Use.Local(_) => value
    case Use.Scalar(kind)                           => cast(value, kind.tag.runtimeClass)
    case Use.Given(_)                               => cast(value, classOf[Object])

  /** Writes an element of a collection. */
  def element(use: Use, value: V): V = this.value(Place.Element, use, as(use, value))

  private def value(at: Place, use: Use, value: V): V = use match
    case Use.Scalar(kind) => target.scalar(at, kind, value)
    case Use.Given(slot)  => target.byPickler(slot, value)
    case Use.Local(d) =>
      let(value)(v =>
        recipe.definitions(d) match
          case Part.Optional(_) => notNull(at, d, v)
          case _                => target.whole(d, v).getOrElse(target.present(at, d, v)(notNull(at, d, v)))
      )

  /** Writes a value that is not null; an option may be null. */
  def notNull(at: Place, d: Int, v: V): V = recipe.definitions(d) match
    case Part.Singleton         => unit
    case Part.Product           => target.product(d, v)
    case Part.Optional(element) => target.option(d, v).getOrElse(optional(at, d, element, v))
    case Part.Sum(leaves) =>
      target.apart(s"write$d", v)((other, v) => other.guarded(d, v)(by(_).sum(at, d, leaves, v)))
    case Part.Collection => target.collection(at, d, v)

  private def optional(at: Place, d: Int, element: Use, option: V): V =
    val content = call(WriteWalk.get, cast(option, classOf[Option[?]]))
    when(target.hasContent(at, d, option))(value(at.content, element, as(element, content)))(unit)

  private def sum(at: Place, d: Int, leaves: Vector[Use], value: V): V =
    def leaf(n: Int): V = leaves(n) match
      case Use.Local(leaf) => target.leaf(at, d, n, leaf, value)(notNull(at, leaf, value))
      case _               => target.leafByPickler(d, n, value)
    val others = target.otherLeaf(at, d, value)
    target.leafNumber(d, value) match
      case Some(number) =>
        target.constants(d, value, number).getOrElse(switch(number, leaves.indices.map(leaf))(others))
      case None =>
        leaves.zipWithIndex.foldRight(others) {
          case ((Use.Local(of), n), others) => when(isLeaf(value, of))(leaf(n))(others)
          case (_, others)                  => others
        }

  private def isLeaf(value: V, d: Int): V =
    if recipe.definitions(d) == Part.Singleton then same(value, constant("constant", d)) else isOf(value, d)

private object WriteWalk:
  private val get = new Methods(classOf[Option[?]])("get")

  /** Fields, or runs of them, in one method of a wide class (ADR 95, size). */
  private final val LongestMethod = 60

/** How the values of a format are written. `d` is the number of a definition of the recipe. */
private[brine] trait WriteTarget[V]:
  // ---- methods

  /** Makes code in a separate method, if the format wants one. */
  def apart(name: String, value: V)(body: (WriteTarget[V], V) => V): V = body(this, value)

  /** Makes the code for some fields of a wide class in a separate method. */
  def divided(name: String, value: V)(body: (WriteTarget[V], V) => V): V = apart(name, value)(body)

  /** Makes code that may be too deep for the stack. */
  def guarded(d: Int, value: V)(body: WriteTarget[V] => V): V = body(this)

  // ---- fields

  /** The fields in the order in which they are written, in runs that are written together. */
  def runs: Seq[FieldRuns.Run]

  /** False if no failure can name a field. */
  def canFail: Boolean = true
  def failed(exception: V, field: V): V
  def checkClass(value: V): V

  /** Writes a run of scalars. */
  def joined(values: Seq[(ScalarKind, V)]): V = throw new IllegalStateException("no runs")

  /** Writes a field, of which `write` makes the code for its value. */
  def field(i: Int, value: V)(write: V => V): V = write(value)

  // ---- values

  def scalar(at: Place, kind: ScalarKind, value: V): V
  def byPickler(slot: Int, value: V): V

  /** Writes a value with its null or reference, if there is one call that does all. */
  def whole(d: Int, value: V): Option[V] = None

  /** Writes null or a reference. `write` is the code for a value that is neither. */
  def present(at: Place, d: Int, value: V)(write: V): V

  /** Writes an object by the code for its class. */
  def product(d: Int, value: V): V
  def collection(at: Place, d: Int, value: V): V

  /** Writes an option, if there is one call that does all. */
  def option(d: Int, value: V): Option[V] = None

  /** Writes an option that has no content. True if there is content, which is to be written next. */
  def hasContent(at: Place, d: Int, option: V): V

  // ---- sealed types

  /** The number of a value's leaf, if leaves are not found by comparing classes. */
  def leafNumber(d: Int, value: V): Option[V] = None

  /** Writes a sealed type of constants by the number. */
  def constants(d: Int, value: V, number: V): Option[V] = None

  /** Writes an object of a sealed type: `leaf` is its definition, `n` its number. `write` is the code for the object.
    */
  def leaf(at: Place, d: Int, n: Int, leaf: Int, value: V)(write: => V): V
  def leafByPickler(d: Int, n: Int, value: V): V = otherLeaf(Place.Element, d, value)

  /** Writes a value of a sealed type of which nothing else is known. */
  def otherLeaf(at: Place, d: Int, value: V): V
