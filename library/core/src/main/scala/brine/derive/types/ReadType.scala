package brine.derive.types

import scala.collection.mutable
import scala.quoted.*
import brine.{OwnPickler, Pickler}
import brine.model.{Absent, ClassFacts, Declared, FieldModel, FoundOrder, FoundPickler, LeafModel, OtherType}
import brine.model.{StandardClasses, TypeForm, TypeModel}

/** Reads types: the only part of the derivation, beside the emitters, that sees the compiler.
  *
  * Every type gets a number when it is first met (`key`); `apply` returns the facts about it. Types are compared
  * after aliases are resolved.
  */
private[brine] final class ReadType[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  private given Quotes = quotes

  private val canonical = new CanonicalTypes[quotes.type](quotes)
  private val declarations = new ReadDeclarations[quotes.type](quotes)
  private val scala2 = new ReadScala2[quotes.type](quotes)
  private val leafTypes = new LeafTypes[quotes.type](quotes)
  private val state = new ReadState[quotes.type](quotes)
  private val records = new ReadRecord[quotes.type](quotes)(canonical, state, key)
  private val texts = new TypeTexts[quotes.type](quotes)
  private val origins = new ReadOrigin[quotes.type](quotes)
  private val foundTree = new FoundTree[quotes.type](quotes)
  private val unions = new ReadUnion[quotes.type](quotes)(canonical)
  private val types = mutable.ArrayBuffer.empty[TypeRepr]
  private val keyOf = mutable.LinkedHashMap.empty[String, List[Int]]
  private val models = mutable.Map.empty[Int, TypeModel]
  private val picklers = mutable.Map.empty[Int, Term]
  private val orders = mutable.Map.empty[Int, Term]

  /** The number of a type. */
  def key(tpe: TypeRepr): Int =
    val resolved = canonical(tpe)
    val name = texts.full(resolved)
    val sameName = keyOf.getOrElse(name, Nil)
    sameName.find(k => types(k) =:= resolved) match
      case Some(k) => k
      case None =>
        types += resolved
        keyOf(name) = (types.length - 1) :: sameName
        types.length - 1

  def typeOf(key: Int): TypeRepr = types(key)

  private val ownObjects = mutable.HashMap.empty[Int, Int]

  /** The number of the objects of exactly this class, which has subclasses, as a leaf of the family that the class is.
    */
  private def ownObjectsKey(family: Int): Int = ownObjects.getOrElseUpdate(
    family, {
      types += types(family)
      types.length - 1
    }
  )

  private def isOwnObjects(key: Int): Boolean = ownObjects.valuesIterator.contains(key)

  def isSubtype(key: Int, of: Int): Boolean = types(key) <:< types(of)

  /** The given pickler of a type that has one. */
  def picklerOf(key: Int): Term =
    if !picklers.contains(key) then search(key, TypeRepr.of[Pickler])
    picklers(key)

  /** Returns the order that was found for a collection of this type, if it is not the natural order. */
  def orderOf(key: Int): Option[Term] = orders.get(key)

  def apply(key: Int): TypeModel = models.getOrElseUpdate(key, read(key))

  /** Returns true if a pickler of this type is derived on the spot where there is none. */
  def isPermitted(key: Int): Boolean = origins.isPermitted(types(key))

  /** The pickler of a union type, by those of its types; None if there is none. */
  def unionPickler(tpe: TypeRepr, isAtCall: Boolean): Option[Term] = unions.pickler(canonical(tpe), isAtCall)

  /** See [[CanonicalTypes.withoutNull]]. */
  def withoutNull(tpe: TypeRepr): TypeRepr = canonical.withoutNull(tpe)

  private def read(key: Int): TypeModel =
    val tpe = types(key)
    val symbol = classSymbol(tpe)
    TypeModel(
      key,
      name =
        if canonical.isObject(tpe) then objectName(tpe)
        else if symbol.fullName == StandardClasses.Cons then s"Tuple${canonical.tupleElements(tpe).length}"
        else symbol.name.stripSuffix("$"),
      shown = if tpe.isSingleton && !tpe.termSymbol.isNoSymbol && !canonical.isObject(tpe) then
        s"${shortName(tpe)}.type"
      else shortName(tpe),
      symbol = if isOfOneClass(tpe) then symbol.fullName else shortName(tpe),
      arguments(tpe, symbol),
      if isOwnObjects(key) then classForm(tpe, symbol) else form(tpe, symbol),
      if isOwnObjects(key) then FoundPickler.None else findPickler(key, tpe),
      findOrder(key, tpe),
      origins.of(symbol)
    )

  /** Returns the type arguments; for a map with keys of one type, these, too. */
  private def arguments(tpe: TypeRepr, symbol: Symbol): Vector[Int] =
    val own = tpe match
      case AppliedType(_, arguments) => arguments.map(argument).toVector
      case _                         => Vector.empty
    symbol.fullName match
      case "scala.collection.immutable.IntMap"                                       => key(TypeRepr.of[Int]) +: own
      case "scala.collection.immutable.LongMap" | "scala.collection.mutable.LongMap" => key(TypeRepr.of[Long]) +: own
      case _                                                                         => own

  /** Replaces a wildcard by its upper bound. */
  private def argument(tpe: TypeRepr): Int = tpe match
    case TypeBounds(_, high) => key(high)
    case t                   => key(t)

  /** Returns true if values have one class: false for several types, as `String & Tag`, and for one value of a class,
    * as `1`.
    */
  private def isOfOneClass(tpe: TypeRepr): Boolean = tpe match
    case TypeRef(_, _) | AppliedType(_, _) => true
    case _                                 => canonical.isObject(tpe)

  private def shortName(tpe: TypeRepr): String = texts.short(tpe)

  private def objectName(tpe: TypeRepr): String = tpe.termSymbol.name.stripSuffix("$")

  /** Returns the symbol of a type's class. For a type parameter or an opaque type it is that type's own symbol, since
    * its upper class does not describe it.
    */
  private def classSymbol(tpe: TypeRepr): Symbol =
    val symbol = tpe.typeSymbol
    if !symbol.isNoSymbol && !symbol.isClassDef then symbol else tpe.classSymbol.getOrElse(symbol)

  private def form(tpe: TypeRepr, symbol: Symbol): TypeForm =
    if canonical.isObject(tpe) then TypeForm.Object
    else if canonical.isEndless(tpe) then TypeForm.Other(OtherType.Endless)
    else
      tpe match
        case _ if tpe.isSingleton => TypeForm.Other(OtherType.SingleValue(shortName(tpe.widen)))
        // Of no class, and a subtype of every type of functions.
        case _ if symbol == defn.NothingClass || symbol == defn.NullClass => TypeForm.Other(OtherType.NoObjects)
        case AppliedType(_, List(element)) if symbol == defn.ArrayClass   => TypeForm.Array(argument(element))
        case _ if tpe <:< TypeRepr.of[PolyFunction]                       => TypeForm.Other(OtherType.Function)
        case _: Refinement                                                => TypeForm.Other(OtherType.Structural)
        case OrType(_, _) if unions.isOfClasses(tpe)                      => unions.form(tpe)(key)
        case AndType(_, _) | OrType(_, _)                                 => TypeForm.Other(OtherType.NotAClass)
        case _ if tpe.isFunctionType                                      => TypeForm.Other(OtherType.Function)
        case _ if symbol.fullName == ReadType.NamedTuple                  => TypeForm.Other(OtherType.NamedTuple)
        case _ if symbol.flags.is(Flags.Opaque)                           => TypeForm.Other(OtherType.Opaque)
        case _ if isTypeMember(tpe)                                       => TypeForm.Other(OtherType.AbstractType)
        case _ if !tpe.typeSymbol.isClassDef                              => TypeForm.Other(OtherType.TypeVariable)
        case _ if outerClass(tpe).isDefined               => TypeForm.Other(OtherType.InnerClass(outerClass(tpe).get))
        case _ if symbol.fullName == StandardClasses.Cons => wideTuple(tpe)
        case _ if symbol == defn.ObjectClass              => TypeForm.Other(OtherType.OpenTrait)
        case _ if isJavaEnum(symbol)                      => TypeForm.Sealed(constants(symbol), isJavaEnum = true)
        case _ if isFamily(symbol)                        => TypeForm.Sealed(leaves(tpe, symbol, Set(symbol)).distinct)
        case _ if isAbstract(symbol) && symbol.flags.is(Flags.JavaDefined) => TypeForm.Other(OtherType.OpenInJava)
        case _ if symbol.flags.is(Flags.Trait)                             => TypeForm.Other(OtherType.OpenTrait)
        case _ if isAbstract(symbol)                                       => TypeForm.Other(OtherType.AbstractClass)
        case _                                                             => classForm(tpe, symbol)

  private def classForm(tpe: TypeRepr, symbol: Symbol): TypeForm =
    if symbol.primaryConstructor.isNoSymbol then TypeForm.Other(OtherType.NotAClass)
    else if isRecord(symbol) then records.facts(tpe, symbol)
    else if hidesState(symbol) then TypeForm.Other(OtherType.HiddenState)
    else
      state.inherited(symbol) match
        case Some(lost) => TypeForm.Other(if symbol.fullName.startsWith("scala.") then OtherType.HiddenState else lost)
        case None       => TypeForm.Class(classFacts(tpe, symbol))

  /** Returns `Outer` for `Outer#Inner`, where no object of the outer class is known. */
  private def outerClass(tpe: TypeRepr): Option[String] = tpe match
    case AppliedType(constructor, _) => outerClass(constructor)
    case TypeRef(prefix @ (TypeRef(_, _) | AppliedType(_, _)), _)
        if prefix.typeSymbol.isClassDef && !prefix.typeSymbol.flags.is(Flags.Module) =>
      Some(shortName(prefix))
    case _ => canonical.unknownOuter(tpe).map(shortName)

  /** Returns true for `type T` of a class or trait that is not defined around the pickler. */
  private def isTypeMember(tpe: TypeRepr): Boolean =
    val symbol = tpe.typeSymbol
    !symbol.isNoSymbol && symbol.isTypeDef && !symbol.isTypeParam && symbol.flags.is(Flags.Deferred)

  /** A Java class shows its public members only. A class of Scala's library may have variables for its own use. */
  private def hidesState(symbol: Symbol): Boolean =
    symbol.flags.is(Flags.JavaDefined) ||
      symbol.fullName.startsWith("scala.") && symbol.declaredFields.exists(_.flags.is(Flags.Mutable))

  private def isAbstract(symbol: Symbol): Boolean = symbol.flags.is(Flags.Abstract) || symbol.flags.is(Flags.Trait)

  // ---- leaves of a sealed type

  private def isJavaEnum(symbol: Symbol): Boolean =
    symbol.flags.is(Flags.JavaDefined) && symbol.typeRef <:< TypeRepr.of[
      java.lang.Enum[?]
    ] && symbol.fullName != "java.lang.Enum"

  /** Returns the constants, sorted by name, since the compiler does not give the order of their declarations. */
  private def constants(symbol: Symbol): Vector[LeafModel] =
    val fields =
      symbol.companionModule.declaredFields.filter(f => f.flags.is(Flags.Enum) && f.flags.is(Flags.JavaStatic))
    fields.map(f => LeafModel(f.name, key(f.termRef))).sortBy(_.name).toVector

  /** A sealed type whose objects may be of several classes. A class that is not abstract has direct instances beside
    * them. (It is its own child if it has anonymous subclasses; the write refuses those.)
    */
  private def isFamily(symbol: Symbol): Boolean =
    if symbol.flags.is(Flags.JavaDefined) then isAbstract(symbol) && state.children(symbol).nonEmpty
    else
      symbol.flags.is(Flags.Sealed) && (isAbstract(symbol) || !hidesState(symbol) && symbol.children.exists(
        _ != symbol
      ))

  /** Returns the leaves. Those of subclasses come first, since an object of a subclass is also one of the class
    * itself.
    */
  private def leaves(tpe: TypeRepr, symbol: Symbol, above: Set[Symbol]): Vector[LeafModel] =
    val ofChildren = state.children(symbol).toVector.flatMap { child =>
      def declared = declarations.of(child, child.companionModule)
      if child.isTerm then leaf(child.name, leafTypes.ofTerm(child, tpe, symbol), tpe, declarations.of(child))
      else if child.flags.is(Flags.Module) then
        leaf(child.name.stripSuffix("$"), leafTypes.ofTerm(child.companionModule, tpe, symbol), tpe, declared)
      else
        val childType = leafTypes.ofClass(child, tpe, symbol)
        if isJavaEnum(child) then constants(child)
        else if isFamily(child) then
          if above(child) || leafTypes.conforms(childType, tpe).contains(false) then Vector.empty
          else leaves(childType, child, above + child)
        else leaf(child.name, childType, tpe, declarations.of(child))
    }
    if isAbstract(symbol) then ofChildren
    else ofChildren :+ LeafModel(symbol.name, ownObjectsKey(key(tpe)), declarations.of(symbol))

  private def leaf(name: String, leafType: TypeRepr, parent: TypeRepr, declared: Declared): Vector[LeafModel] =
    leafTypes.conforms(leafType, parent) match
      case Some(false) => Vector.empty
      case conforms    => Vector(LeafModel(name, key(leafType), declared, isForAll = conforms.nonEmpty))

  // ---- fields of a class

  private def classFacts(tpe: TypeRepr, symbol: Symbol): ClassFacts =
    val constructor = symbol.primaryConstructor
    val all = constructor.paramSymss.filterNot(_.exists(_.isType)).flatten
    val (transient, parameters) = all.partition(p => isTransient(p) || isTransient(fieldOf(symbol, p.name)))
    val (stored, unreadable) = parameters.partition(p => isReadable(symbol, p.name))
    val (contexts, hidden) = unreadable.partition(p => p.flags.is(Flags.Given) || p.flags.is(Flags.Implicit))
    val fromConstructor = stored.map { p =>
      val field = member(symbol, p.name)
      val declared = declaredType(tpe, symbol, field)
      FieldModel(
        p.name,
        key(declared),
        isVariable(field),
        declarations.of(p, field),
        absent(tpe, p.name, declared, p.flags.is(Flags.HasDefault)),
        canonical.isNullable(declared),
        isValueClass(declared)
      )
    }
    val inBody = bodyVariables(symbol).filterNot(v => isTransient(v) || state.isTransientOfJava(v))
    val fromBody = inBody.map { v =>
      val declared = declaredType(tpe, symbol, v)
      FieldModel(
        v.name.trim,
        key(declared),
        isMutable = true,
        declarations.of(v),
        absent(tpe, v.name.trim, declared, hasDefault = false),
        canonical.isNullable(declared),
        isValueClass(declared)
      )
    }
    val fields = (fromConstructor ++ fromBody).toVector
    ClassFacts(
      fields,
      parameters.length,
      isFinal = symbol.flags.is(Flags.Final) || symbol.flags.is(Flags.Module) || tpe <:< TypeRepr.of[AnyVal],
      computes = ownedClasses(symbol).exists(computesFields(_)),
      isLocalOnly = constructor.flags.is(Flags.Private) || constructor.privateWithin.nonEmpty || constructor.flags.is(
        Flags.Protected
      ),
      transient.map(all.indexOf(_)).toVector,
      hidden.map(_.name).toVector,
      (stored.map(p => member(symbol, p.name)).filterNot(isInReach) ++ inBody.filterNot(isInReach))
        .map(v => s"${v.owner.name}.${v.name.trim}")
        .toVector,
      contexts.map(p => shortName(p.termRef.widen)).toVector,
      fields.map(_.name).diff(fields.map(_.name).distinct).distinct
    )

  /** Returns the declared type of a member; a type argument that is a wildcard replaces its parameter. */
  private def declaredType(tpe: TypeRepr, symbol: Symbol, field: Symbol): TypeRepr = tpe match
    case AppliedType(_, arguments) if arguments.exists { case _: TypeBounds => true; case _ => false } =>
      val parameters = symbol.declaredTypes.filter(_.isTypeParam)
      symbol.typeRef.memberType(field).widenByName.substituteTypes(parameters, arguments) match
        case TypeBounds(_, high) => high
        case declared            => declared
    case _ => tpe.memberType(field).widenByName

  private def absent(tpe: TypeRepr, field: String, declared: TypeRepr, hasDefault: Boolean): Absent =
    saidIfAbsent(tpe, field) match
      case Some(value) if declarations.typed(value, declared).isEmpty =>
        Absent.Wrong(shortName(declared), shortName(value.tpe.widen))
      case None if !hasDefault => Absent.Unsaid
      case _                   => Absent.Known

  private def saidIfAbsent(tpe: TypeRepr, field: String): Option[Term] =
    val symbol = tpe.typeSymbol
    val parameters = symbol.primaryConstructor.paramSymss.flatten.filter(p => p.isTerm && p.name == field)
    declarations.ifAbsent((parameters :+ member(symbol, field))*)

  /** Returns the value that `@ifAbsent` gives a field, with the field's type. */
  def ifAbsent(tpe: TypeRepr, field: String): Option[Term] =
    saidIfAbsent(tpe, field).flatMap(declarations.typed(_, tpe.memberType(member(tpe.typeSymbol, field)).widenByName))

  private def isTransient(member: Symbol): Boolean =
    !member.isNoSymbol && member.hasAnnotation(TypeRepr.of[scala.transient].typeSymbol)

  /** The constructor that makes an object from its fields. */
  def constructor(tpe: TypeRepr): Symbol =
    val symbol = tpe.typeSymbol
    if isRecord(symbol) then records.canonicalConstructor(symbol).get else symbol.primaryConstructor

  def isValueClass(tpe: TypeRepr): Boolean = canonical.isValueClass(tpe)

  def isRecord(symbol: Symbol): Boolean = records.isRecord(symbol)

  /** A tuple of more than 22. */
  private def wideTuple(tpe: TypeRepr): TypeForm =
    val elements = canonical.tupleElements(tpe)
    if elements.isEmpty then TypeForm.Other(OtherType.NotAClass)
    else
      TypeForm.Class(ClassFacts.ofValues(elements.zipWithIndex.map((element, i) => s"_${i + 1}" -> argument(element))))

  /** Returns true if a member is accessible from the pickler's place: private members from inside their class and its
    * companion.
    */
  private def isInReach(member: Symbol): Boolean =
    val isPublic = !member.flags.is(Flags.Private) && !member.flags.is(Flags.Protected)
    isPublic && member.privateWithin.forall(within => around.contains(within.typeSymbol)) ||
    around.exists(o => o == member.owner || o == member.owner.companionModule.moduleClass)

  /** The owners around the place where the pickler is derived. */
  private lazy val around: Set[Symbol] =
    Iterator.iterate(Symbol.spliceOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol).toSet

  private def isReadable(symbol: Symbol, parameter: String): Boolean =
    val field = member(symbol, parameter)
    !field.isNoSymbol && !field.flags.is(Flags.PrivateLocal)

  /** The member that reads a field: the field, or an accessor method of a record or of a class that Scala 2 compiled.
    */
  def member(symbol: Symbol, name: String): Symbol =
    val field = fieldOf(symbol, name)
    if isRecord(symbol) then records.accessor(symbol, name).get
    else if field.isNoSymbol then
      ownedClasses(symbol).iterator.flatMap(scala2.accessor(_, name)).nextOption().getOrElse(field)
    else if scala2.compiled(field.owner) then scala2.accessor(field.owner, name).getOrElse(field)
    else field

  /** The method that assigns a member; none for a field, which is assigned itself. */
  def setter(member: Symbol): Option[Symbol] = if member.isDefDef then scala2.setter(member) else None

  private def isVariable(member: Symbol): Boolean = member.flags.is(Flags.Mutable) || setter(member).isDefined

  /** Nearly all fields are declared in the class. A search among all members takes long, and fails in a method of the
    * class whose result type the compiler is inferring. Private fields of a superclass are not members.
    */
  private def fieldOf(symbol: Symbol, name: String): Symbol =
    def declared(c: Symbol) = if scala2.compiled(c) then scala2.fieldOf(c, name) else c.declaredField(name)
    val all = (symbol :: ownedClasses(symbol)).map(declared).filterNot(_.isNoSymbol)
    def isMember(f: Symbol) = f.owner == symbol || !f.flags.is(Flags.Private) && !f.flags.is(Flags.Deferred)
    all.find(isMember).orElse(Some(symbol.fieldMember(name)).filterNot(_.isNoSymbol)).orElse(all.headOption)
      .getOrElse(Symbol.noSymbol)

  /** The class and its superclasses, up to those of the libraries, which keep no state that Brine knows of. */
  private def ownedClasses(symbol: Symbol): List[Symbol] =
    symbol.typeRef.baseClasses.filterNot(c => origins.isOfLibrary(c.fullName))

  /** Returns all variables except the class's own parameters. A superclass's variable is included even if it has a
    * parameter's name.
    */
  private def bodyVariables(symbol: Symbol): List[Symbol] =
    ownedClasses(symbol).reverse.flatMap { c =>
      if scala2.compiled(c) then scala2.variables(c, withParameters = c != symbol)
      else
        c.declaredFields.filter { f =>
          f.flags.is(Flags.Mutable) && !f.flags.is(Flags.Deferred) && !(f.owner == symbol && f.flags.is(
            Flags.ParamAccessor
          ))
        }
    }

  private def computesFields(symbol: Symbol): Boolean =
    if scala2.compiled(symbol) then scala2.computes(symbol)
    else
      symbol.declaredFields.exists { f =>
        !f.flags.is(Flags.ParamAccessor) && !f.flags.is(Flags.Mutable) && !f.flags.is(Flags.Lazy) &&
        !f.flags.is(Flags.Module) && !f.flags.is(Flags.Deferred) && !f.flags.is(Flags.Given)
      }

  // ---- picklers in scope

  private def findPickler(key: Int, tpe: TypeRepr): FoundPickler =
    if tpe.typeSymbol == defn.NothingClass || canonical.unknownOuter(tpe).isDefined then FoundPickler.None
    else if outerClass(tpe).isDefined then
      scala.util.Try(search(key, TypeRepr.of[OwnPickler])).toOption.flatten.getOrElse(FoundPickler.None)
    else search(key, TypeRepr.of[OwnPickler]).orElse(findStandard(key, tpe)).getOrElse(FoundPickler.None)

  /** The standard pickler of a type, which is not looked for where it is known whether there is one. The search for a
    * generic type's pickler would find those of its parts, too: with `brine.auto`, it would derive each of them again.
    */
  private def findStandard(key: Int, tpe: TypeRepr): Option[FoundPickler] =
    val symbol = classSymbol(tpe)
    val name = symbol.fullName
    if tpe <:< TypeRepr.of[Enumeration#Value | Enumeration#ValueSet] then
      search(key, TypeRepr.of[Pickler]).map(_ => FoundPickler.Standard)
    else if !isOfOneClass(tpe) then
      val made = unions.pickler(tpe, isAtCall = false)
      for found <- made do picklers(key) = found
      made.map(_ => FoundPickler.Standard)
    else if StandardClasses.isKnown(name) || StandardClasses.isStructural(name) || isKnownArray(tpe) then
      Some(FoundPickler.Standard)
    else if symbol.isClassDef && !origins.isOfLibrary(name) then None
    else search(key, TypeRepr.of[Pickler])

  private def isKnownArray(tpe: TypeRepr): Boolean = tpe match
    case AppliedType(array, List(element)) => array.typeSymbol == defn.ArrayClass && element.typeSymbol.isClassDef
    case _                                 => false

  private def search(key: Int, wanted: TypeRepr): Option[FoundPickler] =
    Implicits.search(wanted.appliedTo(types(key))) match
      case success: ImplicitSearchSuccess =>
        picklers(key) = success.tree
        Some(foundTree.classify(foundTree.head(success.tree), success.tree))
      case _ => None

  // ---- orders in scope

  private def findOrder(key: Int, tpe: TypeRepr): FoundOrder = tpe match
    case AppliedType(_, element :: _) =>
      val sorted = argumentType(element)
      val isJava = tpe.typeSymbol.flags.is(Flags.JavaDefined)
      val wanted = if isJava then TypeRepr.of[java.util.Comparator] else TypeRepr.of[Ordering]
      Implicits.search(wanted.appliedTo(sorted)) match
        case found: ImplicitSearchSuccess =>
          orders(key) = found.tree
          FoundOrder.Given
        case _: AmbiguousImplicits                  => FoundOrder.None
        case _ if isJava && hasNaturalOrder(sorted) => FoundOrder.Natural
        case _                                      => FoundOrder.None
    case _ => FoundOrder.None

  // ---- migrations

  private val migrations = mutable.Map.empty[Int, Option[Term]]

  /** The given migrations to a type. */
  def migrationsOf(key: Int): Option[Term] = migrations.getOrElseUpdate(
    key, {
      val tpe = types(key)
      if mayMigrate(tpe) && !isOwnObjects(key) then
        Implicits.search(TypeRepr.of[brine.Migrations].appliedTo(tpe)) match
          case found: ImplicitSearchSuccess => Some(found.tree)
          case _                            => None
      else None
    }
  )

  /** A class of the program's own, with a companion: others have none, and a search costs. */
  private def mayMigrate(tpe: TypeRepr): Boolean =
    val symbol = tpe.typeSymbol
    val name = symbol.fullName
    symbol.isClassDef && !name.startsWith("scala.") && !name.startsWith("java.") && !symbol.companionModule.isNoSymbol

  private def argumentType(tpe: TypeRepr): TypeRepr = types(argument(tpe))

  /** As [[brine.picklers.JavaOrder]]. */
  private def hasNaturalOrder(tpe: TypeRepr): Boolean =
    Implicits.search(TypeRepr.of[brine.picklers.JavaOrder].appliedTo(tpe)) match
      case _: ImplicitSearchSuccess => true
      case _                        => false

  /** Returns true if the pickler that was found for a type is the one of its `derives` clause. */
  def hasDerived(key: Int): Boolean =
    picklers.get(key).exists(tree => foundTree.head(tree).name == "derived$Pickler" && !foundTree.isApplied(tree))

  /** The name of the pickler that was found, if it is a standard one without parameters. */
  def standardPickler(key: Int): Option[String] = picklers.get(key).collect {
    case tree
        if foundTree.classify(foundTree.head(tree), tree) == FoundPickler.Standard && !foundTree.isApplied(tree) =>
      foundTree.head(tree).name
  }

private[brine] object ReadType:
  private final val NamedTuple = "scala.NamedTuple$.NamedTuple"
