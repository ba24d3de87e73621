package brine.json.looks

import brine.json.dialects.{JsonDialect, OptionChanges, PlaceRules}
import brine.plan.Plan
import brine.shape.Shape

/** Finds the dialect of each type and field, where a dialect has rules for some of them. */
private[json] object Places:
  /** The dialect for objects of this class, which are met in `dialect`. Parts of an object that have no rules of their
    * own, such as tuples, have those of the object.
    */
  def of(shape: Shape.Product, dialect: JsonDialect): JsonDialect =
    if dialect.places.isEmpty || shape.isMutableValue || KnownClasses.isTuple(shape) ||
      KnownClasses.isLeafOfEither(shape)
    then dialect
    else inner(dialect, shape)(ofTypes(dialect, typesOf(dialect.places)(isOf(_, shape))))

  /** The dialect for values of this family. */
  def of(shape: Shape.Sum, dialect: JsonDialect): JsonDialect =
    if dialect.places.isEmpty || shape.isUnion || KnownClasses.isEither(shape) then dialect
    else inner(dialect, shape)(ofTypes(dialect, typesOf(dialect.places)(isOf(_, shape))))

  /** The types with rules that hold, the most general one first. */
  private def typesOf(places: PlaceRules)(holds: Class[?] => Boolean): Seq[Class[?]] =
    val all = places.types.keys.filter(holds).toSeq
    all.sortBy(c => all.count(_.isAssignableFrom(c)))

  private def ofTypes(dialect: JsonDialect, types: Seq[Class[?]]): JsonDialect =
    val owner = types.lastOption.orNull
    if owner != null && (dialect.places.owner eq owner) then dialect
    else
      val around = if dialect.places.outer != null then dialect.places.outer.nn else dialect
      if owner == null then around
      else
        inner(around, owner) {
          val places = around.places
          val changes = types.map(places.types(_)).foldLeft(OptionChanges.none)(_ ++ _) ++ places.within
          changes.of(around, places.copy(outer = around, owner = owner))
        }

  private def isOf(c: Class[?], shape: Shape.Sum): Boolean =
    c.getSimpleName.stripSuffix("$") == shape.name && (shape.plan match
      case plan: Plan => plan.isOf(c)
      case _          => true
    )

  /** The dialect for the value of a field of an object. `own`: the dialect of the object. */
  def ofField(shape: Shape.Product, field: Int, own: JsonDialect): JsonDialect =
    if !hasFields(shape, own) then own
    else inner(own, (shape.className, shape.fieldNames(field), field))(madeForField(shape, field, own))

  private def madeForField(shape: Shape.Product, field: Int, own: JsonDialect): JsonDialect =
    val places = own.places
    val (changes, ahead) = rules(shape, field, places)
    if changes.options.isEmpty && ahead == places.ahead then own
    else
      val around = if places.outer != null then places.outer.nn else own
      val rest = around.places.copy(outer = null, owner = null, within = places.within ++ changes, ahead = ahead)
      val changed = changes.of(around, rest)
      // A type that contains itself meets its rule again.
      val outer = if changed == around then around else changed
      if around eq own then outer
      else
        val value = changes.of(own, rest.copy(outer = outer))
        if value == own then own else value

  /** The changes for a field, and those for fields of the object that it has. */
  private def rules(
      shape: Shape.Product,
      field: Int,
      places: PlaceRules
  ): (OptionChanges, Map[List[String], OptionChanges]) =
    val name = shape.fieldNames(field)
    val met =
      (for ((c, path), changes) <- places.fields.toSeq if path.head == name && isOf(c, shape)
      yield path.tail -> changes) ++ (for (path, changes) <- places.ahead.toSeq if path.head == name
      yield path.tail -> changes)
    val (here, ahead) = met.partition(_._1.isEmpty)
    (here.map(_._2).foldLeft(OptionChanges.none)(_ ++ _), ahead.toMap)

  def isOf(c: Class[?], shape: Shape.Product): Boolean = c.getName == shape.className || (shape.plan match
    case plan: Plan => plan.isOf(c)
    case _          => false
  )

  /** Returns true if a field of the class may have a dialect of its own. */
  def hasFields(shape: Shape.Product, dialect: JsonDialect): Boolean =
    !dialect.places.isEmpty &&
      (dialect.places.ahead.nonEmpty || dialect.places.fields.keys.exists((c, _) => isOf(c, shape)))

  /** The rules that apply to fields of the class. */
  def fieldsOf(shape: Shape.Product, dialect: JsonDialect): Seq[(Class[?], List[String])] =
    dialect.places.fields.keys.toSeq.filter((c, _) => isOf(c, shape))

  private def inner(dialect: JsonDialect, key: AnyRef)(make: => JsonDialect): JsonDialect =
    val known = dialect.inner.get(key)
    if known != null then known
    else
      val made = make
      val other = dialect.inner.putIfAbsent(key, made)
      if other != null then other else made

/** The dialects of the objects that are open, where rules by place change them. */
private[json] final class Scopes(root: DialectForms):
  private val all = new scala.collection.mutable.ArrayBuffer[DialectForms]

  /** The dialect of the value that is next, of its elements and entries. */
  var place: DialectForms = root

  /** An object begins. Its dialect is `own`, that of the value around it `around`. */
  def push(around: DialectForms, own: DialectForms): Unit =
    all += place
    all += around
    all += own
    place = own

  /** The dialect of the innermost object. */
  def own: DialectForms = all(all.length - 1)

  /** The innermost object ends. Returns the dialect before it. */
  def pop(): DialectForms =
    val around = all(all.length - 2)
    place = all(all.length - 3)
    all.dropRightInPlace(3)
    around
