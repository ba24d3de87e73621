package brine.runtime.family

import brine.Pickler
import brine.binary.{BinaryBuilder, BinaryTags, FieldRuns}
import brine.bytecode.{Code, Part, Place, Recipe, WriteTarget, WriteWalk}
import brine.model.{CollectionKind, TypePlan, Use}
import brine.plan.Plan
import brine.runtime.code.Calls
import brine.shape.ScalarKind

/** Writes values in the binary format, like the Scala that [[brine.derive.code.EmitWrite]] emits. */
private[brine] final class BinaryTarget[V] private (
    family: FamilyModel,
    definition: Int,
    recipe: Recipe,
    code: Code[V],
    builder: V,
    sink: V,
    left: V
) extends WriteTarget[V]:
  import code.*
  import family.{definitions, facts}

  private def walk: WriteWalk[V] = new WriteWalk(recipe, code, this)
  private def callSelf(name: String, arguments: V*): V = call(Calls.self(name), (self +: arguments)*)
  private def put(name: String, arguments: V*): V = call(Calls.builder(name), (builder +: arguments)*)
  private def failure(name: String, arguments: V*): V =
    call(Calls.failures(name), (module(Calls.failures.owner) +: arguments)*)
  private def slot(index: Int): V = constant("slot", index)

  // ---- methods

  override def apart(name: String, value: V)(body: (WriteTarget[V], V) => V): V = inMethod(name, value)(body)

  private def inMethod(name: String, value: V)(body: (BinaryTarget[V], V) => V): V =
    method(name, Calls.code("write"), Seq(value, builder, sink, left)) { parameters =>
      val Seq(value, builder, sink, left) = parameters: @unchecked
      body(new BinaryTarget(family, definition, recipe, code, builder, sink, left), value)
    }

  override def guarded(d: Int, value: V)(body: WriteTarget[V] => V): V =
    if !facts.isRecursive(d) then body(this)
    else
      when(less(int(0), left))(
        let(add(left, -1))(next => body(new BinaryTarget(family, definition, recipe, code, builder, sink, next)))
      )(writeDeep(d, value))

  private def writeDeep(d: Int, value: V): V = callSelf("writeDeep", int(d), value, builder)

  // ---- classes

  def runs: Seq[FieldRuns.Run] = FieldRuns.runs(recipe.fields)
  override def canFail: Boolean = FieldRuns.canFail(recipe.fields)
  def checkClass(value: V): V = callSelf("checkClass", int(definition), value)
  def failed(e: V, at: V): V = failure("failed", e, self, int(definition), at)

  override def joined(values: Seq[(ScalarKind, V)]): V = block(
    call(Calls.sink("require"), sink, int(values.map((kind, _) => FieldRuns.maxBytes(kind)).sum)) +:
      values.collect {
        case (kind, value) if kind != ScalarKind.Unit =>
          call(Calls.sink(s"put${BinaryTarget.form(kind)}Unchecked"), sink, value)
      }*
  )

  def product(d: Int, value: V): V = call(Calls.code("write"), codeOf(d), value, builder, sink, left)

  // ---- places

  def scalar(at: Place, kind: ScalarKind, value: V): V = kind match
    case ScalarKind.Unit   => unit
    case ScalarKind.String => put("putString", value)
    case _                 => call(Calls.sink(s"put${BinaryTarget.form(kind)}"), sink, value)

  def byPickler(slot: Int, value: V): V =
    val begin = Calls.self("beginGiven", classOf[Pickler[?]], classOf[Object], classOf[BinaryBuilder], classOf[Int])
    let(value)(v =>
      let(put("depth")) { depth =>
        val begun = call(begin, self, this.slot(slot), v, builder, left)
        if !family.isPlanned(slot) then begun
        else
          val written = call(Calls.planned("writeBinary"), constant("planned", slot), v, builder)
          when(begun)(block(written, put("depth_$eq", depth)))(unit)
      }
    )

  override def option(d: Int, value: V): Option[V] =
    def option = cast(value, classOf[Option[?]])
    facts.useOf(d).head match
      case Use.Scalar(kind) if kind != ScalarKind.Unit => Some(put(s"put${kind}Option", option))
      case Use.Given(slot) => Some(callSelf("writeGivenOption", this.slot(slot), option, builder, left))
      case _               => None

  override def whole(d: Int, value: V): Option[V] = Option.when(facts.isTakenWhole(d) && !entersItself(d))(
    callSelf("writeCollectionOrNull", int(d), value, builder, left)
  )

  private def entersItself(d: Int): Boolean = facts.isArray(d) || facts.isMutable(d) || facts.isTracked(d)

  def present(at: Place, d: Int, value: V)(write: V): V =
    def ifEntered(entered: V) = when(entered)(write)(unit)
    if at.isContent && facts.isPlainMarker(d) then write
    else if facts.isClass(d) then ifEntered(put(if facts.isTracked(d) then "putTracked" else "putPresence", value))
    else if facts.isPlainMarker(d) then put("putPresence", value)
    else if facts.isArray(d) then ifEntered(callSelf("enterArray", value, builder))
    else if facts.isMutable(d) then ifEntered(callSelf("enterMutable", int(d), value, builder))
    else if facts.isTracked(d) then
      ifEntered(callSelf("enterCollection", cast(value, Calls.iterable.owner), builder))
    else when(isNull(value))(call(Calls.builder.empty("putNull"), builder))(write)

  def hasContent(at: Place, d: Int, option: V): V =
    val hasMarker = facts.useOf(d).exists(facts.hasMarker)
    put("putOption", cast(option, classOf[Option[?]]), int(if hasMarker then 1 else 0))

  // ---- sums

  override def leafNumber(d: Int, value: V): Option[V] =
    val leaves = facts.useOf(d)
    Option.when(
      leaves.length > Plan.MostTests || leaves.exists(_.isInstanceOf[Use.Given]) || leaves.forall(isConstant)
    )(callSelf("leafOf", int(d), value))

  override def constants(d: Int, value: V, number: V): Option[V] = Option.when(facts.useOf(d).forall(isConstant))(
    let(number)(number =>
      block(
        when(less(number, int(0)))(raise(failure("unexpected", self, int(d), value)))(unit),
        put("putLeaf", number)
      )
    )
  )

  private def isConstant(use: Use): Boolean = use match
    case Use.Local(d) => definitions(d).isInstanceOf[TypePlan.Singleton]
    case _            => false

  def leaf(at: Place, d: Int, n: Int, leaf: Int, value: V)(write: => V): V =
    val put = if n < FieldRuns.OneByteLeaves then "putByte" else "putVarint"
    val written = block(call(Calls.sink(put), sink, int(BinaryTags.leaf(n))), write)
    if !facts.isTracked(leaf) then written
    else when(this.put("enter", value, int(facts.useOf(d).length)))(written)(unit)

  override def leafByPickler(d: Int, n: Int, value: V): V = facts.useOf(d)(n) match
    case Use.Given(slot) =>
      callSelf("writeGivenLeaf", this.slot(slot), value, int(n), int(facts.useOf(d).length), builder, left)
    case other => throw new IllegalStateException(other.toString)

  def otherLeaf(at: Place, d: Int, value: V): V = writeDeep(d, value)

  // ---- collections

  def collection(at: Place, d: Int, value: V): V = definitions(d) match
    case TypePlan.ScalarArray(_) =>
      val c = family.runtimeClass(d)
      call(Calls.builder("putArray", c), builder, cast(value, c))
    case _ if facts.isTakenWhole(d) => callSelf("writeCollection", int(d), value, builder, left)
    case _                          => inMethod(s"write$d", value)(_.elements(d, _))

  private def elements(d: Int, value: V): V =
    val written = definitions(d) match
      case s: TypePlan.Sequence if facts.isArray(d) => array(d, s, value)
      case s: TypePlan.Sequence                     => sequence(d, s, value)
      case m: TypePlan.Mapping                      => mapping(d, m, value)
      case other                                    => throw new IllegalStateException(other.toString)
    // a collection that would come back as another is refused
    val checked = if facts.isToBeChecked(d) then block(callSelf("check", int(d), value), written) else written
    if !family.holdsOpen(d) then checked
    else // by the plan if subtypes have numbers
      val isNumbered = Calls.self("isNumbered", classOf[Int], classOf[BinaryBuilder])
      val byPlan = callSelf("writeByPlan", int(d), value, builder, left)
      when(call(isNumbered, self, int(d), builder))(byPlan)(checked)

  /** True if each element has a marker. */
  private def marks(use: Use)(values: => V): V = use match
    case Use.Given(slot)                        => callSelf("marksGiven", this.slot(slot), values)
    case Use.Local(d) if facts.isPlainMarker(d) => callSelf("containsNull", values)
    case Use.Local(d)                           => int(if facts.isTracked(d) then 1 else 0)
    case _                                      => int(0)

  private def putSize(isTracked: Boolean, size: V, isMarked: V): V =
    put(if isTracked then "putTrackedSize" else "putSize", size, isMarked)

  private def asScala(kind: String, method: String, d: Int, value: V, of: Class[?]): V =
    cast(if CollectionKind.isJava(kind) then callSelf(method, int(d), value) else value, of)

  private def element(use: Use, value: V, isMarked: V): V = use match
    case Use.Given(slot) => callSelf("writeGivenElement", this.slot(slot), value, isMarked, builder, left)
    case Use.Local(d) if facts.isPlainMarker(d) =>
      val write = walk.notNull(Place.Element, d, value)
      when(isMarked)(when(put("putPresence", value))(write)(unit))(write)
    case _ => walk.element(use, value)

  private def forEach(iterator: V)(body: V => V): V =
    let(iterator)(all => loop(call(Calls.iterator("hasNext"), all))(let(call(Calls.iterator("next"), all))(body)))

  /** A collection may change while it is written. */
  private def checkSize(announced: V, found: V): V =
    when(equal(found, announced))(unit)(raise(failure("changed", announced, found)))

  private def increase(number: V): V = assign(number, add(number, 1))

  private def sequence(d: Int, s: TypePlan.Sequence, value: V): V =
    let(asScala(s.kind, "asScala", d, value, Calls.iterable.owner))(all =>
      let(marks(s.element)(all))(isMarked =>
        let(call(Calls.iterable("size"), all))(size =>
          variable(int(0)) { i =>
            val elements = forEach(call(Calls.iterable("iterator"), all))(x =>
              block(element(s.element, x, isMarked), increase(i))
            )
            block(
              putSize(s.isTracked, size, isMarked),
              handled(elements)(failure("failedElement", _, i)),
              checkSize(size, i)
            )
          }
        )
      )
    )

  private def array(d: Int, s: TypePlan.Sequence, value: V): V =
    val written = let(cast(value, classOf[Array[Object]]))(all =>
      let(marks(s.element)(callSelf("iterable", all)))(isMarked =>
        let(length(all))(size =>
          variable(int(0)) { i =>
            val elements = loop(less(i, size))(
              block(let(item(all, i))(element(s.element, _, isMarked)), increase(i))
            )
            block(putSize(s.isTracked, size, isMarked), handled(elements)(failure("failedElement", _, i)))
          }
        )
      )
    )
    if !family.mayBeNarrower(d) then written
    else when(callSelf("isNarrower", int(d), value))(writeDeep(d, value))(written)

  private def mapping(d: Int, m: TypePlan.Mapping, value: V): V =
    let(asScala(m.kind, "mapAsScala", d, value, Calls.map.owner)) { all =>
      val keysMarked = marks(m.key)(call(Calls.map("keys"), all))
      val isMarked = when(keysMarked)(int(1))(marks(m.value)(call(Calls.map("values"), all)))
      let(isMarked)(isMarked =>
        let(call(Calls.map("size"), all))(size =>
          variable(int(0))(entries =>
            variable(int(0)) { parts => // keys and values in turn
              def part(use: Use, name: String, entry: V): V =
                block(let(call(Calls.pair(name), entry))(element(use, _, isMarked)), increase(parts))
              val written = forEach(call(Calls.map("iterator"), all))(x =>
                let(cast(x, Calls.pair.owner))(entry =>
                  block(part(m.key, "_1", entry), part(m.value, "_2", entry), increase(entries))
                )
              )
              block(
                putSize(m.isTracked, size, isMarked),
                handled(written)(failure("failedEntry", _, parts)),
                checkSize(size, entries)
              )
            }
          )
        )
      )
    }

private[brine] object BinaryTarget:
  /** Makes the method that writes a value of a definition, of its parameters. */
  def write[V](family: FamilyModel, definition: Int, code: Code[V])(parameters: Seq[V]): V =
    val Seq(value, builder, sink, left) = parameters: @unchecked
    val recipe = Recipe.of(family.definitions, family.facts, definition)
    val target = new BinaryTarget(family, definition, recipe, code, builder, sink, left)
    if !family.facts.isClass(definition) then target.walk.notNull(Place.Element, definition, value)
    else target.guarded(definition, value)(new WriteWalk(recipe, code, _).product(value))

  /** The sink's name for it. A boolean is a byte of 0 or 1, as it is on the stack. */
  private def form(kind: ScalarKind): String = kind match
    case ScalarKind.Int | ScalarKind.Long => s"Zigzag$kind"
    case ScalarKind.Boolean               => "Byte"
    case _                                => kind.toString
