package brine.runtime.code

import brine.bytecode.Methods
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.emitted.{Emitted, EmittedFailures, GivenElements, RecordComponents}
import brine.run.PlannedPickler
import brine.wire.{ByteSink, ByteSource}

/** The methods that the code of runtime picklers calls. */
private[runtime] object Calls:
  val self = new Methods(classOf[Emitted[?]])
  val failures = new Methods(EmittedFailures.getClass)
  val steps = new Methods(ReadSteps.getClass)
  val components = new Methods(RecordComponents.getClass)
  val code = new Methods(classOf[BinaryCode])
  val planned = new Methods(classOf[PlannedPickler[?]])
  val givens = new Methods(classOf[GivenElements])
  val builder = new Methods(classOf[BinaryBuilder])
  val reader = new Methods(classOf[BinaryReader])
  val sink = new Methods(classOf[ByteSink])
  val source = new Methods(classOf[ByteSource])
  val classes = new Methods(classOf[Class[?]])
  val iterable = new Methods(classOf[scala.collection.Iterable[?]])
  val map = new Methods(classOf[scala.collection.Map[?, ?]])
  val iterator = new Methods(classOf[scala.collection.Iterator[?]])
  val elements = new Methods(classOf[scala.collection.mutable.Builder[?, ?]])
  val pair = new Methods(classOf[(?, ?)])
  val parts = new Methods(classOf[java.util.ArrayList[?]])
