package brine.json.schemas

import brine.json.trees.Json
import java.util.regex.{Pattern, PatternSyntaxException}
import SchemaJson.get

/** The names of members that schemas of objects allow, by `propertyNames` and `additionalProperties`. */
private[json] object SchemaKeys:
  /** Returns the schema of a map's values; null if the object has only the members that `properties` names. */
  def values(schema: Json): Json | Null = get(schema, "additionalProperties") match
    case Json.Bool(false) => null
    case other            => other

  /** Returns all names that a schema of names allows; none if it allows more than it lists. */
  def listed(names: Json | Null): Option[Seq[String]] =
    if names == null then None
    else
      (get(names, "const"), get(names, "enum"), get(names, "anyOf")) match
        case (Json.Str(one), _, _)    => Some(Seq(one))
        case (_, Json.Arr(all), _)    => Some(all.collect { case Json.Str(name) => name })
        case (_, _, Json.Arr(choice)) => choice.map(listed).reduce((a, b) => for x <- a; y <- b yield x ++ y)
        case _                        => None

  /** Returns true if a schema of names allows this one.
    *
    * @param inDoubt the result for a keyword that is not known
    */
  def allows(names: Json, name: String, inDoubt: Boolean): Boolean = names match
    case Json.Bool(all)   => all
    case Json.Obj(limits) => limits.forall((keyword, limit) => isWithin(keyword, limit, name, inDoubt))
    case _                => inDoubt

  private def isWithin(keyword: String, limit: Json, name: String, inDoubt: Boolean): Boolean = (keyword, limit) match
    case ("const", _)                            => limit == Json.Str(name)
    case ("enum", Json.Arr(all))                 => all.contains(Json.Str(name))
    case ("type", Json.Str(one))                 => one == "string"
    case ("pattern", Json.Str(pattern))          => matches(pattern, name, inDoubt)
    case ("anyOf" | "oneOf", Json.Arr(all))      => all.exists(allows(_, name, inDoubt))
    case ("minLength", Json.Num(length))         => BigDecimal(length) <= characters(name)
    case ("maxLength", Json.Num(length))         => BigDecimal(length) >= characters(name)
    case ("format" | "title" | "description", _) => true
    case _                                       => inDoubt

  private def characters(name: String): Int = name.codePointCount(0, name.length)

  /** In Java, `$` also matches before a line feed at the end. */
  private def matches(pattern: String, name: String, inDoubt: Boolean): Boolean =
    try if name.endsWith("\n") then inDoubt else Pattern.compile(pattern).matcher(name).find
    catch case _: PatternSyntaxException => inDoubt
