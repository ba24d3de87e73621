package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.shape.{KeptLeaf, ScalarKind, Shape}
import JsonDialect.*

/** The members by which a reader recognizes an object of some type.
  *
  * @param needed the members that an object has, each by one of some names
  * @param known  the names of all members; null if it may have any
  * @param tag    a member that has this value, as [[ObjectForm.text]] or as JSON has it
  */
private[json] final class ObjectForm(
    val needed: Vector[Set[String]],
    val known: Set[String] | Null,
    val tag: Option[(String, String)] = None
):
  /** Returns true if an object with these members, and the values of those that are a [[tag]], can be of this type. If
    * `isExact`, the type must have all of them.
    */
  def fits(members: java.util.Map[String, String], isExact: Boolean): Boolean =
    tag.forall((name, text) => members.get(name) == text) && needed.forall(_.exists(members.containsKey)) &&
      (!isExact || known == null || members.keySet.stream.allMatch(known.nn(_)))

  /** Returns true if some object could be of both types. */
  def isAlike(other: ObjectForm): Boolean = !differsByTag(other) && isWithin(other) && other.isWithin(this)

  /** Returns true if no object of one type has the members that the other one needs. */
  def isApart(other: ObjectForm): Boolean = differsByTag(other) || !isWithin(other) && !other.isWithin(this)

  private def differsByTag(other: ObjectForm): Boolean = (tag, other.tag) match
    case (Some((a, text)), Some((b, other))) => a == b && text != other
    case _                                   => false

  private def isWithin(other: ObjectForm): Boolean = other.known == null || needed.forall(_.exists(other.known.nn(_)))

  /** The same with another member before the fields, which has this value. */
  def tagged(name: String, value: String): ObjectForm =
    val names = if known == null then null else known.nn + name
    new ObjectForm(needed :+ Set(name), names, Some(name -> value))

private[json] object ObjectForm:
  /** The value of a member that is a string. */
  def text(value: String): String = "\"" + value

  /** An object that has no members. */
  val empty: ObjectForm = new ObjectForm(Vector.empty, Set.empty)

  /** An object that may have any members. */
  private val any: ObjectForm = new ObjectForm(Vector.empty, null)

  def ofClass(look: ClassLook): ObjectForm =
    val aliases = look.shape.aliases
    val fields = look.written.indices.filterNot(look.shape.gathers)
    new ObjectForm(
      fields.filterNot(look.canBeMissing).map(i =>
        aliases.collect { case (name, `i`) => name }.toSet + look.written(i)
      ).toVector,
      if look.shape.gathersAny then null else fields.map(look.written(_)).toSet ++ aliases.keySet
    )

  /** The forms of the objects that values of a type are; none if they are no objects. */
  def of(shape: Shape, dialect: JsonDialect): Seq[ObjectForm] = of(shape, dialect, MostLevels)

  private def of(shape: Shape, dialect: JsonDialect, levels: Int): Seq[ObjectForm] =
    if levels == 0 then Seq(any)
    else
      shape match
        case p: Shape.Product =>
          val look = Looks.ofClass(p, dialect)
          if p.isMutableValue || look.unwraps then of(p.fieldShapes(0), look.dialect, levels - 1)
          else if look.isArray then Nil
          else Seq(ofClass(look))
        case s: Shape.Sum =>
          val look = Looks.ofFamily(s, dialect)
          s.leafShapes.indices.flatMap(ofLeaf(look, _, look.dialect, levels - 1))
        case s: Shape.Scalar                        => if s.kind == ScalarKind.Unit then Seq(empty) else Nil
        case o: Shape.Optional                      => of(o.element, dialect, levels - 1)
        case m: Shape.Mapped                        => of(m.inner, dialect, levels - 1)
        case _: Shape.Sequence | _: Shape.Singleton => Nil
        case _: Shape.Standard | _: Shape.CodeName  => Nil
        case _                                      => Seq(any)

  def ofLeaf(look: FamilyLook, leaf: Int, dialect: JsonDialect): Seq[ObjectForm] =
    ofLeaf(look, leaf, dialect, MostLevels)

  private def ofLeaf(look: FamilyLook, leaf: Int, dialect: JsonDialect, levels: Int): Seq[ObjectForm] =
    LeafRule.member(look, leaf) match
      case member: LeafRule.Member => ofOwnLeaf(look, leaf, dialect, levels).map(member.in)
      case _                       => ofOwnLeaf(look, leaf, dialect, levels)

  private def ofOwnLeaf(look: FamilyLook, leaf: Int, dialect: JsonDialect, levels: Int): Seq[ObjectForm] =
    val shape = look.shape.leafShapes(leaf)
    if leaf == look.shape.fallback && look.shape.keeps == KeptLeaf.Text then Nil
    else if leaf == look.shape.fallback && look.isMember then ofFallback(dialect)
    else if look.isKept(leaf) then Seq(any)
    else if look.isContent(leaf) then of(shape, dialect, levels)
    else if look.isPair then Nil
    else if look.isWrapper then Seq(new ObjectForm(Vector(Set(look.names(leaf))), Set(look.names(leaf))))
    else
      val members = shape match
        case p: Shape.Product if p.hasMembers => Some(ofClass(Looks.ofClass(p, dialect)))
        case _: Shape.Singleton               => Option.when(!look.isNumbered && !look.hasTexts)(empty)
        case _                                => Some(any)
      (members, dialect.families) match
        case (Some(form), Families.Member(name, _)) if look.isMember =>
          val own = look.names(leaf)
          Seq(form.tagged(name, if look.areLiterals && LeafNames.isLiteral(own) then own else text(own)))
        case _ => members.toSeq

  /** A fallback takes each object with a member that names a leaf. */
  private def ofFallback(dialect: JsonDialect): Seq[ObjectForm] = dialect.families match
    case Families.Member(name, _) => Seq(new ObjectForm(Vector(Set(name)), null))
    case _                        => Seq(any)

  private final val MostLevels = 20

/** A rule of [[brine.json.JsonUnion]]: what tells the JSON of a union's leaf from that of others. */
private[json] enum LeafRule:
  /** Values of these kinds, a set of [[JsonKinds]]. */
  case OfKinds(kinds: Int)

  /** An object with this field; if there is a constant, with this value. */
  case OfMember(field: String, constant: LeafRule.Constant | Null)

private[json] object LeafRule:
  type Constant = String | Long | Boolean

  /** Returns the rule of a leaf; null if it has none. */
  def of(family: Shape.Sum, leaf: Int): LeafRule | Null =
    if family.rules.isEmpty then null
    else
      family.rules(leaf) match
        case rule: LeafRule => rule
        case _              => null

  /** The member of a leaf's objects that a rule names, and its value, if that is a constant. */
  final case class Member(name: String, constant: Constant | Null):
    /** Returns a form with this member, too. */
    def in(form: ObjectForm): ObjectForm =
      new ObjectForm(
        form.needed.filterNot(_.contains(name)) :+ Set(name),
        if form.known == null then null else form.known.nn + name,
        if constant == null then form.tag else Some(name -> scalar(constant.nn))
      )

  /** Returns the member, or the reason why it cannot tell the leaf; null if no rule names one. */
  def member(look: FamilyLook, leaf: Int): Member | String | Null = of(look.shape, leaf) match
    case OfMember(field, constant) =>
      look.shape.leafShapes(leaf) match
        case p: Shape.Product if p.hasMembers => ofClass(Looks.ofClass(p, look.dialect), field, constant)
        case other if isByHand(other)         => Member(field, constant)
        case _                                => "is not a class"
    case _ => null

  private def isByHand(shape: Shape): Boolean = shape match
    case _: Shape.Standard | _: Shape.CodeName => false
    case _: Shape.Custom                       => true
    case _                                     => false

  private def ofClass(look: ClassLook, field: String, constant: Constant | Null): Member | String =
    val index = look.shape.fieldNames.indexOf(field)
    if index < 0 || look.shape.gathers(index) then s"has no field '$field'"
    else if look.isNameless then s"is written without the name of its field '$field'"
    else if look.mayOmit(index) then s"may leave out its field '$field'"
    else if constant == null then Member(look.written(index), null)
    else
      val value = ofField(look, index, constant)
      if value == null then s"cannot have $constant in its field '$field'" else Member(look.written(index), value)

  /** The constant as a field's JSON has it; null if it is of another type. */
  private def ofField(look: ClassLook, field: Int, constant: Constant): Constant | Null =
    (look.shape.fieldShapes(field), constant) match
      case (s: Shape.Scalar, text: String) if s.kind == ScalarKind.String   => text
      case (s: Shape.Scalar, flag: Boolean) if s.kind == ScalarKind.Boolean => flag
      case (s: Shape.Scalar, number: Long) =>
        s.kind match
          case ScalarKind.Byte if number.isValidByte   => number
          case ScalarKind.Short if number.isValidShort => number
          case ScalarKind.Int if number.isValidInt     => number
          case ScalarKind.Long =>
            val form = Places.ofField(look.shape, field, look.dialect).longs
            if form == NumberForm.Text || form == NumberForm.Safe && !DialectValues.isSafe(number) then
              number.toString
            else number
          case _ => null
      case _ => null

  /** The value of a member, as [[ObjectForm.fits]] has it: a text begins with a quote. */
  private def scalar(value: Constant): String = value match
    case text: String => ObjectForm.text(text)
    case other        => other.toString
