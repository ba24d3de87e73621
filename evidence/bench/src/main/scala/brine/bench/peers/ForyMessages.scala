package brine.bench.peers

import java.util.{AbstractMap, Map as JavaMap, Set as JavaSet}
import scala.jdk.CollectionConverters.*
import org.apache.fory.Fory
import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.collection.MapLikeSerializer
import org.apache.fory.serializer.scala.SingletonObjectSerializer
import brine.bench.messages.{Messages, Schema}

/** Registers the messages with Fory, as for the other models by hand, but out of schemas. */
private object ForyMessages:
  def register(fory: Fory): Unit =
    ForyClasses.collections(fory)
    ForyClasses.options(fory)
    for c <- tableClasses do fory.registerSerializerAndType(c, new TableSerializer(fory.getTypeResolver, c))
    Schema.all(Messages.schemas).distinctBy(_.as).foreach {
      case record: Schema.Record[?]        => fory.register(record.as)
      case constants: Schema.Enumerated[?] => ForyClasses.constants(fory, constants.values)
      case singleton: Schema.Singleton[?] =>
        fory.registerSerializerAndType(singleton.as, new SingletonObjectSerializer(fory.getTypeResolver, singleton.as))
      case _ => ()
    }

  /** A map has a class for each of its smallest sizes, and one for all others. */
  private def tableClasses: List[Class[?]] =
    val entries = List.tabulate(5)(n => n.toString -> n)
    List.tabulate(6)(size => Map.from(entries.take(size)).getClass)

  /** The count; keys and values are written and read by Fory, which sees a map of Java's. */
  private final class TableSerializer(resolver: TypeResolver, as: Class[?])
      extends MapLikeSerializer[Map[Any, Any]](resolver, as.asInstanceOf[Class[Map[Any, Any]]], true):
    override def onMapWrite(context: WriteContext, table: Map[Any, Any]): JavaMap[?, ?] =
      context.getBuffer.writeVarUInt32Small7(table.size)
      table.asJava

    override def newMap(context: ReadContext, isBacked: Boolean): JavaMap[?, ?] =
      setNumElements(readMapSize(context, context.getBuffer, isBacked))
      new Built

    override def onMapRead(built: JavaMap[?, ?]): Map[Any, Any] = built.asInstanceOf[Built].builder.result()
    override def onMapCopy(built: JavaMap[?, ?]): Map[Any, Any] = onMapRead(built)

  private final class Built extends AbstractMap[Any, Any]:
    val builder = Map.newBuilder[Any, Any]
    override def put(key: Any, value: Any): Any =
      builder += key -> value
      null
    def entrySet: JavaSet[JavaMap.Entry[Any, Any]] = throw new UnsupportedOperationException
