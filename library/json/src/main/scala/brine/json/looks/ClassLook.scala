package brine.json.looks

import brine.json.dialects.JsonDialect
import scala.collection.immutable.{SortedMap, SortedSet}
import brine.plan.{AbsentFields, Access, Plan}
import brine.shape.{ScalarKind, Shape}
import brine.wire.Utf8
import JsonDialect.*

/** How objects of one class look in one dialect. */
private[json] final class ClassLook(val shape: Shape.Product, dialect: JsonDialect) extends Look(dialect):
  import ClassLook.*

  private val plan: Plan.Product | Null = shape.plan match
    case p: Plan.Product => p
    case _               => null

  /** The names of the fields, before anything that keeps them clear of the format's own. */
  val names: Array[String] =
    Array.tabulate(shape.fieldNames.length)(i =>
      if isNamed(i) then shape.fieldNames(i) else dialect.names(shape.fieldNames(i))
    )

  private def isNamed(field: Int): Boolean = shape.isMutableValue || shape.namedFields.contains(field)

  /** The names with their escapes, as an object has them. */
  val written: Array[String] = names.map(DialectNames.escaped(_, dialect))

  /** True if they need no escapes. */
  val areSimple: Boolean = written.forall(_.forall(c => c >= ' ' && c < 0x7f && c != '"' && c != '\\'))

  val keys: FieldKeys = new FieldKeys(written, shape.gathering)

  /** True if an object is written as an array of its fields. */
  val isArray: Boolean = dialect.tuples == Tuples.Arrays && KnownClasses.isTuple(shape)

  /** True if an object is written as its field. */
  val unwraps: Boolean =
    isChosen && !isArray && names.length == 1 && !shape.isTracked && !shape.isMutableValue && !shape.gathersAny &&
      !leadsToItself

  /** True if its fields have no names in JSON. */
  val isNameless: Boolean = unwraps || isArray

  /** The path segment of a field, for errors. */
  def segment(field: Int): String =
    if unwraps || shape.isMutableValue || shape.isRest(field) then ""
    else if isArray then s"[$field]"
    else s".${written(field)}"

  private def isChosen: Boolean = dialect.eithers != Eithers.Families && KnownClasses.isLeafOfEither(shape) || isWrapped

  private def isWrapped: Boolean = dialect.wrapped match
    case Wrapped.Objects           => false
    case Wrapped.Fields            => true
    case Wrapped.FieldsOf(classes) => classes.exists(_.getName == shape.className)

  private def leadsToItself: Boolean =
    var inner: Shape = shape.fieldShapes(0)
    var steps = 0
    while steps < MostSteps && inner.isInstanceOf[Shape.Product] && inner.asInstanceOf[
        Shape.Product
      ].fieldNames.length == 1
    do
      inner = inner.asInstanceOf[Shape.Product].fieldShapes(0)
      steps += 1
    steps == MostSteps

  /** The value that a reader takes for a missing field; [[Access.NoDefault]] if a missing field is an error, or its
    * default is computed from other fields.
    */
  def absent(field: Int): AnyRef | Null = plan match
    case p: Plan.Product =>
      val zero = this.zero(field)
      if zero != null then zero else AbsentFields.ifKnown(p, field)
    case null => Access.NoDefault

  /** The zero that [[Missing.Zeros]] takes for a missing field; null if its type has none, or the dialect has another
    * rule.
    */
  def zero(field: Int): AnyRef | Null =
    if dialect.missing == Missing.Zeros && plan != null then ProtobufDefaults.of(plan.nn.fields(field).get) else null

  /** Returns true if a reader has a value for the missing field. */
  private def hasAbsent(field: Int): Boolean = plan match
    case p: Plan.Product => AbsentFields.exists(p, field) || zero(field) != null
    case null            => false

  /** True if some fields can be null and all others cannot. */
  val admitsSomeNulls: Boolean = dialect.nulls == Nulls.Refused && shape.nullableFields.length > 0

  /** The fields of which a null is the `None` inside an option; null if there are none. */
  private val nested: Array[Boolean] | Null =
    if dialect.nested == Nested.Marked then null
    else
      val all = Array.tabulate(names.length)(i => isOptionOfOption(i) && (absent(i) eq None))
      if all.contains(true) then all else null

  private def isOptionOfOption(field: Int): Boolean = shape.fieldShapes(field) match
    case o: Shape.Optional => o.element.isInstanceOf[Shape.Optional]
    case _                 => false

  /** Returns true if the `None` inside an option is a null in this field, and the outer one is left out. */
  def isNested(field: Int): Boolean = nested != null && nested.nn(field)

  /** True if calls write and read its objects, and no code is made for them: what a null means depends on the field. */
  val isByCalls: Boolean = admitsSomeNulls || nested != null

  /** For each field, the conditions under which it is left out: [[IfNone]], [[IfEmpty]], [[IfDefault]] and
    * [[IfAbsent]], as bits. Null if no field is ever left out.
    */
  private val rules: Array[Int] | Null =
    if plan == null || dialect.omit.isEmpty && nested == null && !shape.fieldShapes.exists(isPatch) then null
    else
      val all = Array.tabulate(names.length)(rule)
      if all.forall(_ == 0) then null else all

  private def rule(field: Int): Int =
    val value = if shape.gathers(field) then Access.NoDefault else absent(field)
    if value == null || (value eq Access.NoDefault) then 0
    else
      (if (dialect.omit(Omit.Nones) || isNested(field)) && (value eq None) then IfNone else 0) |
        (if dialect.omit(Omit.Empties) && isEmpty(field, value) then IfEmpty else 0) |
        (if dialect.omit(Omit.Defaults) && isDefault(field) && isComparable(value) then IfDefault else 0) |
        (if value.isInstanceOf[LeftOut] then IfAbsent else 0)

  /** Returns true if the value of a missing field differs from the one of its type. */
  private def isDefault(field: Int): Boolean = zero(field) != null || AbsentFields.isDeclared(plan.nn, field)

  /** Returns true if it is the empty collection of a field. One that can change keeps its identity, and is not left
    * out.
    */
  private def isEmpty(field: Int, value: AnyRef): Boolean = plan.nn.fields(field).get match
    case s: Plan.Sequence    => !s.shape.isMutable && s.ops.isEmpty(value)
    case m: Plan.Mapping     => !m.shape.isMutable && m.ops.size(value) == 0
    case _: Plan.ScalarArray => java.lang.reflect.Array.getLength(value) == 0
    case _                   => false

  def hasRules: Boolean = rules != null

  /** Returns true if a reader may find nothing in place of this field. */
  def mayOmit(field: Int): Boolean = rules != null && rules.nn(field) != 0

  /** Returns true if a field with this value is left out. Only where [[hasRules]]. */
  def omits(field: Int, value: Any): Boolean =
    val rule = rules.nn(field)
    rule != 0 && value != null && {
      val o = value.asInstanceOf[AnyRef]
      (rule & IfNone) != 0 && (o eq None) || (rule & IfEmpty) != 0 && isEmpty(field, o) ||
      (rule & IfAbsent) != 0 && o.isInstanceOf[LeftOut] ||
      (rule & IfDefault) != 0 && isComparable(o) && isSame(o, absent(field))
    }

  /** The field that has this name but for the case of its letters; -1 if there is none, or several. */
  def inOtherCase(name: String): Int = inLowerCase.getOrElse(name.toLowerCase(java.util.Locale.ROOT), -1)

  private lazy val inLowerCase: Map[String, Int] =
    val all = names.indices.filterNot(shape.gathers).map(i => names(i) -> i) ++
      shape.aliases.filterNot((_, field) => shape.gathers(field))
    all.groupMap(_._1.toLowerCase(java.util.Locale.ROOT))(_._2).collect {
      case (name, fields) if fields.distinct.length == 1 => name -> fields.head
    }

  /** Returns true if a reader takes a null for a missing field. */
  def takesNullForMissing(field: Int): Boolean = nullIsMissing(field)

  private val nullIsMissing: Array[Boolean] = Array.tabulate(names.length) { field =>
    dialect.nulls == Nulls.AsMissing && !shape.gathers(field) &&
    !shape.fieldShapes(field).isInstanceOf[Shape.Optional] &&
    !isPatch(shape.fieldShapes(field)) && hasAbsent(field)
  }

  /** Returns true if a field is declared as `A | Null`. */
  def isNullable(field: Int): Boolean = shape.nullableFields.contains(field)

  /** Returns true if a null would come back as another value. */
  def losesNull(field: Int): Boolean = nullIsMissing(field) && absent(field) != null

  val hasNullsForMissing: Boolean = nullIsMissing.contains(true)

  /** Returns true if an object can be read that does not have this field. */
  def canBeMissing(field: Int): Boolean =
    mayOmit(field) || shape.gathers(field) || (dialect.missing match
      case Missing.Filled  => plan == null || hasAbsent(field)
      case Missing.Refused => false
      case Missing.Zeros   => zero(field) != null
    )

  /** The reason why a member of the object cannot say which leaf it is; null if there is none. */
  val memberConflict: String | Null = dialect.families match
    case Families.Member(name, _) if shape.hasMembers =>
      val what =
        if written.contains(name) then "a field"
        else if shape.aliases.keys.exists(DialectNames.escaped(_, dialect) == name) then "a field with the alias"
        else null
      if what == null then null else s"has $what '$name', which is the dialect's member for the leaf's name"
    case _ => null

  override lazy val problems: Seq[String] =
    val all = names.indices.filterNot(shape.gathers)
    val same =
      for (name, fields) <- all.groupBy(names(_)).toSeq.sortBy(_._1) if fields.length > 1
      yield s"${shape.name}: the fields ${fields.map(shape.fieldNames(_)).mkString(" and ")} would both be '$name'. " +
        "Rename one by @rename"
    val aliased =
      for i <- all; owner <- shape.aliases.get(names(i)) if owner != i
      yield s"${shape.name}: the field ${shape.fieldNames(i)} would be '${names(i)}', which is an alias of " +
        s"${shape.fieldNames(owner)}"
    val notText =
      for i <- all if Utf8.hasUnpairedSurrogate(names(i)) && dialect.marks == Marks.Refused
      yield s"${shape.name}: the name of the field number $i is not Unicode, which needs Marks.Written"
    same ++ aliased ++ notText ++ restProblems ++ nullProblems ++ nestedProblems ++ identityProblems ++ wrapProblems

  private def restProblems: Seq[String] = if shape.rests == null then Nil else shape.rests.nn.problems

  /** Options of options that cannot be left out, where nothing but a mark tells a `None` in them from a `None`. */
  private def nestedProblems: Seq[String] =
    if dialect.nested == Nested.Marked || dialect.marks == Marks.Written || isNameless then Nil
    else
      for i <- names.indices if isOptionOfOption(i) && plan != null && !isNested(i)
      yield s"${shape.name}: the field '${names(i)}' is an option of an option, whose default has to be None with " +
        "Nested.Nulls"

  /** Fields with values that are written as null, which a reader takes for a missing field. */
  private def nullProblems: Seq[String] =
    for
      i <- names.indices if nullIsMissing(i) && !isArray
      value = looksNull(shape.fieldShapes(i)) if value != null && !isNaN(absent(i))
    yield s"${shape.name}: $value in the field '${names(i)}' would be a null, which Nulls.AsMissing takes for the " +
      "field's default. Use Nulls.Kept"

  /** Names a value of a type that is written as null though it is none; null if there is no such value. */
  private def looksNull(of: Shape): String | Null = of match
    case s: Shape.Scalar =>
      val isNumber = s.kind == ScalarKind.Double || s.kind == ScalarKind.Float
      if isNumber && dialect.notFinite == NotFinite.Null then "NaN" else null
    case other => if AnyJson.isAny(other) then "Json.Null" else null

  private def isNaN(value: AnyRef | Null): Boolean = value match
    case d: java.lang.Double => d.isNaN
    case f: java.lang.Float  => f.isNaN
    case _                   => false

  private def identityProblems: Seq[String] = dialect.identity match
    case Identity.Refused if shape.isTracked =>
      Seq(
        s"${shape.name}: its objects can be referred to, and the dialect has no form for that. Use Identity.Marked " +
          "or Identity.Copied"
      )
    case Identity.Marked(id, ref) if !shape.isMutableValue =>
      for name <- Seq(id, ref) if written.contains(name)
      yield s"${shape.name}: the field '$name' has the name of an object's number or reference. Use other names, or " +
        "Identity.Copied"
    case _ => Nil

  private def wrapProblems: Seq[String] = dialect.wrapped match
    case Wrapped.FieldsOf(_) if isChosen && !unwraps =>
      Seq(
        s"${shape.name}: it cannot be written as its field, since it does not have exactly one, or its objects can " +
          "be referred to"
      )
    case _ => Nil

private object ClassLook:
  final val IfNone = 1
  final val IfEmpty = 2
  final val IfDefault = 4
  final val IfAbsent = 8

  /** Returns true for a type of which one value is a member that is not there. */
  def isPatch(shape: Shape): Boolean = shape match
    case s: Shape.Sum => s.absentLeaf >= 0
    case _            => false

  private final val MostSteps = 20

  /** Returns true if two such values that are equal are written alike: `0.0` is not `-0.0`, and decimals may be equal
    * with other scales.
    */
  private def isComparable(value: AnyRef): Boolean = value match
    case Some(content: AnyRef) => isComparable(content)
    case all: List[?]          => all.forall(part => part != null && isComparable(part.asInstanceOf[AnyRef]))
    case all: Vector[?]        => all.forall(part => part != null && isComparable(part.asInstanceOf[AnyRef]))
    case all: Set[?]           => all.isEmpty && !all.isInstanceOf[SortedSet[?]]
    case all: Map[?, ?]        => all.isEmpty && !all.isInstanceOf[SortedMap[?, ?]]
    case _: String | _: java.lang.Boolean | _: Character | _: java.lang.Enum[?]  => true
    case _: java.lang.Byte | _: java.lang.Short | _: Integer | _: java.lang.Long => true
    case _: java.lang.Float | _: java.lang.Double                                => true
    case p: Product => p.productArity == 0 // an object, `None` among them
    case _          => false

  private def isSame(a: AnyRef, b: AnyRef | Null): Boolean = (a, b) match
    case (Some(x: AnyRef), Some(y: AnyRef)) => isSame(x, y)
    case (xs: List[?], ys: List[?]) =>
      xs.corresponds(ys)((x, y) => isSame(x.asInstanceOf[AnyRef], y.asInstanceOf[AnyRef]))
    case (xs: Vector[?], ys: Vector[?]) =>
      xs.corresponds(ys)((x, y) => isSame(x.asInstanceOf[AnyRef], y.asInstanceOf[AnyRef]))
    case _ => a.equals(b)

/** A value that a field has where its member is not there. */
private[json] trait LeftOut
