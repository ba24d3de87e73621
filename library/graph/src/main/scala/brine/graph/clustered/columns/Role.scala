package brine.graph.clustered.columns

import brine.shape.ScalarKind

/** The role of a column at a place: the place's scalars of one kind, or the codes of its other values. A place of one
  * type has one column; a handwritten pickler may put anything.
  */
private[graph] object Role:
  private type Number = scala.Int

  /** Returns the role of scalars, by the number of their kind; strings have a special sort of block. */
  def of(kind: ScalarKind): Number = kind.ordinal

  val Boolean: Number = of(ScalarKind.Boolean)
  val Byte: Number = of(ScalarKind.Byte)
  val Short: Number = of(ScalarKind.Short)
  val Char: Number = of(ScalarKind.Char)
  val Int: Number = of(ScalarKind.Int)
  val Long: Number = of(ScalarKind.Long)
  val Float: Number = of(ScalarKind.Float)
  val Double: Number = of(ScalarKind.Double)
  val String: Number = of(ScalarKind.String)
  val Codes: Number = ScalarKind.values.length
  val Count: Number = Codes + 1

  /** In [[Codes]]: a value follows. */
  final val Present = 0
  final val Null = 1
  final val None = 2
  final val SomeNull = 3

  /** A reference; this and how many objects have been begun since that object, itself included, less one. */
  final val FirstReference = 4

  /** The first of the objects that are known by a name; the others follow downwards. */
  final val FirstExternal = -1

  def name(role: Number): String = if role == Codes then "codes" else ScalarKind.fromOrdinal(role).toString

/** Which place of a cluster: a class's field, or one of these. */
private[graph] object Member:
  /** The elements of a collection. */
  final val Element = 0

  /** The leaf of a sealed type, or the subtype of an open one. */
  final val Leaf = 0

  /** And the values that a leaf's handwritten pickler puts. */
  final val Content = 1

  /** The keys and values of a map. */
  final val Key = 0
  final val Value = 1

  /** The number of elements of a collection or map. */
  final val Size = 2

  /** The name of the class of an array of references, if it differs from the class of its place. */
  final val ArrayClass = 3
