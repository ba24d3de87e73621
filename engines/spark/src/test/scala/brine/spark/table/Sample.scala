package brine.spark.table

/** One line of the table: an object, and the parts that a program sees and its fields do not show.
  *
  * @param name  of the class, as a reader of the guide knows it
  * @param value makes the object; called for each serializer, since writing may change an object
  * @param probe called with the object that was written and with the one that was read; both must give equal results
  * @param alive whether threads change the object while it is written, so that a walk through its fields ends at
  *              another place in each run
  */
final case class Sample(section: String, name: String, value: () => Any, probe: Any => Any, alive: Boolean = false)

/** Samples of one section of the table. */
abstract class Section(val title: String):
  private val all = Vector.newBuilder[Sample]

  protected def of(name: String)(value: => Any): Unit = all += Sample(title, name, () => value, _ => ())

  /** An object that other threads change all the time. */
  protected def alive(name: String)(value: => Any): Unit = all += Sample(title, name, () => value, _ => (), true)

  /** With a question to ask the object. */
  protected def asked[A](name: String)(value: => A)(probe: A => Any): Unit =
    all += Sample(title, name, () => value, v => probe(v.asInstanceOf[A]))

  lazy val samples: Vector[Sample] = all.result()
