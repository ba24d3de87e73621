package brine.json.looks

import brine.shape.Shape

/** The classes of Scala's library that a dialect may write in a form of their own. */
private[json] object KnownClasses:
  /** A shape that came as bytes has no class, only its name. */
  def isTuple(shape: Shape.Product): Boolean =
    shape.name.startsWith("Tuple") && (shape.className.isEmpty || shape.className.startsWith("scala.")) &&
      shape.fieldNames.indices.forall(i => shape.fieldNames(i) == s"_${i + 1}")

  def isEither(shape: Shape.Sum): Boolean = shape.name == "Either" && shape.leafShapes.forall {
    case p: Shape.Product => isLeafOfEither(p)
    case _                => false
  }

  def isLeafOfEither(shape: Shape.Product): Boolean =
    (shape.name == "Left" || shape.name == "Right") && (shape.className.isEmpty || shape.className.startsWith(
      "scala.util."
    ))
