package brine.plan

import scala.collection.mutable.Growable
import brine.{PickleOptions, PickleReader}

/** A reader of a format that may have code for the objects of a class, and for the elements of collections: it reads
  * what an [[ObjectBuilder]] puts.
  */
private[brine] abstract class ObjectReader(options: PickleOptions) extends PickleReader(options):
  /** Reads an object that has begun, all of it. A null replaces an object that is not built yet, which the assembly
    * has.
    *
    * @param id the object's slot in the assembly, -1 if nothing refers to it
    * @return [[ObjectReader.NoCode]], and nothing is read, if the format has no code for it
    */
  private[brine] def getByCode(plan: Plan.Product, id: Int): AnyRef | Null

  /** Reads a value of a sealed type, which has not begun. A null replaces an object that is not built yet.
    *
    * @return [[ObjectReader.NoCode]], and nothing is read, if the format has no code for this type or value
    */
  private[brine] def getSum(plan: Plan.Sum): AnyRef | Null = ObjectReader.NoCode

  /** Builds an object that has begun of its values, before its variables: see [[Component.lateField]].
    *
    * @return null, and nothing is read, if the format has no code for it
    */
  private[brine] def beginByCode(plan: Plan.Product, id: Int): AnyRef | Null = null

  /** Begins the collection at a field of an object that code began. Returns its plan; its size and its slot in the
    * assembly are [[begunSize]] and [[begunId]]. Returns null, and nothing is read, if calls have to begin it.
    */
  private[brine] def beginCollection(plan: Plan.Product, field: Int): Plan.Sequence | Null = null

  private[brine] final var begunSize = 0
  private[brine] final var begunId = -1

  /** Adds all elements of a collection that has begun with this header. Returns how many there were; -1, and nothing is
    * read, if the format has no code for them.
    */
  private[brine] def getElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Int

  /** True if the fields of an object come in the order of [[brine.shape.Shape.Product.valuesFirst]], and
    * [[takeReferences]] may be called.
    */
  private[brine] def hasCodes: Boolean = false

  /** Adds the objects of the next elements of a collection, as far as they are references to objects of this class
    * that are complete. Returns how many, at most `most`. The next element may be one more reference.
    */
  private[brine] def takeReferences(plan: Plan.Product, most: Int, into: Growable[Any]): Int = 0

private[brine] object ObjectReader:
  val NoCode = new Object

  /** Returns the reader if [[ObjectReader.hasCodes]], else null. */
  def withCodes(reader: PickleReader): ObjectReader | Null = reader match
    case in: ObjectReader if in.hasCodes => in
    case _                               => null
