package brine.graph.clustered

import java.lang.ref.Reference
import java.util.{Collections, IdentityHashMap}
import brine.PickleException
import scala.util.control.NonFatal

/** What becomes of an object that is to be written: the first of these that applies.
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

  private val substitutes = new IdentityHashMap[AnyRef, AnyRef]
  private val ready = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])

  /** Null if it has none. */
  def externalName(value: AnyRef): String | Null = names.get(value)

  def map(value: AnyRef): AnyRef | Null =
    if settings.transients.exists(is => is(value)) then null
    else
      value match
        case reference: Reference[?] if hasReferences && !isKept(reference.get) => empty(reference)
        case _ =>
          val other = substitute(value)
          callHooks(other)
          other

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

  private def isReachable(target: AnyRef): Boolean = reachable.nn.contains(substitutes.getOrDefault(target, target))

  private def substitute(value: AnyRef): AnyRef =
    if settings.substitutions.isEmpty || isSubstitute(value) then value
    else
      val known = substitutes.get(value)
      if known != null then known
      else
        val made = settings.substitutions.collectFirst { case replace if replace.isDefinedAt(value) => replace(value) }.getOrElse(value)
        substitutes.put(value, made)
        if made ne value then substitutes.put(made, made)
        made

  private def isSubstitute(value: AnyRef): Boolean = substitutes.get(value) eq value

  private def callHooks(value: AnyRef): Unit =
    if settings.beforeWriting.exists(_.of.isInstance(value)) && ready.add(value) then
      for hook <- settings.beforeWriting if hook.of.isInstance(value) do
        try hook.call(value, _ => ())
        catch case NonFatal(e) => throw new PickleException.UserCode("a hook before writing", e)
