package brine.bench.start

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.serializers.ImmutableSerializer
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import org.objenesis.strategy.StdInstantiatorStrategy

private object JsoniterCall:
  def run(value: FirstOrder): FirstOrder =
    given JsonValueCodec[FirstOrder] = JsonCodecMaker.make
    readFromString[FirstOrder](writeToString(value))

private object KryoCall:
  def run(value: FirstOrder): FirstOrder =
    val kryo = new Kryo
    kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy))
    kryo.setReferences(true)
    kryo.register(classOf[FirstOrder])
    kryo.register(classOf[FirstLine])
    val lists = new Lists
    kryo.register(classOf[::[?]], lists)
    kryo.register(Nil.getClass, lists)
    kryo.register(classOf[Some[?]], new Somes)
    val status = new Statuses
    kryo.register(FirstStatus.Sent.getClass, status)
    val output = new Output(256, -1)
    kryo.writeObject(output, value)
    kryo.readObject(new Input(output.toBytes), classOf[FirstOrder])

  private final class Lists extends ImmutableSerializer[List[Any]]:
    def write(kryo: Kryo, output: Output, list: List[Any]): Unit =
      output.writeVarInt(list.length, true)
      list.foreach(kryo.writeClassAndObject(output, _))
    def read(kryo: Kryo, input: Input, c: Class[? <: List[Any]]): List[Any] =
      List.fill(input.readVarInt(true))(kryo.readClassAndObject(input))

  private final class Somes extends ImmutableSerializer[Some[Any]]:
    def write(kryo: Kryo, output: Output, some: Some[Any]): Unit = kryo.writeClassAndObject(output, some.value)
    def read(kryo: Kryo, input: Input, c: Class[? <: Some[Any]]): Some[Any] = Some(kryo.readClassAndObject(input))

  private final class Statuses extends ImmutableSerializer[FirstStatus]:
    def write(kryo: Kryo, output: Output, status: FirstStatus): Unit = output.writeVarInt(status.ordinal, true)
    def read(kryo: Kryo, input: Input, c: Class[? <: FirstStatus]): FirstStatus =
      FirstStatus.fromOrdinal(input.readVarInt(true))
