package brine.spark

import scala.collection.mutable
import brine.{PickleBuilder, PickleReader}

/** Maps of Scala with a default, which is a function: the map below, and the function. */
private[spark] object DefaultMaps:
  object ImmutableMaps extends HandwrittenPickler[Map.WithDefault[Any, Any]](classOf[Map.WithDefault[?, ?]]):
    def pickle(map: Map.WithDefault[Any, Any], builder: PickleBuilder): Unit =
      checkClass(map)
      builder.put[Object](map.underlying)(using Parts.ANY)
      builder.put[Object](map.defaultValue)(using Parts.ANY)

    def unpickle(reader: PickleReader): Map.WithDefault[Any, Any] =
      (reader.get[Object](using Parts.ANY), reader.get[Object](using Parts.ANY)) match
        case (underlying: Map[?, ?], default: Function1[?, ?]) =>
          new Map.WithDefault(underlying.asInstanceOf, default.asInstanceOf)
        case (underlying, _) => throw malformed(s"holds a ${underlying.getClass}")

  object MutableMaps
      extends HandwrittenPickler[mutable.Map.WithDefault[Any, Any]](classOf[mutable.Map.WithDefault[?, ?]]):
    def pickle(map: mutable.Map.WithDefault[Any, Any], builder: PickleBuilder): Unit =
      checkClass(map)
      builder.put[Object](map.underlying)(using Parts.ANY)
      builder.put[Object](map.defaultValue)(using Parts.ANY)

    def unpickle(reader: PickleReader): mutable.Map.WithDefault[Any, Any] =
      (reader.get[Object](using Parts.ANY), reader.get[Object](using Parts.ANY)) match
        case (underlying: mutable.Map[?, ?], default: Function1[?, ?]) =>
          new mutable.Map.WithDefault(underlying.asInstanceOf, default.asInstanceOf)
        case (underlying, _) => throw malformed(s"holds a ${underlying.getClass}")
