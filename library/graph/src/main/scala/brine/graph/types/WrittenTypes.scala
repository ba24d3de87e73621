package brine.graph.types

import brine.{PickleException, Unpickler}
import brine.binary.ShapeTable
import brine.run.ResolvedUnpickler
import brine.shape.Shape

/** Resolves the writer's types to the reader's. */
private[graph] object WrittenTypes:
  /** The unpickler of the values of a written type: `unpickler` itself, or a plan from the writer's shape to its own.
    */
  def resolved[A](written: TypeTable, unpickler: Unpickler[A]): Unpickler[A] =
    if java.util.Arrays.equals(written.bytes, ShapeTable.of(unpickler.shape)) || (written.shape eq unpickler.shape) then
      unpickler
    else unpickler.ofShapeTable(written.shape.fingerprint, written.bytes, () => written.again())

  /** The unpickler of an object with this written shape, where the type of `unpickler` is not among `types`. */
  def ofPart[T >: Null <: KnownType, A](written: Shape, unpickler: Unpickler[A], types: KnownTypes[T]): Unpickler[A] =
    val whole = unpickler.shape match
      case s: Shape.Sum  => familyOf(written, s.name, types)
      case _: Shape.Open => null
      case _             => written
    if whole == null then throw new PickleException.WrongType(unpickler.shape.name, written.name)
    resolved(new TypeTable(TypeTable.Inner, "", whole), unpickler) match
      case r: ResolvedUnpickler[A @unchecked] => r.resolved
      case other                              => other

  /** The sealed type with this leaf: the type of this name, or the only type. */
  private def familyOf[T >: Null <: KnownType](leaf: Shape, name: String, types: KnownTypes[T]): Shape | Null =
    val all = types.iterator.map(_.shape).collect { case s: Shape.Sum if s.leafShapes.contains(leaf) => s }.toList
    all.find(_.name == name).getOrElse(if all.length == 1 then all.head else null)
