package brine.json.reading

import brine.json.reading.parts.ReadRules
import scala.collection.mutable.ArrayBuffer
import brine.PickleException
import brine.plan.{AbsentFields, Plan}
import brine.shape.ScalarKind

/** Which version of a class a JSON value is, by its outline: the one whose fields it has, all of them and no others.
  * Otherwise the first version, today's before older ones, that can be read from it: missing fields have defaults, and
  * unknown ones may be skipped.
  */
private[json] object VersionChoice:
  import Fit.*

  private enum Fit:
    case No, Accepted, Exact

  /** The number of the version.
    *
    * @throws brine.PickleException.IncompatibleShape if several versions have these fields
    */
  def of(versions: Plan.Versions, outline: Outline, rules: ReadRules): Int =
    val fits = versions.all.map(fit(_, outline, rules))
    val exact = fits.indexOf(Exact)
    if outline.first == 'n' then 0
    else if exact < 0 then math.max(0, fits.indexOf(Accepted))
    else if fits.indexOf(Exact, exact + 1) < 0 then exact
    else throw ambiguous(versions, fits)

  private def ambiguous(versions: Plan.Versions, fits: Array[Fit]): PickleException =
    val all = fits.indices.filter(fits(_) == Exact).map(versions.all(_).shape.describe)
    val reason = s"JSON cannot tell them apart: choose one by Unpickler.from(shape), or give a field another name"
    new PickleException.IncompatibleShape(Seq(reason), all.tail.mkString(" or "), all.head)

  @annotation.tailrec
  private def fit(plan: Plan, outline: Outline, rules: ReadRules): Fit = plan match
    case c: Plan.Converted                         => fit(c.inner.get, outline, rules)
    case p: Plan.Product if p.shape.isMutableValue => Accepted
    case p: Plan.Product                           => if outline.first == '{' then members(p, outline, rules) else No
    case s: Plan.Sum =>
      val leaf = rules.leafNumber(s.shape, outline.text)
      val known = if leaf >= 0 then leaf else aliased(s, outline.text)
      if known < 0 || leaf < 0 then if known >= 0 then Accepted else No
      else
        s.leaves(leaf).get match
          case inner @ (_: Plan.Product | _: Plan.Converted | _: Plan.Versions) if outline.first == '{' =>
            fit(inner, outline, rules)
          case _ => Exact
    case s: Plan.Singleton => if outline.first == '"' && outline.text == s.shape.name then Exact else No
    case v: Plan.Versions  => v.all.map(again(_, outline, rules)).maxBy(_.ordinal)
    case _: Plan.Custom | _: Plan.Open | _: Plan.Refused => Accepted
    case other                                           => if mayBegin(other, outline.first) then Exact else No

  private def again(plan: Plan, outline: Outline, rules: ReadRules): Fit =
    fit(plan, outline, rules)

  private def aliased(s: Plan.Sum, name: String | Null): Int =
    if name == null then -1 else s.shape.aliases.getOrElse(name, s.shape.fallback)

  private def members(p: Plan.Product, outline: Outline, rules: ReadRules): Fit =
    val told = new Array[Boolean](p.fields.length)
    for i <- p.shape.gathering do told(i) = true
    var isExact = true
    var isFit = true
    for i <- outline.names.indices do
      val name = outline.names(i)
      val number = rules.fieldNumber(p.shape, name)
      val own = if p.shape.gathers(number) then -1 else number
      val field = if own >= 0 then own else p.shape.aliases.getOrElse(name, -1)
      if own < 0 then isExact = false
      if field < 0 || p.shape.gathers(field) then { if rules.refusesUnknown && !p.shape.gathersAny then isFit = false }
      else
        told(field) = true
        if !mayBegin(p.fields(field).get, outline.firsts(i)) then isFit = false
    for field <- told.indices if !told(field) do
      isExact = false
      if isFit && !AbsentFields.exists(p, field) then isFit = false
    if !isFit then No else if isExact then Exact else Accepted

  /** Returns true if a value of this type can begin with this byte; true in case of doubt. */
  private def mayBegin(plan: Plan, first: Byte): Boolean = plan match
    case s: Plan.Scalar =>
      s.kind match
        case ScalarKind.Unit                      => true
        case ScalarKind.Boolean                   => first == 't' || first == 'f'
        case ScalarKind.String | ScalarKind.Char  => first == '"' || first == '{' || first == 'n'
        case ScalarKind.Float | ScalarKind.Double => isOfNumber(first) || first == '"'
        case _                                    => isOfNumber(first)
    case p: Plan.Product if p.shape.isMutableValue                => true
    case _: Plan.Product                                          => first == '{' || first == 'n'
    case _: Plan.Sum                                              => first == '{' || first == 'n' || first == '"'
    case _: Plan.Singleton                                        => first == '"' || first == 'n'
    case _: Plan.Sequence | _: Plan.Mapping | _: Plan.ScalarArray => first == '[' || first == '{' || first == 'n'
    case o: Plan.Optional  => first == 'n' || first == '{' || mayBegin(o.element.get, first)
    case m: Plan.Mapped    => first == 'n' || first == '{' || mayBegin(m.inner.get, first)
    case c: Plan.Converted => first == 'n' || mayBegin(c.inner.get, first)
    case v: Plan.Versions  => v.all.exists(mayBegin(_, first))
    case _: Plan.Custom | _: Plan.Open | _: Plan.Refused => true

  private def isOfNumber(first: Byte): Boolean = first == '-' || first >= '0' && first <= '9'

/** The outline of a JSON value: for an object, the names of its members and the first bytes of their values.
  *
  * @param first the first byte of the value
  * @param text  a string's text; an object's `$type`
  * @param names of an object's own members, as the class has them
  * @param firsts of each member, the first byte of its value
  * @param id    what `$id` says, 0 for nothing
  * @param ref   what `$ref` says, 0 for nothing
  */
private[json] final class Outline(
    val first: Byte,
    val text: String | Null,
    val names: ArrayBuffer[String],
    val firsts: ArrayBuffer[Byte],
    val id: Int,
    val ref: Int
)
