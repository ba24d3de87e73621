package brine.json.looks

import brine.shape.Shape

/** The types whose values are any JSON, null among them. */
private[json] object AnyJson:
  /** The shape of [[brine.json.trees.Json]]. */
  val tree: Shape.Standard = new Shape.Standard("brine.json.Json")

  /** The shape of [[brine.json.trees.RawJson]]. */
  val raw: Shape.Standard = new Shape.Standard("brine.json.RawJson")

  /** Returns true if a value of this type is any JSON value. */
  def isAny(shape: Shape): Boolean = (shape eq raw) || (shape eq tree)
