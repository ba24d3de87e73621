package brine.graph.clustered.writing

import java.lang.ref.Reference
import java.util.{Collections, IdentityHashMap}
import scala.util.control.NonFatal
import brine.PickleException
import brine.graph.clustered.GraphSettings

/** Decides how a value is written: by the first rule that applies.
  *
  *   1. it has a name outside of the graph: as the name;
  *   1. it is transient: as null;
  *   1. it is a weak or soft reference to an object that only such references lead to: as an empty reference, the same
  *      each time ([[Reachable]]);
  *   1. it has a substitute: as the substitute, the same each time;
  *   1. otherwise: as itself, after its hooks.
  */
private[clustered] final class ObjectMapper(settings: GraphSettings):
  private val names = new IdentityHashMap[AnyRef, String]
  for (name, external) <- settings.externals do if external.value != null then names.put(external.value, name)

  /** The names of external objects that are not in `met`. An object with two names is met under one of them. */
  def unmet(met: collection.Seq[String]): Vector[String] =
    settings.externals.iterator.collect {
      case (name, e) if e.value != null && !met.contains(names.get(e.value)) => name
    }.toVector

  private val substitutes = new IdentityHashMap[AnyRef, AnyRef | Null]

  /** The substitutes, which are not replaced at any place. */
  private val made = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])
  private val ready = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])

  /** True if rules may apply to values that are not objects. Weak references alone do not. */
  val asksValues: Boolean = settings.replacesObjects

  /** True if rules may replace a value, or leave it out. */
  def changesValues: Boolean = settings.transients.nonEmpty || settings.substitutions.nonEmpty

  /** The name of an external object, null for other values. */
  def externalName(value: AnyRef): String | Null = names.get(value)

  def map(value: AnyRef): AnyRef | Null =
    if isTransient(value) then null
    else
      value match
        case reference: Reference[?] if hasReferences && !isKept(reference.get) => empty(reference)
        case _ =>
          val other = substitute(value)
          if other != null then callHooks(other)
          other

  /** Maps a value that a pickler by hand puts, like [[map]] without hooks. Returns an equal value if no rule applies.
    */
  def mapPart(value: AnyRef): AnyRef | Null = if isTransient(value) then null else substitute(value)

  private def isTransient(value: AnyRef): Boolean =
    settings.transients.nonEmpty && settings.transients.exists(is =>
      ObjectMapper.byRule("a predicate of withTransients")(is(value))
    )

  /** True if the graph may have weak or soft references. The other objects are then known, or are being searched. */
  var hasReferences: Boolean = false

  /** The objects with other references than weak and soft ones; null while they are being searched. */
  private var reachable: Reachable | Null = null

  /** The empty references written in place of others. */
  private val emptied = new IdentityHashMap[Reference[?], Reference[?]]

  /** Keeps references to these objects from now on. */
  def keep(objects: Reachable): Unit = reachable = objects

  /** Empties a reference. (The output of the searching run is discarded.) */
  private def empty(reference: Reference[?]): Reference[?] | Null =
    if reachable == null then null else emptied.computeIfAbsent(reference, Reachable.emptied(_))

  private def isKept(target: Any): Boolean = target match
    case null      => true // already empty
    case o: AnyRef => Reachable.isValue(o) || externalName(o) != null || reachable != null && isReachable(o)

  private def isReachable(target: AnyRef): Boolean =
    reachable.nn.contains(substitutes.getOrDefault(target, target).asInstanceOf[AnyRef])

  private def substitute(value: AnyRef): AnyRef | Null =
    if settings.substitutions.isEmpty || made.contains(value) then value
    else if ObjectMapper.isNumber(value) then substituteFor(value) // not cached: each box is a new object
    else if substitutes.containsKey(value) then substitutes.get(value)
    else
      val other = substituteFor(value)
      substitutes.put(value, other)
      if (other ne value) && other != null && !ObjectMapper.isValue(other) then remember(other, value)
      other

  /** Records a substitute. Refuses an object that was replaced by a substitute itself. */
  private def remember(other: AnyRef, value: AnyRef): Unit =
    val own = if substitutes.containsKey(other) then substitutes.get(other) else other
    if own ne other then
      throw new PickleException.RuleNotObeyed(
        s"a ${other.getClass.getName} is substituted for a ${value.getClass.getName}, and another object was " +
          "substituted for it before. " +
          "A substitute is written as it is: substitute a new object, or one that no rule replaces"
      )
    val ignored = made.add(other)

  private def substituteFor(value: AnyRef): AnyRef | Null = ObjectMapper.byRule("a function of withSubstitution") {
    settings.substitutions.collectFirst { case replace if replace.isDefinedAt(value) => replace(value) }.getOrElse(
      value
    )
  }

  private def callHooks(value: AnyRef): Unit =
    if settings.beforeWriting.exists(_.of.isInstance(value)) && ready.add(value) then
      for hook <- settings.beforeWriting if hook.of.isInstance(value) do
        ObjectMapper.byRule("a hook before writing")(hook.call(value, _ => ()))

private object ObjectMapper:
  private inline def byRule[A](where: String)(inline call: A): A =
    try call
    catch
      case e: PickleException => throw e
      case NonFatal(e)        => throw new PickleException.UserCode(where, e)

  private def isNumber(value: AnyRef): Boolean = value match
    case _: java.lang.Boolean | _: Character => true
    case _: Number                           => value.getClass.getPackageName == "java.lang"
    case _                                   => false

  /** True for a value without identity: rules apply to it at every place, also if it is a substitute. */
  private def isValue(value: AnyRef): Boolean = isNumber(value) || (value match
    case _: String | _: Class[?] | _: java.util.UUID | _: scala.math.ScalaNumber => true
    case _ =>
      val of = value.getClass.getPackageName
      of == "java.time" || of == "java.math"
  )
