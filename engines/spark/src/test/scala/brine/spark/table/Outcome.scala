package brine.spark.table

import java.lang.reflect.Modifier

/** The outcome of one serializer with one object. */
enum Outcome:
  /** It came back as it was. */
  case Same

  /** The result differs from the written object. */
  case Differs(how: String)

  /** It was not written, and the error names the cause. */
  case Refused(why: String)

  /** It was written and cannot be read, or its writing failed without an error of the serializer that names the cause.
    */
  case Fails(how: String)

  def word: String = this match
    case Same       => "same"
    case Differs(_) => "differs"
    case Refused(_) => "refused"
    case Fails(_)   => "fails"

  /** Empty for [[Same]]. */
  def reason: String = this match
    case Same         => ""
    case Differs(how) => how
    case Refused(why) => why
    case Fails(how)   => how

/** A serializer as the table sees it. */
abstract class Contender(val name: String):
  def write(value: Any): Array[Byte]
  def read(bytes: Array[Byte]): Any

  /** As the value of a broadcast. */
  def broadcast(value: Any): Array[Byte] = write(value)
  def fromBroadcast(bytes: Array[Byte]): Any = read(bytes)

  /** The reason that an error at writing gives for refusing an object, or null if it gives none. */
  protected def refusal(e: Throwable): String | Null

  final def outcome(sample: Sample, place: Place = Place.Alone): Outcome =
    val value = sample.value()
    val written =
      try Right(if place == Place.InBroadcast then broadcast(value) else write(place.around(value)))
      catch
        case e: Throwable =>
          val why = refusal(e)
          Left(if why == null then Outcome.Fails(s"writing: ${Contender.text(e)}")
          else Outcome.Refused(Contender.stable(Contender.oneLine(why))))
    written.fold(identity, readAndCompared(sample, place, value, _))

  private def readAndCompared(sample: Sample, place: Place, value: Any, bytes: Array[Byte]): Outcome =
    val back =
      try Right(if place == Place.InBroadcast then fromBroadcast(bytes) else place.inside(read(bytes)))
      catch case e: Throwable => Left(Outcome.Fails(s"reading: ${Contender.text(e)}"))
    back.fold(identity, compared(sample, value, _))

  private def compared(sample: Sample, before: Any, after: Any): Outcome =
    val difference =
      try
        Contender.misfit(after).orElse(Contender.comparison.difference(before, after)).orElse(probed(
          sample,
          before,
          after
        ))
      catch case e: NullPointerException => Some(s"its methods fail: ${Contender.text(e)}")
    difference.fold(Outcome.Same)(how => Outcome.Differs(Contender.stable(how)))

  private def probed(sample: Sample, before: Any, after: Any): Option[String] =
    val expected = sample.probe(before)
    val found =
      try sample.probe(after)
      catch case e: Throwable => Contender.text(e)
    Option.when(expected != found)(s"it answers $found in place of $expected")

object Contender:
  private val comparison = new brine.testkit.FieldByField(read, special)

  private def read(field: java.lang.reflect.Field, from: AnyRef): Any =
    field.setAccessible(true)
    field.get(from)

  /** A field that holds an object which is not of its type, as `Unsafe` can make it. Calling the object's methods may
    * crash the JVM.
    */
  private def misfit(value: Any): Option[String] = value match
    case null        => None
    case _: Array[?] => None
    case value: AnyRef =>
      val fields =
        for
          c <- Iterator.iterate[Class[?]](value.getClass)(_.getSuperclass).takeWhile(_ != null)
          field <- c.getDeclaredFields
          if !Modifier.isStatic(field.getModifiers) && !field.getType.isPrimitive && field.trySetAccessible()
        yield field
      fields.map(field => (field, field.get(value))).collectFirst {
        case (field, found) if found != null && !field.getType.isInstance(found) =>
          s"its field ${field.getName} holds a ${found.getClass.getName} in place of a ${field.getType.getName}: " +
            "calls crash the JVM"
      }

  /** The data that fields do not show, or tests cannot read: lambdas have a class each, writables arrays that are
    * longer than their data.
    */
  private def special: PartialFunction[(AnyRef, AnyRef), Boolean] =
    case (a, b) if a.getClass.isHidden       => b.getClass.isHidden
    case (a: java.nio.ByteBuffer, b: AnyRef) => a == b
    case (a, b) if asksEquals(a)             => a.getClass == b.getClass && a == b && a.toString == b.toString
    case (a, b) if showsItself(a)            => a.getClass == b.getClass && a.toString == b.toString
    case (a, b) if isKnownByItsProbe(a)      => a.getClass == b.getClass

  private def asksEquals(value: AnyRef): Boolean = value match
    case _: org.apache.avro.generic.GenericData.Record | _: org.apache.spark.sql.catalyst.expressions.UnsafeRow => true
    case _: java.text.Format | _: java.nio.charset.Charset | _: java.nio.file.Path                              => true
    case _                                                                                                      => false

  private def showsItself(value: AnyRef): Boolean =
    value.isInstanceOf[org.apache.hadoop.io.Writable] || value.isInstanceOf[java.util.regex.Pattern]

  private def isKnownByItsProbe(value: AnyRef): Boolean = value match
    case _: org.apache.hadoop.conf.Configuration      => true
    case _: java.util.concurrent.atomic.LongAdder     => true
    case _: org.apache.spark.util.AccumulatorV2[?, ?] => true
    case _ => value.getClass.getName == "org.apache.spark.scheduler.HighlyCompressedMapStatus"

  /** A message that is the same in each run. */
  private def text(e: Throwable): String =
    val root = Iterator.iterate(e)(_.getCause).takeWhile(_ != null).toList.last
    val message = Option(root.getMessage).getOrElse("")
    stable(if message.contains(root.getClass.getSimpleName) then message
    else s"${root.getClass.getSimpleName}: $message")

  private def oneLine(text: String): String = text.linesIterator.map(_.trim).filter(_.nonEmpty).mkString(" ")

  private def stable(text: String): String =
    val line = text.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("")
    line
      .replaceAll("\\$\\$Lambda[/$]?[0-9]*(/0x[0-9a-f]+)?", "\\$\\$Lambda")
      .replaceAll("@[0-9a-f]+", "")
      .replaceAll("Proxy[0-9]+", "Proxy")
      .replaceAll("\\(([A-Za-z0-9]+\\.scala):[0-9]+\\)", "($1)")
      .replaceAll("/0x[0-9a-f]+", "")
      .take(500)
