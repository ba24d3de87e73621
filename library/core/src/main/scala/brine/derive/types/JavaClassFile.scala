package brine.derive.types

import java.io.{DataInputStream, IOException}
import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters.*

/** The fields and methods that one class file declares. The compiler keeps no private members of Java classes, and
  * reflection hides some classes' fields (those of `ClassLoader`, for one), so both kinds of picklers read the file.
  */
private[brine] final case class JavaClassFile(
    fields: Vector[JavaClassFile.Member],
    methods: Vector[JavaClassFile.Member],
    permitted: Vector[String]
):
  /** Returns the names of the fields that hold an object's state. A `transient` field holds no state, except in a
    * class with its own form for Java's serialization: it may be the source of that form, as in
    * `java.util.LinkedList`.
    */
  def state: Vector[String] =
    val hasOwnForm = methods.exists(m => JavaClassFile.ownForm(m.name))
    fields.filterNot(_.isStatic).filter(f => hasOwnForm || !f.isTransient).map(_.name)

  /** Returns whether the canonical constructor of this record assigns its parameters to fields and does nothing else.
    */
  def keepsComponents: Boolean =
    val descriptor = fields.filterNot(_.isStatic).map(_.descriptor).mkString("(", "", ")V")
    methods.find(m => m.name == "<init>" && m.descriptor == descriptor).exists(m => JavaClassFile.onlyAssigns(m.code))

/** Format of the file: The Java Virtual Machine Specification, chapter 4. */
private[brine] object JavaClassFile:
  /** A field or method; `code`: the instructions of a method. */
  final case class Member(name: String, descriptor: String, access: Int, code: Vector[Int]):
    def isStatic: Boolean = Modifier.isStatic(access)
    def isTransient: Boolean = Modifier.isTransient(access)

  /** Methods by which a class replaces the treatment of its fields in Java's serialization. */
  private val ownForm = Set("writeObject", "readObject", "writeReplace", "readResolve", "writeExternal", "readExternal")

  private final val Magic = 0xcafebabe

  /** Returns the names of the fields that hold the state of objects of this class. It reads every file of that name
    * which the loader finds, since it is not known which of them is loaded later. Returns None for a missing or
    * unreadable file.
    */
  def stateOf(binaryName: String, loader: ClassLoader): Option[Vector[String]] =
    of(binaryName, loader).map(_.flatMap(_.state).distinct)

  /** Returns true if the class file of a record shows that its constructor only keeps its arguments. Returns false
    * for a missing file.
    */
  def keepsComponents(binaryName: String, loader: ClassLoader): Boolean =
    of(binaryName, loader).exists(_.forall(_.keepsComponents))

  /** Returns the binary names of the permitted subclasses, in the order of their declarations. Returns none for a class
    * that is not sealed, or has no file.
    */
  def permittedBy(binaryName: String, loader: ClassLoader): Vector[String] =
    of(binaryName, loader).fold(Vector.empty)(_.flatMap(_.permitted).distinct)

  private def of(binaryName: String, loader: ClassLoader): Option[Vector[JavaClassFile]] =
    val path = binaryName.replace('.', '/') + ".class"
    val found = loader.getResources(path).asScala.toVector
    val all = if found.nonEmpty then found else Option(ClassLoader.getSystemResource(path)).toVector
    try Option.when(all.nonEmpty)(all.map(url => read(new DataInputStream(url.openStream()))))
    catch case _: IOException => None

  private def read(in: DataInputStream): JavaClassFile =
    try
      if in.readInt() != Magic then throw new IOException("not a class file")
      in.readInt() // version
      val pool = constants(in)
      in.readUnsignedShort() // access
      in.readUnsignedShort() // this class
      in.readUnsignedShort() // its superclass
      for _ <- 0 until in.readUnsignedShort() do in.readUnsignedShort() // interfaces
      val fields = members(in, pool.texts)
      JavaClassFile(fields, members(in, pool.texts), permitted(in, pool))
    finally in.close()

  /** The constant pool, by index: its texts, null for any other constant; and the index of the name of each class. */
  private final class Pool(size: Int):
    val texts = new Array[String | Null](size)
    val classes = new Array[Int](size)

  private def constants(in: DataInputStream): Pool =
    val pool = new Pool(in.readUnsignedShort())
    val texts = pool.texts
    var i = 1
    while i < texts.length do
      in.readUnsignedByte() match
        case 1                                  => texts(i) = in.readUTF()
        case 3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => in.readInt()
        case 5 | 6 =>
          in.readLong()
          i += 1 // these take two places
        case 7                => pool.classes(i) = in.readUnsignedShort()
        case 8 | 16 | 19 | 20 => in.readUnsignedShort()
        case 15 =>
          in.readUnsignedByte()
          in.readUnsignedShort()
        case other => throw new IOException(s"constant of kind $other")
      i += 1
    pool

  /** The names of a sealed class's permitted subclasses, from the attributes at the end of the file. */
  private def permitted(in: DataInputStream, pool: Pool): Vector[String] =
    Vector.fill(in.readUnsignedShort()) {
      val attribute = pool.texts(in.readUnsignedShort())
      val content = java.nio.ByteBuffer.wrap(in.readNBytes(in.readInt()))
      if attribute == "PermittedSubclasses" then
        Vector.fill(content.getShort & 0xffff)(pool.texts(pool.classes(content.getShort & 0xffff)))
      else Vector.empty
    }.flatten.collect { case name: String => name.replace('/', '.') }

  private def members(in: DataInputStream, names: Array[String | Null]): Vector[Member] =
    Vector.fill(in.readUnsignedShort()) {
      val access = in.readUnsignedShort()
      val name = names(in.readUnsignedShort())
      val descriptor = names(in.readUnsignedShort())
      var code = Vector.empty[Int]
      for _ <- 0 until in.readUnsignedShort() do
        val attribute = names(in.readUnsignedShort())
        val content = new Array[Byte](in.readInt())
        in.readFully(content)
        if attribute == "Code" then code = instructions(content)
      if name == null || descriptor == null then throw new IOException("a member without a name")
      Member(name, descriptor, access, code)
    }

  /** The instructions in a `Code` attribute: two numbers and their own length precede them. */
  private def instructions(attribute: Array[Byte]): Vector[Int] =
    val length = java.nio.ByteBuffer.wrap(attribute).getInt(4)
    attribute.slice(8, 8 + length).map(_ & 0xff).toVector

  /** `super(); this.a = a; this.b = b; return`. */
  private def onlyAssigns(code: Vector[Int]): Boolean =
    @annotation.tailrec
    def assigns(at: Int): Boolean =
      if code.lift(at).contains(Return) then at == code.length - 1
      else
        val length = code.lift(at + 1) match
          case Some(load) if load >= ShortLoads && load <= LastLoad => 1
          case Some(load) if load >= Loads && load < ShortLoads     => 2
          case _                                                    => 0
        length > 0 && code(at) == LoadThis && code.lift(at + 1 + length).contains(PutField) && assigns(at + length + 4)
    code.startsWith(Vector(LoadThis, InvokeSpecial)) && assigns(4)

  // Instructions: The Java Virtual Machine Specification, chapter 6.
  private final val Loads = 0x15
  private final val ShortLoads = 0x1a
  private final val LoadThis = 0x2a
  private final val LastLoad = 0x2d
  private final val Return = 0xb1
  private final val PutField = 0xb5
  private final val InvokeSpecial = 0xb7
