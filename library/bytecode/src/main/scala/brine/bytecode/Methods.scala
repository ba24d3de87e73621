package brine.bytecode

import java.lang.reflect.{Method, Modifier}
import java.util.concurrent.ConcurrentHashMap
import org.objectweb.asm.Opcodes.*
import org.objectweb.asm.Type

/** A method that made code calls. */
private[brine] final class Call(owner: Class[?], method: Method):
  val opcode: Int =
    if Modifier.isStatic(method.getModifiers) then INVOKESTATIC
    else if owner.isInterface then INVOKEINTERFACE
    else INVOKEVIRTUAL
  val ownerName: String = Type.getInternalName(owner)
  val name: String = method.getName
  val descriptor: String = Type.getMethodDescriptor(method)
  val isInterface: Boolean = owner.isInterface
  val result: Type = Type.getReturnType(method)

/** The methods of a class that made code calls, by name. Descriptors come from reflection, so that they cannot be
  * wrong.
  */
private[brine] final class Methods(val owner: Class[?]):
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
