package brine.runtime

import java.lang.reflect.{Method, Modifier}
import java.util.concurrent.ConcurrentHashMap
import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.emitted.{Emitted, EmittedFailures, GivenElements, RecordComponents}
import brine.run.PlannedPickler
import brine.wire.{ByteSink, ByteSource}

/** A method that made code calls. */
private[runtime] final class Call(owner: Class[?], method: Method):
  val opcode: Int =
    if Modifier.isStatic(method.getModifiers) then INVOKESTATIC
    else if owner.isInterface then INVOKEINTERFACE
    else INVOKEVIRTUAL
  val ownerName: String = Type.getInternalName(owner)
  val name: String = method.getName
  val descriptor: String = Type.getMethodDescriptor(method)
  val isInterface: Boolean = owner.isInterface

/** The methods of a class that made code calls, by name. Descriptors come from reflection, so that they cannot be wrong. */
private[runtime] final class Calls(val owner: Class[?]):
  private val methods = owner.getMethods.filterNot(_.isBridge)
  private val known = new ConcurrentHashMap[String, Call]

  /** The only method of this name, or the one with these parameters. */
  def apply(name: String, parameters: Class[?]*): Call =
    if parameters.isEmpty then known.computeIfAbsent(name, _ => find(name, _ => true))
    else
      known.computeIfAbsent(
        parameters.map(_.getName).mkString(name, " ", ""),
        _ => find(name, _.sameElements(parameters))
      )

  /** The method of this name without parameters. */
  def empty(name: String): Call = known.computeIfAbsent(name + "()", _ => find(name, _.isEmpty))

  private def find(name: String, hasParameters: Array[Class[?]] => Boolean): Call =
    val found = methods.filter(m => m.getName == name && hasParameters(m.getParameterTypes)).distinctBy(
      _.getParameterTypes.toList
    )
    if found.length != 1 then throw new IllegalStateException(s"${found.length} methods '$name' of ${owner.getName}")
    new Call(owner, found.head)

private[runtime] object Calls:
  val self = new Calls(classOf[Emitted[?]])
  val failures = new Calls(EmittedFailures.getClass)
  val components = new Calls(RecordComponents.getClass)
  val code = new Calls(classOf[BinaryCode])
  val planned = new Calls(classOf[PlannedPickler[?]])
  val givens = new Calls(classOf[GivenElements])
  val builder = new Calls(classOf[BinaryBuilder])
  val reader = new Calls(classOf[BinaryReader])
  val sink = new Calls(classOf[ByteSink])
  val source = new Calls(classOf[ByteSource])
  val any = new Calls(classOf[Object])
  val classes = new Calls(classOf[Class[?]])
  val iterable = new Calls(classOf[scala.collection.Iterable[?]])
  val map = new Calls(classOf[scala.collection.Map[?, ?]])
  val iterator = new Calls(classOf[scala.collection.Iterator[?]])
  val elements = new Calls(classOf[scala.collection.mutable.Builder[?, ?]])
  val option = new Calls(classOf[Option[?]])
  val pair = new Calls(classOf[(?, ?)])
  val parts = new Calls(classOf[java.util.ArrayList[?]])
