package brine.json.schemas

import brine.json.dialects.JsonDialect
import brine.json.looks.{ClassLook, DialectCheck, DialectForms, DialectNames, DialectValues, Looks, Places}
import brine.json.text.JsonTags
import brine.json.trees.Json
import scala.collection.mutable
import brine.PickleException
import brine.shape.{Nullness, ScalarKind, Shape}
import JsonDialect.*
import JsonSchema.{Direction, Rules, Values}
import SchemaJson.*

/** Makes the schema of one type. A *place* has the value of a type or a null; [[nullForms]] and [[plainForms]] are the
  * two kinds of forms that the specification tells apart as like null, or not.
  */
private[json] final class SchemaBuilder(dialect: JsonDialect, rules: Rules, root: SchemaBuilder | Null = null):
  private val forms = new DialectForms(dialect)
  private val values = new SchemaTexts(dialect, rules.direction)
  private val isMarked = dialect.marks == Marks.Written
  private val isEvery = rules.values == Values.Every
  private val numbers: Option[(String, String)] = dialect.identity match
    case Identity.Marked(id, ref) => Some((id, ref))
    case _                        => None

  private val problems: mutable.LinkedHashSet[String] =
    if root == null then mutable.LinkedHashSet.empty[String] else root.nn.problems
  private val definitions: mutable.LinkedHashMap[String, Json] =
    if root == null then mutable.LinkedHashMap.empty[String, Json] else root.nn.definitions
  private val discriminators: mutable.Map[String, Json] =
    if root == null then mutable.Map.empty[String, Json] else root.nn.discriminators
  private val families = new SchemaFamilies(this, forms)

  // ---- rules by place

  private val others = new java.util.IdentityHashMap[JsonDialect, SchemaBuilder]

  /** The builder of parts that have another dialect. */
  private def in(other: JsonDialect): SchemaBuilder =
    if other eq dialect then this
    else if root != null then root.nn.in(other)
    else others.computeIfAbsent(other, new SchemaBuilder(_, rules, this))

  private def dialectOf(shape: Shape): JsonDialect = shape match
    case p: Shape.Product => Looks.ofClass(p, dialect).dialect
    case s: Shape.Sum     => Looks.ofFamily(s, dialect).dialect
    case _                => dialect

  def schema(root: Shape): JsonSchema =
    val schema = alone(root)
    if problems.nonEmpty then throw new PickleException.UnsupportedType(root.name, problems.toSeq)
    new JsonSchema(schema, definitions.toVector, discriminators.toMap)

  /** A type with a marker for null at other places is never null alone; nothing wraps the null of a content. */
  private def alone(shape: Shape): Json = shape match
    case m: Shape.Mapped                                       => alone(m.inner)
    case p: Shape.Product if Looks.ofClass(p, dialect).unwraps => alone(p.fieldShapes(0))
    case other if other.nullness == Nullness.Marker            => any(plainForms(other))
    case other                                                 => place(other)

  def place(shape: Shape): Json = any(plainForms(shape) ++ nullForms(shape))

  /** The forms of values that are there. */
  def whole(shape: Shape): Json = any(plainForms(shape))

  def refuse(reason: String): List[Json] =
    problems += reason
    List(Any)

  // ---- definitions

  // A class has one shape for each pickler that was made of it, so equal ones are found by name and fingerprint.
  private val names: mutable.HashMap[(String, String, Long, String), String] =
    if root == null then mutable.HashMap.empty else root.nn.names

  /** A reference to the definition, which is made where it is met first. `role`: tells several definitions of one shape
    * apart.
    */
  def defined(name: String, shape: Shape, role: String)(make: => Json): Json =
    val place = if dialect.places.isEmpty then "" else System.identityHashCode(dialect).toString
    val key = (name, classNameOf(shape), shape.classFingerprint, role + place)
    val known = names.get(key)
    val own = known.getOrElse {
      val fresh = free(name.map(c => if c.isLetterOrDigit && c < 0x80 || "._-".indexOf(c.toInt) >= 0 then c else '_'))
      names(key) = fresh
      definitions(fresh) = Any // keeps its place, since `make` may lead here again
      definitions(fresh) = make
      fresh
    }
    reference(own)

  def discriminated(reference: Json, discriminator: Json): Unit = get(reference, "$ref") match
    case Json.Str(to) => discriminators(to.stripPrefix("#/$defs/")) = discriminator
    case _            => ()

  private def free(name: String): String =
    Iterator.from(1).map(i => if i == 1 then name else s"${name}_$i").find(!definitions.contains(_)).get

  private def classNameOf(shape: Shape): String = shape match
    case p: Shape.Product => p.className
    case _                => ""

  // ---- forms like null

  /** The forms of values that are like null. */
  private def nullForms(shape: Shape): List[Json] = shape match
    case s: Shape.Scalar   => if s.kind == ScalarKind.String then plainNull else Nil
    case o: Shape.Optional => Null :: nullOption ::: wrapped(JsonTags.Some, o.element)
    case m: Shape.Mapped   => plainNull ::: wrapped(JsonTags.Value, m.inner)
    case p: Shape.Product if Looks.ofClass(p, dialect).unwraps =>
      if nullsOf.contains(p) then refuse(s"${p.name}: it is written as its field, which may lead to its own null")
      else
        nullsOf ::= p
        val all = plainNull ::: wrapped(JsonTags.Value, p.fieldShapes(0))
        nullsOf = nullsOf.tail
        all
    case _ => plainNull

  /** The classes around that are written as their field, while the forms of their nulls are made. */
  private var nullsOf: List[Shape.Product] = Nil

  private val hasNulls = isEvery && dialect.nulls != Nulls.Refused

  private def plainNull: List[Json] = if hasNulls then List(Null) else Nil

  private def nullOption: List[Json] = if hasNulls && isMarked then List(closed(JsonTags.Null -> True)) else Nil

  private def wrapped(mark: String, content: Shape): List[Json] =
    val inner = if isMarked then nullForms(content) else Nil
    if inner.isEmpty then Nil else List(closed(mark -> any(inner)))

  // ---- all other forms

  private def plainForms(shape: Shape): List[Json] =
    if dialect.places.isEmpty then ownForms(shape) else in(dialectOf(shape)).ownForms(shape)

  private def ownForms(shape: Shape): List[Json] = shape match
    case s: Shape.Scalar   => scalar(s.kind)
    case o: Shape.Optional => plainForms(o.element)
    case m: Shape.Mapped   => plainForms(m.inner)
    case p: Shape.Product =>
      val look = Looks.ofClass(p, dialect)
      if p.isMutableValue then
        plainForms(p.fieldShapes(0)) ::: numbered(p.isTracked, JsonTags.Value)(place(p.fieldShapes(0)))
      else if look.unwraps then contentOf(p)
      else if look.isArray then
        val all = tuple(p.fieldShapes.toSeq.map(place))
        all :: numbered(p.isTracked, JsonTags.Items)(all)
      else objectOf(p) :: referred(p.isTracked)
    case s: Shape.Singleton => List(oneText(s.name))
    case s: Shape.Sum       => families.of(s) :: Nil
    case s: Shape.Sequence  => sequence(s)
    case m: Shape.Mapping   => mapping(m)
    case s: Shape.Standard =>
      values.of(s) match
        case Nil   => described(s.name, "its values are of a standard type that has no schema")
        case known => if s.name == "Symbol" then known ::: unpaired else known
    case o: Shape.Open     => described(o.name, "the classes of an open type are not known")
    case c: Shape.CodeName => List(ofType("string"))
    case c: Shape.Custom =>
      if c == Shape.Custom.Extras then List(ofType("object")) else described(c.name, "a pickler by hand writes it")

  /** The forms of a class that is written as its field. If its field leads to it again, they are a definition. */
  private def contentOf(p: Shape.Product): List[Json] =
    val isRecursive = recursive.getOrElseUpdate(
      p,
      DialectCheck.reached(p.fieldShapes(0)).exists {
        case other: Shape.Product => other.name == p.name && other.classFingerprint == p.classFingerprint
        case _                    => false
      }
    )
    if isRecursive then List(defined(p.name, p, "content")(any(plainForms(p.fieldShapes(0)))))
    else plainForms(p.fieldShapes(0))

  private val recursive = mutable.HashMap.empty[Shape.Product, Boolean]

  private def described(name: String, reason: String): List[Json] =
    rules.described.get(name).map(List(_)).getOrElse(refuse(s"$name: $reason. Give its schema by Rules.described"))

  private def scalar(kind: ScalarKind): List[Json] = kind match
    case ScalarKind.Unit    => List(obj("type" -> str("object"), "maxProperties" -> num(0)))
    case ScalarKind.Boolean => List(ofType("boolean"))
    case ScalarKind.Byte    => List(integer(num(Byte.MinValue), num(Byte.MaxValue)))
    case ScalarKind.Short   => List(integer(num(Short.MinValue), num(Short.MaxValue)))
    case ScalarKind.Int     => List(integer(num(Int.MinValue), num(Int.MaxValue)))
    case ScalarKind.Long    => values.longs
    case ScalarKind.Float   => floating("3.4028235E38")
    case ScalarKind.Double  => floating("1.7976931348623157E308")
    case ScalarKind.Char =>
      obj("type" -> str("string"), "minLength" -> num(1), "maxLength" -> num(1)) :: unpairedIn("^[0-9a-fA-F]{4}$")
    case ScalarKind.String => ofType("string") :: unpaired

  private def floating(most: String): List[Json] =
    obj(
      "type" -> str("number"),
      "minimum" -> Json.Num(s"-$most"),
      "maximum" -> Json.Num(most)
    ) :: (dialect.notFinite match
      case NotFinite.Texts   => List(obj("enum" -> texts(Seq(JsonTags.NaN, JsonTags.Infinity, JsonTags.MinusInfinity))))
      case NotFinite.Null    => List(Null)
      case NotFinite.Refused => Nil
    )

  private def unpaired: List[Json] = unpairedIn("^([0-9a-fA-F]{4})*$")

  private def unpairedIn(units: String): List[Json] =
    if isEvery && isMarked then List(closed(JsonTags.Utf16 -> text(units))) else Nil

  // ---- identity

  /** `{"$ref":n}` */
  def referred(isTracked: Boolean): List[Json] =
    if isTracked then numbers.map((_, ref) => closed(ref -> Number1)).toList else Nil

  /** `{"$id":n,"$value":…}` and `{"$ref":n}` */
  private def numbered(isTracked: Boolean, content: String)(schema: => Json): List[Json] =
    if !isTracked || !isMarked then referred(isTracked)
    else numbers.map((id, _) => closed(id -> Number1, content -> schema)).toList ::: referred(isTracked)

  // ---- classes

  def objectOf(p: Shape.Product): Json = defined(p.name, p, "")(members(p, Nil, p.isTracked))

  /** The object of a class. `first`: the members before the fields. */
  def members(p: Shape.Product, first: List[(String, Json)], isTracked: Boolean): Json =
    val look = Looks.ofClass(p, dialect)
    val fields = look.written.indices.filterNot(p.gathers)
    val own = fields.map(i => look.written(i) -> field(p, look, i))
    val required = fields.filterNot(isLeftOut(look, _))
    val aliases = if rules.direction == Direction.Requests then p.aliases.toSeq.sortBy(_._1) else Nil
    val (aliased, direct) = required.partition(i => aliases.exists(_._2 == i))
    val id = if isTracked then numbers.map((id, _) => id -> Number1).toSeq else Nil
    val all = first ++ id ++ own ++ aliases.map((name, i) => name -> field(p, look, i)).filterNot((name, _) =>
      look.written.contains(name)
    )
    val needed = first.map(_._1) ++ direct.map(look.written(_))
    val choices = aliased.map(i => look.written(i) +: aliases.collect { case (name, `i`) => name }).map(names =>
      oneOfMembers(names, -1)
    )
    val strangers =
      if dialect.unknown != Unknown.ByOptions || p.gathersAny || direct.nonEmpty || choices.nonEmpty ||
        all.length == first.length
      then Nil
      else List(oneOfMembers(all.drop(first.length).map(_._1), first.length))
    Json.Obj(
      Vector("type" -> str("object"), "properties" -> obj(all*)) ++
        (if needed.isEmpty then Nil else List("required" -> texts(needed))) ++
        (if choices.isEmpty && strangers.isEmpty then Nil else List("allOf" -> arr(choices ++ strangers))) ++
        (if isEvery && isMarked then
           List("propertyNames" -> obj(
             "pattern" -> str(ownNames((first.map(_._1) ++ id.map(_._1)).filter(_.startsWith("$"))))
           ))
         else Nil) ++
        gathered(p, look, all.map(_._1))
    )

  /** The members that belong to no field with their name. `names`: all others. */
  private def gathered(p: Shape.Product, look: ClassLook, names: Seq[String]): List[(String, Json)] =
    val rests = if p.rests == null then Nil else (0 until p.rests.nn.count).toList
    val values = rests.map(i => p.rests.nn.prefixesOf(i) -> restValue(p, look, p.rests.nn.fields(i)))
    val patterns = values.collect { case (all, value) if all.nonEmpty => restPattern(all, names) -> value }
    val others = values.collectFirst { case (all, value) if all.isEmpty => value }
    val closed = Option.when(p.extras < 0 && dialect.unknown == Unknown.Refuse)(Json.Bool(false))
    (if patterns.isEmpty then Nil else List("patternProperties" -> obj(patterns*))) ++
      others.orElse(closed).map("additionalProperties" -> _)

  private def restValue(p: Shape.Product, look: ClassLook, field: Int): Json = p.fieldShapes(field) match
    case m: Shape.Mapping => in(Places.ofField(p, field, look.dialect)).place(m.value)
    case _                => Any // the dialect does not fit the class

  /** The pattern of names with one of these prefixes, except those of other members. */
  private def restPattern(prefixes: Seq[String], names: Seq[String]): String =
    val own = prefixes.map(DialectNames.escaped(_, dialect))
    val others = names.filter(name => own.exists(name.startsWith(_)))
    val except = if others.isEmpty then "" else others.map(SchemaTexts.quoted).mkString("(?!(", "|", ")$)")
    val one = own.map(SchemaTexts.quoted)
    s"^$except${if one.length == 1 then one.head else one.mkString("(", "|", ")")}"

  /** Other names that begin with one `$` are refused, since a mark may have them. */
  private def ownNames(reserved: Seq[String]): String =
    val all = "$" +: "[^$]" +: "\\$\\$" +: reserved.map(SchemaTexts.quoted(_) + "$")
    all.mkString("^(", "|", ")")

  /** An object has one of these members, or no more than `others` members; -1 if it has one of these in any case. */
  private def oneOfMembers(names: Seq[String], others: Int): Json =
    val empty = if others >= 0 then Seq(obj("maxProperties" -> num(others))) else Nil
    obj("anyOf" -> arr(empty ++ names.map(name => obj("required" -> texts(Seq(name))))))

  private def isLeftOut(look: ClassLook, field: Int): Boolean = rules.direction match
    case Direction.Responses => look.mayOmit(field)
    case Direction.Requests  => look.canBeMissing(field)

  private def field(p: Shape.Product, look: ClassLook, field: Int): Json =
    in(Places.ofField(p, field, look.dialect)).fieldOf(p, look, field)

  private def fieldOf(p: Shape.Product, look: ClassLook, field: Int): Json =
    val isNever = look.losesNull(field) || look.takesNullForMissing(field) && !look.canBeMissing(field)
    val schema = if isNever then
      any(plainForms(p.fieldShapes(field)) ++ nullForms(p.fieldShapes(field)).filterNot(_ == Null))
    else place(p.fieldShapes(field))
    val takesNull = rules.direction == Direction.Requests && look.takesNullForMissing(field) && look.canBeMissing(field)
    val taken =
      if takesNull || look.admitsSomeNulls && look.isNullable(field) then any(Seq(schema, Null))
      else schema
    (taken, default(p, look, field)) match
      case (Json.Obj(members), Some(value)) => Json.Obj(members :+ ("default" -> value))
      case _                                => taken

  /** The default of a field, if it is a scalar whose form in the dialect is plain. */
  private def default(p: Shape.Product, look: ClassLook, field: Int): Option[Json] = p.fieldShapes(field) match
    case s: Shape.Scalar if !p.gathers(field) =>
      (look.absent(field), s.kind) match
        case (value: java.lang.Boolean, ScalarKind.Boolean)              => Some(Json.Bool(value))
        case (value: Integer, ScalarKind.Int)                            => Some(Json.Num(value.toString))
        case (value: java.lang.Long, ScalarKind.Long) if isNumber(value) => Some(Json.Num(value.toString))
        case (value: String, ScalarKind.String) if !brine.wire.Utf8.hasUnpairedSurrogate(value) => Some(Json.Str(value))
        case _                                                                                  => None
    case _ => None

  private def isNumber(value: Long): Boolean = dialect.longs match
    case NumberForm.Number => true
    case NumberForm.Text   => false
    case NumberForm.Safe   => DialectValues.isSafe(value)

  // ---- collections

  private def sequence(s: Shape.Sequence): List[Json] = s.element match
    case e: Shape.Scalar if s.kind == "Array" && e.kind == ScalarKind.Byte && dialect.bytes != Bytes.Numbers =>
      values.bytes :: numbered(s.isTracked, JsonTags.Items)(values.bytes)
    case _ =>
      val all = elements(s)
      all :: numbered(s.isTracked, JsonTags.Items)(all) ::: arrayOfClass(s, all)

  private def elements(s: Shape.Sequence): Json = array(place(s.element)) match
    case Json.Obj(members) if s.kind.endsWith("Set") && isDistinct(s.element) =>
      Json.Obj(members :+ ("uniqueItems" -> Json.Bool(true)))
    case plain => plain

  /** Returns true if equal values have equal JSON, and different values different JSON. */
  private def isDistinct(shape: Shape): Boolean = shape match
    case s: Shape.Scalar => !Set(ScalarKind.Float, ScalarKind.Double, ScalarKind.Unit)(s.kind)
    case s: Shape.Sum    => Looks.ofFamily(s, dialect).isEnum
    case _               => false

  /** An array of a class below the one that its place declares. */
  private def arrayOfClass(s: Shape.Sequence, all: Json): List[Json] = (dialect.families, s.element) match
    case (_, _: Shape.Scalar) => Nil
    case (Families.Member(name, _), _) if s.kind == "Array" && isMarked =>
      val kind = name -> ofType("string")
      closed(kind, JsonTags.Items -> all) :: (if s.isTracked then
                                                numbers.map((id, _) =>
                                                  closed(kind, id -> Number1, JsonTags.Items -> all)
                                                ).toList
                                              else Nil)
    case _ => Nil

  private def mapping(m: Shape.Mapping): List[Json] =
    val all =
      if !forms.isObject(m) then array(tuple(Seq(place(m.key), place(m.value))))
      else
        val keys = key(m.key)
        Json.Obj(
          Vector("type" -> str("object")) ++ (if keys == null then Nil else List("propertyNames" -> keys)) ++ List(
            "additionalProperties" -> place(m.value)
          )
        )
    all :: numbered(m.isTracked, JsonTags.Entries)(all)

  /** The schema of a map's keys; null if any text is one. */
  private def key(shape: Shape): Json | Null =
    val own = keyText(shape)
    if own == null || !isEvery || !isMarked || shape.nullness == Nullness.Never then own
    else any(List(own, oneText(JsonTags.Null)))

  private def keyText(shape: Shape): Json | Null = shape match
    case s: Shape.Scalar =>
      s.kind match
        case ScalarKind.Boolean => obj("enum" -> texts(Seq("true", "false")))
        case ScalarKind.Byte    => obj("pattern" -> str(SchemaTexts.whole(3)))
        case ScalarKind.Short   => obj("pattern" -> str(SchemaTexts.whole(5)))
        case ScalarKind.Int     => obj("pattern" -> str(SchemaTexts.whole(10)))
        case ScalarKind.Long    => obj("pattern" -> str(SchemaTexts.whole(19)))
        case ScalarKind.Char => if isMarked then obj("pattern" -> str("^([^$]|\\$\\$|\\$utf16:[0-9a-fA-F]{4})$"))
          else obj("minLength" -> num(1), "maxLength" -> num(1))
        case ScalarKind.String =>
          if isMarked then obj("pattern" -> str("^($|[^$]|\\$\\$|\\$utf16:([0-9a-fA-F]{4})*$)")) else null
        case ScalarKind.Float | ScalarKind.Double => SchemaTexts.NumberKey
        case ScalarKind.Unit                      => null
    case s: Shape.Standard  => values.keyOf(s)
    case s: Shape.Singleton => oneText(s.name)
    case s: Shape.Sum =>
      val look = Looks.ofFamily(s, dialect)
      obj("enum" -> texts(if look.isNumbered then look.names.indices.map(_.toString) else look.names.toSeq))
    case m: Shape.Mapped                               => keyText(m.inner)
    case p: Shape.Product if p.fieldShapes.length == 1 => keyText(p.fieldShapes(0))
    case _                                             => null
