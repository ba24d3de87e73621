package brine.region.derive

import scala.collection.mutable
import scala.quoted.*
import brine.{internal, Pickler}
import brine.derive.ReadType
import brine.model.{FoundPickler, StandardClasses, TypeForm, TypeModel}
import brine.region.layout.{ObjectLayout, StaticType}
import brine.shape.ScalarKind

/** Reads the layouts of types, as far as the compiler knows them. */
private[region] final class StaticTypeReader[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*
  private given Quotes = quotes

  val types = new ReadType[quotes.type](quotes)

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

  /** The fields of a class. */
  def fieldsOf(key: Int) = types(key).form match
    case TypeForm.Class(facts) => facts.fields
    case _                     => Vector.empty

  def of(key: Int, path: String = "$"): StaticType = known.getOrElseUpdate(key, read(types(key), path))

  private def read(t: TypeModel, path: String): StaticType =
    val scalar = StaticTypeReader.scalars.get(t.symbol)
    if t.symbol.startsWith("scala.collection.mutable.") || StaticTypeReader.isJavaCollection(t.symbol) then
      problem(path, s"${t.shown} can change")
    else if scalar.isDefined && t.pickler == FoundPickler.Standard then StaticType.Scalar(scalar.get)
    else if t.symbol == "java.lang.String" && t.pickler == FoundPickler.Standard then StaticType.Text
    else
      t.form match
        case TypeForm.Array(element) =>
          if StaticTypeReader.scalars.contains(types(element).symbol) then StaticType.Items(number(element))
          else problem(path, s"${t.shown} is an array of references, which can change: make it a Vector")
        case _ if t.pickler == FoundPickler.Standard && !isTuple(t)          => standard(t)
        case _ if t.pickler == FoundPickler.Own && !types.hasDerived(key(t)) => StaticType.Opaque
        case TypeForm.Class(_) if types.isRecord(types.typeOf(t.key).typeSymbol) =>
          problem(
            path,
            s"${t.shown} is a Java record without a pickler of its own. Add `given Pickler[${t.shown}] = Pickler.derived`"
          )
        case TypeForm.Class(facts) =>
          facts.fields.find(_.isMutable) match
            case Some(field) => problem(s"$path.${field.name}", s"it is a var of ${t.shown}")
            case None =>
              if isPlain(t) then StaticType.Record(facts.fields.map(f => number(f.key))) else StaticType.Opaque
        case TypeForm.Sealed(leaves, _) => StaticType.Tagged(leaves.map(leaf => number(leaf.key)))
        case TypeForm.Object            => StaticType.Constant
        case TypeForm.Other(_)          => StaticType.Opaque

  private def key(t: TypeModel): Int = t.key

  private def isTuple(t: TypeModel): Boolean = t.symbol.startsWith("scala.Tuple")

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
      !facts.isLocalOnly && facts.transients.isEmpty && facts.hidden.isEmpty && facts.parameterCount == facts.fields.length &&
      types(key).symbol != StandardClasses.Cons && constructor(key).paramSymss.count(!_.exists(_.isType)) == 1
    case _ => false

  def constructor(key: Int): Symbol = types.constructor(types.typeOf(key)).asInstanceOf[Symbol]

  def fieldSymbol(key: Int, name: String): Symbol =
    types.member(types.typeOf(key).classSymbol.get.asInstanceOf[types.quotes.reflect.Symbol], name).asInstanceOf[Symbol]

  private def standard(t: TypeModel): StaticType =
    val tpe = types.typeOf(t.key).asInstanceOf[TypeRepr]
    if t.symbol == "scala.Option" then StaticType.Maybe(number(t.arguments(0)))
    else if tpe <:< TypeRepr.of[scala.collection.Map[?, ?]] then
      if t.arguments.length == 2 then StaticType.Entries(number(t.arguments(0)), number(t.arguments(1)))
      else StaticType.Opaque
    else if tpe <:< TypeRepr.of[scala.collection.Iterable[?]] && t.arguments.length == 1 then
      StaticType.Items(number(t.arguments(0)))
    else StaticType.Opaque

  private def problem(path: String, why: String): StaticType =
    problems += s"$path: $why"
    StaticType.Opaque

private[region] object StaticTypeReader:
  val scalars: Map[String, ScalarKind] = Map(
    "scala.Unit" -> ScalarKind.Unit,
    "scala.Boolean" -> ScalarKind.Boolean,
    "scala.Byte" -> ScalarKind.Byte,
    "scala.Short" -> ScalarKind.Short,
    "scala.Char" -> ScalarKind.Char,
    "scala.Int" -> ScalarKind.Int,
    "scala.Long" -> ScalarKind.Long,
    "scala.Float" -> ScalarKind.Float,
    "scala.Double" -> ScalarKind.Double
  )

  def isJavaCollection(symbol: String): Boolean =
    symbol.startsWith("java.util.") &&
      Seq("List", "Set", "Map", "Deque", "Queue", "Vector", "Stack", "Table", "BitSet").exists(symbol.endsWith)

  /** The offsets of a class's fields, and its size. */
  def offsets(fields: Vector[StaticType]): (Array[Int], Int) =
    ObjectLayout.offsets(fields.map(StaticType.width).toArray)
