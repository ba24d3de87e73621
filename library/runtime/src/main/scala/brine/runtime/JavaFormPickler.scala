package brine.runtime

import java.io.{
  ByteArrayInputStream,
  IOException,
  InvalidClassException,
  NotSerializableException,
  ObjectInputFilter,
  ObjectInputStream,
  ObjectOutputStream,
  ObjectStreamClass,
  OutputStream
}
import java.lang.ref.WeakReference
import scala.util.control.NonFatal
import brine.{PickleException, Pickler, Subtype, Subtypes}
import brine.combine.imap
import brine.runtime.classes.RuntimeNames

/** Objects of one class by Java's serialization, each as an array of bytes: see [[JavaForm]]. */
private[runtime] final class JavaFormPickler(c: Class[?], form: JavaForm, inside: ClassesInside) extends Subtype.Check:
  private val shown = RuntimeNames.shown(c)

  val pickler: Pickler[?] = Pickler[Array[Byte]].imap(read(_))(bytesOf(_))

  /** The bytes of the last object that was checked, until it is written. */
  private val checked = new ThreadLocal[WeakReference[JavaFormPickler.Bytes] | Null]

  /** Finds the bytes before any is written, since a class inside may be refused. */
  def check(value: AnyRef, subtypes: Subtypes): Unit =
    checked.set(new WeakReference(new JavaFormPickler.Bytes(value, write(value))))

  private def bytesOf(value: AnyRef): Array[Byte] =
    val last = checked.get
    val known = if last == null then null else last.get
    checked.remove()
    if known != null && (known.of eq value) then known.bytes else write(value)

  // ---- writing

  private def write(value: AnyRef): Array[Byte] =
    if value.getClass != c then
      throw PickleException.UnexpectedClass.because(shown, value.getClass.getName, "it is another class")
    val bytes = new LimitedBytes(form.maxBytes, () => tooLarge(s"takes more than ${form.maxBytes} bytes", "maxBytes"))
    try
      val out = new Writing(bytes)
      out.writeObject(value)
      out.flush()
      bytes.toByteArray
    catch
      case e: PickleException          => throw e
      case e: NotSerializableException => throw refusedInside(e.getMessage, "it is not Serializable", e)
      case e: StackOverflowError       => throw tooDeep(e)
      case NonFatal(e) => throw new PickleException.UserCode(s"the form of $shown for Java's serialization", e)

  private final class Writing(bytes: OutputStream) extends ObjectOutputStream(bytes):
    enableReplaceObject(true)
    private var references = 0

    override protected def replaceObject(value: Object): Object =
      references += 1
      if references > form.maxReferences then
        throw tooLarge(s"holds more than ${form.maxReferences} objects", "maxReferences")
      if value != null then checkWritten(value)
      value

  private def checkWritten(value: AnyRef): Unit =
    val of = value match
      case constant: java.lang.Enum[?] => constant.getDeclaringClass
      case other                       => other.getClass
    if of != c && !inside.isAllowed(of) then throw refusedInside(of.getName, ClassesInside.Cure, null)
    value match
      case named: Class[?] if !inside.isAllowed(named) =>
        throw refusedInside(s"class ${named.getName}", ClassesInside.Cure, null)
      case _ => ()
    if of.isArray && java.lang.reflect.Array.getLength(value) > form.maxArrayLength then
      throw tooLarge(s"holds an array of more than ${form.maxArrayLength} elements", "maxArrayLength")

  private def refusedInside(name: String, why: String, e: Throwable | Null): PickleException =
    PickleException.UnexpectedClass.because(s"$shown, by Java's serialization,", name, why, e)

  private def tooLarge(what: String, limit: String): PickleException =
    new PickleException.LimitExceeded(
      s"an object of $shown $what in its form for Java's serialization (JavaForm's $limit)"
    )

  private def tooDeep(e: Throwable): PickleException =
    new PickleException.LimitExceeded(
      s"an object of $shown is nested too deep for Java's serialization, which takes stack for each level",
      e
    )

  // ---- reading

  private def read(bytes: Array[Byte]): AnyRef =
    if bytes == null then throw new PickleException.Malformed(s"expected the bytes of a $shown, found null")
    if bytes.length > form.maxBytes then throw tooLarge(s"takes ${bytes.length} bytes", "maxBytes")
    val source = new ByteArrayInputStream(bytes)
    val filter = new Filter(bytes.length)
    try
      val in = new Reading(source, filter)
      in.setObjectInputFilter(filter)
      val value = in.readObject()
      if in.read() >= 0 || source.available > 0 then
        throw new PickleException.Malformed(s"bytes follow the object of $shown in its form for Java's serialization")
      checkRead(value)
      value
    catch
      case e: PickleException                                                     => throw e
      case _ if filter.refusal != null                                            => throw filter.refusal.nn
      case e: (IOException | ClassNotFoundException | NegativeArraySizeException) => throw damaged(e)
      case e: InternalError      => throw damaged(e) // of the JDK's own forms
      case e: StackOverflowError => throw tooDeep(e)
      case e: OutOfMemoryError => throw new PickleException.LimitExceeded(
          s"reading an object of $shown in its form for Java's serialization took more memory than there is",
          e
        )
      case e: (Exception | LinkageError) =>
        throw new PickleException.UserCode(s"the form of $shown for Java's serialization", e)

  private def damaged(e: Throwable): PickleException =
    new PickleException.Malformed(
      s"the form of $shown for Java's serialization cannot be read",
      e
    )

  /** Its `readResolve` may give an object of another class. */
  private def checkRead(value: AnyRef): Unit =
    if value == null || value.getClass != c && !inside.isAllowed(value.getClass) then
      throw new PickleException.WrongType(shown, if value == null then "null" else s"a ${value.getClass.getName}")

  private final class Reading(source: ByteArrayInputStream, filter: Filter) extends ObjectInputStream(source):
    enableResolveObject(true)

    override protected def resolveObject(value: Object): Object =
      if value != null then filter.add(value)
      value

    override protected def resolveClass(description: ObjectStreamClass): Class[?] =
      val loader = if form.loader == null then c.getClassLoader else form.loader
      try Class.forName(description.getName, false, loader)
      catch case _: ClassNotFoundException => super.resolveClass(description) // of a primitive type

    override protected def resolveProxyClass(interfaces: Array[String]): Class[?] =
      throw new PickleException.Malformed(
        s"the form of $shown for Java's serialization has a proxy: proxies are refused"
      )

  /** Refuses objects that [[JavaForm]] does not allow, and keeps the reason. */
  private final class Filter(byteCount: Int) extends ObjectInputFilter:
    var refusal: PickleException | Null = null
    private val ofJvm = ObjectInputFilter.Config.getSerialFilter
    private val seen = new inside.StreamClasses(c, byteCount)

    def checkInput(info: ObjectInputFilter.FilterInfo): ObjectInputFilter.Status =
      val reason = reasonAgainst(info)
      if reason != null then
        if refusal == null then refusal = reason
        ObjectInputFilter.Status.REJECTED
      else if ofJvm != null && ofJvm.checkInput(info) == ObjectInputFilter.Status.REJECTED then
        refusal = new PickleException.RefusedByRule(s"the JVM's filter rejects a part of $shown (jdk.serialFilter)")
        ObjectInputFilter.Status.REJECTED
      else ObjectInputFilter.Status.ALLOWED

    private def reasonAgainst(info: ObjectInputFilter.FilterInfo): PickleException | Null =
      val of = info.serialClass
      if info.depth > form.maxDepth then tooLarge(s"is nested deeper than ${form.maxDepth}", "maxDepth")
      else if info.references > form.maxReferences then
        tooLarge(s"holds more than ${form.maxReferences} objects", "maxReferences")
      else if info.arrayLength > form.maxArrayLength then
        tooLarge(s"holds an array of ${info.arrayLength} elements", "maxArrayLength")
      else if info.arrayLength > byteCount.toLong * JavaFormPickler.ElementsForAByte + JavaFormPickler.LeastElements
      then
        new PickleException.Malformed(
          s"an object of $shown has $byteCount bytes, and asks for an array of ${info.arrayLength} elements"
        )
      else if of == null then null
      else if !seen.isAllowed(of) then
        new PickleException.RefusedByRule(
          s"a ${of.getName} inside a $shown, which is in its form for Java's serialization: ${ClassesInside.Cure}"
        )
      else if seen.takesLong then takesLong
      else null

    /** Takes an object whose parts have been read, before anything asks it for its hash. */
    def add(value: AnyRef): Unit =
      seen.add(value)
      if seen.takesLong then
        refusal = takesLong
        throw new InvalidClassException("refused")

    private def takesLong = new PickleException.LimitExceeded(
      s"an object of $shown in its form for Java's serialization refers to its collections so often that a hash " +
        "table would take long to fill"
    )

private object JavaFormPickler:
  final class Bytes(val of: AnyRef, val bytes: Array[Byte])

  /** A hash table of few entries requests this many, too. */
  private final val LeastElements = 256L
  private final val ElementsForAByte = 4L

/** Bytes up to a limit. */
private final class LimitedBytes(most: Int, tooMany: () => PickleException) extends java.io.ByteArrayOutputStream:
  private def check(more: Int): Unit = if count.toLong + more > most then throw tooMany()

  override def write(byte: Int): Unit =
    check(1)
    super.write(byte)

  override def write(bytes: Array[Byte], from: Int, length: Int): Unit =
    check(length)
    super.write(bytes, from, length)
