package brine.plan

import scala.collection.mutable.Growable
import brine.{PickleOptions, PickleReader}

/** A reader of a format that may have code for the objects of a class, and for the elements of collections: it reads what an
  * [[ObjectBuilder]] puts.
  */
private[brine] abstract class ObjectReader(options: PickleOptions) extends PickleReader(options):
  /** Reads an object that has begun, all of it. A null replaces an object that is not built yet, which the assembly has.
    *
    * @param id the object's slot in the assembly, -1 if nothing refers to it
    * @return [[ObjectReader.NoCode]], and nothing is read, if the format has no code for it
    */
  private[brine] def getByCode(plan: Plan.Product, id: Int): AnyRef | Null

  /** Adds all elements of a collection that has begun with this header. Returns false, and does nothing, if the format has no
    * code for them.
    */
  private[brine] def getsElements(plan: Plan.Sequence, header: Long, into: Growable[Any]): Boolean

private[brine] object ObjectReader:
  val NoCode = new Object
