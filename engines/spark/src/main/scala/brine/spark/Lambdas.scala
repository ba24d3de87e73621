package brine.spark

import java.lang.invoke.SerializedLambda
import java.lang.reflect.{InaccessibleObjectException, InvocationTargetException}
import java.util.concurrent.ConcurrentHashMap
import brine.{PickleBuilder, PickleException, PickleReader, Subtype, Subtypes}
import brine.runtime.AllowList

/** Lambdas that are `Serializable`, as all functions of Scala are: each as the class and the method that its code is
  * in, and the values that it captured. Reading calls the method with which that class makes its own lambdas, as Java's
  * serialization does.
  *
  * The class that contains the code must be allowed. A lambda of several interfaces is refused: its place in a pickle
  * has one.
  */
private[spark] final class Lambdas(loader: ClassLoader, allowed: AllowList) extends Subtypes.Source:
  import Lambdas.*

  private val byInterface = new ConcurrentHashMap[Class[?], Subtype[?]]

  def of(c: Class[?]): Subtype[?] | Null =
    val interface = if isSerializableLambda(c) then interfaceOf(c) else null
    if interface == null then null else subtypeOf(interface)

  def named(name: String): Subtype[?] | Null =
    val interface = if name.startsWith(Prefix) then load(name.substring(Prefix.length)) else null
    if interface == null || !interface.isInterface then null else subtypeOf(interface)

  private def subtypeOf(interface: Class[?]): Subtype[?] =
    byInterface.computeIfAbsent(
      interface,
      i =>
        Subtype.of(i.asInstanceOf[Class[Any]], new InterfacePickler(i).asInstanceOf[brine.Pickler[Any]]).named(
          Prefix + i.getName
        )
    )

  private def load(name: String): Class[?] | Null =
    try loader.loadClass(name)
    catch case _: ClassNotFoundException | _: LinkageError => null

  private final class InterfacePickler(interface: Class[?]) extends HandwrittenPickler[AnyRef](interface):
    def pickle(lambda: AnyRef, builder: PickleBuilder): Unit =
      val form = formOf(lambda)
      val host = form.getCapturingClass.replace('/', '.')
      if allowed.mentioned(host) == null then
        refused(lambda, s"it is a lambda of $host, which spark.brine.trust does not allow")
      for text <- textsOf(form) do builder.putString(text)
      builder.putInt(form.getImplMethodKind)
      builder.put[Object](Array.tabulate[AnyRef](form.getCapturedArgCount)(form.getCapturedArg))(using Parts.ANY)

    def unpickle(reader: PickleReader): AnyRef =
      val texts = Array.fill(TextCount)(reader.getString())
      val kind = reader.getInt()
      val captured = reader.get[Object](using Parts.ANY)
      if texts.contains(null) || !captured.isInstanceOf[Array[AnyRef]] then throw malformed("of a lambda lacks a part")
      val lambda = made(texts, kind, captured.asInstanceOf[Array[AnyRef]])
      if !interface.isInstance(lambda) then throw malformed(s"is not what ${texts(0)} made for it")
      lambda

    private def made(texts: Array[String], kind: Int, captured: Array[AnyRef]): AnyRef =
      val host = allowed.mentioned(texts(0))
      if host == null then
        throw new PickleException.RefusedByRule(
          s"a lambda of ${PickleException.quote(texts(0), 200)}, which is not on the class path or not trusted"
        )
      try
        val form = new SerializedLambda(
          host,
          texts(1),
          texts(2),
          texts(3),
          kind,
          texts(4),
          texts(5),
          texts(6),
          texts(7),
          captured
        )
        val factory = host.getDeclaredMethod("$deserializeLambda$", classOf[SerializedLambda])
        factory.setAccessible(true)
        factory.invoke(null, form)
      catch
        case e: InvocationTargetException                                    => throw changed(texts(0), e.getCause)
        case e: (ReflectiveOperationException | InaccessibleObjectException) => throw changed(texts(0), e)

    private def changed(host: String, e: Throwable): PickleException =
      new PickleException.Malformed(s"$host has no such lambda any more: was it compiled anew? ($e)", e)

private[spark] object Lambdas:
  /** Begins the name of a lambda's class in pickles. A class's own name has no space. */
  private final val Prefix = "lambda "

  private final val TextCount = 8

  private def textsOf(form: SerializedLambda): Seq[String] = Seq(
    form.getCapturingClass.replace('/', '.'),
    form.getFunctionalInterfaceClass,
    form.getFunctionalInterfaceMethodName,
    form.getFunctionalInterfaceMethodSignature,
    form.getImplClass,
    form.getImplMethodName,
    form.getImplMethodSignature,
    form.getInstantiatedMethodType
  )

  private def isSerializableLambda(c: Class[?]): Boolean =
    c.isHidden && classOf[java.io.Serializable].isAssignableFrom(c) && c.getName.contains("$$Lambda")

  /** The one interface that its place can declare; null if there are several. */
  private def interfaceOf(c: Class[?]): Class[?] | Null =
    val all = c.getInterfaces.filterNot(_ == classOf[java.io.Serializable])
    if all.length == 1 then all(0) else null

  private def formOf(lambda: AnyRef): SerializedLambda =
    try
      val method = lambda.getClass.getDeclaredMethod("writeReplace")
      method.setAccessible(true)
      method.invoke(lambda).asInstanceOf[SerializedLambda]
    catch
      case e: (ReflectiveOperationException | InaccessibleObjectException | ClassCastException) =>
        refused(lambda, s"it is a lambda that does not tell its form ($e)")

  private def refused(lambda: AnyRef, why: String): Nothing =
    throw PickleException.UnexpectedClass.because("an open type", lambda.getClass.getName, why)
