package brine.checks.presets

import java.time.{Duration, Instant}
import scala.collection.mutable
import scala.compiletime.{constValue, erasedValue, summonInline}
import scala.deriving.Mirror
import scala.jdk.CollectionConverters.*
import com.google.protobuf.{ByteString, DurationProto, DynamicMessage, Message as AnyMessage, Timestamp, TimestampProto}
import com.google.protobuf.DescriptorProtos.*
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.{Label, Type}
import com.google.protobuf.Descriptors.{Descriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor}

/** What a Scala type is in Protocol Buffers: how a field of it is declared, and how its values go into messages and
  * back.
  */
sealed trait ProtoType[A]:
  /** Completes the declaration of a field. */
  def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit

  /** The message that is declared within the field's, which has to have this name. */
  def nested(field: String, file: ProtoFile): Option[DescriptorProto] = None
  def put(message: DynamicMessage.Builder, field: FieldDescriptor, value: A): Unit
  def get(message: AnyMessage, field: FieldDescriptor): A

/** The messages that are declared, each once. */
final class ProtoFile:
  private val known = mutable.Map[Any, String]()
  private val messages = mutable.ArrayBuffer[DescriptorProto]()
  private val enums = mutable.ArrayBuffer[EnumDescriptorProto]()

  def message(of: Any, name: String)(fields: DescriptorProto.Builder => Unit): String = known.getOrElse(
    of, {
      val unique = s"${name.filter(_.isLetterOrDigit)}${known.size}"
      known(of) = unique
      val made = DescriptorProto.newBuilder.setName(unique)
      fields(made)
      messages += made.build
      unique
    }
  )

  def enumeration(of: Any, name: String, values: List[String]): String = known.getOrElse(
    of, {
      val unique = s"$name${known.size}"
      known(of) = unique
      val made = EnumDescriptorProto.newBuilder.setName(unique)
      for (value, i) <- values.zipWithIndex do
        made.addValue(EnumValueDescriptorProto.newBuilder.setName(value).setNumber(i))
      enums += made.build
      unique
    }
  )

  def link(): FileDescriptor =
    val file = FileDescriptorProto.newBuilder.setName("presets.proto").setSyntax("proto3").addDependency(
      "google/protobuf/timestamp.proto"
    )
    file.addDependency("google/protobuf/duration.proto")
    file.addAllMessageType(messages.asJava).addAllEnumType(enums.asJava)
    FileDescriptor.buildFrom(file.build, Array(TimestampProto.getDescriptor, DurationProto.getDescriptor))

object ProtoType:
  /** A type whose values are one value of a field, once or several times. */
  sealed abstract class Single[A] extends ProtoType[A]:
    def toProto(value: A, field: FieldDescriptor): AnyRef
    def fromProto(value: AnyRef): A
    def put(message: DynamicMessage.Builder, field: FieldDescriptor, value: A): Unit =
      message.setField(field, toProto(value, field))
    def get(message: AnyMessage, field: FieldDescriptor): A = fromProto(message.getField(field))

  private final class Scalar[A](kind: Type, to: A => AnyRef, from: AnyRef => A) extends Single[A]:
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit = field.setType(kind)
    def toProto(value: A, field: FieldDescriptor): AnyRef = to(value)
    def fromProto(value: AnyRef): A = from(value)

  private def scalar[A](kind: Type): ProtoType.Single[A] = new Scalar(kind, _.asInstanceOf[AnyRef], _.asInstanceOf[A])

  given Single[Boolean] = scalar(Type.TYPE_BOOL)
  given Single[Int] = scalar(Type.TYPE_INT32)
  given Single[Long] = scalar(Type.TYPE_INT64)
  given Single[Float] = scalar(Type.TYPE_FLOAT)
  given Single[Double] = scalar(Type.TYPE_DOUBLE)
  given Single[String] = scalar(Type.TYPE_STRING)
  given Single[Array[Byte]] =
    new Scalar(Type.TYPE_BYTES, ByteString.copyFrom(_), _.asInstanceOf[ByteString].toByteArray)

  given Single[Instant] with
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setType(Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Timestamp")
    def toProto(value: Instant, field: FieldDescriptor): AnyRef =
      Timestamp.newBuilder.setSeconds(value.getEpochSecond).setNanos(value.getNano).build
    def fromProto(value: AnyRef): Instant =
      val time = Timestamp.parseFrom(value.asInstanceOf[AnyMessage].toByteString)
      Instant.ofEpochSecond(time.getSeconds, time.getNanos)

  given Single[Duration] with
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setType(Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Duration")
    def toProto(value: Duration, field: FieldDescriptor): AnyRef =
      // The two parts have one sign.
      val isBelow = value.getSeconds < 0 && value.getNano > 0
      com.google.protobuf.Duration.newBuilder.setSeconds(value.getSeconds + (if isBelow then 1 else 0))
        .setNanos(value.getNano - (if isBelow then 1_000_000_000 else 0)).build
    def fromProto(value: AnyRef): Duration =
      val duration = com.google.protobuf.Duration.parseFrom(value.asInstanceOf[AnyMessage].toByteString)
      Duration.ofSeconds(duration.getSeconds, duration.getNanos)

  given [A](using single: Single[A]): ProtoType[Option[A]] with
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      single.declare(field.setProto3Optional(true), file)
    def put(message: DynamicMessage.Builder, field: FieldDescriptor, value: Option[A]): Unit =
      value.foreach(single.put(message, field, _))
    def get(message: AnyMessage, field: FieldDescriptor): Option[A] =
      if message.hasField(field) then Some(single.get(message, field)) else None

  private final class Repeated[A, C](single: Single[A], to: C => Iterable[A], from: Iterable[A] => C)
      extends ProtoType[C]:
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      single.declare(field.setLabel(Label.LABEL_REPEATED), file)
    def put(message: DynamicMessage.Builder, field: FieldDescriptor, value: C): Unit =
      for element <- to(value) do message.addRepeatedField(field, single.toProto(element, field))
    def get(message: AnyMessage, field: FieldDescriptor): C =
      from(message.getField(field).asInstanceOf[java.util.List[AnyRef]].asScala.map(single.fromProto))

  given [A](using single: Single[A]): ProtoType[List[A]] = new Repeated[A, List[A]](single, identity, _.toList)
  given [A](using single: Single[A]): ProtoType[Vector[A]] = new Repeated[A, Vector[A]](single, identity, _.toVector)
  given [A](using single: Single[A]): ProtoType[Seq[A]] = new Repeated[A, Seq[A]](single, identity, _.toSeq)
  given [A](using single: Single[A]): ProtoType[Set[A]] = new Repeated[A, Set[A]](single, identity, _.toSet)
  given ProtoType[Array[Int]] = new Repeated[Int, Array[Int]](summon, _.toSeq, _.toArray)

  /** A map is a list of messages with a key and a value. */
  private final class Entries[K, V](key: Single[K], value: Single[V]) extends ProtoType[Map[K, V]]:
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setLabel(Label.LABEL_REPEATED).setType(Type.TYPE_MESSAGE).setTypeName(entryName(field.getName))
    override def nested(field: String, file: ProtoFile): Option[DescriptorProto] =
      val made =
        DescriptorProto.newBuilder.setName(entryName(field)).setOptions(MessageOptions.newBuilder.setMapEntry(true))
      for (name, number, kind) <- List(("key", 1, key), ("value", 2, value)) do
        val part = FieldDescriptorProto.newBuilder.setName(name).setNumber(number).setLabel(Label.LABEL_OPTIONAL)
        kind.declare(part, file)
        made.addField(part)
      Some(made.build)
    private def entryName(field: String): String = s"${field.capitalize}Entry"
    def put(message: DynamicMessage.Builder, field: FieldDescriptor, all: Map[K, V]): Unit =
      val entry = field.getMessageType
      for (k, v) <- all do
        val made = DynamicMessage.newBuilder(entry)
        key.put(made, entry.findFieldByName("key"), k)
        value.put(made, entry.findFieldByName("value"), v)
        message.addRepeatedField(field, made.build)
    def get(message: AnyMessage, field: FieldDescriptor): Map[K, V] =
      val entry = field.getMessageType
      message.getField(field).asInstanceOf[java.util.List[AnyMessage]].asScala
        .map(e => key.get(e, entry.findFieldByName("key")) -> value.get(e, entry.findFieldByName("value"))).toMap

  /** Protocol Buffers have keys of whole numbers, texts and Boolean values. */
  private type Key = Int | Long | String | Boolean
  given [K <: Key, V](using key: Single[K], value: Single[V]): ProtoType[Map[K, V]] = new Entries(key, value)

  private final class Enumeration[A](name: String, leaves: List[(String, A)]) extends Single[A]:
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setType(Type.TYPE_ENUM).setTypeName(file.enumeration(name, name, leaves.map(_._1)))
    def toProto(value: A, field: FieldDescriptor): AnyRef =
      field.getEnumType.findValueByNumber(leaves.indexWhere(_._2 == value))
    def fromProto(value: AnyRef): A = leaves(value.asInstanceOf[EnumValueDescriptor].getNumber)._2

  given Single[Color] = new Enumeration("Color", Color.values.toList.map(c => c.toString -> c))

  /** A class. */
  final class Message[A](
      name: String,
      names: List[String],
      types: () => List[ProtoType[Any]],
      mirror: Mirror.ProductOf[A]
  ) extends Single[A]:
    private lazy val parts = types()

    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setType(Type.TYPE_MESSAGE).setTypeName(declared(file))

    def declared(file: ProtoFile): String = file.message(this, name) { made =>
      for (part, i) <- parts.zipWithIndex do
        val field = FieldDescriptorProto.newBuilder.setName(names(i)).setNumber(i + 1).setLabel(Label.LABEL_OPTIONAL)
        part.declare(field, file)
        part.nested(names(i), file).foreach(made.addNestedType)
        if field.getProto3Optional then
          field.setOneofIndex(made.getOneofDeclCount)
          made.addOneofDecl(OneofDescriptorProto.newBuilder.setName(s"_${names(i)}"))
        made.addField(field)
    }

    def toMessage(value: A, of: Descriptor): AnyMessage =
      val made = DynamicMessage.newBuilder(of)
      for (part, i) <- parts.zipWithIndex do
        part.put(made, of.findFieldByNumber(i + 1), value.asInstanceOf[Product].productElement(i))
      made.build
    def toProto(value: A, field: FieldDescriptor): AnyRef = toMessage(value, field.getMessageType)
    def fromProto(value: AnyRef): A =
      val message = value.asInstanceOf[AnyMessage]
      val all =
        parts.zipWithIndex.map((part, i) => part.get(message, message.getDescriptorForType.findFieldByNumber(i + 1)))
      mirror.fromProduct(Tuple.fromArray(all.toArray))

  /** A sealed family of classes: a message with a `oneof`. */
  final class OneOf[A](name: String, names: List[String], types: () => List[Single[Any]], mirror: Mirror.SumOf[A])
      extends Single[A]:
    private lazy val leaves = types()
    def declare(field: FieldDescriptorProto.Builder, file: ProtoFile): Unit =
      field.setType(Type.TYPE_MESSAGE).setTypeName(file.message(this, name) { made =>
        made.addOneofDecl(OneofDescriptorProto.newBuilder.setName("kind"))
        for (leaf, i) <- leaves.zipWithIndex do
          val part = FieldDescriptorProto.newBuilder.setName(names(i)).setNumber(i + 1).setLabel(
            Label.LABEL_OPTIONAL
          ).setOneofIndex(0)
          leaf.declare(part, file)
          made.addField(part)
      })
    def toProto(value: A, field: FieldDescriptor): AnyRef =
      val leaf = mirror.ordinal(value)
      val own = field.getMessageType.findFieldByNumber(leaf + 1)
      DynamicMessage.newBuilder(field.getMessageType).setField(own, leaves(leaf).toProto(value, own)).build
    def fromProto(value: AnyRef): A =
      val message = value.asInstanceOf[AnyMessage]
      val own = message.getAllFields.keySet.iterator.next
      leaves(own.getNumber - 1).fromProto(message.getField(own)).asInstanceOf[A]

  inline def message[A](using mirror: Mirror.ProductOf[A]): Message[A] =
    new Message(
      constValue[mirror.MirroredLabel],
      labels[mirror.MirroredElemLabels],
      () => all[mirror.MirroredElemTypes],
      mirror
    )

  inline def oneOf[A](using mirror: Mirror.SumOf[A]): OneOf[A] =
    new OneOf(
      constValue[mirror.MirroredLabel],
      labels[mirror.MirroredElemLabels],
      () => leaves[mirror.MirroredElemTypes],
      mirror
    )

  def boxed[A](using field: ProtoType[A]): Message[Box[A]] = message[Box[A]]

  private inline def labels[T <: Tuple]: List[String] = inline erasedValue[T] match
    case _: EmptyTuple => Nil
    case _: (h *: t)   => constValue[h].asInstanceOf[String] :: labels[t]

  private inline def all[T <: Tuple]: List[ProtoType[Any]] = inline erasedValue[T] match
    case _: EmptyTuple => Nil
    case _: (h *: t)   => summonInline[ProtoType[h]].asInstanceOf[ProtoType[Any]] :: all[t]

  private inline def leaves[T <: Tuple]: List[Single[Any]] = inline erasedValue[T] match
    case _: EmptyTuple => Nil
    case _: (h *: t)   => message[h](using summonInline[Mirror.ProductOf[h]]).asInstanceOf[Single[Any]] :: leaves[t]

  given Message[Point] = message
  given Message[Line] = message
  given Message[Nothing0] = message
  given Message[Name] = message
  given Message[Optionals] = message
  given Message[Defaults] = message
  given Message[Collections] = message
  given Message[EmptyByDefault] = message
  given Message[File] = message
  given Message[Wide] = message
  given Message[snake_names] = message
  given Message[FullByDefault] = message
  given event: OneOf[Event] = oneOf
  given tree: OneOf[Tree] = oneOf
  given Message[Paint] = message
  given rose: Message[Rose] = message
  given linked: Message[Linked] = message
  given [A](using Single[A]): Message[Box[A]] = message
  given [A, B](using Single[A], Single[B]): Message[Pair[A, B]] = message
  given OneOf[Figure] = oneOf
  given Message[Drawing] = message
