package brine.graph.clustered.index

import scala.util.control.NonFatal
import brine.{PickleException, PickleOptions, Unpickler}
import brine.graph.clustered.GraphSettings
import brine.graph.clustered.file.GraphFile
import brine.graph.clustered.reading.{Materialization, PicklersByHand}

/** The objects outside of a graph that a reader has for its names. */
private[graph] object ExternalObjects:
  /** The external objects of a graph, in the order of their numbers. */
  def of(
      file: GraphFile,
      settings: GraphSettings,
      unpickler: Unpickler[?],
      options: PickleOptions
  ): IndexedSeq[AnyRef] =
    for (name, number) <- file.externals.zipWithIndex yield settings.externals.get(name) match
      case Some(external) => external.make()
      case None =>
        val e = new PickleException.UnknownExternal(name, settings.externals.keys)
        throw located(e, number, file, unpickler, options)

  /** Adds the path of the first reference to the object, if the path can be found. */
  private def located(
      e: PickleException,
      number: Int,
      file: GraphFile,
      unpickler: Unpickler[?],
      options: PickleOptions
  ): PickleException =
    try
      val byHand = new PicklersByHand(options).add(Materialization.planOf(unpickler))
      val index = new IndexPass(file.reopened, byHand, options).run()
      for path <- new IndexWalk(index).referencesOutside(number, most = 1).headOption do e.prepend(path.drop(1))
      e
    catch
      case NonFatal(later) =>
        e.addSuppressed(later)
        e
