package brine.json.schemas

import brine.json.trees.Json
import scala.collection.mutable
import SchemaJson.get

/** Looks for documents of one schema that another schema refuses, by the keywords that [[SchemaBuilder]] writes. A
  * keyword that it does not know counts as a reason, unless both schemas have it alike.
  */
private[json] final class SchemaFit(reader: JsonSchema, writer: JsonSchema):
  import SchemaFit.*

  private val readerDefinitions = reader.definitions.toMap
  private val writerDefinitions = writer.definitions.toMap

  // Definitions that are compared at present, or have been: recursive ones are taken to fit while they are compared.
  private val met = mutable.HashMap.empty[(String, String), Seq[String]]

  def reasons: Seq[String] = fit("$", reader.root, writer.root).distinct

  private def fit(path: String, wide: Json, narrow: Json): Seq[String] = (wide, narrow) match
    case (Reference(to), Reference(from))        => fitDefinitions(path, to, from)
    case (Reference(to), _)                      => once(wide, narrow)(fit(path, readerDefinitions(to), narrow))
    case (_, Reference(from)) if !isChoice(wide) => once(wide, narrow)(fit(path, wide, writerDefinitions(from)))
    case (Json.Bool(true), _)                    => Nil
    case (_, Json.Bool(true))                    => Seq(s"$path: any JSON is written, but only ${shown(wide)} is read")
    case _ if wide == narrow && !hasReference(wide) => Nil
    case _ =>
      val all = choices(narrow, writerDefinitions)
      if all.length > 1 || isChoice(narrow) then all.flatMap(fit(path, wide, _))
      else
        choices(wide, readerDefinitions) match
          case Seq(one) if !isChoice(wide) => fitSimple(path, one, narrow)
          case several                     => fitOneOf(path, several, narrow)

  // A definition that is compared with a schema in place may lead back to the comparison: the two are taken to fit
  // meanwhile.
  private val begun = mutable.HashSet.empty[(Json, Json)]

  private def once(wide: Json, narrow: Json)(found: => Seq[String]): Seq[String] =
    if !begun.add((wide, narrow)) then Nil
    else
      try found
      finally begun -= ((wide, narrow))

  private def fitDefinitions(path: String, to: String, from: String): Seq[String] =
    met.getOrElse(
      (to, from), {
        met((to, from)) = Nil
        val found = fit(from, readerDefinitions(to), writerDefinitions(from))
        met((to, from)) = found
        found
      }
    )

  /** The alternative that comes closest tells the reasons. */
  private def fitOneOf(path: String, all: Seq[Json], narrow: Json): Seq[String] =
    val before = met.clone
    val tried = all.map { one =>
      val found = fit(path, one, narrow)
      if found.nonEmpty then
        met.clear()
        met ++= before
      found
    }
    if tried.exists(_.isEmpty) then Nil
    else
      val alike = all.zip(tried).filter((one, _) =>
        isAlike(resolved(one, readerDefinitions), resolved(narrow, writerDefinitions))
      )
      if alike.length == 1 then alike.head._2
      else Seq(s"$path: ${shown(resolved(narrow, writerDefinitions))} is written, which is not read any more")

  /** Objects that the same member tells, by the same text; or values of the same type. */
  private def isAlike(a: Json, b: Json): Boolean =
    def tags(schema: Json) = get(schema, "properties") match
      case Json.Obj(all) => all.collect { case (name, s) if get(s, "const") != null => name -> get(s, "const") }.toSet
      case _             => Set.empty
    get(a, "type") == get(b, "type") && tags(a) == tags(b)

  private def resolved(schema: Json, definitions: Map[String, Json]): Json = schema match
    case Reference(to) => resolved(definitions(to), definitions)
    case other         => other

  // ---- neither is a choice

  private def fitSimple(path: String, wide: Json, narrow: Json): Seq[String] = (wide, narrow) match
    case (Json.Obj(limits), Json.Obj(_)) =>
      limits.flatMap((keyword, limit) => fitKeyword(path, wide, narrow, keyword, limit))
    case (Json.Bool(false), _) => Seq(s"$path: nothing is read here any more")
    case _                     => Nil

  private def fitKeyword(path: String, wide: Json, narrow: Json, keyword: String, limit: Json): Seq[String] =
    val own = get(narrow, keyword)
    // The keyword `type` reports a value of another type.
    def isOtherType = get(wide, "type") != null && !types(narrow).subsetOf(widened(types(wide)))
    def refused = Seq(
      s"$path: $keyword was ${if own == null then "open" else own.nn.render} where it is written, and is " +
        s"${limit.render} where it is read"
    )
    keyword match
      case "title" | "description" | "default" | "format" | "contentEncoding"
          if keyword != "contentEncoding" || own == limit => Nil
      case "properties" | "patternProperties" | "additionalProperties" =>
        if MemberKeywords.find(get(wide, _) != null).contains(keyword) then fitMembers(path, wide, narrow) else Nil
      case "type" => if types(narrow).subsetOf(widened(types(wide))) then Nil
        else Seq(s"$path: ${shown(narrow)} is written, ${shown(wide)} is read")
      case "enum" | "const" =>
        val lost = literals(narrow).map(_.filterNot(literals(wide).get.contains))
        lost match
          case None                     => Seq(s"$path: any ${shown(narrow)} is written, only ${limit.render} is read")
          case Some(all) if all.isEmpty => Nil
          case Some(all) => Seq(s"$path: ${all.map(_.render).mkString(", ")} is written, which is not read any more")
      case "minimum" | "minLength" | "minItems" =>
        if literals(narrow).nonEmpty || isOtherType || isAtMost(limit, own) then Nil else refused
      case "maximum" | "maxLength" | "maxItems" | "maxProperties" =>
        if literals(narrow).nonEmpty || isOtherType || isAtMost(own, limit) then Nil else refused
      case "required"      => fitRequired(path, limit, narrow)
      case "propertyNames" => fitNames(path, limit, narrow)
      case "allOf"         => fitOneOfMembers(path, limit, required(wide), narrow)
      case "items" =>
        if !types(narrow)("array") then Nil
        else
          val first = if get(wide, "prefixItems") == null then prefix(narrow) else Vector.empty
          (first :+ (if own == null then Json.Bool(true) else own)).flatMap(fit(s"$path[]", limit, _))
      case "prefixItems" if !types(narrow)("array") => Nil
      case "prefixItems" => (limit, own) match
          case (Json.Arr(a), Json.Arr(b)) if a.length == b.length =>
            a.zip(b).zipWithIndex.flatMap((pair, i) => fit(s"$path[$i]", pair._1, pair._2))
          case _ => refused
      case _ => if own == limit then Nil else refused

  private def fitMembers(path: String, wide: Json, narrow: Json): Seq[String] =
    val named = members(narrow)
    val byPattern = patterns(narrow).flatMap(fitPattern(path, wide, narrow, _, _))
    named.flatMap(fitMember(path, wide, _, _)) ++ byPattern ++ (SchemaKeys.values(narrow) match
      case null => Nil
      case values =>
        SchemaKeys.listed(get(narrow, "propertyNames")) match
          case Some(keys) => keys.flatMap(fitMember(path, wide, _, values))
          case None       => fitAnyMember(path, wide, narrow, values)
    )

  /** A member with this name is written. A reader has a class with such a field, or a map. */
  private def fitMember(path: String, wide: Json, name: String, schema: Json): Seq[String] =
    val expected = members(wide).collectFirst { case (`name`, own) => own }.orElse(patterns(wide).collectFirst {
      case (pattern, own) if hasPattern(pattern, name, inDoubt = false) => own
    }).getOrElse(get(wide, "additionalProperties"))
    expected match
      case null => Nil
      case Json.Bool(false) =>
        Seq(s"$path.$name: it is written, but a reader refuses members that it does not know")
      case limit => fit(s"$path.$name", limit, schema)

  /** Members are written whose names have a pattern. Each field of the reader may have such a name. */
  private def fitPattern(path: String, wide: Json, narrow: Json, pattern: String, schema: Json): Seq[String] =
    val fields =
      for (name, expected) <- members(wide) if !hasMember(narrow, name) && hasPattern(pattern, name, inDoubt = true)
      yield fit(s"$path.$name", expected, schema)
    val others = patterns(wide).collectFirst { case (`pattern`, limit) => limit } match
      case Some(limit) => fit(s"$path{$pattern}", limit, schema)
      case None        => (patterns(wide).map(_._2) :+ open(wide)).flatMap(fit(s"$path{$pattern}", _, schema))
    fields.flatten ++ others

  private def open(schema: Json): Json =
    val others = get(schema, "additionalProperties")
    if others == null then Json.Bool(true) else others.nn

  /** A map is written, with keys that nothing lists. For a class that is read, each field may be a key. */
  private def fitAnyMember(path: String, wide: Json, narrow: Json, values: Json): Seq[String] =
    val keys = get(narrow, "propertyNames")
    val fields =
      for
        (name, expected) <- members(wide)
        if !isNamed(narrow, name) && (keys == null || SchemaKeys.allows(keys.nn, name, inDoubt = true))
      yield fit(s"$path.$name", expected, values)
    val others = patterns(wide).filterNot((pattern, _) => patterns(narrow).exists(_._1 == pattern))
    fields.flatten ++ others.flatMap((pattern, limit) => fit(s"$path{$pattern}", limit, values)) ++ (get(
      wide,
      "additionalProperties"
    ) match
      case null => Nil
      case Json.Bool(false) =>
        Seq(s"$path{}: any key is written, but a reader refuses members that it does not know")
      case limit => fit(s"$path{}", limit, values)
    )

  /** The names of a class's members are known, and those of a map's entries may be. */
  private def fitNames(path: String, limit: Json, narrow: Json): Seq[String] =
    val own = get(narrow, "propertyNames")
    val keys = if SchemaKeys.values(narrow) == null then Some(Nil) else SchemaKeys.listed(own)
    if own == limit || !types(narrow)("object") then Nil
    else
      keys match
        case Some(listed) =>
          for name <- members(narrow).map(_._1) ++ listed if !SchemaKeys.allows(limit, name, inDoubt = false)
          yield s"$path.$name: it is written, but a reader refuses its name"
        case None => fit(s"$path (keys)", limit, if own == null then Json.Bool(true) else own.nn)

  private def fitRequired(path: String, limit: Json, narrow: Json): Seq[String] =
    val written = required(narrow)
    for case Json.Str(name) <- elements(limit) if !written(name) yield s"$path.$name: a reader needs it, but it ${
        if members(narrow).exists(_._1 == name) || SchemaKeys.values(narrow) != null then "may be left out"
        else "is not written"
      }"

  /** Each element: an object has one of these members, or no members except those that it always has. */
  private def fitOneOfMembers(path: String, limit: Json, always: Set[String], narrow: Json): Seq[String] =
    val isMap = SchemaKeys.values(narrow) != null
    val keys = if isMap then SchemaKeys.listed(get(narrow, "propertyNames")) else Some(Nil)
    val written = members(narrow).map(_._1).toSet ++ keys.getOrElse(Nil)
    elements(limit).flatMap { choice =>
      val names = elements(get(choice, "anyOf")).flatMap(one => elements(get(one, "required"))).collect {
        case Json.Str(name) => name
      }
      val mayBeEmpty = elements(get(choice, "anyOf")).exists(get(_, "maxProperties") != null)
      if names.exists(required(narrow)) || mayBeEmpty && keys.nonEmpty && written.subsetOf(names.toSet ++ always) then
        Nil
      else Seq(s"$path: a reader needs one of the members ${names.mkString(", ")}")
    }

private[json] object SchemaFit:
  private object Reference:
    def unapply(schema: Json): Option[String] = get(schema, "$ref") match
      case Json.Str(to) => Some(to.stripPrefix("#/$defs/"))
      case _            => None

  private def elements(json: Json | Null): Vector[Json] = json match
    case Json.Arr(all) => all
    case _             => Vector.empty

  /** The schemas of an array's first elements. */
  private def prefix(schema: Json): Vector[Json] = elements(get(schema, "prefixItems"))

  private def members(schema: Json): Vector[(String, Json)] = get(schema, "properties") match
    case Json.Obj(all) => all
    case _             => Vector.empty

  /** The keywords for members, which are compared once, for the first of them. */
  private val MemberKeywords = Seq("properties", "patternProperties", "additionalProperties")

  private def patterns(schema: Json): Vector[(String, Json)] = get(schema, "patternProperties") match
    case Json.Obj(all) => all
    case _             => Vector.empty

  private def hasMember(schema: Json, name: String): Boolean = members(schema).exists(_._1 == name)

  /** Returns true if a member of this name is none of the others that an object may have. */
  private def isNamed(schema: Json, name: String): Boolean =
    hasMember(schema, name) || patterns(schema).exists((pattern, _) => hasPattern(pattern, name, inDoubt = false))

  private def hasPattern(pattern: String, name: String, inDoubt: Boolean): Boolean =
    SchemaKeys.allows(SchemaJson.obj("pattern" -> Json.Str(pattern)), name, inDoubt)

  private def required(schema: Json): Set[String] = elements(get(schema, "required")).collect { case Json.Str(name) =>
    name
  }.toSet

  private def isChoice(schema: Json): Boolean =
    get(schema, "anyOf") != null || get(schema, "oneOf") != null || elements(get(schema, "type")).length > 1

  /** The alternatives, those of alternatives among them; several types are alternatives, too. */
  private def choices(schema: Json, definitions: Map[String, Json]): Seq[Json] =
    val any = elements(get(schema, "anyOf")) ++ elements(get(schema, "oneOf"))
    if any.nonEmpty then any.flatMap(choices(_, definitions))
    else
      (schema, get(schema, "type")) match
        case (Json.Obj(all), Json.Arr(types)) if types.length > 1 =>
          types.map(one => Json.Obj(all.map((name, value) => name -> (if name == "type" then one else value))))
        case _ => Seq(schema)

  private def hasReference(schema: Json): Boolean = schema match
    case Json.Obj(all) => all.exists((name, value) => name == "$ref" || hasReference(value))
    case Json.Arr(all) => all.exists(hasReference)
    case _             => false

  private def types(schema: Json): Set[String] =
    val named = get(schema, "type") match
      case Json.Str(one) => Set(one)
      case other         => elements(other).collect { case Json.Str(one) => one }.toSet
    if named.nonEmpty then named else literals(schema).map(_.map(typeOf).toSet).getOrElse(AllTypes)

  private val AllTypes = Set("null", "boolean", "number", "string", "array", "object")

  private def widened(types: Set[String]): Set[String] = if types("number") then types + "integer" else types

  private def typeOf(value: Json): String = value match
    case Json.Null    => "null"
    case _: Json.Bool => "boolean"
    case _: Json.Num  => "integer"
    case _: Json.Str  => "string"
    case _: Json.Arr  => "array"
    case _: Json.Obj  => "object"

  private def literals(schema: Json): Option[Seq[Json]] = (get(schema, "const"), get(schema, "enum")) match
    case (one: Json, _)         => Some(Seq(one))
    case (_, Json.Arr(several)) => Some(several)
    case _                      => None

  private def isAtMost(a: Json | Null, b: Json | Null): Boolean = (a, b) match
    case (Json.Num(x), Json.Num(y)) => new java.math.BigDecimal(x).compareTo(new java.math.BigDecimal(y)) <= 0
    case _                          => false

  private def shown(schema: Json): String = literals(schema).map(_.map(_.render).mkString(" or ")).getOrElse {
    val text = types(schema).toSeq.sorted.mkString(" or ")
    val tags =
      members(schema).collect { case (name, s) if get(s, "const") != null => s"$name ${get(s, "const").nn.render}" }
    if text.isEmpty then schema.render else if tags.isEmpty then text else s"$text with ${tags.mkString(", ")}"
  }
