package corpus

import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat

/** Runs every part of the corpus; prints how many round trips it made. */
object Main:
  def main(arguments: Array[String]): Unit =
    val parts = List(
      PlainClasses.run, Collections.run, Cycles.run, Nulls.run, Gadts.run, Generics.run, InnerClasses.run,
      LocalClasses.run, Names.run, Parameters.run, TypesOfAllKinds.run, JavaClasses.run, Evolving.run
    )
    for part <- parts do part()
    println(s"${Trip.count} round trips")

/** Takes values out and in, by each format, by emitted code and by the interpreter. */
object Trip:
  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)
  private val options =
    List(PickleOptions(), PickleOptions(limits = Limits(emittedDepth = 0)), PickleOptions(sharing = Sharing.All))

  var count: Int = 0

  /** Results of Java's code are never null here, which `-Yexplicit-nulls` does not know. */
  def there[A](value: A | Null): A = value.asInstanceOf[A]

  /** Values with a custom `equals`. Each call searches an unpickler of its type, as `unpickle[A]` does. */
  def apply[A](values: A*)(using pickler: Pickler[A])(using unpickler: Unpickler[A]): Unit =
    by[A, Any](values*)(identity)(using pickler)(using unpickler)

  /** Values that are equal if the results of `view` are. */
  def by[A, B](values: A*)(view: A => B)(using pickler: Pickler[A])(using unpickler: Unpickler[A]): Unit =
    for value <- values; format <- formats; o <- options do
      val bytes = value.pickle(using pickler, format, o).bytes
      val back = format.pickled(bytes).unpickle[A](using unpickler, o)
      if view(back) != view(value) then throw new AssertionError(s"$format: $value came back as $back")
      count += 1
