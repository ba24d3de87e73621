package brine.plan

import brine.{internal, Migrations}

/** How plans get at the classes of a family. Emitted by the macro, one instance a family. It takes values
  * apart and puts them together field by field, boxed; [[FieldCode]] does all fields of an object at once, typed.
  */
@internal
trait Access:
  /** Returns field number `field` of `value`, an object of definition `definition`; primitives boxed. */
  def fieldOf(definition: Int, value: AnyRef, field: Int): Any

  /** Returns true if a new object has `part` itself in field number `field`, as far as this can be checked: a
    * constructor may copy it.
    */
  private[brine] def keeps(definition: Int, value: AnyRef, field: Int, part: AnyRef): Boolean = true

  /** Returns handles of the members of definition `definition`, a class; null if they take its objects apart or make
    * them in another way than [[fieldOf]] and [[make]].
    */
  private[brine] def handlesOf(definition: Int): MemberHandles | Null = null

  /** Builds an object of definition `definition` from all its fields; of a singleton, the object itself. */
  def make(definition: Int, fields: Array[AnyRef]): AnyRef

  /** Returns the default of field number `field` of definition `definition`: its parameter's default argument,
    * computed anew each time, or [[Access.NoDefault]].
    *
    * @param earlier the object's fields, those of earlier parameter lists known, from which a default may be computed.
    *                Null: the caller asks only whether there is a default, and one that is computed so is
    *                [[Access.FromEarlier]].
    */
  def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any = Access.NoDefault

  /** Returns the migrations of older shapes to definition `definition`, if its author gives any. */
  def migrationsOf(definition: Int): Migrations[?] | Null = null

  /** Assigns a mutable field. */
  def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit

  /** Returns the leaf number of `value` in the sum `definition`, -1 if it is not a leaf. */
  def leafOf(definition: Int, value: AnyRef): Int

  /** Returns the leaf number, cached by class: for families with many leaves. */
  def leafByClass(definition: Int, value: AnyRef): Int

  /** The class of definition `definition`'s objects; for an array and the collections of an enum, that of the elements
    * or keys.
    */
  def classOf(definition: Int): Class[?]

  /** Returns true if objects of subclasses are accepted, too: where the author of the pickler has defined their
    * treatment.
    */
  private[brine] def takesSubclasses: Boolean = false

  /** Returns true if objects of definition `definition`'s variants for primitive types, which Scala 2 makes of a
    * specialised class, give their parts as those of the class do. The fields of the class are null in them; its
    * methods are not.
    */
  private[brine] def takesVariants(definition: Int): Boolean = true

  /** Returns true if the fields of a record are known to be those of its components, under whatever names. */
  private[brine] def knowsComponents: Boolean = false

  /** Returns the exception to throw for an object of another class than definition `definition`'s, whose name is
    * `name`.
    */
  private[brine] def unexpected(name: String, value: AnyRef): brine.PickleException =
    brine.PickleException.UnexpectedClass.of(name, value.getClass, isFamily = false)

  /** Returns the order of the sorted collections of definition `definition`; null: the natural order of Java's. */
  def orderOf(definition: Int): java.util.Comparator[?] | Null

@internal
object Access:
  /** The value of a field that has not been read. */
  private[brine] val Missing: AnyRef = new Object

  /** The field has no default. */
  val NoDefault: AnyRef = new Object

  /** The field has a default, which is computed from the fields of earlier parameter lists. */
  val FromEarlier: AnyRef = new Object

  /** The field has no default, and neither `None` nor an empty collection replaces it. A variable in a class's body
    * has a value from its constructor, which must not be lost.
    */
  val MustBeThere: AnyRef = new Object
