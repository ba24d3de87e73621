package brine.model

import scala.collection.mutable
import brine.shape.ScalarKind

/** Turns the facts about types into the definitions of a [[Family]].
  *
  * The rules, tried in this order for every type that the root contains:
  *
  *   1. The user's pickler has precedence. (A generic one that is derived is read here again, so that a recursive type
  *      does not make new picklers without end.)
  *   1. Scalars, options, arrays, collections and maps are recognised by their class.
  *   1. Any other standard pickler is used.
  *   1. Objects, sealed families, and classes are read: the root, leaves of a family, tuples and similar classes, and
  *      with `automatic` all others.
  *
  * Pure: `read` returns the facts, `isSubtype` compares two types, `isPermitted` returns true if a type's pickler would
  * be derived on the spot. `asked` are the types that lead to these.
  */
private[brine] final class Rules(
    read: Int => TypeModel,
    isSubtype: (Int, Int) => Boolean,
    isAutomatic: Boolean,
    isPermitted: Int => Boolean = _ => false,
    asked: Set[Int] = Set.empty
):
  private val definitions = mutable.ArrayBuffer.empty[TypePlan | Null]
  private val keys = mutable.ArrayBuffer.empty[Int]
  private val indexOf = mutable.LinkedHashMap.empty[Int, Int]
  private val slots = mutable.LinkedHashMap.empty[Int, Int]
  private val problems = mutable.ArrayBuffer.empty[Problem]
  private val cycles = new Cycles(read)

  def plan(root: Int): Rules.Result =
    define(root, read(root).shown)
    result

  /** Returns the use of a place of this type, and the definitions that it needs: none for a scalar or a given pickler.
    */
  def place(key: Int): (Use, Rules.Result) =
    val use = this.use(key, read(key).shown, isLeaf = false)
    (use, result)

  private def result: Rules.Result =
    if problems.nonEmpty then Rules.Result.Failed(problems.toVector)
    else Rules.Result.Planned(Family(definitions.map(_.nn).toVector), keys.toVector, slots.keys.toVector)

  /** Returns the use of a place of this type; `isLeaf`: as a leaf of a family that is derived here. */
  private def use(key: Int, at: String, isLeaf: Boolean): Use =
    val model = read(key)
    def own = Use.Given(slots.getOrElseUpdate(key, slots.size))
    if indexOf.contains(key) then Use.Local(indexOf(key))
    else if model.pickler == FoundPickler.Own then own
    else
      StandardClasses.scalars.get(model.symbol) match
        case Some(kind) => Use.Scalar(kind)
        case None =>
          if isCollection(model) then local(key, at)
          else
            model.pickler match
              case FoundPickler.DerivedGeneric if isUnreachable(model) => own
              case FoundPickler.DerivedGeneric                         => local(key, at)
              case FoundPickler.Standard if !isStructural(model)       => own
              case FoundPickler.Standard                               => local(key, at)
              case _                                                   => unpicklered(model, at, isLeaf)

  private def unpicklered(model: TypeModel, at: String, isLeaf: Boolean): Use =
    def isAsked = isLeaf || isAutomatic || isMember(model) || model.form == TypeForm.Object || isStructural(model)
    model.form match
      case TypeForm.Other(what)                   => refuse(what, at, model)
      case _ if isAsked || isPermitted(model.key) => local(model.key, at)
      case TypeForm.Class(facts) if facts.hidden.nonEmpty =>
        problem(Problem.HiddenParameters(at, model.shown, facts.hidden, model.origin))
      case _ => missing(model, at)

  /** Advises to derive the pickler, unless that would fail: then it has the reasons. The parts of a class that its
    * author can change are a problem of their own.
    */
  private def missing(model: TypeModel, at: String): Use =
    val reasons = if asked(model.key) then Vector.empty else reasonsAgainst(model, at)
    val ofItself = reasons.filter(_.where == at)
    if ofItself.nonEmpty then problems ++= ofItself
    else if reasons.nonEmpty && model.origin == Origin.Library then
      problems += Problem.Underivable(at, model.shown, reasons.map(_.where).distinct)
    else problems += Problem.NoPickler(at, model.shown, model.origin)
    Use.Scalar(ScalarKind.Unit)

  /** The problems of a derivation for this type alone. */
  private def reasonsAgainst(model: TypeModel, at: String): Vector[Problem] =
    val alone = new Rules(read, isSubtype, isAutomatic = false, isPermitted, asked + model.key)
    alone.define(model.key, at)
    alone.problems.toVector

  /** Returns true for a subtype of the sealed root: its author opted in with the root. */
  private def isMember(model: TypeModel): Boolean =
    read(keys(0)).form.isInstanceOf[TypeForm.Sealed] && isSubtype(model.key, keys(0))

  private def isUnreachable(model: TypeModel): Boolean = model.form match
    case TypeForm.Class(facts) => facts.isLocalOnly
    case _                     => false

  /** Returns true for standard types whose parts are derived with the family: tuples, Either, enums of Java's. */
  private def isStructural(model: TypeModel): Boolean = model.isJavaEnum || StandardClasses.isStructural(model.symbol)

  private def isCollection(model: TypeModel): Boolean =
    model.symbol == StandardClasses.Option || isKnownArray(model) || StandardClasses.isKind(model.symbol)

  /** Returns true for an array whose class is known. An array of a type parameter's values, or of such arrays, needs a
    * `ClassTag`, which only the standard pickler takes.
    */
  private def isKnownArray(model: TypeModel): Boolean = model.form match
    case TypeForm.Array(element) =>
      val part = read(element)
      if part.form.isInstanceOf[TypeForm.Array] then isKnownArray(part) else !isAbstract(part.form)
    case _ => false

  private def isAbstract(form: TypeForm): Boolean = form match
    case TypeForm.Other(OtherType.TypeVariable | OtherType.AbstractType) => true
    case _                                                               => false

  private def local(key: Int, at: String): Use =
    define(key, at)
    Use.Local(indexOf.getOrElse(key, 0))

  private def define(key: Int, at: String): Unit =
    if definitions.length >= Rules.MaxDefinitions then
      if !problems.exists(_.isInstanceOf[Problem.PolymorphicRecursion]) then
        problems += Problem.PolymorphicRecursion(at, read(keys(0)).shown)
    else
      val index = definitions.length
      indexOf(key) = index
      keys += key
      definitions += null
      definitions(index) = definition(read(key), at)

  private def definition(model: TypeModel, at: String): TypePlan =
    if StandardClasses.isSorted(model.symbol) && model.order == FoundOrder.None then
      problems += Problem.NoOrder(at, model.shown, read(model.arguments(0)).shown)
    val isCyclic = cycles.isCyclic(model.key)
    val isTracked = cycles.isTracked(model.key)
    def argument(i: Int): Use = use(model.arguments(i), at, isLeaf = false)
    if model.symbol == StandardClasses.Option then TypePlan.Optional(argument(0), isCyclic)
    else if StandardClasses.sequences.contains(model.symbol) then
      TypePlan.Sequence(StandardClasses.sequences(model.symbol), argument(0), isTracked, isCyclic)
    else if StandardClasses.mappings.contains(model.symbol) then
      TypePlan.Mapping(StandardClasses.mappings(model.symbol), argument(0), argument(1), isTracked, isCyclic)
    else
      model.form match
        case TypeForm.Array(element) =>
          use(element, at, isLeaf = false) match
            case Use.Scalar(kind) if kind != ScalarKind.String && kind != ScalarKind.Unit => TypePlan.ScalarArray(kind)
            case other => TypePlan.Sequence("Array", other, isTracked, isCyclic)
        case TypeForm.Class(facts)      => product(model, facts, isTracked, isCyclic, at)
        case TypeForm.Sealed(leaves, _) => sum(model, leaves, isCyclic, at)
        case TypeForm.Object            => TypePlan.Singleton(model.name)
        case TypeForm.Other(what) =>
          refuse(what, at, model)
          TypePlan.Singleton(model.name)

  private def product(
      model: TypeModel,
      facts: ClassFacts,
      isTracked: Boolean,
      isCyclic: Boolean,
      at: String
  ): TypePlan =
    if facts.hidden.nonEmpty then
      problems += Problem.HiddenParameters(at, model.shown, facts.hidden, model.origin)
    if facts.contexts.nonEmpty then problems += Problem.ContextParameters(at, model.shown, facts.contexts)
    if facts.outOfReach.nonEmpty then
      problems += Problem.HiddenVariables(at, model.shown, facts.outOfReach, model.origin)
    if facts.isLocalOnly && (keys(0) != model.key || asked(model.key)) then
      problems += Problem.UnreachableConstructor(at, model.shown, model.origin)
    for name <- facts.clashing do problems += Problem.DuplicateField(at, model.shown, name)
    distinct(facts.fields.map(f => (f.name, f.declared)), model, at)
    for f <- facts.fields do
      f.absent match
        case Absent.Wrong(expected, found) =>
          problems += Problem.WrongAbsent(s"${model.name}.${f.name}", expected, found)
        case _ => ()
    val fields = facts.fields.map { f =>
      val use = this.use(f.key, s"${model.name}.${f.name}", isLeaf = false)
      val name = f.declared.rename.getOrElse(f.name)
      val d = f.declared
      FieldPlan(name, use, f.isMutable, d.aliases, d.rename.isDefined, f.isNullable, d.rest, f.isUnboxed)
    }
    TypePlan.Product(
      model.name,
      fields,
      facts.parameterCount,
      isTracked,
      isCyclic,
      storesOnly = !facts.computes,
      model.arguments.nonEmpty
    )

  private def sum(model: TypeModel, leaves: Vector[LeafModel], isCyclic: Boolean, at: String): TypePlan =
    if leaves.isEmpty then problems += Problem.NoLeaves(at, model.shown)
    for (name, same) <- leaves.groupBy(_.name) if same.length > 1 do
      problems += Problem.DuplicateLeaves(at, model.shown, name)
    val narrow = leaves.filterNot(_.isForAll).map(_.name)
    if narrow.nonEmpty then problems += Problem.NarrowLeaves(at, narrow, model.name, model.arguments.length)
    distinct(leaves.distinctBy(_.name).map(l => (l.name, l.declared)), model, at)
    val fallbacks = leaves.filter(_.declared.isFallback)
    if fallbacks.length > 1 then problems += Problem.TwoFallbacks(at, model.shown, fallbacks.map(_.name))
    for leaf <- fallbacks; field <- neededFields(leaf.key, leaves) do
      problems += Problem.NeedyFallback(at, leaf.name, field)
    val plans = leaves.map { leaf =>
      val declared = leaf.declared
      val name = declared.rename.getOrElse(leaf.name)
      LeafPlan(
        name,
        use(leaf.key, leaf.name, isLeaf = true),
        declared.aliases,
        declared.isFallback,
        declared.rename.isDefined
      )
    }
    TypePlan.Sum(model.name, plans, leaves.exists(leaf => cycles.isTracked(leaf.key)), isCyclic)

  /** Checks that names in pickles and aliases each belong to one field or leaf. */
  private def distinct(members: Vector[(String, Declared)], model: TypeModel, at: String): Unit =
    val declared = members.flatMap((_, declared) => declared.rename ++: declared.aliases)
    val undeclared = members.collect { case (name, declared) if declared.rename.isEmpty => name }
    for name <- declared.distinct if (declared ++ undeclared).count(_ == name) > 1 do
      problems += Problem.DuplicateName(at, model.shown, name)
    for (name, declared) <- members; annotation <- declared.unreadable do
      problems += Problem.NoConstantName(s"${model.name}.$name", annotation)

  /** Returns the names of the fields without which this leaf cannot replace unknown ones. */
  private def neededFields(key: Int, leaves: Vector[LeafModel]): Vector[String] = read(key).form match
    case TypeForm.Class(facts) =>
      val isAlone = facts.fields.length == 1
      val isText = isAlone && leaves.forall(leaf => leaf.key == key || read(leaf.key).form == TypeForm.Object)
      facts.fields.filterNot(f =>
        f.absent != Absent.Unsaid || isCollection(read(f.key)) || keepsLeaf(read(f.key).symbol, isAlone, isText)
      ).map(_.name)
    case TypeForm.Object => Vector.empty
    case _               => Vector(read(key).shown)

  /** Returns true for a type of which a field keeps the unknown leaf: see `shape.KeptLeaf`. */
  private def keepsLeaf(symbol: String, isAlone: Boolean, isText: Boolean): Boolean = symbol match
    case "brine.Extras"                                       => true
    case "brine.json.trees.Json" | "brine.json.trees.RawJson" => isAlone
    case "java.lang.String"                                   => isText
    case _                                                    => false

  private def refuse(what: OtherType, at: String, model: TypeModel): Use =
    val (shown, origin) = (model.shown, model.origin)
    problem(what match
      case OtherType.TypeVariable                        => Problem.NeedsEvidence(at, shown)
      case OtherType.OpenTrait | OtherType.AbstractClass => Problem.OpenType(at, shown, origin)
      case OtherType.OpenInJava                          => Problem.OpenJavaType(at, shown, origin)
      case OtherType.Opaque                              => Problem.OpaqueType(at, shown, origin)
      case OtherType.HiddenState                         => Problem.HiddenState(at, shown, origin)
      case OtherType.InheritsState(ancestor, fields, isOfLibrary) =>
        Problem.InheritedState(at, shown, ancestor, fields, isOfLibrary)
      case OtherType.InheritsUnread(ancestor) => Problem.UnreadAncestor(at, shown, ancestor)
      case OtherType.Throwable                => Problem.ThrowableState(at, shown)
      case OtherType.NotAllowed               => Problem.NotAllowed(at, shown)
      case OtherType.Endless                  => Problem.PolymorphicRecursion(at, read(keys(0)).shown)
      case OtherType.Function                 => Problem.FunctionType(at, shown)
      case OtherType.Structural               => Problem.StructuralType(at, shown)
      case OtherType.NotAClass                => Problem.NotAClassType(at, shown)
      case OtherType.Union(_, reason)         => Problem.UnionType(at, shown, reason())
      case OtherType.NoObjects                => Problem.NoObjects(at, shown)
      case OtherType.AbstractType             => Problem.AbstractType(at, shown)
      case OtherType.SingleValue(widened)     => Problem.SingleValue(at, shown, widened)
      case OtherType.InnerClass(outer)        => Problem.InnerClass(at, shown, outer, origin)
      case OtherType.NamedTuple               => Problem.NamedTuple(at, shown)
    )

  /** Records a problem and continues, so that all are found. */
  private def problem(p: Problem): Use =
    problems += p
    Use.Scalar(ScalarKind.Unit)

private[brine] object Rules:
  enum Result:
    /** `keys` are the types of the definitions, `slots` those of the givens that are used. */
    case Planned(family: Family, keys: Vector[Int], slots: Vector[Int])
    case Failed(problems: Vector[Problem])

  /** A family larger than this has not been written by a person. */
  private final val MaxDefinitions = 4000
