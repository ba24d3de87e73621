package brine.graph.clustered.code

import brine.bytecode.{Call, Methods}
import brine.graph.clustered.columns.*

/** The methods that the code for columns calls. */
private[code] object ColumnCalls:
  val code = new Methods(classOf[ColumnsCode])
  val write: Call = code(
    "write",
    classOf[Int],
    classOf[AnyRef],
    classOf[ColumnBuilder],
    classOf[ColumnSinks],
    classOf[Int]
  )
  val read: Call = code("read", classOf[Int], classOf[ColumnReader], classOf[ColumnSources], classOf[Int], classOf[Int])
  val begin: Call = code("begin", classOf[Int], classOf[ColumnReader], classOf[ColumnSources], classOf[Int])
  val made = new Methods(classOf[MadeColumns])
  val builder = new Methods(classOf[ColumnBuilder])
  val reader = new Methods(classOf[ColumnReader])
  val sinks = new Methods(classOf[ColumnSinks])
  val sources = new Methods(classOf[ColumnSources])
  val sink = new Methods(classOf[ColumnSink])
  val source = new Methods(classOf[ColumnSource])
  val objectSink = new Methods(classOf[ObjectSink])
  val objectSource = new Methods(classOf[ObjectSource])
  val placeSink = new Methods(classOf[PlaceSink])
  val placeSource = new Methods(classOf[PlaceSource])
  val counter = new Methods(classOf[Counter])
