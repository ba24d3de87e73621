package brine.shape

/** What the leaf that replaces unknown leaves keeps of them: see `brine.fallback`. */
private[brine] enum KeptLeaf:
  case Nothing

  /** The name and the fields, in a field of type `brine.Extras`. */
  case Fields

  /** The name of a leaf without fields, in the only field, a string. All other leaves have no fields. */
  case Text

  /** The whole value in JSON, in the only field, which is any JSON. */
  case Json

private[brine] object KeptLeaf:
  def of(s: Shape.Sum): KeptLeaf = if s.fallback < 0 || s.isUnion then Nothing
  else
    s.leafShapes(s.fallback) match
      case p: Shape.Product if p.extras >= 0 => Fields
      case p: Shape.Product if p.fieldShapes.length == 1 && !p.isTracked =>
        p.fieldShapes(0) match
          case c: Shape.Scalar if c.kind == ScalarKind.String && s.leafShapes.forall(l => (l eq p) || isObject(l)) =>
            Text
          case c: Shape.Standard if c.name == "brine.json.Json" || c.name == "brine.json.RawJson" => Json
          case _                                                                                  => Nothing
      case _ => Nothing

  private def isObject(leaf: Shape): Boolean = leaf.isInstanceOf[Shape.Singleton]
