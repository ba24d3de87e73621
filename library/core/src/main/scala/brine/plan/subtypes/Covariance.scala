package brine.plan.subtypes

import java.util.concurrent.ConcurrentHashMap
import scala.annotation.tailrec
import scala.collection.mutable
import brine.{PickleBuilder, PickleException, PickleOptions, PickleReader}
import brine.collections.SequenceOps
import brine.plan.{Component, Plan}
import brine.shape.Note

/** Arrays of a narrower class where one of `declared`'s is expected, which Java allows: a `Dog[]` as an `Animal[]`.
  * The array comes back with its own class, which has a name: `Dog[]`, by a leaf of the sealed family or a trait
  * within it, or by a subtype of the open type. Those of other classes are refused.
  */
private[brine] final class Covariance private (declared: Plan.Sequence, ops: SequenceOps.ArrayOps) extends Note:
  /** The innermost element type of nested arrays: its plan, the declared class, and the depth of the arrays. */
  private val (element, elementClass, depth) = Covariance.innermost(declared.element.get, ops.elementClass, 1)

  /** The classes below the declared one that the plan knows, each with its name. */
  private lazy val classes: Seq[(String, Class[?])] = element match
    case s: Plan.Sum =>
      val leaves =
        s.shape.leafNames.toSeq.zip(s.leaves).flatMap((name, leaf) => Covariance.classOfLeaf(leaf.get).map(name -> _))
      val taken = (elementClass +: leaves.map(_._2)).toSet
      val between = leaves.flatMap((_, leaf) => Covariance.above(leaf)).distinct.filter(c =>
        elementClass.isAssignableFrom(c) && !taken(c)
      )
      val named = between.map(c => Covariance.simpleName(c) -> c)
      leaves ++ named.filter((name, _) => (leaves ++ named).count(_._1 == name) == 1)
    case _: Plan.Optional => Seq("Some" -> classOf[Some[?]], "None" -> None.getClass)
    case _                => Nil

  private val plans = new ConcurrentHashMap[Class[?], Plan.Sequence]

  private def nameOf(array: AnyRef, options: PickleOptions): String =
    val c = (1 to depth).foldLeft[Class[?]](array.getClass)((c, _) => c.getComponentType)
    val name = element match
      case _: Plan.Open =>
        val subtype = OpenSubtypes.ofClass(c, options)
        val exact = if subtype == null then None else (subtype +: subtype.leaves).find(_.runtimeClass == c)
        exact.map(_.name).orNull
      case _ => classes.find(_._2 == c).map(_._1).orNull
    if name == null then
      throw PickleException.UnexpectedClass.because(
        s"an array of ${ops.elementClass.getTypeName}",
        array.getClass.getTypeName,
        "it would come back as an array of the declared type. Copy it into one, or declare it by its own type"
      )
    name + "[]" * depth

  private def planNamed(name: String, options: PickleOptions): Plan.Sequence =
    val elementName = if name.endsWith("[]" * depth) then name.dropRight(2 * depth) else throw unknown(name)
    val c = element match
      case o: Plan.Open => options.subtypes.ofElements(o.shape, elementName).runtimeClass
      case _            => classes.find(_._1 == elementName).map(_._2).orNull
    if c == null || !elementClass.isAssignableFrom(c) then throw unknown(name)
    plans.computeIfAbsent(c, planOf)

  private def unknown(name: String): PickleException =
    new PickleException.WrongType(
      s"an array of ${ops.elementClass.getTypeName}",
      s"one that is named '${PickleException.quote(name)}'"
    )

  /** Returns the declared plan with arrays whose innermost class is `c`. */
  private def planOf(c: Class[?]): Plan.Sequence =
    val elementClass = (1 until depth).foldLeft[Class[?]](c)((c, _) => c.arrayType)
    Covariance.withOps(declared, new SequenceOps.ArrayOps(elementClass))

private[brine] object Covariance:
  /** Puts the class of an array that is not of the declared one's; of all others nothing. */
  def put(declared: Plan.Sequence, value: AnyRef, builder: PickleBuilder): Unit =
    val name = this.name(declared, value, builder.options)
    if name != null then builder.putArrayClass(declared.shape, name)

  /** Returns the name of the class of an array that is not of the declared one's; null for all others. */
  def name(declared: Plan.Sequence, value: AnyRef, options: PickleOptions): String | Null = declared.ops match
    case ops: SequenceOps.ArrayOps if value.getClass != ops.arrayClass => of(declared, ops).nameOf(value, options)
    case ops if declared.isWrittenAsArray                              => ops.arrayClassOf(value)
    case _                                                             => null

  /** Returns the plan for the array that follows, whose class [[put]] wrote. */
  def get(declared: Plan.Sequence, reader: PickleReader): Plan.Sequence =
    if !declared.isWrittenAsArray then declared
    else
      val name = reader.getArrayClass(declared.shape)
      if name == null then declared else named(declared, name, reader.options)

  /** Returns the plan for an array of the class with this name. */
  def named(declared: Plan.Sequence, name: String, options: PickleOptions): Plan.Sequence = declared.ops match
    case ops: SequenceOps.ArrayOps            => of(declared, ops).planNamed(name, options)
    case ops if ops.ofArrayClass(name) ne ops => withOps(declared, ops.ofArrayClass(name))
    case _                                    => declared // written as an array, read as another collection here

  private def withOps(declared: Plan.Sequence, ops: SequenceOps): Plan.Sequence =
    val plan = new Plan.Sequence(declared.shape, declared.element, declared.isCyclic, ops)
    plan.component = Component.of(declared)
    plan

  private def of(declared: Plan.Sequence, ops: SequenceOps.ArrayOps): Covariance =
    val known = declared.covariance.asInstanceOf[Covariance | Null]
    if known != null then known
    else
      val first = new Covariance(declared, ops)
      declared.covariance = first
      first

  @tailrec private def innermost(element: Plan, elementClass: Class[?], depth: Int): (Plan, Class[?], Int) =
    element match
      case s: Plan.Sequence if s.ops.isArray =>
        innermost(s.element.get, elementClass.getComponentType, depth + 1)
      case other => (other, elementClass, depth)

  private def classOfLeaf(leaf: Plan): Option[Class[?]] = leaf match
    case p: Plan.Product   => Some(p.objectClass)
    case s: Plan.Singleton => Some(s.value.getClass)
    case _                 => None

  /** A class and all that it extends. */
  private def above(c: Class[?]): Seq[Class[?]] =
    val met = mutable.LinkedHashSet.empty[Class[?]]
    def climb(c: Class[?]): Unit =
      if met.add(c) then
        if c.getSuperclass != null then climb(c.getSuperclass)
        c.getInterfaces.foreach(climb)
    climb(c)
    met.toSeq

  private def simpleName(c: Class[?]): String =
    val name = c.getName
    name.substring(math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1)
