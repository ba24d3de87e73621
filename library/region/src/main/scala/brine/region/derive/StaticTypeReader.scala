package brine.region.derive

import scala.collection.mutable
import scala.quoted.*
import brine.derive.types.{ReadType, TypeTexts}
import brine.model.{
  Cycles,
  FamilyAnalysis,
  FoundPickler,
  Problem,
  Rules,
  StandardClasses,
  TypeForm,
  TypeModel,
  TypePlan,
  Use
}
import brine.region.layout.{ObjectLayout, StaticType}

/** Reads the layouts of types from the plans that the rules make of them ([[brine.model.Rules]]). It adds one decision:
  * a region holds no value that can change.
  */
private[region] final class StaticTypeReader[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes

  val types = new ReadType[quotes.type](quotes)
  private val texts = new TypeTexts[quotes.type](quotes)
  private val cycles = new Cycles(types(_))

  /** The keys of the types met so far, in the order of their numbers. */
  private val keys = mutable.ArrayBuffer.empty[Int]
  private val numbers = mutable.Map.empty[Int, Int]
  private val known = mutable.Map.empty[Int, StaticType]

  /** The reasons why a type cannot be compacted, with their paths. */
  val problems = mutable.ArrayBuffer.empty[String]

  def keyOf(number: Int): Int = keys(number)

  def number(key: Int): Int = numbers.getOrElseUpdate(
    key, {
      keys += key
      keys.length - 1
    }
  )

  /** The names of fields or leaves as pickles have them, by the keys of the types read so far. */
  private val names = mutable.Map.empty[Int, Vector[String]]

  /** A hash of the full name of a type; empty for a type that is not the same at each use: one with a type parameter.
    */
  private def typeName(key: Int): String =
    val tpe = types.typeOf(key).asInstanceOf[TypeRepr]
    if isSame(tpe) then java.lang.Long.toHexString(EmitViews.hash(texts.full(tpe.dealias))) else ""

  private def isSame(tpe: TypeRepr): Boolean = tpe.dealias match
    case AppliedType(constructor, arguments) => isSame(constructor) && arguments.forall(isSame)
    case _: TermRef | _: ConstantType        => true
    case _: TypeBounds                       => false
    case other                               => other.typeSymbol.isClassDef || other.typeSymbol.flags.is(Flags.Opaque)

  /** Renders the types that [[all]] found. */
  def text(types: Vector[StaticType]): String =
    StaticType.render(
      types,
      types.indices.toVector.map(i => names.getOrElse(keys(i), Vector.empty)),
      types.indices.toVector.map(i => typeName(keys(i)))
    )

  /** Renders one class or sealed type with the types of its parts. Classes and sealed types among these have their
    * names alone.
    */
  def textOfOne(root: Int): String =
    val types = mutable.ArrayBuffer.empty[(StaticType, Vector[String], String)]
    def put(key: Int): Int =
      val at = types.length
      types += ((StaticType.Opaque, Vector.empty, ""))
      def part(number: Int): Int = put(keys(number))
      def parts(numbers: Vector[Int]) = if at == 0 then numbers.map(part) else Vector.empty
      val read = of(key) match
        case StaticType.Record(fields) => StaticType.Record(parts(fields))
        case StaticType.Tagged(leaves) => StaticType.Tagged(parts(leaves))
        case StaticType.Maybe(element) => StaticType.Maybe(part(element))
        case StaticType.Items(element) => StaticType.Items(part(element))
        case StaticType.Entries(k, v)  => StaticType.Entries(part(k), part(v))
        case other                     => other
      types(at) = (read, names.getOrElse(key, Vector.empty), if at == 0 then typeName(key) else "")
      at
    put(root): Unit
    StaticType.render(types.toVector.map(_._1), types.toVector.map(_._2), types.toVector.map(_._3))

  /** All types that a type consists of, by their numbers: the first is the type itself. */
  def all(root: Int): Vector[StaticType] =
    number(root): Unit
    val paths = mutable.Map(0 -> "$")
    val found = mutable.ArrayBuffer.empty[StaticType]
    while found.length < keys.length do
      val at = found.length
      val before = keys.length
      found += of(keys(at), paths(at))
      for (part, name) <- parts(keys(at), found(at)) do paths.getOrElseUpdate(part, paths(at) + name)
      for i <- before until keys.length do paths.getOrElseUpdate(i, paths(at)): Unit
    found.toVector

  private def parts(key: Int, tpe: StaticType): Vector[(Int, String)] = tpe match
    case StaticType.Record(fields) => fields.zip(fieldsOf(key).map("." + _.name))
    case StaticType.Tagged(leaves) => leaves.map(leaf => leaf -> s"<${types(keys(leaf)).name}>")
    case StaticType.Maybe(e)       => Vector(e -> ".get")
    case StaticType.Items(e)       => Vector(e -> "[…]")
    case StaticType.Entries(k, v)  => Vector(k -> ".keys[…]", v -> ".values[…]")
    case _                         => Vector.empty

  /** True if the layouts of a type and of its parts follow from classes, or are those of Brine's own picklers. */
  def isPlain(key: Int): Boolean =
    def isOne(key: Int) = of(key) != StaticType.Opaque || types(key).pickler == FoundPickler.Standard
    isOne(key) && parts(key, of(key)).forall((part, _) => isOne(keys(part)))

  /** The fields of a class. */
  def fieldsOf(key: Int) = types(key).form match
    case TypeForm.Class(facts) => facts.fields
    case _                     => Vector.empty

  def of(key: Int, path: String = "$"): StaticType = known.getOrElseUpdate(key, read(types(key), path))

  /** Reads a type by the rules of every derivation, as the family of this type alone: each part is a separate place. A
    * view needs one type, and thus searches for no picklers of others.
    */
  private def read(t: TypeModel, path: String): StaticType = refusal(t, path) match
    case Some(problem) =>
      problems += problem
      StaticType.Opaque
    case None =>
      def facts(key: Int) = if key == t.key then seen(t) else types(key).asLeaf
      new Rules(facts, types.isSubtype, isAutomatic = true).place(t.key) match
        case (use, planned: Rules.Result.Planned) =>
          val parts = if planned.keys.isEmpty then Vector.empty else partsOf(planned)
          planned.family.definitions.headOption.foreach {
            case p: TypePlan.Product => names(t.key) = p.fields.map(_.name)
            case s: TypePlan.Sum     => names(t.key) = s.leaves.map(_.name)
            case _                   => ()
          }
          StaticType.of(use, planned.family.definitions, parts)
        case (_, Rules.Result.Failed(found)) =>
          problems += s"$path: ${Problem.report(t.shown, found)}"
          StaticType.Opaque

  private def partsOf(planned: Rules.Result.Planned): Vector[Int] =
    new FamilyAnalysis(planned.family.definitions).useOf(0).collect {
      case Use.Local(index) => number(planned.keys(index))
      case Use.Given(slot)  => number(planned.slots(slot))
    }

  /** Returns the facts of a type with the pickler that counts here. The rules read a derived class again. They use the
    * pickler of a class that this place cannot read, and of a standard class without a layout of its own.
    */
  private def seen(t: TypeModel): TypeModel = t.withPickler(t.pickler match
    case FoundPickler.Standard if isTuple(t) || StandardClasses.isKnown(t.symbol) || isArray(t) => FoundPickler.Standard
    case FoundPickler.Standard                                                                  => FoundPickler.Own
    case _ if isWrittenByHand(t) || !isReadable(t)                                              => FoundPickler.Own
    case _ => FoundPickler.DerivedGeneric
  )

  private def isReadable(t: TypeModel): Boolean = t.form match
    case TypeForm.Class(_) => isPlain(t)
    case TypeForm.Other(_) => StandardClasses.isKnown(t.symbol)
    case _                 => true

  private def isWrittenByHand(t: TypeModel): Boolean = t.pickler == FoundPickler.Own && !types.hasDerived(t.key)

  private def isTuple(t: TypeModel): Boolean = t.symbol.startsWith("scala.Tuple")

  private def isArray(t: TypeModel): Boolean = t.form.isInstanceOf[TypeForm.Array]

  /** Returns the reason why no region can hold values of this type, with the path; none if a region can. */
  private def refusal(t: TypeModel, path: String): Option[String] =
    def isRead = isTuple(t) || t.pickler != FoundPickler.Standard && !isWrittenByHand(t)
    t.form match
      case _ if StandardClasses.isMutableCollection(t.symbol) => Some(s"$path: ${t.shown} can change")
      case TypeForm.Array(_) =>
        Option.when(cycles.isMutable(t))(
          s"$path: ${t.shown} is an array of references, which can change: make it a Vector"
        )
      case TypeForm.Class(_) if isRead && types.isRecord(types.typeOf(t.key).typeSymbol) =>
        Some(
          s"$path: ${t.shown} is a Java record without a pickler of its own. Add `given Pickler[${t.shown}] = " +
            "Pickler.derived`"
        )
      case TypeForm.Class(facts) if isRead =>
        facts.fields.find(_.isMutable).map(field => s"$path.${field.name}: it is a var of ${t.shown}")
      case _ => None

  /** A class whose fields can be read here. */
  private def isPlain(t: TypeModel): Boolean = t.form match
    case TypeForm.Class(facts) =>
      !facts.isLocalOnly && facts.hidden.isEmpty && facts.outOfReach.isEmpty && facts.fields.forall { f =>
        val symbol = fieldSymbol(t.key, f.name)
        !symbol.isNoSymbol && !symbol.flags.is(Flags.Private) && !symbol.flags.is(
          Flags.Protected
        ) && symbol.privateWithin.isEmpty
      }
    case _ => false

  /** A class that can be constructed here, by a constructor whose parameters are the fields. */
  def isConstructed(key: Int): Boolean = types(key).form match
    case TypeForm.Class(facts) =>
      !facts.isLocalOnly && facts.transients.isEmpty && facts.hidden.isEmpty &&
      facts.parameterCount == facts.fields.length &&
      types(key).symbol != StandardClasses.Cons && constructor(key).paramSymss.count(!_.exists(_.isType)) == 1
    case _ => false

  def constructor(key: Int): Symbol = types.constructor(types.typeOf(key)).asInstanceOf[Symbol]

  def fieldSymbol(key: Int, name: String): Symbol =
    types.member(types.typeOf(key).classSymbol.get.asInstanceOf[types.quotes.reflect.Symbol], name).asInstanceOf[Symbol]

private[region] object StaticTypeReader:
  /** The offsets of a class's fields, and its size. */
  def offsets(fields: Vector[StaticType]): (Array[Int], Int) =
    ObjectLayout.offsets(fields.map(StaticType.width).toArray)
