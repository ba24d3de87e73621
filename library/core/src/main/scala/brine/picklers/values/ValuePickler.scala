package brine.picklers.values

import scala.reflect.ClassTag
import scala.util.control.NonFatal
import brine.{Limits, PickleBuilder, PickleException, Pickler, PickleReader, SurrogatePickler}
import brine.cache.PicklerPart
import brine.run.structures.{MappedPickler, MutableValue}
import brine.shape.Shape

/** A standard type that is one word to a person and a few numbers to a machine: a date, an amount, an identifier.
  * Formats that persons read ([[PickleBuilder.isTextual]]) get the word, the others the numbers: the `Parts`. It keeps
  * no identity; [[ValuePickler.mutable]] adds one.
  *
  * @param name names the type in its shape
  * @param show its text; `read` takes it back, and fails on any other
  */
private[picklers] class ValuePickler[A, Parts](val shape: Shape.Standard, show: A => String, read: String => A)(
    apart: A => Parts,
    together: Parts => A
)(using val parts: Pickler[Parts])
    extends PicklerPart[A],
      SurrogatePickler[A, Parts]:
  setPermanent()

  private def name = shape.name

  def this(name: String, show: A => String, read: String => A)(apart: A => Parts, together: Parts => A)(using
      Pickler[Parts]
  ) =
    this(new Shape.Standard(name), show, read)(apart, together)

  /** Refuses a value that is too large, or of another class. */
  protected def check(value: A, limits: Limits): Unit = ()

  /** Refuses numbers that are too large. */
  protected def checkParts(parts: Parts, limits: Limits): Unit = ()

  final def pickle(value: A, builder: PickleBuilder): Unit =
    if value == null then
      throw new PickleException.NullValue(s"a pickle cannot hold a null $name alone; pickle an Option")
    check(value, builder.options.limits)
    if builder.isTextual then putText(value, builder) else putParts(value, builder)

  final def unpickle(reader: PickleReader): A =
    checked(if reader.isTextual then getText(reader) else getParts(reader), reader.options.limits)

  private def checked(value: A, limits: Limits): A =
    check(value, limits)
    value

  final def partsOf(value: A, limits: Limits): Parts = toParts(checked(value, limits), limits)
  final def ofParts(parts: Parts, limits: Limits): A = checked(fromParts(parts, limits), limits)

  private def toParts(value: A, limits: Limits): Parts =
    val parts = apart(value)
    checkParts(parts, limits)
    parts

  private def fromParts(parts: Parts, limits: Limits): A =
    try
      checkParts(parts, limits)
      together(parts)
    catch case NonFatal(e) => throw refused(s"invalid parts of a $name", e)

  protected def putText(value: A, builder: PickleBuilder): Unit = builder.putString(show(value))

  /** Reads a text that [[putText]] put. */
  protected def getText(reader: PickleReader): A = ofText(reader.getString())

  protected def putParts(value: A, builder: PickleBuilder): Unit =
    parts.pickle(toParts(value, builder.options.limits), builder)

  /** Reads parts that [[putParts]] put. */
  protected def getParts(reader: PickleReader): A = fromParts(parts.unpickle(reader), reader.options.limits)

  private def ofText(text: String | Null): A =
    if text == null then throw new PickleException.Malformed(s"expected $name, found null")
    try read(text)
    catch case NonFatal(e) => throw refused(s"expected $name, found '${PickleException.quote(text)}'", e)

  private def refused(what: String, e: Throwable): PickleException = e match
    case e: PickleException => e
    case e                  => new PickleException.Malformed(what, e)

private[picklers] object ValuePickler:
  /** A type that is its text in every format. */
  def ofText[A](name: String, show: A => String)(read: String => A): Pickler[A] =
    new ValuePickler[A, String](name, show, read)(show, read)(using Pickler.string)

  /** Refuses an object of a subclass, which means something else. */
  def checkClass(name: String, value: AnyRef, c: Class[?]): Unit =
    if value.getClass != c then
      throw PickleException.UnexpectedClass.because(
        name,
        value.getClass.getName,
        "a subclass may differ from it. Pickle the parts of the object, or write a pickler for it"
      )

  /** A type whose values can change: each keeps its identity. */
  def mutable[A <: AnyRef](content: Pickler[A])(using valueClass: ClassTag[A]): Pickler[A] =
    new MutableValue(content, valueClass.runtimeClass.asInstanceOf[Class[A]])

  /** A type that is another one by two functions. */
  def mapped[A, B](inner: Pickler[A])(to: A => B)(from: B => A): Pickler[B] = MappedPickler.ofParts(inner, to, from)
