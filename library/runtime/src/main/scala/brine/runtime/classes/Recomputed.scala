package brine.runtime.classes

import java.lang.reflect.{Field, Method, Modifier}
import scala.collection.mutable
import org.objectweb.asm.{ClassReader, ClassVisitor, Handle, MethodVisitor, Type}
import org.objectweb.asm.Opcodes.*

/** Finds the reason for which a constructor may compute another value for a field when it is called again: a clock, a
  * random number, a counter. The object would come back with that other value.
  *
  * It follows the constructor's code into the methods that it calls, as far as they are of the program. Methods of the
  * libraries are taken for functions of their arguments, with the exceptions that [[Recomputed.isImpure]] lists. A call
  * that can lead anywhere, such as one of an abstract method, is a reason, too.
  */
private[runtime] final class Recomputed private (c: Class[?], changeable: Set[Field], isStrict: Boolean):
  /** The own fields that the code reads, as long as no reason is found. */
  val uses: mutable.HashSet[Field] = mutable.HashSet.empty

  /** The first sign that the value depends on the moment: the code reads or assigns a variable elsewhere. */
  private var sign: String | Null = null
  private val loader = Option(c.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
  private val visited = mutable.HashSet.empty[(String, String, String)]
  private var reason: String | Null = null

  private def findings = Recomputed.Findings(reason, sign, uses)

  private def found(why: String): Unit = if reason == null then reason = why

  /** Nothing is known that speaks against it, and nothing for it. */
  private def doubtful(why: String): Unit = if isStrict then found(why)

  private def suspicious(why: String): Unit =
    if sign == null then sign = why
    doubtful(why)

  /** Follows a method that `owner` has or inherits. */
  private def follow(owner: String, name: String, descriptor: String, from: Class[?] | Null): Unit =
    if reason == null && visited.add((owner, name, descriptor)) then
      if visited.size > Recomputed.MostMethods then
        doubtful(s"calls too much code to follow: ${shown(owner)}.$name, among others")
      else
        val declaring = implementation(from, name, descriptor)
        if declaring == null then doubtful(s"calls ${shown(owner)}.$name, which can be anything")
        else read(declaring, name, descriptor)

  /** The class whose code runs when the method is called on an object of `from`; null if it is not known. */
  private def implementation(from: Class[?] | Null, name: String, descriptor: String): Class[?] | Null =
    def declares(in: Class[?]) =
      if name == "<init>" then in.getDeclaredConstructors.exists(Type.getConstructorDescriptor(_) == descriptor)
      else
        in.getDeclaredMethods.exists(m =>
          m.getName == name && !Modifier.isAbstract(m.getModifiers) && Type.getMethodDescriptor(m) == descriptor
        )
    def interfaces(in: Class[?]): Iterator[Class[?]] =
      in.getInterfaces.iterator.flatMap(i => Iterator.single(i) ++ interfaces(i))
    if from == null then null
    else
      def above = Iterator.iterate[Class[?]](from)(_.getSuperclass).takeWhile(_ != null)
      val candidates = if name == "<init>" then Iterator.single(from) else above ++ above.flatMap(interfaces)
      candidates.find(declares).orNull

  private def read(declaring: Class[?], name: String, descriptor: String): Unit =
    val in = loader.getResourceAsStream(Type.getInternalName(declaring) + ".class")
    if in == null then doubtful(s"calls ${declaring.getName}.$name, whose class file is not there")
    else
      try
        new ClassReader(in).accept(
          new ClassVisitor(ASM9):
            override def visitMethod(
                access: Int,
                own: String,
                itsDescriptor: String,
                signature: String,
                exceptions: Array[String]
            ): MethodVisitor | Null =
              if own == name && itsDescriptor == descriptor then new Code(declaring, name) else null
          ,
          ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG
        )
      catch
        case _: java.io.IOException | _: IllegalArgumentException =>
          doubtful(s"calls ${declaring.getName}.$name, whose class file cannot be read")
      finally in.close()

  private final class Code(of: Class[?], method: String) extends MethodVisitor(ASM9):
    override def visitFieldInsn(opcode: Int, owner: String, name: String, descriptor: String): Unit =
      if name != "MODULE$" && !Recomputed.isOfLibrary(owner) then
        def shownField = s"${shown(owner)}.$name"
        if opcode == PUTSTATIC && method != "<clinit>" then suspicious(s"assigns $shownField")
        else
          val holder = classOf(owner)
          if holder == null then doubtful(s"uses $shownField, whose class is not there")
          else if opcode == GETSTATIC && !isConstant(holder, name) then
            suspicious(s"reads $shownField, which may change")
          else if opcode == PUTFIELD && !holder.isAssignableFrom(c) && !(method == "<init>" && holder == of) then
            suspicious(s"assigns $shownField")
          else if opcode == GETFIELD && holder.isAssignableFrom(c) then
            val used = fieldOf(holder, name)
            uses ++= used
            if used.exists(changeable) then found(s"uses '$name', which may have changed since")
          else if opcode == GETFIELD && !isConstant(holder, name) then
            suspicious(s"reads $shownField, which may change")

    override def visitMethodInsn(
        opcode: Int,
        owner: String,
        name: String,
        descriptor: String,
        isInterface: Boolean
    ): Unit = call(owner, name, descriptor)

    override def visitInvokeDynamicInsn(name: String, descriptor: String, handle: Handle, arguments: Object*): Unit =
      for case h: Handle <- arguments do call(h.getOwner, h.getName, h.getDesc)

  private def call(owner: String, name: String, descriptor: String): Unit =
    if owner.startsWith("[") then ()
    else if Recomputed.isOfLibrary(owner) then
      if Recomputed.isImpure(owner, name, descriptor) then found(s"calls ${shown(owner)}.$name")
      else if Recomputed.isFunction(owner, name) then
        doubtful(s"calls a function, ${shown(owner)}.$name, which can be any")
    else
      val declared = classOf(owner)
      // A call on an object of a superclass counts as a call on this object.
      val from = if declared != null && declared.isAssignableFrom(c) && name != "<init>" then c else declared
      follow(owner, name, descriptor, from)

  private def isConstant(holder: Class[?], name: String): Boolean =
    fieldOf(holder, name).exists { f =>
      val t = f.getType
      def isUnclear = t == RuntimeType.Any.runtimeClass || t.isInterface && Mutability.isOfJdk(t)
      Modifier.isFinal(f.getModifiers) && (Mutability.of(RuntimeType.raw(t)) match
        case Mutability.Immutable => true
        case Mutability.Unknown   => !isUnclear // its code is followed, or it is a collection of unknown elements
        case Mutability.Mutable   => false
      )
    }

  private def fieldOf(holder: Class[?], name: String): Option[Field] =
    Iterator.iterate[Class[?]](holder)(_.getSuperclass).takeWhile(_ != null).flatMap(_.getDeclaredFields.find(
      _.getName == name
    )).nextOption()

  private def classOf(name: String): Class[?] | Null =
    try loader.loadClass(name.replace('/', '.'))
    catch case _: ClassNotFoundException | _: LinkageError => null

  private def shown(owner: String): String = owner.replace('/', '.').stripSuffix("$")

private[runtime] object Recomputed:
  private final val MostMethods = 300

  /** The result of inspecting code that computes a value. Reasons are ends of sentences.
    *
    * @param reason the reason why a second run may compute another value; null if it computes the same
    * @param sign   the first variable of another object or class that the code reads or assigns; null if it has none
    * @param uses   the object's own fields that the code reads. Complete if there is no reason
    */
  final case class Findings(reason: String | Null, sign: String | Null, uses: collection.Set[Field])

  /** Inspects a constructor.
    *
    * @param changeable fields whose values may have changed since
    */
  def ofConstructor(c: Class[?], descriptor: String, changeable: Set[Field]): Findings =
    val all = new Recomputed(c, changeable, isStrict = true)
    all.follow(Type.getInternalName(c), "<init>", descriptor, c)
    all.findings

  /** Inspects the code of a lazy value. A call that can lead anywhere does not count as a reason. */
  def ofLazyValue(c: Class[?], initializer: Method, changeable: Set[Field]): Findings =
    val all = new Recomputed(c, changeable, isStrict = false)
    all.follow(
      Type.getInternalName(initializer.getDeclaringClass),
      initializer.getName,
      Type.getMethodDescriptor(initializer),
      initializer.getDeclaringClass
    )
    all.findings

  private val libraries = List(
    "java/",
    "javax/",
    "jdk/",
    "scala/",
    "org/slf4j/",
    "org/apache/logging/",
    "org/apache/log4j/",
    "org/apache/commons/logging/",
    "com/typesafe/scalalogging/",
    "org/apache/spark/internal/"
  )

  private def isOfLibrary(owner: String): Boolean = libraries.exists(owner.startsWith)

  /** Parts of the libraries whose methods read the world, or change it. */
  private val impure = List(
    "java/io/",
    "java/lang/Process",
    "java/lang/Runtime",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/management/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/security/SecureRandom",
    "java/sql/DriverManager",
    "java/time/Clock",
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/Scanner",
    "java/util/Timer",
    "java/util/concurrent/",
    "java/util/prefs/",
    "java/util/random/",
    "javax/",
    "jdk/",
    "scala/concurrent/",
    "scala/io/",
    "scala/sys/",
    "scala/util/Properties",
    "scala/util/Random"
  )

  private val pure = List(
    "java/net/URI",
    "java/net/URL",
    "java/util/concurrent/TimeUnit",
    "scala/concurrent/duration/",
    "java/io/Serializable",
    "java/io/File"
  )

  private val impureNames = Set(
    "now",
    "systemDefault",
    "randomUUID",
    "random",
    "getDefault",
    "getInstance",
    "identityHashCode",
    "nanoTime",
    "currentTimeMillis"
  )

  private def isFunction(owner: String, name: String): Boolean =
    owner.startsWith("scala/Function") && name.startsWith("apply") || owner.startsWith(
      "java/util/function/"
    ) && name != "<init>"

  private def isImpure(owner: String, name: String, descriptor: String): Boolean =
    if name == "<init>" then
      descriptor == "()V" && (owner == "java/util/Date" || owner == "java/util/GregorianCalendar")
    else if owner == "java/lang/System" && name == "arraycopy" then false
    else if impureNames(name) && (owner.startsWith("java/") || owner.startsWith("scala/math/")) then true
    else impure.exists(owner.startsWith) && !pure.exists(owner.startsWith)
