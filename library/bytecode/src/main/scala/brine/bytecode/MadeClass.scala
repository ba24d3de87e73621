package brine.bytecode

import java.lang.invoke.{MethodHandle, MethodType}
import java.util.WeakHashMap
import java.util.concurrent.atomic.LongAdder
import scala.collection.mutable
import org.objectweb.asm.{ClassTooLargeException, ClassWriter, MethodTooLargeException, Type}
import org.objectweb.asm.Opcodes.*

/** A hidden class that is being made.
  *
  * @param superclass has one constructor, which the class's own calls with the same arguments
  */
private[brine] final class MadeClass private (
    host: Host,
    superclass: Class[?],
    source: Methods | Null
):
  private val parameters = superclass.getDeclaredConstructors.head.getParameterTypes
  private val writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES):
    override def getCommonSuperClass(a: String, b: String): String = "java/lang/Object"
  private val constants = new CodeConstants(host.name, source)

  private final case class Helper(name: String, descriptor: String, code: MethodCode => Unit)
  private val named = mutable.HashSet.empty[String]
  private val waiting = mutable.Queue.empty[Helper]

  /** True if it has constants. */
  def hasConstants: Boolean = source != null

  /** The type of a constant. */
  def constantType(name: String): Type = source.nn(name).result

  /** A method that overrides one of the superclass. */
  def overrides(method: Call)(body: MethodCode => Unit): Unit =
    define(method.name, method.descriptor, isStatic = false)(body)

  /** Calls a method of this class, whose code is made once. It is static if the object is a constant. */
  def callHelper(caller: MethodCode, name: String, descriptor: String)(body: MethodCode => Unit): Unit =
    if named.add(name) then waiting.enqueue(Helper(name, descriptor, body))
    if hasConstants then caller.callStatic(host.name, name, descriptor)
    else caller.visitor.visitMethodInsn(INVOKEVIRTUAL, host.name, name, descriptor, false)

  private def define(name: String, descriptor: String, isStatic: Boolean)(body: MethodCode => Unit): Unit =
    val visitor = writer.visitMethod(if isStatic then ACC_STATIC else ACC_PUBLIC, name, descriptor, null, null)
    visitor.visitCode()
    body(new MethodCode(visitor, words(descriptor) + (if isStatic then 0 else 1), constants))
    visitor.visitMaxs(0, 0)
    visitor.visitEnd()

  private def words(descriptor: String): Int = Type.getArgumentTypes(descriptor).map(_.getSize).sum

  private def constructor(): Unit =
    val descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters.map(Type.getType)*)
    define("<init>", descriptor, isStatic = false) { code =>
      code.push(new Variable(0, MethodCode.Any))
      val types = parameters.map(Type.getType)
      for (t, at) <- types.zip(types.scanLeft(1)(_ + _.getSize)) do code.push(new Variable(at, t))
      code.visitor.visitMethodInsn(INVOKESPECIAL, Type.getInternalName(superclass), "<init>", descriptor, false)
      code.instruction(RETURN)
    }

  private def bytes(body: MadeClass => Unit): Array[Byte] =
    writer.visit(V17, ACC_FINAL | ACC_SUPER, host.name, null, Type.getInternalName(superclass), null)
    constructor()
    body(this)
    while waiting.nonEmpty do
      val next = waiting.dequeue()
      define(next.name, next.descriptor, isStatic = hasConstants)(next.code)
    constants.define(writer)
    writer.visitEnd()
    writer.toByteArray

private[brine] object MadeClass:
  /** Counts the classes made in this JVM, and those that could not be made. */
  val made, refused = new LongAdder

  /** The constructor of the class that `body` describes; null if the JVM refuses it, which is logged.
    *
    * @param data   the class data, from which `source` finds the constants
    * @param source the methods that give the constants ([[CodeConstants]]); null for code without constants
    */
  def of(
      host: Host,
      superclass: Class[?],
      data: AnyRef = "",
      source: Methods | Null = null
  )(body: MadeClass => Unit): MethodHandle | Null =
    try
      val described = new MadeClass(host, superclass, source)
      val lookup = host.define(described.bytes(body), data)
      made.increment()
      lookup.findConstructor(lookup.lookupClass, MethodType.methodType(Void.TYPE, described.parameters))
    catch
      case e @ (_: IllegalAccessException | _: LinkageError | _: MethodTooLargeException | _: ClassTooLargeException) =>
        refused.increment()
        if isFirst(host.loader, e.getClass) then log(host, e)
        null

  private val reported = new WeakHashMap[ClassLoader, mutable.HashSet[Class[?]]]

  private def isFirst(loader: ClassLoader, reason: Class[?]): Boolean = reported.synchronized {
    reported.computeIfAbsent(loader, _ => mutable.HashSet.empty).add(reason)
  }

  private def log(host: Host, e: Throwable): Unit = System.getLogger("brine.bytecode").log(
    System.Logger.Level.WARNING,
    s"The JVM cannot define ${host.name.replace('/', '.')}. Objects are pickled without this code, which takes " +
      s"several times as long. Further classes of ${host.loader} with such a cause are not reported. The cause: $e"
  )
