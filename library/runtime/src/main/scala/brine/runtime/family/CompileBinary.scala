package brine.runtime.family

import brine.bytecode.{BytecodeCode, MadeClass}
import brine.plan.Plan
import brine.runtime.code.{BinaryCode, Calls, MemberCode}

/** Makes a hidden class for one definition of a family, with code for the binary format like that which the macro
  * emits ([[brine.derive.code.EmitWrite]], [[brine.derive.code.EmitRead]]). For `case class Line(article: String,
  * count: Int, by: Person)`:
  *
  * {{{
  * void write(Object value, BinaryBuilder builder, ByteSink sink, int left) {
  *   if (value.getClass() != Line.class) SELF.checkClass(0, value);
  *   Line line = (Line) value;
  *   int at = -1;
  *   try {
  *     at = 0; builder.putString(line.article);
  *     at = 1; sink.require(5); sink.putZigzagIntUnchecked(line.count);
  *     at = 2; Person by = line.by; if (builder.putPresence(by)) CODE_1.write(by, builder, sink, left);
  *   } catch (Exception e) { throw EmittedFailures.failed(e, SELF, 0, at); }
  * }
  * }}}
  *
  * Each class of the family has a separate hidden class, since only a nestmate can use its private members. `SELF`,
  * the pickler, is a static final field, and `CODE_1`, the code of another class, a static field
  * ([[PicklerConstants]]), so that one class's code is compiled into another's (ADR 95, constants). Sums and
  * collections are static methods of the hidden class that uses them.
  */
private[runtime] object CompileBinary:
  /** The compiled code, or a walk over the plan where there can be none. */
  def apply(pickler: RuntimePickler[?], family: FamilyModel, definition: Int): BinaryCode =
    val plan = pickler.planOf(definition)
    val layout = if family.facts.isClass(definition) then family.layout(definition) else null
    val host = if layout == null then CodeHosts.own else CodeHosts.of(layout.objectClass)
    val reads = !ReadBinary.isTooLong(family, definition)
    lazy val members = new MemberCode(layout.nn, definition, host)
    val made =
      MadeClass.of(host, classOf[BinaryCode], pickler, PicklerConstants.calls) { made =>
        val code = new BytecodeCode(family.runtimeClass, members, host, made)
        code.overrides(Calls.code("write"))(BinaryTarget.write(family, definition, code))
        if reads then code.overrides(Calls.code("read"))(ReadBinary.read(family, definition, code))
      }
    if made == null then new BinaryCode(plan, false, false)
    else made.invokeWithArguments(plan, true, reads).asInstanceOf[BinaryCode]
