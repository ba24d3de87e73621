package brine.bench.peers

import scala.collection.Factory
import org.apache.fory.json.codec.{AbstractJsonValueCodec, JsonValueCodec}
import org.apache.fory.json.reader.{JsonReader, Latin1JsonReader, Utf16JsonReader, Utf8JsonReader}
import org.apache.fory.json.resolver.{JsonTypeInfo, JsonTypeResolver}
import org.apache.fory.json.writer.{JsonWriter, StringJsonWriter, Utf8JsonWriter}

/** A value by the code that Fory has for its class. */
private[peers] final class ForyPart[A](as: Class[?]) extends JsonValueCodec[A]:
  import ForyPart.Known

  /** Calls at the same time may have different resolvers. */
  private var last: Known | Null = null

  private def info(resolver: JsonTypeResolver): JsonTypeInfo =
    val known = last
    if known != null && (known.resolver eq resolver) then known.info
    else
      val found = new Known(resolver, resolver.getTypeInfo(as, as))
      last = found
      found.info

  def writeString(out: StringJsonWriter, value: A): Unit =
    info(out.typeResolver).stringWriter.writeString(out, value.asInstanceOf[Object])
  def writeUtf8(out: Utf8JsonWriter, value: A): Unit =
    info(out.typeResolver).utf8Writer.writeUtf8(out, value.asInstanceOf[Object])
  def readLatin1(in: Latin1JsonReader): A = info(in.typeResolver).latin1Reader.readLatin1(in).asInstanceOf[A]
  def readUtf16(in: Utf16JsonReader): A = info(in.typeResolver).utf16Reader.readUtf16(in).asInstanceOf[A]
  def readUtf8(in: Utf8JsonReader): A = info(in.typeResolver).utf8Reader.readUtf8(in).asInstanceOf[A]

private object ForyPart:
  private final class Known(val resolver: JsonTypeResolver, val info: JsonTypeInfo)

/** `None` is null: Fory leaves out Java's nulls alone. */
private[peers] abstract class ForyOption[A](part: JsonValueCodec[A]) extends JsonValueCodec[Option[A]]:
  def writeString(out: StringJsonWriter, value: Option[A]): Unit =
    if value.isEmpty then out.writeNull() else part.writeString(out, value.get)
  def writeUtf8(out: Utf8JsonWriter, value: Option[A]): Unit =
    if value.isEmpty then out.writeNull() else part.writeUtf8(out, value.get)
  def readLatin1(in: Latin1JsonReader): Option[A] = if in.tryReadNullToken() then None else Some(part.readLatin1(in))
  def readUtf16(in: Utf16JsonReader): Option[A] = if in.tryReadNullToken() then None else Some(part.readUtf16(in))
  def readUtf8(in: Utf8JsonReader): Option[A] = if in.tryReadNullToken() then None else Some(part.readUtf8(in))

/** A collection as an array. */
private[peers] abstract class ForyArray[A, C <: Iterable[A]](part: JsonValueCodec[A], factory: Factory[A, C])
    extends JsonValueCodec[C]:
  def writeString(out: StringJsonWriter, all: C): Unit = write(out, all)(part.writeString(out, _))
  def writeUtf8(out: Utf8JsonWriter, all: C): Unit = write(out, all)(part.writeUtf8(out, _))

  private inline def write(out: JsonWriter, all: C)(inline writePart: A => Unit): Unit =
    out.writeArrayStart()
    val parts = all.iterator
    var count = 0
    while parts.hasNext do
      out.writeComma(count)
      writePart(parts.next())
      count += 1
    out.writeArrayEnd()

  def readLatin1(in: Latin1JsonReader): C =
    in.expectNextToken('[')
    read(in, in.consumeNextToken(']'), in.consumeNextCommaOrEndArray())(part.readLatin1(in))
  def readUtf16(in: Utf16JsonReader): C =
    in.expectNextToken('[')
    read(in, in.consumeNextToken(']'), in.consumeNextCommaOrEndArray())(part.readUtf16(in))
  def readUtf8(in: Utf8JsonReader): C =
    in.expectNextToken('[')
    read(in, in.consumeNextToken(']'), in.consumeNextCommaOrEndArray())(part.readUtf8(in))

  private inline def read(in: JsonReader, inline isEmpty: Boolean, inline hasNext: Boolean)(inline readPart: A): C =
    in.enterDepth()
    val all = factory.newBuilder
    if !isEmpty then
      all += readPart
      while hasNext do all += readPart
    in.exitDepth()
    all.result()

/** A map with texts as keys as an object. */
private[peers] abstract class ForyMap[A](part: JsonValueCodec[A]) extends JsonValueCodec[Map[String, A]]:
  def writeString(out: StringJsonWriter, all: Map[String, A]): Unit = write(out, all)(part.writeString(out, _))
  def writeUtf8(out: Utf8JsonWriter, all: Map[String, A]): Unit = write(out, all)(part.writeUtf8(out, _))

  private inline def write(out: JsonWriter, all: Map[String, A])(inline writePart: A => Unit): Unit =
    out.writeObjectStart()
    val entries = all.iterator
    var count = 0
    while entries.hasNext do
      val (key, value) = entries.next()
      out.writeComma(count)
      out.writeFieldName(key)
      writePart(value)
      count += 1
    out.writeObjectEnd()

  def readLatin1(in: Latin1JsonReader): Map[String, A] = read(in)(part.readLatin1(in))
  def readUtf16(in: Utf16JsonReader): Map[String, A] = read(in)(part.readUtf16(in))
  def readUtf8(in: Utf8JsonReader): Map[String, A] = read(in)(part.readUtf8(in))

  private inline def read(in: JsonReader)(inline readPart: A): Map[String, A] =
    in.enterDepth()
    in.expect('{')
    val all = Map.newBuilder[String, A]
    if !in.consume('}') then
      var isMore = true
      while isMore do
        val key = in.readFieldName()
        in.expect(':')
        all += key -> readPart
        isMore = in.consumeCommaOrEndObject()
    in.exitDepth()
    all.result()

/** An enum without parameters, by its name. */
private[peers] final class ForyEnum[E](values: Array[E]) extends AbstractJsonValueCodec[E]:
  private val byName = values.map(v => v.toString -> v).toMap
  def write(out: JsonWriter, value: E): Unit = out.writeString(value.toString)
  def read(in: JsonReader): E = byName(in.readString())
