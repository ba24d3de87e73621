package brine.graph.clustered

import brine.{PickleOptions, PickleReader}
import brine.assembly.StandsAnywhere
import brine.columns.Role
import brine.shape.Shape

/** What is read here is passed over, or looked at by itself: a reference within what a pickler by hand wrote leads to nothing. */
private[graph] final class Blinkered(file: GraphFile, root: Shape, options: PickleOptions)
    extends LookingAhead(file, root, file.externals.map(new Blinkered.Outside(_)), null, false, options):
  override def getTag(shape: Shape, arity: Int): Int =
    if !isAhead && lookAhead(nextCode()) >= Role.FirstReference then
      val ignored = code()
      PickleReader.NullTag
    else super.getTag(shape, arity)

private object Blinkered:
  final class Outside(name: String) extends StandsAnywhere:
    override def toString: String = name
