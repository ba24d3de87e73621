package brine.assembly

import brine.PickleReader
import brine.binary.BinaryReader
import brine.plan.Plan
import brine.shape.Shape

/** The assembly that belongs to a reader, for the code that reads by plans. */
private[brine] object ReaderAssembly:
  extension (reader: PickleReader)
    /** The objects of this pickle that references can name, and the objects that wait for one of them. */
    private[brine] def assembly: Assembly =
      val known = reader.knownObjects
      if known != null then known.asInstanceOf[Assembly] else Assembly.begin(reader)

    /** Returns true if an object was read that references can name. */
    private[brine] def hasAssembly: Boolean = reader.knownObjects != null

    /** See [[Assembly.takeUnbuilt]]. */
    private[brine] def takeUnbuilt(): Unbuilt | Null =
      val known = reader.knownObjects
      if known == null then null else known.asInstanceOf[Assembly].takeUnbuilt()

    /** Makes field `index` of the object that is being read wait, if its null replaces an object that is not built
      * yet.
      */
    private[brine] def waitFor(index: Int): Unit =
      if reader.knownObjects != null then
        reader.assembly.waiting = WaitingPart.addTo(reader.assembly.waiting, index, reader)

    /** Returns true if fields of the object that is being read wait. */
    private[brine] def hasWaiting: Boolean = reader.knownObjects != null && reader.assembly.waiting != null

    /** Returns the parts that wait, and clears the list. */
    private[brine] def takeWaiting(): WaitingPart | Null =
      if !reader.hasWaiting then null
      else
        val waiting = reader.assembly.waiting
        reader.assembly.waiting = null
        waiting

    /** See [[Assembly.isAwaiting]]. */
    private[brine] def isAwaiting(plan: Plan): Boolean = reader.knownObjects != null && reader.assembly.isAwaiting(plan)

    /** Begins an object that keeps its identity: its slot in the assembly. */
    private[brine] def openObject(shape: Shape): Int = reader.assembly.open(reader.getIdentity(shape))

  extension (reader: BinaryReader)
    /** The slot of a collection whose tag was read; it has none if it is empty. */
    private[brine] def openCollection(): Int = if reader.isEmptyNext then -1 else reader.assembly.openNext()
