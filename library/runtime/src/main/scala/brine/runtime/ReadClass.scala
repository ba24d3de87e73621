package brine.runtime

import scala.collection.mutable
import brine.{Pickler, ScalaEnums}
import brine.model.{
  Absent,
  ClassFacts,
  Declared,
  FieldModel,
  FoundOrder,
  FoundPickler,
  LeafModel,
  OtherType,
  TypeForm,
  TypeModel
}
import brine.runtime.classes.{ClassLayout, DeclaredNames, RuntimeNames, RuntimeType, SealedTypes}
import brine.runtime.code.Default
import brine.runtime.family.FamilyTypes
import brine.runtime.standard.{OptionalPickler, StandardTypes}

/** Reads classes as [[brine.derive.types.ReadType]] reads the compiler's types, so that the same rules decide and the
  * same bytes come out. A type gets a number when it is first met.
  *
  * @param alsoAllowed classes that are read as if they were on the list, to find out their parts
  */
private[runtime] final class ReadClass(picklers: RuntimePicklers, alsoAllowed: Set[Class[?]] = Set.empty)
    extends FamilyTypes:
  private val types = mutable.ArrayBuffer.empty[RuntimeType]
  private val keyOf = mutable.HashMap.empty[RuntimeType, Int]
  private val models = mutable.HashMap.empty[Int, TypeModel]
  private val layouts = mutable.HashMap.empty[Int, ClassLayout]
  private val refusals = mutable.LinkedHashMap.empty[Class[?], String]
  private val missing = mutable.LinkedHashMap.empty[String, Class[?]]

  def key(t: RuntimeType): Int = keyOf.getOrElseUpdate(
    t, {
      types += t
      types.length - 1
    }
  )

  def typeOf(key: Int): RuntimeType = types(key)

  def runtimeClass(key: Int): Class[?] = types(key) match
    case RuntimeType.Of(c, _)    => c
    case c: RuntimeType.Constant => RuntimeType.enumOf(c)

  def layoutOf(key: Int): ClassLayout = layouts(key)

  /** Why a class that is allowed has no layout. */
  def refusal(key: String): Option[String] =
    refusals.collectFirst { case (c, why) if RuntimeNames.shown(c) == key => why }

  /** The class, as problems show it, that is not allowed. */
  def missing(shown: String): Option[Class[?]] = missing.get(shown)

  def isSubtype(key: Int, of: Int): Boolean = runtimeClass(of).isAssignableFrom(runtimeClass(key))

  def apply(key: Int): TypeModel = models.getOrElseUpdate(key, read(key))

  private def read(key: Int): TypeModel = types(key) match
    case c: RuntimeType.Constant =>
      val name = RuntimeType.nameOf(c)
      new TypeModel(key, name, name, name, Vector.empty, TypeForm.Object, FoundPickler.None, FoundOrder.None)
    case t @ RuntimeType.Of(c, arguments) =>
      new TypeModel(
        key,
        name = RuntimeNames.simple(c),
        shown = show(t),
        symbol = if isRawEnums(t) then "" else RuntimeNames.symbol(c),
        keyType(c).map(k => this.key(RuntimeType.raw(k))) ++: arguments.map(this.key),
        if isEndless(t) then TypeForm.Other(OtherType.Endless) else form(key, t),
        found(t),
        if isSortedNaturally(t) then FoundOrder.Natural else FoundOrder.None
      )

  /** The type of a map's keys that is not a type argument. */
  private def keyType(c: Class[?]): Option[Class[?]] = c.getName match
    case "scala.collection.immutable.IntMap"                                       => Some(classOf[Int])
    case "scala.collection.immutable.LongMap" | "scala.collection.mutable.LongMap" => Some(classOf[Long])
    case _                                                                         => None

  private def found(t: RuntimeType.Of): FoundPickler =
    if isUnfitExternal(t.runtimeClass) then FoundPickler.None
    else if picklers.ownOf(t) != null then FoundPickler.Own
    else if StandardTypes.contains(t.runtimeClass) || t.runtimeClass == RuntimeNames.optional then
      FoundPickler.Standard
    else FoundPickler.None

  /** A class that writes itself, and cannot be made. */
  private def isUnfitExternal(c: Class[?]): Boolean =
    picklers.isExternal(c) && !RuntimeNames.isOpen(c) && picklers.allowed.allows(c) && picklers.hooked(c) == null && {
      try
        val ignored = ExternalizablePickler.of(c)
        false
      catch
        case e: UnfitClassException =>
          refusals(c) = e.getMessage
          true
    }

  def picklerOf(key: Int): Pickler[?] =
    val t = types(key).asInstanceOf[RuntimeType.Of]
    val own = picklers.ownOf(t)
    if own != null then own
    else if t.runtimeClass == RuntimeNames.optional then new OptionalPickler(picklers.picklerOf(contentOf(t)))
    else StandardTypes.of(t.runtimeClass).nn

  /** For separately planned types, the types inside. */
  def optionalContent(key: Int): Option[RuntimeType.Of] = types(key) match
    case t: RuntimeType.Of if t.runtimeClass == RuntimeNames.optional && picklers.ownOf(t) == null => Some(contentOf(t))
    case _                                                                                         => None

  private def contentOf(optional: RuntimeType.Of): RuntimeType.Of = optional.arguments.head.asInstanceOf[RuntimeType.Of]

  private def form(key: Int, t: RuntimeType.Of): TypeForm =
    val c = t.runtimeClass
    if isRawEnums(t) then
      refusals(c) = "the enum of its elements is unknown here; declare it"
      TypeForm.Other(OtherType.HiddenState)
    else if c.isArray then TypeForm.Array(this.key(t.arguments.head))
    else if c.isEnum then TypeForm.Sealed(constants(c), isJavaEnum = true)
    else if RuntimeNames.isObject(c) then TypeForm.Object
    else if ScalaEnums.isEnum(c) && picklers.allowed.allows(c) then TypeForm.Sealed(cases(c))
    else if c == RuntimeNames.either then
      val leaves = Vector(RuntimeNames.left, RuntimeNames.right)
      TypeForm.Sealed(leaves.map(leaf => LeafModel(leaf.getSimpleName, this.key(RuntimeType.Of(leaf, t.arguments)))))
    else if picklers.isSealed(c) then TypeForm.Sealed(leaves(t))
    else if RuntimeNames.isOpen(c) then TypeForm.Other(OtherType.OpenTrait)
    else if !RuntimeNames.isStructural(c) && !picklers.allowed.allows(c) && !alsoAllowed(c) then
      missing(show(t)) = c
      TypeForm.Other(OtherType.NotAllowed)
    else if isUnfitExternal(c) then TypeForm.Other(OtherType.HiddenState)
    else if picklers.isExternal(c) then TypeForm.Object // on the list it has a separate pickler
    else
      picklers.layoutOf(t) match
        case Left(refusal) =>
          refusals(c) = refusal.why
          TypeForm.Other(OtherType.HiddenState)
        case Right(layout) if wrongDefault(layout).isDefined =>
          refusals(c) = wrongDefault(layout).get
          TypeForm.Other(OtherType.HiddenState)
        case Right(layout) =>
          if layout.isByFields then picklers.onOtherWay(c, "its fields alone")
          layouts(key) = layout
          TypeForm.Class(facts(layout))

  /** The field whose annotation gives a value of another type. */
  private def wrongDefault(layout: ClassLayout): Option[String] =
    layout.fields.flatMap(f =>
      f.ifAbsent.flatMap(_.left.toOption).map(why =>
        s"the value for data without its field '${f.name}' cannot be read: $why"
      )
    ).headOption

  def migrationsOf(key: Int): brine.Migrations[?] | Null = picklers.migrationsOf(runtimeClass(key))

  /** An `EnumSet` or `EnumMap` whose enum is missing in the class file. */
  private def isRawEnums(t: RuntimeType.Of): Boolean = RuntimeNames.ofEnums(t.runtimeClass) && (t.arguments.head match
    case RuntimeType.Of(c, _) => !c.isEnum
    case _                    => true
  )

  private def constants(c: Class[?]): Vector[LeafModel] =
    c.getEnumConstants.toVector
      .map(_.asInstanceOf[java.lang.Enum[?]])
      .map(constant =>
        val declared = DeclaredNames.of(c.getField(constant.name), picklers.annotations)
        LeafModel(constant.name, key(RuntimeType.Constant(constant)), declared)
      )
      .sortBy(_.name)

  /** The constants of an enum of Scala's, and those of its classes that are allowed: by name, since class files do not
    * give the order.
    */
  private def cases(c: Class[?]): Vector[LeafModel] =
    val constants =
      RuntimeNames.constantsOf(c).map(new RuntimeType.Constant(_)).map(k =>
        LeafModel(RuntimeType.nameOf(k), key(k), declaredOf(c, RuntimeType.nameOf(k)))
      )
    val nested = c.getDeclaredClasses.toVector.filter(picklers.allowed.allows)
    val classes =
      (picklers.allowed.classes.toVector ++ nested).distinct.filter(k => k != c && c.isAssignableFrom(k)).map { k =>
        LeafModel(RuntimeNames.simple(k), key(RuntimeType.raw(k)), DeclaredNames.of(k, picklers.annotations))
      }
    (constants ++ classes).sortBy(_.name)

  /** The leaves that a sealed type of Java's permits, in the order of its class file. */
  private def leaves(t: RuntimeType.Of): Vector[LeafModel] =
    SealedTypes.leaves(t.runtimeClass).map(leaf =>
      LeafModel(
        RuntimeNames.simple(leaf),
        key(SealedTypes.seenFrom(t, leaf)),
        DeclaredNames.of(leaf, picklers.annotations)
      )
    )

  /** What the source says of a constant of an enum of Scala's. */
  private def declaredOf(scalaEnum: Class[?], constant: String): Declared =
    DeclaredNames.in(scalaEnum).of(scalaEnum.getName + "$", constant)

  private def innermost(c: Class[?]): Class[?] = if c.isArray then innermost(c.getComponentType) else c

  /** With access to fields, a place that declares a class takes objects of its subclasses, too, as with Kryo: it is one
    * of any type. So are a class below a standard type, such as `Some`, and an array of either.
    */
  private def placeOf(t: RuntimeType): RuntimeType = t match
    case RuntimeType.Of(c, _) if picklers.fieldAccess && isOfAnyType(innermost(c)) => RuntimeType.Any
    case RuntimeType.Of(c, arguments) if picklers.fieldAccess && !c.isArray => RuntimeType.Of(c, arguments.map(placeOf))
    case other                                                              => other

  private def isOfAnyType(c: Class[?]): Boolean = RuntimeNames.mayHaveSubclasses(c) || StandardSubtypes.isBelowKnown(c)

  private def facts(layout: ClassLayout): ClassFacts = ClassFacts(
    layout.fields.zip(layout.fieldNames).zipWithIndex.map { case ((f, name), i) =>
      val isKnown = f.ifAbsent.isDefined || Default.ofField(layout, i) != null
      val absent = if isKnown then Absent.Known else Absent.Unsaid
      FieldModel(name, key(placeOf(f.fieldType)), f.isMutable, f.declared, absent)
    },
    layout.parameterCount,
    isFinal = java.lang.reflect.Modifier.isFinal(layout.objectClass.getModifiers),
    computes = !layout.keepsOnly,
    isLocalOnly = false,
    transients = layout.parameters.indices.filter(layout.parameters(_) < 0).toVector,
    hidden = Vector.empty,
    outOfReach = Vector.empty
  )

  /** Java's sorted collections sort by the order of their elements. */
  private def isSortedNaturally(t: RuntimeType.Of): Boolean =
    t.runtimeClass.getName.startsWith("java.") && t.arguments.nonEmpty && (t.arguments.head match
      case RuntimeType.Of(c, _) => classOf[Comparable[?]].isAssignableFrom(c) || c == classOf[Object]
      case _                    => true
    )

  /** As for the compiler's types: arguments that grow with each recursion are found long before their number shows it.
    */
  private def isEndless(t: RuntimeType): Boolean =
    var nodes = 0
    def exceeds(t: RuntimeType, depth: Int): Boolean =
      nodes += 1
      nodes > ReadClass.MostNodes || depth > ReadClass.MostLevels || (t match
        case RuntimeType.Of(_, arguments) => arguments.exists(exceeds(_, depth + 1))
        case _                            => false
      )
    exceeds(t, 0)

  private def show(t: RuntimeType): String = t match
    case RuntimeType.Of(c, Vector(element)) if c.isArray => s"Array[${show(element)}]"
    case RuntimeType.Of(c, arguments) =>
      RuntimeNames.shown(c) + (if arguments.isEmpty then "" else arguments.map(show).mkString("[", ", ", "]"))
    case c: RuntimeType.Constant => RuntimeType.nameOf(c)

private object ReadClass:
  private final val MostNodes = 1000
  private final val MostLevels = 50
