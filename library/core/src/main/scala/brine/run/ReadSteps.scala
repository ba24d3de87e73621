package brine.run

import brine.PickleReader
import brine.assembly.ReaderAssembly.*
import brine.plan.{LateField, ObjectReader, Plan}
import brine.plan.subtypes.OpenForm

/** The steps of reading a value that do not depend on where the walk keeps its way back, as [[WriteSteps]] are those of
  * writing: [[EventReader]] returns a value, [[PlanReader]] delivers it to the frame around it.
  *
  * @tparam A what a step results in
  */
private[run] object ReadSteps:
  inline def factsOf(plan: Plan, reader: PickleReader): Int =
    if reader.options.sharesAll then plan.factsOfAll else plan.facts

  /** Returns the slot of the object that begins, -1 if nothing refers to it. */
  def slotOf(plan: Plan, reader: PickleReader): Int =
    if (factsOf(plan, reader) & Plan.KeepsIdentity) != 0 then reader.openObject(plan.shape) else -1

  /** Reads a place up to its body, which `body` reads into its slot. `reference` gets the tag of one. */
  inline def place[A](plan: Plan, reader: PickleReader)(inline ofNull: => A)(inline reference: Int => A)(
      inline body: Int => A
  ): A =
    if (factsOf(plan, reader) & Plan.HasTag) == 0 then body(-1)
    else
      val tag = reader.getTag(plan.shape, plan.arity)
      if tag == PickleReader.NullTag then ofNull
      else if PickleReader.isReference(tag) then reference(tag)
      else body(slotOf(plan, reader))

  /** Returns the field before which an object is built: [[brine.plan.Component.lateField]].
    *
    * @param isInOrder the fields come in the order of the class
    * @param codes     the reader, if they come in the order of a format with codes
    */
  def lateField(p: Plan.Product, isInOrder: Boolean, codes: ObjectReader | Null): LateField =
    if !p.access.isInstanceOf[FieldCode] then LateField.None
    else if isInOrder then p.lateField
    else if codes != null then p.lateOfValuesFirst
    else LateField.None

  /** Returns true if an element of a collection was written as at a place. */
  inline def isAtPlace(plan: Plan, isMarked: Boolean, reader: PickleReader): Boolean =
    isMarked || (factsOf(plan, reader) & (Plan.HasTag | Plan.KeepsIdentity)) != Plan.HasTag

  /** Reads the tag of a value of a sealed type; `leaf` reads what follows the number of a leaf. */
  inline def sum[A](s: Plan.Sum, reader: PickleReader)(inline ofNull: => A)(inline reference: Int => A)(
      inline leaf: Int => A
  ): A =
    val tag = reader.getTag(s.shape, s.arity)
    if tag == PickleReader.NullTag then ofNull
    else if PickleReader.isReference(tag) then reference(tag)
    else leaf(tag)

  /** Reads a leaf, after its number, up to its body, which `body` reads by its plan into its slot. */
  inline def leaf[A](s: Plan.Sum, number: Int, reader: PickleReader)(inline singleton: AnyRef => A)(
      inline body: (Plan, Int) => A
  ): A =
    s.leaves(number).get match
      case o: Plan.Singleton => singleton(o.value)
      case plan =>
        val id = slotOf(plan, reader)
        reader.beginLeaf(s.shape, number)
        body(plan, id)

  /** Reads an option up to the content of a `Some`, which `content` reads, and then ends the `Some`. */
  inline def optional[A](o: Plan.Optional, reader: PickleReader)(inline whole: AnyRef | Null => A)(
      inline content: => A
  ): A =
    reader.beginOptional(o.shape) match
      case PickleReader.NullTag => whole(null)
      case PickleReader.None    => whole(None)
      case PickleReader.SomeNull =>
        reader.endSome(o.shape)
        whole(Some(null))
      case _ => content

  /** Reads a collection up to its elements, which `elements` reads from its header. Elements of one form are read here,
    * into the collection's slot.
    */
  inline def sequence[A](s: Plan.Sequence, id: Int, reader: PickleReader)(inline whole: AnyRef | Null => A)(
      inline elements: Long => A
  ): A =
    val header = reader.beginSequence(s.shape)
    if header == PickleReader.NullTag then whole(null)
    else
      val size = PickleReader.size(header)
      val uniform = UniformElements.next(s.element.get, size, reader)
      if uniform == null then elements(header)
      else
        val value = UniformElements.collection(s, uniform, size, id, reader)
        reader.endSequence(s.shape)
        whole(value)

  /** Reads a map up to its entries, which `entries` reads: from the header, and by the form of all keys and of all
    * values, or null if they have no common form.
    */
  inline def mapping[A](m: Plan.Mapping, reader: PickleReader)(inline ofNull: => A)(
      inline entries: (Long, OpenForm | Null, OpenForm | Null) => A
  ): A =
    val header = reader.beginMapping(m.shape)
    if header == PickleReader.NullTag then ofNull
    else
      val size = PickleReader.size(header)
      val ofKeys = UniformElements.next(m.key.get, size, reader)
      val ofValues = UniformElements.next(m.value.get, size, reader)
      entries(header, ofKeys, ofValues)
