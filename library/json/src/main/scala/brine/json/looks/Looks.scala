package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.PickleException
import brine.shape.{Note, Shape}

/** How values of one type look in one dialect: decided once, when a format of the dialect first meets the type. */
private[json] abstract class Look(val dialect: JsonDialect) extends CodeHolder:
  /** Those of other dialects. */
  private[json] final var next: Look | Null = null

  /** True if the type and all that it is made of have been checked. */
  @volatile private[json] final var isVerified = false

  /** Reasons to refuse the type itself, without its parts. */
  def problems: Seq[String] = Nil

/** A shape's notes for this format. */
private[json] trait HasLooks extends Note:
  @volatile private[json] final var looks: Look | Null = null

/** Finds the look of a shape. It is noted with the shape, as what the default dialect has prepared is. */
private[json] object Looks:
  /** The look of a class. Its dialect is that of the class, where the dialect has rules for some types. */
  def ofClass(shape: Shape.Product, around: JsonDialect): ClassLook =
    val dialect = Places.of(shape, around)
    val holder = FieldKeys.of(shape)
    val known = find(holder.looks, dialect)
    if known != null then known.asInstanceOf[ClassLook] else add(holder, new ClassLook(shape, dialect))

  def ofFamily(shape: Shape.Sum, around: JsonDialect): FamilyLook =
    val dialect = Places.of(shape, around)
    val holder = LeafNames.of(shape)
    val known = find(holder.looks, dialect)
    if known != null then known.asInstanceOf[FamilyLook] else add(holder, new FamilyLook(shape, dialect))

  /** Refuses a type that the dialect does not fit. */
  def verify(shape: Shape, dialect: JsonDialect): Unit =
    val look = of(shape, dialect)
    if !look.isVerified then
      val problems = DialectCheck.problems(shape, dialect)
      if problems.nonEmpty then throw new PickleException.UnsupportedType(shape.name, problems)
      look.isVerified = true

  /** Refuses a subtype of an open type that the dialect does not fit. (The shape of the open type does not lead to it.)
    */
  def verifySubtype(shape: Shape, dialect: JsonDialect): Unit =
    verify(shape, dialect)
    shape match
      case p: Shape.Product =>
        val conflict = ofClass(p, dialect).memberConflict
        if conflict != null then throw new PickleException.UnsupportedType(p.name, Seq(s"${p.name}: it $conflict"))
      case _ => ()

  def of(shape: Shape, dialect: JsonDialect): Look = shape match
    case p: Shape.Product => ofClass(p, dialect)
    case s: Shape.Sum     => ofFamily(s, dialect)
    case other =>
      val holder = other.note match
        case known: HasLooks => known
        case _ =>
          val made = new HasLooks {}
          other.note = made
          made
      val known = find(holder.looks, dialect)
      if known != null then known.nn else add(holder, new Look(dialect) {})

  private def find(first: Look | Null, dialect: JsonDialect): Look | Null =
    var look = first
    while look != null && !isOf(look.nn, dialect) do look = look.nn.next
    look

  private def isOf(look: Look, dialect: JsonDialect): Boolean = (look.dialect eq dialect) || look.dialect == dialect

  /** Keeps a bounded number, since a program may make a dialect for each call. */
  private def add[L <: Look](holder: HasLooks, look: L): L =
    holder.synchronized {
      look.next = holder.looks
      var last: Look = look
      var count = 1
      while count < MostLooks && last.next != null do
        last = last.next.nn
        count += 1
      last.next = null
      holder.looks = look
    }
    look

  private final val MostLooks = 16
