package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.{NameTable, Tag}
import brine.plan.Plan
import brine.shape.{KeptLeaf, Shape}
import JsonDialect.*

/** How values of one sealed family look in one dialect. */
private[json] final class FamilyLook(val shape: Shape.Sum, dialect: JsonDialect) extends Look(dialect):
  private val count = shape.leafNames.length

  /** The form of all other leaves. */
  val isKeyed: Boolean = dialect.eithers.isInstanceOf[Eithers.Keyed] && KnownClasses.isEither(shape)

  /** `[1,"a"]`, of an `Either`. */
  val isPair: Boolean = dialect.eithers == Eithers.Numbered && KnownClasses.isEither(shape)
  val isUntagged: Boolean = (dialect.families == Families.Untagged || shape.isUnion) && !isKeyed && !isPair
  val isMember: Boolean = dialect.families.isInstanceOf[Families.Member] && !isKeyed && !isPair && !isUntagged
  val isWrapper: Boolean = (dialect.families == Families.Wrapper || isKeyed) && !isPair && !isUntagged

  /** The member that names a leaf has numbers and booleans for names that are these. */
  val areLiterals: Boolean = isMember && (dialect.families match
    case Families.Member(_, literals) => literals
    case _                            => false
  )

  val names: Array[String] = Array.tabulate(count)(leaf => nameOf(name(leaf)))

  /** The name of the leaf that a member with this value names. */
  def nameOf(text: String): String = if areLiterals then LeafNames.literal(text) else text

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

  /** Each name as the value of the member that names the leaf. */
  val tagged: Array[Array[Byte]] =
    if areLiterals then
      names.map(name => if LeafNames.isLiteral(name) then name.getBytes("US-ASCII") else Tag.quoted(name))
    else quoted

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

  /** All values are texts: singletons, and a fallback that keeps the text of others. */
  val areTexts: Boolean = isEnum || shape.keeps == KeptLeaf.Text

  /** The text of a value that is one: a leaf without fields, or what a fallback keeps. Null for any other value. */
  def textOf(value: Any): String | Null = shape.plan match
    case s: Plan.Sum =>
      val leaf = s.leafNumber(value.asInstanceOf[AnyRef])
      value match
        case kept: Product if leaf == shape.fallback && shape.keeps == KeptLeaf.Text =>
          kept.productElement(0).asInstanceOf[String]
        case _ => if leaf < 0 || !isSingleton(leaf) then null else if isNumbered then leaf.toString else names(leaf)
    case _ => null

  /** Returns true for the leaf that is written as it was read, without a name of its own. */
  def isKept(leaf: Int): Boolean =
    leaf == shape.fallback && (shape.keeps == KeptLeaf.Text || shape.keeps == KeptLeaf.Json)

  /** Leaves are numbers. */
  val isNumbered: Boolean = isEnum && dialect.enums == Enums.Numbers && !shape.isUnion

  /** Singletons are their names. */
  val hasTexts: Boolean = shape.isUnion || (dialect.singletons match
    case Singletons.Texts        => true
    case Singletons.Objects      => isJavaEnum
    case Singletons.TextsInEnums => isEnum || shape.keeps == KeptLeaf.Text
  )

  /** True if leaves are written as their field. */
  val areContents: Boolean = isKeyed || isPair

  // ---- told by their JSON

  /** True for the leaves that are written in the form that their type has outside of the family. These are all leaves
    * of a union. In an untagged family, these are leaves that are not classes, or that are written as their field.
    */
  private val areContent: Array[Boolean] = Array.tabulate(count)(i =>
    !isSingleton(i) && isUntagged && (shape.isUnion || isField(i) || (shape.leafShapes(i) match
      case p: Shape.Product => p.isMutableValue
      case _                => true
    ))
  )

  def isContent(leaf: Int): Boolean = areContent(leaf)

  /** Returns true if the dialect names a leaf among the classes that are written as their field. */
  private def isField(leaf: Int): Boolean =
    dialect.wrapped.isInstanceOf[Wrapped.FieldsOf] && (shape.leafShapes(leaf) match
      case p: Shape.Product => Looks.ofClass(p, dialect).unwraps
      case _                => false
    )

  /** True for the leaves that are the value of the member with their name, `{"Circle":1.5}`, and not an object there.
    */
  private val areValues: Array[Boolean] = Array.tabulate(count)(i => areContents || isWrapper && isField(i))

  def isValue(leaf: Int): Boolean = areValues(leaf)

  /** True if the kind of a value may tell its leaf. */
  val hasContents: Boolean = areContent.contains(true) || isUntagged && shape.keeps == KeptLeaf.Json

  private def lookOf(leaf: Int): ClassLook | Null = shape.leafShapes(leaf) match
    case p: Shape.Product => Looks.ofClass(p, dialect)
    case _                => null

  private lazy val kinds: Array[Kinds] =
    val values = new ValueKinds(dialect)
    Array.tabulate(count)(i => if keepsAny(i) then Kinds(0) else values.ofLeaf(this, i))

  /** Returns true for the fallback that takes every value which is none of another leaf. */
  private def keepsAny(leaf: Int): Boolean =
    leaf == shape.fallback && (shape.keeps == KeptLeaf.Json || isUntagged && shape.keeps == KeptLeaf.Fields)

  private lazy val objects: Array[Seq[ObjectForm]] = Array.tabulate(count)(i =>
    if ((kinds(i).own | kinds(i).also) & JsonKinds.Object) == 0 then Nil else ObjectForm.ofLeaf(this, i, dialect)
  )

  /** The members whose values [[leavesOf]] needs. */
  lazy val tags: Set[String] = objects.iterator.flatten.flatMap(_.tag).map(_._1).toSet

  /** Returns the leaves that an object with these members may be: those that have all of them, or else those that need
    * no others.
    */
  def leavesOf(members: java.util.Map[String, String]): Seq[Int] =
    def fitting(isExact: Boolean) = names.indices.filter(objects(_).exists(_.fits(members, isExact)))
    val exact = fitting(true)
    if exact.nonEmpty then exact else fitting(false)

  /** Returns the leaf whose values are of this kind; -1 if there are none, or several. */
  def leafOfKind(kind: Int): Int =
    val own = names.indices.filter(i => (kinds(i).own & kind) != 0)
    val all = if own.nonEmpty then own else names.indices.filter(i => (kinds(i).also & kind) != 0)
    if all.length == 1 then all.head else -1

  /** The leaf whose values have an identity that JSON notes around them. */
  lazy val mutableValue: Int = shape.leafShapes.indexWhere {
    case p: Shape.Product => p.isMutableValue
    case _                => false
  }

  /** The leaf that is a map. */
  lazy val mapping: Int = shape.leafShapes.indexWhere {
    case m: Shape.Mapped => m.inner.isInstanceOf[Shape.Mapping]
    case other           => other.isInstanceOf[Shape.Mapping]
  }

  /** The kinds of few of this leaf's values that a reader takes for a null or for another leaf. */
  def takenFrom(leaf: Int): Int = taken(leaf)

  private lazy val taken: Array[Int] = Array.tabulate(count)(leaf =>
    if isRuledAny(leaf) then JsonKinds.Any & ~kinds(leaf).own
    else takenByKind(leaf) | (if anyObject >= 0 then JsonKinds.Object & ~kinds(leaf).own else 0)
  )

  private def isRuledAny(leaf: Int): Boolean = shape.rules.nonEmpty && AnyJson.isAny(shape.leafShapes(leaf))

  /** The leaf that is any JSON and has all objects; -1 if there is none. */
  lazy val anyObject: Int = names.indices.indexWhere(i => isRuledAny(i) && (kinds(i).own & JsonKinds.Object) != 0)

  private def takenByKind(leaf: Int): Int =
    names.indices.filter(_ != leaf).map(i => kinds(i).own | kinds(i).also).fold(JsonKinds.Null)(_ | _) &
      (if kinds(leaf).own == JsonKinds.Any then JsonKinds.Null else kinds(leaf).also & ~kinds(leaf).own)

  /** True if no value can be of two leaves, by their kinds alone. */
  lazy val differByKind: Boolean =
    val all = kinds.map(k => k.own | k.also)
    all.indices.forall(a => all.indices.forall(b => a == b || (all(a) & all(b)) == 0))

  override lazy val problems: Seq[String] =
    val same =
      for (name, leaves) <- names.indices.groupBy(names(_)).toSeq.sortBy(_._1) if leaves.length > 1
      yield s"${shape.name}: the leaves ${leaves.map(shape.leafNames(_)).mkString(" and ")} would both be '$name'. " +
        "Rename one by @rename"
    if shape.keeps == KeptLeaf.Text && dialect.enums == Enums.Numbers then
      same :+ s"${shape.name}: its fallback keeps a text, and Enums.Numbers has no texts"
    else if areContents then same
    else if isUntagged then same ++ untaggedProblems
    else
      same ++ (dialect.families match
        case _: Families.Member => names.indices.flatMap(memberProblems)
        case _                  => Nil
      )

  private def memberProblems(leaf: Int): Seq[String] = if isKept(leaf) then Nil else fieldProblems(leaf)

  private def fieldProblems(leaf: Int): Seq[String] = shape.leafShapes(leaf) match
    case p: Shape.Product if p.hasMembers =>
      val conflict = lookOf(leaf).nn.memberConflict
      if conflict == null then Nil else Seq(s"${shape.name}: the leaf ${shape.leafNames(leaf)} $conflict")
    case _: Shape.Singleton => Nil
    case _ if dialect.marks == Marks.Refused =>
      Seq(
        s"${shape.name}: the leaf ${shape.leafNames(leaf)} is not written as an object, which needs Marks.Written or " +
          "Families.Wrapper"
      )
    case _ => Nil

  private def untaggedProblems: Seq[String] =
    val noFields = names.indices.filter(isSingleton(_))
    names.indices.flatMap(i => unclear(i).orElse(unruly(i))) ++
      (if hasTexts || noFields.length < 2 then Nil
       else
         Seq(s"${shape.name}: nothing tells the leaves ${noFields.map(shape.leafNames(_)).mkString(" and ")} apart")
      ) ++
      (for a <- names.indices; b <- a + 1 until count; problem <- alike(a, b) yield problem)

  /** The reason why the kind of a value cannot tell that it is this leaf. */
  private def unclear(leaf: Int): Option[String] =
    if !isContent(leaf) then None
    else if kinds(leaf).own == JsonKinds.Any then
      if shape.nullLeaf >= 0 then None // all but the null
      else Some(s"${shape.name}: the leaf ${shape.leafNames(leaf)} may be any JSON, so nothing tells it")
    else if (kinds(leaf).own & JsonKinds.Null) != 0 then
      Some(s"${shape.name}: the leaf ${shape.leafNames(leaf)} may be a null. Put the option around the whole type")
    else None

  /** The reason why the values of a leaf do not obey its rule. */
  private def unruly(leaf: Int): Option[String] =
    def owner = s"${shape.name}: the leaf ${shape.leafNames(leaf)}"
    val own = new ValueKinds(dialect).ofType(this, leaf).own
    val others = own & ~kinds(leaf).own
    LeafRule.member(this, leaf) match
      case reason: String => Some(s"$owner $reason, which would tell it")
      case _ if LeafRule.of(shape, leaf) != null && own != JsonKinds.Any && others != 0 =>
        Some(s"$owner has the rule of ${JsonKinds.text(kinds(leaf).own)}, and may be ${JsonKinds.text(others)}")
      case _ => None

  /** True if no object that is written as one leaf could be one of another. */
  lazy val differByMembers: Boolean =
    names.indices.combinations(2).forall(pair =>
      objects(pair(0)).forall(x => objects(pair(1)).forall(_.isApart(x)))
    )

  private def isTracked(leaf: Int): Boolean = shape.leafShapes(leaf) match
    case o: Shape.ObjectShape => o.isTracked
    case m: Shape.Mapped      => m.inner.holdsTracked
    case _                    => false

  private def alike(a: Int, b: Int): Option[String] =
    def both = s"of the leaf ${shape.leafNames(a)} and of ${shape.leafNames(b)}"
    val same = kinds(a).own & kinds(b).own & ~JsonKinds.Object
    if kinds(a).own == JsonKinds.Any || kinds(b).own == JsonKinds.Any || isSingleton(a) && isSingleton(b) then None
    else if anyObject == a && isTracked(b) || anyObject == b && isTracked(a) then
      Some(s"${shape.name}: an object with a number could be $both")
    else if same != 0 then Some(s"${shape.name}: ${JsonKinds.text(same)} could be $both")
    else if (kinds(a).own & kinds(b).own & JsonKinds.Object) != 0 && objects(a).exists(x =>
        objects(b).exists(_.isAlike(x))
      )
    then Some(s"${shape.name}: objects could be $both, by their fields")
    else None
