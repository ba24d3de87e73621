package brine.bench.peers

import java.util.UUID
import scala.collection.mutable
import scala.reflect.ClassTag
import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.serializers.{DefaultSerializers, FieldSerializer}
import brine.bench.messages.Schema
import KryoClasses.*

/** Registers the messages with Kryo, as for the other models by hand, but out of schemas. Classes are registered when
  * first met, always in the same order.
  */
private final class KryoMessages(kryo: Kryo):
  private val records = mutable.Map.empty[Class[?], FieldSerializer[Any]]
  kryo.register(classOf[UUID], new DefaultSerializers.UUIDSerializer)

  /** The class is written with values of a family, and with no others. */
  def root(schema: Schema[?]): Root[Any] = schema match
    case family: Schema.Family[?] =>
      registerLeaves(family)
      new Open(kryo)
    case _ => known(kryo, serializer(schema))(using tag(schema))

  private def registerLeaves(family: Schema.Family[?]): Unit = family.parts.foreach {
    case singleton: Schema.Singleton[?] => kryo.register(singleton.as, new SingletonSerializer(singleton.value))
    case leaf                           => serializer(leaf)
  }

  private def serializer(schema: Schema[?]): Serializer[Any] =
    val made = schema match
      case plain: Schema.Plain[?]          => KryoMessages.plain(plain.as)
      case elements: Schema.Elements[?]    => ofElements(elements)
      case optional: Schema.Optional[?]    => new OptionSerializer(serializer(optional.of))(using tag(optional.of))
      case table: Schema.Table[?]          => new TableSerializer(root(table.of))
      case constants: Schema.Enumerated[?] => new ConstantsSerializer(constants.values)
      case record: Schema.Record[?]        => records.getOrElse(record.as, registered(record))
      case other                           => throw new IllegalArgumentException(s"${other.as} is open here")
    made.asInstanceOf[Serializer[Any]]

  private def ofElements(elements: Schema.Elements[?]): Serializer[?] = elements.of match
    case family: Schema.Family[?] =>
      registerLeaves(family)
      new OpenElementsSerializer(elements.factory)
    case plain: Schema.Plain[?] if plain.as == classOf[Int] && elements.as == classOf[Vector[?]] => new IntsSerializer
    case of => KryoClasses.elements(serializer(of), elements.factory)(using tag(of))

  /** Registered before its fields are read, since they may hold the class again. */
  private def registered(record: Schema.Record[?]): FieldSerializer[Any] =
    val serializer = KryoClasses.registered[Any](kryo)(using tag(record))
    records(record.as) = serializer
    for (name, schema) <- record.fields do tell(serializer, name, schema)
    serializer

  private def tell(record: FieldSerializer[Any], name: String, schema: Schema[?]): Unit = schema match
    case plain: Schema.Plain[?]   => () // Kryo sees these for itself
    case family: Schema.Family[?] => registerLeaves(family)
    case _                        => record.field(name, serializer(schema))(using tag(schema))

  private def tag(schema: Schema[?]): ClassTag[Any] = ClassTag(schema.as)

private object KryoMessages:
  private def plain(as: Class[?]): Serializer[?] =
    if as == classOf[String] then new DefaultSerializers.StringSerializer
    else if as == classOf[UUID] then new DefaultSerializers.UUIDSerializer
    else if as == classOf[Int] then new DefaultSerializers.IntSerializer
    else if as == classOf[Long] then new DefaultSerializers.LongSerializer
    else if as == classOf[Double] then new DefaultSerializers.DoubleSerializer
    else new DefaultSerializers.BooleanSerializer

/** By strings. */
private final class TableSerializer[A](values: Root[A]) extends Serializer[Map[String, A]](false, true):
  private val text = new DefaultSerializers.StringSerializer

  def write(kryo: Kryo, output: Output, table: Map[String, A]): Unit =
    output.writeVarInt(table.size, true)
    table.foreachEntry { (key, value) =>
      kryo.writeObject(output, key, text)
      values.write(output, value)
    }

  def read(kryo: Kryo, input: Input, as: Class[? <: Map[String, A]]): Map[String, A] =
    val builder = Map.newBuilder[String, A]
    var left = input.readVarInt(true)
    while left > 0 do
      builder += kryo.readObject(input, classOf[String], text) -> values.read(input)
      left -= 1
    builder.result()

private final class SingletonSerializer[A](value: A) extends Serializer[A](false, true):
  def write(kryo: Kryo, output: Output, value: A): Unit = ()
  def read(kryo: Kryo, input: Input, as: Class[? <: A]): A = value
