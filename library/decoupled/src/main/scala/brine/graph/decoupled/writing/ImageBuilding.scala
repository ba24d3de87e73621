package brine.graph.decoupled.writing

import scala.collection.mutable.ArrayBuffer
import brine.{HandwrittenCalls, PickleOptions, Pickler}
import brine.graph.decoupled.image.{ImageClasses, ImageSlots}
import brine.graph.types.{ClassNames, TypeTable}
import brine.run.PlannedPickler
import brine.wire.ByteSink

/** Writes a value: its pickler makes objects in a heap, these become an image, and that is taken apart. Mirrored by
  * [[ObjectBuilding]].
  */
private[decoupled] final class ImageBuilding(hasMarkWords: Boolean, options: PickleOptions):
  private val classes = new ImageClasses(hasFullNames = true, hasMarkWords)
  private val tables = ArrayBuffer.empty[TypeTable]
  private val heap = new ObjectHeap(hasMarkWords)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink): Unit =
    sink.maxBytes(options.limits.maxOutputBytes)
    val image = imageOf(value, pickler)
    new ImageWriter(head, sink, options.checksum).write(image)

  private def imageOf[A](value: A, pickler: Pickler[A]): ImageSlots =
    val root = new TypeTable(TypeTable.Root, "", pickler.shape)
    classes.addTable(root, root.shape, root.shape)
    tables += root
    val builder = new DecoupledBuilder(heap, classes, tables += _, options)
    put(value, pickler, builder)
    new Numbering(heap, classes.result).run(builder.rootReference)

  private def put[A](value: A, pickler: Pickler[A], builder: DecoupledBuilder): Unit = pickler match
    case planned: PlannedPickler[A] => planned.pickle(value, builder)
    case byHand                     => HandwrittenCalls.put(byHand.asInstanceOf[Pickler[Any]], value, builder)

  private def head: ImageHead = new ImageHead(tables.toIndexedSeq, ClassNames.areNeeded(classes), hasMarkWords)
