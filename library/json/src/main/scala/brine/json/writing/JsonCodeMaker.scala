package brine.json.writing

import brine.json.looks.{CodeForms, CodeHolder}
import java.lang.invoke.MethodHandles
import brine.bytecode.{ClassMembers, Hosts, MadeClass}
import brine.plan.Plan
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** Makes the code that writes the members of one class's objects: a hidden class, beside the users' class.
  *
  * For `case class Clip(uri: String, title: Option[String], width: Int, size: Size)`:
  * {{{
  * void members(Object value, JsonBuilder builder, JsonWriter out, int left) {
  *   if (value.getClass() != Clip.class) checkClass(value);
  *   Clip clip = (Clip) value;
  *   try {
  *     out.writeNonEscapedAsciiKey("uri");
  *     if (clip.uri() == null) out.writeNull(); else builder.writeString(clip.uri());
  *     out.writeNonEscapedAsciiKey("title");
  *     …
  *     out.writeNonEscapedAsciiKey("width");
  *     out.writeVal(clip.width());
  *     …
  *   } catch (Exception e) { throw JsonCodeFailures.failed(e, this, at); }
  * }
  * }}}
  *
  * The builder's calls write all else: objects that keep their identity, and values whose form depends on the values around
  * them.
  */
private[brine] object JsonCodeMaker:
  /** Returns the code for objects of this plan; null if there is none. */
  def of(plan: Plan.Product, forms: CodeForms): JsonCode | Null =
    val holder = forms.holder(plan.shape)
    holder.code match
      case known: JsonCode if known.plan eq plan => known
      case NoCode                                => null
      case _                                     => make(plan, forms, holder)

  private def make(plan: Plan.Product, forms: CodeForms, holder: CodeHolder): JsonCode | Null =
    val code = if canHaveCode(plan, forms) then made(plan, forms) else null
    if code != null then holder.code = code else if plan.shape.plan eq plan then holder.code = NoCode
    code

  private object NoCode

  private[json] def canHaveCode(plan: Plan.Product, forms: CodeForms): Boolean =
    val shape = plan.shape
    shape.fieldNames.length > 0 && shape.fieldNames.length <= MostFields && shape.extras < 0 && !shape.isMutableValue &&
    !shape.isTracked && forms.keys(shape) != null && ClassMembers.areKnown(plan)

  /** A method of more fields would be too long for HotSpot. */
  private final val MostFields = 100

  private def made(plan: Plan.Product, forms: CodeForms): JsonCode | Null =
    val host = hosts.of(plan.objectClass)
    val places = new JsonPlaces(plan, forms)
    val parameters = Seq(classOf[Plan.Product], classOf[JsonPlaces])
    val constructor = MadeClass.of(host, classOf[JsonCode], parameters) { made =>
      made.overrides(JsonCalls.members)(code =>
        new WriteMembers(plan, places, new ClassMembers(plan, host), host, code).body()
      )
    }
    if constructor == null then null else constructor.invokeWithArguments(plan, places).asInstanceOf[JsonCode]

  private val hosts = new Hosts(
    MethodHandles.lookup(),
    classOf[JsonCode],
    classOf[brine.Pickler[?]],
    classOf[Plan],
    classOf[JsonWriter],
    classOf[Option[?]],
    classOf[scala.runtime.BoxedUnit]
  )
