package brine.bench.peers

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.objenesis.strategy.StdInstantiatorStrategy
import brine.bench.Contender
import brine.bench.workloads.*

/** Kryo 5.6, classes registered, one instance and one growing buffer reused, as its documentation advises.
  *
  * @param keepsReferences Kryo's `setReferences`. With it, the identity of every object is kept, that of strings and of
  *                        immutable values too, which Brine keeps only where `Sharing.All` asks for it.
  */
final class KryoPeer[A](keepsReferences: Boolean) extends Contender[A]:
  private val kryo =
    val k = new Kryo()
    k.setReferences(keepsReferences)
    k.setRegistrationRequired(true)
    k.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()))
    k.register(classOf[Branch])
    k.register(classOf[Leaf])
    k.register(classOf[DataEvent])
    for vector <- KryoPeer.vectorClasses do k.register(vector, new KryoPeer.EventsSerializer(k.getSerializer(classOf[DataEvent])))
    k
  private val output = new Output(1 << 16, -1)
  private val input = new Input()

  def write(value: A): Array[Byte] =
    output.reset()
    kryo.writeClassAndObject(output, value)
    output.toBytes

  def read(bytes: Array[Byte]): A =
    input.setBuffer(bytes)
    kryo.readClassAndObject(input).asInstanceOf[A]

private object KryoPeer:
  /** `Vector` has a class for each of its depths; these hold up to a million elements. */
  def vectorClasses: Seq[Class[? <: Vector[?]]] = Seq(0, 1, 40, 1100, 40_000).map(n => Vector.fill(n)(0).getClass)

  /** A vector's elements by the serializer of their class, which is not written for each: what Kryo's own
    * `CollectionSerializer` does where it is told the class.
    */
  final class EventsSerializer(element: Serializer[?]) extends Serializer[Vector[DataEvent]]:
    def write(kryo: Kryo, output: Output, vector: Vector[DataEvent]): Unit =
      output.writeVarInt(vector.length, true)
      vector.foreach(kryo.writeObject(output, _, element))

    def read(kryo: Kryo, input: Input, tpe: Class[? <: Vector[DataEvent]]): Vector[DataEvent] =
      val builder = Vector.newBuilder[DataEvent]
      var left = input.readVarInt(true)
      while left > 0 do
        builder += kryo.readObject(input, classOf[DataEvent], element)
        left -= 1
      builder.result()
