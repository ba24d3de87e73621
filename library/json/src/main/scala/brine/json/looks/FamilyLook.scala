package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.{NameTable, Tag}
import brine.plan.Plan
import brine.shape.Shape
import JsonDialect.*

/** How values of one sealed family look in one dialect. */
private[json] final class FamilyLook(val shape: Shape.Sum, dialect: JsonDialect) extends Look(dialect):
  private val count = shape.leafNames.length

  val names: Array[String] = Array.tabulate(count)(name)

  private def name(leaf: Int): String =
    val own = shape.leafNames(leaf)
    dialect.eithers match
      case Eithers.Keyed(left, right) if KnownClasses.isEither(shape) => if own == "Left" then left else right
      case _                                                          => styled(leaf, own)

  private def styled(leaf: Int, own: String): String =
    if shape.namedLeaves.contains(leaf) then own
    else
      val styled = dialect.leafNames(own)
      if dialect.leafNames.isQualified && styled == own then qualified(leaf) else styled

  private def qualified(leaf: Int): String = shape.plan match
    case s: Plan.Sum =>
      s.leaves(leaf).get match
        case p: Plan.Product   => dotted(p.objectClass.getName)
        case o: Plan.Singleton => ofObject(o.value.getClass, shape.leafNames(leaf))
        case _                 => shape.leafNames(leaf)
    case _ => shape.leafNames(leaf)

  /** An enum's value without a body is of a class without a name, or of the enum's own. */
  private def ofObject(c: Class[?], simple: String): String =
    if c.isEnum then s"${dotted(c.getName)}.$simple"
    else
      val anonymous = c.getName.indexOf("$$anon")
      if anonymous >= 0 then s"${dotted(c.getName.substring(0, anonymous))}.$simple"
      else dotted(c.getName.stripSuffix("$"))

  private def dotted(className: String): String = className.replace('$', '.').replace("..", ".")

  val table: NameTable = new NameTable(names)

  /** Each name in quotes, in UTF-8. */
  val quoted: Array[Array[Byte]] = names.map(Tag.quoted)

  private val isSingleton: Array[Boolean] = Array.tabulate(count)(shape.leafShapes(_).isInstanceOf[Shape.Singleton])

  /** All leaves are singletons. */
  val isEnum: Boolean = !isSingleton.contains(false)

  private def isJavaEnum: Boolean = shape.plan match
    case s: Plan.Sum =>
      s.leaves.nonEmpty && s.leaves.forall(_.get match
        case o: Plan.Singleton => o.value.isInstanceOf[java.lang.Enum[?]]
        case _                 => false
      )
    case _ => false

  /** Leaves are numbers. */
  val isNumbered: Boolean = isEnum && dialect.enums == Enums.Numbers

  /** Singletons are their names. */
  val hasTexts: Boolean = dialect.singletons match
    case Singletons.Texts        => true
    case Singletons.Objects      => isJavaEnum
    case Singletons.TextsInEnums => isEnum

  /** The form of all other leaves. */
  val isKeyed: Boolean = dialect.eithers.isInstanceOf[Eithers.Keyed] && KnownClasses.isEither(shape)

  /** `[1,"a"]`, of an `Either`. */
  val isPair: Boolean = dialect.eithers == Eithers.Numbered && KnownClasses.isEither(shape)
  val isMember: Boolean = dialect.families.isInstanceOf[Families.Member] && !isKeyed && !isPair
  val isWrapper: Boolean = (dialect.families == Families.Wrapper || isKeyed) && !isPair
  val isUntagged: Boolean = dialect.families == Families.Untagged && !isKeyed && !isPair

  /** True if leaves are written as their field. */
  val areContents: Boolean = isKeyed || isPair

  // ---- told by the fields

  private def lookOf(leaf: Int): ClassLook | Null = shape.leafShapes(leaf) match
    case p: Shape.Product => Looks.ofClass(p, dialect)
    case _                => null

  /** Returns true if an object with these members can be this leaf. If `isExact`, the leaf must have all of them. */
  def fits(leaf: Int, members: java.util.Set[String], isExact: Boolean): Boolean = shape.leafShapes(leaf) match
    case p: Shape.Product =>
      val look = Looks.ofClass(p, dialect)
      p.fieldNames.indices.forall(i => look.canBeMissing(i) || hasField(look, i, members)) &&
      (!isExact || p.extras >= 0 || members.stream.allMatch(knows(look, _)))
    case _: Shape.Singleton => isUntagged && !hasTexts && (members.isEmpty || !isExact)
    case _                  => false

  private def hasField(look: ClassLook, field: Int, members: java.util.Set[String]): Boolean =
    members.contains(look.written(field)) || look.shape.aliases.exists((name, owner) =>
      owner == field && members.contains(name)
    )

  private def knows(look: ClassLook, name: String): Boolean =
    look.written.contains(name) || look.shape.aliases.contains(name)

  override lazy val problems: Seq[String] =
    val same =
      for (name, leaves) <- names.indices.groupBy(names(_)).toSeq.sortBy(_._1) if leaves.length > 1
      yield s"${shape.name}: the leaves ${leaves.map(shape.leafNames(_)).mkString(" and ")} would both be '$name'. Rename one by @rename"
    if areContents then same
    else
      same ++ (dialect.families match
        case Families.Member(_) => names.indices.flatMap(memberProblems)
        case Families.Wrapper   => Nil
        case Families.Untagged  => untaggedProblems
      )

  private def memberProblems(leaf: Int): Seq[String] = shape.leafShapes(leaf) match
    case p: Shape.Product if p.hasMembers =>
      val conflict = lookOf(leaf).nn.memberConflict
      if conflict == null then Nil else Seq(s"${shape.name}: the leaf ${shape.leafNames(leaf)} $conflict")
    case _: Shape.Singleton => Nil
    case _ if dialect.marks == Marks.Refused =>
      Seq(
        s"${shape.name}: the leaf ${shape.leafNames(leaf)} is not written as an object, which needs Marks.Written or Families.Wrapper"
      )
    case _ => Nil

  private def untaggedProblems: Seq[String] =
    val others = names.indices.filter(i => !isSingleton(i) && !shape.leafShapes(i).hasMembers)
    val noFields = names.indices.filter(isSingleton(_))
    others.map(i =>
      s"${shape.name}: the leaf ${shape.leafNames(i)} is not written as an object, so nothing tells it"
    ) ++
      (if hasTexts || noFields.length < 2 then Nil
       else
         Seq(s"${shape.name}: nothing tells the leaves ${noFields.map(shape.leafNames(_)).mkString(" and ")} apart")
      ) ++
      (for a <- names.indices; b <- a + 1 until count if areAlike(a, b)
      yield s"${shape.name}: objects could be of the leaf ${shape.leafNames(a)} and of ${shape.leafNames(b)}, by their fields")

  /** Returns true if an object could be of both. */
  private def areAlike(a: Int, b: Int): Boolean =
    isObject(a) && isObject(b) && !(isSingleton(a) && isSingleton(b)) && isWithin(needed(a), b) && isWithin(
      needed(b),
      a
    )

  private def isObject(leaf: Int): Boolean = if isSingleton(leaf) then !hasTexts else shape.leafShapes(leaf).hasMembers

  private def needed(leaf: Int): Seq[String] =
    val look = lookOf(leaf)
    if look == null then Nil else look.nn.written.indices.filterNot(look.nn.canBeMissing).map(look.nn.written(_))

  private def isWithin(names: Seq[String], leaf: Int): Boolean =
    val look = lookOf(leaf)
    if look == null then names.isEmpty else look.nn.shape.extras >= 0 || names.forall(knows(look.nn, _))
