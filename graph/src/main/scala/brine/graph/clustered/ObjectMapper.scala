package brine.graph.clustered

import java.lang.ref.Reference
import java.util.{Collections, IdentityHashMap}
import brine.PickleException
import scala.util.control.NonFatal

/** What becomes of a value that is to be written: the first of these that applies.
  *
  *   1. it has a name outside of the graph: the name;
  *   1. it is transient: null;
  *   1. it is a weak or soft reference to what nothing else leads to: an empty one, the same each time ([[Reachable]]);
  *   1. another is substituted for it: that, the same each time;
  *   1. itself, after the hooks that ask for it.
  */
private[clustered] final class ObjectMapper(settings: Settings):
  private val names = new IdentityHashMap[AnyRef, String]
  for (name, external) <- settings.externals do if external.value != null then names.put(external.value, name)

  /** Names of external objects that are not among those that were met. An object of two names is met under one. */
  def unmet(met: collection.Seq[String]): Vector[String] =
    settings.externals.iterator.collect { case (name, e) if e.value != null && !met.contains(names.get(e.value)) => name }.toVector

  private val substitutes = new IdentityHashMap[AnyRef, AnyRef | Null]

  /** Objects that are written in place of others, and stay as they are wherever they stand. */
  private val made = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])
  private val ready = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])

  /** Rules may concern values that are no objects. Weak references alone do not. */
  val asksValues: Boolean = settings.replacesObjects

  /** Rules may put something else in place of a value, or nothing. */
  def changesValues: Boolean = settings.transients.nonEmpty || settings.substitutions.nonEmpty

  /** Null if it has none. */
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

  /** As [[map]], without the hooks: of a value that a pickler by hand puts itself. Gives an equal value where no rule applies. */
  def mapPart(value: AnyRef): AnyRef | Null = if isTransient(value) then null else substitute(value)

  private def isTransient(value: AnyRef): Boolean =
    settings.transients.nonEmpty && settings.transients.exists(is => ObjectMapper.byRule("a predicate of withTransients")(is(value)))

  /** There are weak or soft references, and it is known, or being found out, what else is held. */
  var hasReferences: Boolean = false

  /** What is led to by more than such references; null while that is being found out. */
  private var reachable: Reachable | Null = null

  /** Those that are written in place of others. */
  private val emptied = new IdentityHashMap[Reference[?], Reference[?]]

  /** From here on, references to these objects are kept. */
  def keep(objects: Reachable): Unit = reachable = objects

  /** (In the run that finds out, nobody sees what is put.) */
  private def empty(reference: Reference[?]): Reference[?] | Null =
    if reachable == null then null else emptied.computeIfAbsent(reference, Reachable.emptied(_))

  private def isKept(target: Any): Boolean = target match
    case null      => true // it is empty as it is
    case o: AnyRef => Reachable.isValue(o) || externalName(o) != null || reachable != null && isReachable(o)

  private def isReachable(target: AnyRef): Boolean = reachable.nn.contains(substitutes.getOrDefault(target, target).asInstanceOf[AnyRef])

  private def substitute(value: AnyRef): AnyRef | Null =
    if settings.substitutions.isEmpty || made.contains(value) then value
    else if ObjectMapper.isNumber(value) then substituteFor(value) // boxes are made anew: to remember them is of no use
    else if substitutes.containsKey(value) then substitutes.get(value)
    else
      val other = substituteFor(value)
      substitutes.put(value, other)
      if (other ne value) && other != null && !ObjectMapper.isValue(other) then remember(other, value)
      other

  /** An object cannot be written in place of another, where its own place has already got a third. */
  private def remember(other: AnyRef, value: AnyRef): Unit =
    val own = if substitutes.containsKey(other) then substitutes.get(other) else other
    if own ne other then
      throw new PickleException.RuleNotObeyed(
        s"a ${other.getClass.getName} is substituted for a ${value.getClass.getName}, and another object was substituted for it before. " +
          "A substitute is written as it is: substitute a new object, or one that no rule replaces"
      )
    val ignored = made.add(other)

  private def substituteFor(value: AnyRef): AnyRef | Null = ObjectMapper.byRule("a function of withSubstitution") {
    settings.substitutions.collectFirst { case replace if replace.isDefinedAt(value) => replace(value) }.getOrElse(value)
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

  /** It is known by what it says, not by its identity: a rule is asked about it wherever it stands, also where it was substituted for
    * another.
    */
  private def isValue(value: AnyRef): Boolean = isNumber(value) || (value match
    case _: String | _: Class[?] | _: java.util.UUID | _: scala.math.ScalaNumber => true
    case _ =>
      val of = value.getClass.getPackageName
      of == "java.time" || of == "java.math")
