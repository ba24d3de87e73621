package brine.json.reading

import brine.json.looks.CodeForms
import brine.json.text.JsonInput
import java.lang.invoke.MethodHandles
import brine.bytecode.{ClassMembers, Hosts, MadeClass}
import brine.plan.Plan

/** Makes the code that reads the objects of one class: a hidden class, beside the users' class.
  *
  * For `case class Clip(uri: String, title: Option[String], width: Int)`:
  * {{{
  * Object read(JsonReader reader, JsonInput in, int first, boolean isLeaf, int left) {
  *   String uri = null; Object title = null; int width = 0; long seen = 0; int previous = -1;
  *   int next = first;
  *   for (;;) {
  *     if (next < 0) next = next(reader, previous, isLeaf);
  *     switch (next) {
  *       case 0:
  *         if ((seen & 1) != 0) duplicate(0);
  *         seen |= 1;
  *         uri = reader.getString();
  *         previous = 0; next = -1;
  *         if (!in.takesNext(`,"title":`)) continue; // else the case of the key that was met:
  *       case 1:
  *         …
  *         title = textOption(1, reader, in, left);
  *         …
  *       case 2:
  *         …
  *         width = reader.readInt();
  *         …
  *     }
  *     …
  *   }
  *   if (seen != 7) …
  *   return new Clip(uri, (Option) title, width);
  * }
  * }}}
  *
  * The keys usually come in the order of the class, and the code then only compares each with the one that it expects. The
  * reader's calls find every other key, and read all that does not look as usual.
  */
private[brine] object ReadCodeMaker:
  /** Returns the code for objects of this plan; null if there is none. */
  def of(plan: Plan.Product, forms: CodeForms): ReadCode | Null =
    val holder = forms.holder(plan.shape)
    holder.readCode match
      case known: ReadCode if known.plan eq plan => known
      case NoCode                                => null
      case _ =>
        val code = if canHaveCode(plan, forms) then made(plan, forms) else null
        if code != null then holder.readCode = code else if plan.shape.plan eq plan then holder.readCode = NoCode
        code

  private object NoCode

  private[json] def canHaveCode(plan: Plan.Product, forms: CodeForms): Boolean =
    val shape = plan.shape
    shape.fieldNames.length > 0 && shape.fieldNames.length <= MostFields && shape.extras < 0 && !shape.isMutableValue &&
    !shape.isTracked && !plan.isCyclic && forms.refusesDuplicates && forms.keys(shape) != null &&
    ClassMembers.areKnown(plan)

  /** The fields have a bit each in a `Long`; and a method of more would be too long for HotSpot. */
  private final val MostFields = 60

  private def made(plan: Plan.Product, forms: CodeForms): ReadCode | Null =
    val host = hosts.of(plan.objectClass)
    val places = new ReadPlaces(plan, forms)
    val parameters = Seq(classOf[Plan.Product], classOf[ReadPlaces])
    val constructor = MadeClass.of(host, classOf[ReadCode], parameters) { made =>
      made.overrides(ReadCalls.read)(code => new ReadMembers(plan, places, new ClassMembers(plan, host), code).body())
    }
    if constructor == null then null else constructor.invokeWithArguments(plan, places).asInstanceOf[ReadCode]

  private val hosts = new Hosts(
    MethodHandles.lookup(),
    classOf[ReadCode],
    classOf[JsonInput],
    classOf[brine.Pickler[?]],
    classOf[Plan],
    classOf[Option[?]],
    classOf[scala.runtime.BoxedUnit]
  )
