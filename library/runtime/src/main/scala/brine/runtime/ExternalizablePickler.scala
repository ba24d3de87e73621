package brine.runtime

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, InputStream}
import java.io.{Externalizable, ObjectInput, ObjectOutput}
import java.lang.invoke.{MethodHandles, MethodType}
import scala.collection.mutable
import brine.{PickleException, Pickler}
import brine.combine.imap
import brine.runtime.classes.RuntimeNames

/** The data that an `Externalizable` writes: its bytes in one piece, and its objects in the order in which it wrote
  * them.
  */
private[runtime] final case class External(data: Array[Byte], objects: List[Any])

private[runtime] object External:
  private given Pickler[Any] = StandardSubtypes.any
  given Pickler[External] = Pickler.derived

/** Classes that write and read themselves by their own methods: `java.io.Externalizable`. The class must have a
  * public constructor without parameters. Objects that it writes must be of types that the caller's subtypes allow.
  */
private[runtime] object ExternalizablePickler:
  def of(c: Class[?]): Pickler[?] =
    val constructor =
      try
        MethodHandles.publicLookup().findConstructor(c, MethodType.methodType(Void.TYPE))
          .asType(MethodType.methodType(classOf[Externalizable]))
      catch
        case e: ReflectiveOperationException =>
          val name = RuntimeNames.shown(c)
          throw UnfitClassException.because(
            s"$name is Externalizable, but has no public constructor without parameters",
            e
          )
    Pickler[External].imap(read(() => constructor.invokeExact().asInstanceOf[Externalizable], _))(write(c, _))

  private def write(c: Class[?], value: Externalizable): External =
    if value.getClass != c then
      throw PickleException.UnexpectedClass.because(c.getName, value.getClass.getName, "it is another class")
    val out = new Writing
    value.writeExternal(out)
    out.result

  private def read(make: () => Externalizable, external: External): Externalizable =
    if external == null || external.data == null || external.objects == null then
      throw new PickleException.Malformed("an Externalizable's data are null")
    val value = make()
    val in = new Reading(external)
    value.readExternal(in)
    in.checkEnd(value)
    value

  private final class Writing private (bytes: ByteArrayOutputStream) extends DataOutputStream(bytes), ObjectOutput:
    def this() = this(new ByteArrayOutputStream)
    private val objects = mutable.ListBuffer.empty[Any]
    def writeObject(value: Object): Unit = objects += value
    def result: External = External(bytes.toByteArray, objects.toList)

  private final class Reading private (external: External, bytes: InputStream) extends DataInputStream(bytes),
        ObjectInput:
    def this(external: External) = this(external, new ByteArrayInputStream(external.data))
    private var objects = external.objects
    def readObject(): Object = objects match
      case head :: tail =>
        objects = tail
        head.asInstanceOf[AnyRef]
      case Nil => throw new java.io.EOFException("no more objects")

    def checkEnd(value: Externalizable): Unit =
      if available > 0 || objects.nonEmpty then
        throw new java.io.StreamCorruptedException(s"${value.getClass.getName} has not read everything that it wrote")
