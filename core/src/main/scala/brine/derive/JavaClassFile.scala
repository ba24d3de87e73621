package brine.derive

import java.io.{DataInputStream, IOException}
import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters.*

/** The fields and the names of the methods that one class file declares. The compiler keeps no private members of Java
  * classes, and reflection hides some classes' fields (those of `ClassLoader`, for one), so both kinds of picklers read the file.
  */
private[brine] final case class JavaClassFile(fields: Vector[JavaClassFile.Field], methods: Set[String]):
  /** Returns the names of the fields that hold an object's state. A `transient` field holds none, except in a class with a form
    * of its own for Java's serialization: there it may well be what that form is made from, as in `java.util.LinkedList`.
    */
  def state: Vector[String] =
    val hasOwnForm = JavaClassFile.ownForm.exists(methods)
    fields.filterNot(_.isStatic).filter(f => hasOwnForm || !f.isTransient).map(_.name)

/** Format of the file: The Java Virtual Machine Specification, chapter 4. */
private[brine] object JavaClassFile:
  final case class Field(name: String, access: Int):
    def isStatic: Boolean = Modifier.isStatic(access)
    def isTransient: Boolean = Modifier.isTransient(access)

  /** Methods by which a class replaces what Java's serialization would do with its fields. */
  private val ownForm = Set("writeObject", "readObject", "writeReplace", "readResolve", "writeExternal", "readExternal")

  private final val Magic = 0xcafebabe

  /** Returns the names of the fields that hold the state of objects of this class, from every file of that name which the loader
    * finds: which of several is loaded later is not known. None if there is no file, or one that cannot be read.
    */
  def stateOf(binaryName: String, loader: ClassLoader): Option[Vector[String]] =
    val path = binaryName.replace('.', '/') + ".class"
    val found = loader.getResources(path).asScala.toVector
    val all = if found.nonEmpty then found else Option(ClassLoader.getSystemResource(path)).toVector
    try Option.when(all.nonEmpty)(all.flatMap(url => read(new DataInputStream(url.openStream()))).distinct)
    catch case _: IOException => None

  private def read(in: DataInputStream): Vector[String] =
    try
      if in.readInt() != Magic then throw new IOException("not a class file")
      in.readInt() // version
      val names = constants(in)
      in.readUnsignedShort() // access
      in.readUnsignedShort() // this class
      in.readUnsignedShort() // its superclass
      for _ <- 0 until in.readUnsignedShort() do in.readUnsignedShort() // interfaces
      val fields = members(in, names)
      val methods = members(in, names).map(_.name)
      JavaClassFile(fields, methods.toSet).state
    finally in.close()

  /** The constant pool: its texts, by index; null for any other constant. */
  private def constants(in: DataInputStream): Array[String | Null] =
    val texts = new Array[String | Null](in.readUnsignedShort())
    var i = 1
    while i < texts.length do
      in.readUnsignedByte() match
        case 1                               => texts(i) = in.readUTF()
        case 3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => in.readInt()
        case 5 | 6 =>
          in.readLong()
          i += 1 // these take two places
        case 7 | 8 | 16 | 19 | 20 => in.readUnsignedShort()
        case 15 =>
          in.readUnsignedByte()
          in.readUnsignedShort()
        case other => throw new IOException(s"constant of kind $other")
      i += 1
    texts

  private def members(in: DataInputStream, names: Array[String | Null]): Vector[Field] =
    Vector.fill(in.readUnsignedShort()) {
      val access = in.readUnsignedShort()
      val name = names(in.readUnsignedShort())
      in.readUnsignedShort() // descriptor
      for _ <- 0 until in.readUnsignedShort() do // attributes
        in.readUnsignedShort()
        in.skipNBytes(in.readInt() & 0xffffffffL)
      if name == null then throw new IOException("a member without a name")
      Field(name, access)
    }
