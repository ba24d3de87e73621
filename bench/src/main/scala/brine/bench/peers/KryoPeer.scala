package brine.bench.peers

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import org.objenesis.strategy.StdInstantiatorStrategy
import brine.bench.workloads.*

/** Kryo 5.6, classes registered, one instance and one growing buffer reused, as its documentation advises.
  *
  * @param keepsReferences Kryo's `setReferences`: with it, identity is kept
  */
final class KryoPeer(keepsReferences: Boolean):
  private val kryo =
    val k = new Kryo()
    k.setReferences(keepsReferences)
    k.setRegistrationRequired(true)
    k.setInstantiatorStrategy(new com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy(new StdInstantiatorStrategy()))
    k.register(classOf[Branch])
    k.register(classOf[Leaf])
    k.register(classOf[DataEvent])
    for vector <- KryoPeer.vectorClasses do k.register(vector, KryoPeer.VectorSerializer)
    k
  private val output = new Output(1 << 16, -1)
  private val input = new Input()

  def write(value: AnyRef): Array[Byte] =
    output.reset()
    kryo.writeClassAndObject(output, value)
    output.toBytes

  def read(bytes: Array[Byte]): AnyRef =
    input.setBuffer(bytes)
    kryo.readClassAndObject(input)

private object KryoPeer:
  /** `Vector` has a class for each of its depths. */
  val vectorClasses: Seq[Class[? <: Vector[?]]] =
    Seq(0, 1, 40, 1100, 40_000, 1_100_000, 34_000_000).map(n => if n > 1_100_000 then Vector.empty else Vector.fill(n)(0)).map(_.getClass).distinct

  object VectorSerializer extends Serializer[Vector[AnyRef]]:
    def write(kryo: Kryo, output: Output, vector: Vector[AnyRef]): Unit =
      output.writeVarInt(vector.length, true)
      vector.foreach(kryo.writeClassAndObject(output, _))
    def read(kryo: Kryo, input: Input, tpe: Class[? <: Vector[AnyRef]]): Vector[AnyRef] =
      val builder = Vector.newBuilder[AnyRef]
      var left = input.readVarInt(true)
      while left > 0 do
        builder += kryo.readClassAndObject(input)
        left -= 1
      builder.result()
