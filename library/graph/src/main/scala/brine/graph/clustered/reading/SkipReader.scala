package brine.graph.clustered.reading

import brine.{PickleOptions, PickleReader}
import brine.assembly.StandsAnywhere
import brine.graph.clustered.columns.Role
import brine.graph.clustered.file.GraphFile
import brine.shape.Shape

/** Reads values that are skipped or inspected one by one. A reference inside a value of a pickler by hand leads to
  * null.
  */
private[graph] class SkipReader(file: GraphFile, root: Shape, options: PickleOptions)
    extends PeekingReader(file, root, file.externals.map(new SkipReader.Outside(_)), null, false, options):
  override def getTag(shape: Shape, arity: Int): Int =
    if !isAhead && lookAhead(nextCode()) >= Role.FirstReference then
      refers(target(code()))
      PickleReader.NullTag
    else super.getTag(shape, arity)

  /** Called at a reference to the object with this number. */
  protected def refers(number: Int): Unit = ()

private object SkipReader:
  final class Outside(name: String) extends StandsAnywhere:
    override def toString: String = name
