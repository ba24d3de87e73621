package brine.bytecode

import brine.model.Use
import brine.shape.ScalarKind

/** Makes the code that reads the values of a recipe in the order in which [[WriteWalk]] writes them, in any language,
  * for any format.
  */
private[brine] final class ReadInOrder[V](recipe: Recipe, code: Code[V], target: OrderTarget[V]):
  import code.*

  private def by(other: OrderTarget[V]): ReadInOrder[V] = new ReadInOrder(recipe, code, other)

  /** An object of the root, a class, of all its fields. */
  def product: V =
    val made =
      if recipe.fields.isEmpty then target.made(Nil)
      else
        noting(at =>
          fields(target.order, at)(known => block(assign(at, int(-1)), target.made(recipe.fields.indices.map(known))))
        )
    let(made)(target.completed(_))

  /** Reads these fields of the root; `body` makes the code that uses them. */
  def fields(which: Seq[Int], at: V, known: Map[Int, V] = Map.empty)(body: Map[Int, V] => V): V =
    if which.isEmpty then body(known)
    else
      noted(which.head, at)(v => fields(which.tail, at, known.updated(which.head, v))(body))

  /** Reads a field of the root, and notes it; `body` makes the code that uses it. */
  def noted(i: Int, at: V)(body: V => V): V = block(assign(at, int(i)), let(asField(field(i), i))(body))

  /** Code that notes in a variable which field it reads, so that a failure can name it; -1 is the constructor. */
  def noting(body: V => V): V = variable(int(-1))(at => handled(body(at))(target.failed(_, at)))

  /** A field of the root. */
  def field(i: Int): V = value(Place(i), recipe.fields(i))

  def value(at: Place, use: Use): V = use match
    case Use.Scalar(kind) => target.scalar(at, kind)
    case Use.Given(slot)  => target.byPickler(at, slot)
    case Use.Local(d) =>
      recipe.definitions(d) match
        case Part.Optional(element) => target.optional(at, d, element)
        case _                      => target.present(at, d)(notNull(at, d, _))

  /** A value that is not null, with this number in the assembly. */
  def notNull(at: Place, d: Int, id: V): V = recipe.definitions(d) match
    case Part.Singleton         => constant("constant", d)
    case Part.Product           => target.product(at, d, id)
    case Part.Optional(element) => target.optional(at, d, element)
    case Part.Collection        => target.collection(at, d, id)
    case Part.Sum(leaves) =>
      target.apart(s"read$d", id)(_.guarded(d)(by(_).sum(at, d, leaves)))

  private def sum(at: Place, d: Int, leaves: Vector[Use]): V = let(target.leafNumber(d)) { number =>
    val known = leaves.zipWithIndex.flatMap {
      case (Use.Local(leaf), n) => Some(n -> notNull(at, leaf, target.leafId(leaf)))
      case (use, n)             => target.leafByPickler(use).map(n -> _)
    }
    target.choose(number, known)(target.otherLeaf(at, d, number))
  }

/** How the values of a format are read in order. `d` is the number of a definition of the recipe, and `id` the number
  * of an object in the assembly.
  */
private[brine] trait OrderTarget[V]:
  // ---- methods

  /** Makes code for an object of this number in a separate method, if the format wants one. */
  def apart(name: String, id: V)(body: OrderTarget[V] => V): V = body(this)

  /** Makes code that may be too deep for the stack. */
  def guarded(d: Int)(body: OrderTarget[V] => V): V = body(this)

  // ---- the root's object

  /** The fields in the order in which they were written. */
  def order: Seq[Int]
  def failed(exception: V, field: V): V

  /** An object of the root, of all its fields. */
  def made(fields: Seq[V]): V

  /** The object after it was made. */
  def completed(value: V): V

  // ---- values

  def scalar(at: Place, kind: ScalarKind): V
  def byPickler(at: Place, slot: Int): V

  /** Reads null or a reference. `read` makes the code for a value that is neither, of its number. */
  def present(at: Place, d: Int)(read: V => V): V

  /** Reads an object by the code for its class. */
  def product(at: Place, d: Int, id: V): V
  def collection(at: Place, d: Int, id: V): V
  def optional(at: Place, d: Int, element: Use): V

  // ---- sealed types

  /** Reads which leaf follows. */
  def leafNumber(d: Int): V

  /** The number of an object of this leaf. */
  def leafId(leaf: Int): V

  /** Reads an object of a leaf that is not part of the recipe, if code does. */
  def leafByPickler(use: Use): Option[V] = None

  /** The code of the leaf with this number, if it is known. */
  def choose(number: V, known: Seq[(Int, V)])(otherwise: V): V

  /** Reads a value of a sealed type of which nothing else is known. */
  def otherLeaf(at: Place, d: Int, number: V): V
