package brine.region.values

import java.io.{DataInputStream, IOException}
import brine.internal

/** Tells whether a class's constructor only keeps its arguments, so that nothing is lost if an object is laid out
  * without it. A constructor that checks or computes must run.
  *
  * Reads the class file, once for a class. Format: The Java Virtual Machine Specification, chapters 4 and 6.
  */
@internal
object Constructors:
  /** Returns true if the constructors of these classes, and of their superclasses and traits, only keep their
    * arguments. Returns false where no class file can be read.
    */
  def onlyKeep(classes: Class[?]*): Boolean = classes.forall(c => known.get(c).nn.booleanValue)

  private val known = new ClassValue[java.lang.Boolean]:
    protected def computeValue(c: Class[?]): java.lang.Boolean =
      c == classOf[Object] || fileOf(c.getName, c).exists(file => file.all("<init>").forall(keeps(_, file, c))) &&
        onlyKeep(c.getSuperclass)

  private def keeps(code: Array[Byte], file: ClassFile, c: Class[?]): Boolean =
    def u2(at: Int) = (code(at) & 0xff) << 8 | code(at + 1) & 0xff
    var at = 0
    var fits = true
    while fits && at < code.length do
      (code(at) & 0xff) match
        case load if load >= 0x15 && load <= 0x19 => at += 2
        case load if load >= 0x1a && load <= 0x2d => at += 1
        case 0xb1                                 => at += 1 // return
        case 0xb5                                 => at += 3 // putfield
        case 0xb7 => // invokespecial: of the superclass, whose constructor is checked as well
          fits = file.method(u2(at + 1)) == (internal(c.getSuperclass.getName), "<init>")
          at += 3
        case 0xb8 => // invokestatic: a trait's own initializer
          val (owner, name) = file.method(u2(at + 1))
          fits = name == "$init$" && isEmpty(owner, c)
          at += 3
        case _ => fits = false
    fits

  private def isEmpty(owner: String, from: Class[?]): Boolean =
    fileOf(owner.replace('/', '.'), from).exists(_.all("$init$").forall(_.sameElements(Array(0xb1.toByte))))

  private def internal(name: String): String = name.replace('.', '/')

  private def fileOf(name: String, from: Class[?]): Option[ClassFile] =
    val path = internal(name) + ".class"
    val loader = from.getClassLoader
    val in = if loader == null then ClassLoader.getSystemResourceAsStream(path) else loader.getResourceAsStream(path)
    if in == null then None
    else
      try Some(new ClassFile(new DataInputStream(in)))
      catch case _: IOException | _: RuntimeException => None
      finally in.close()

  /** The methods of a class file, with their code, and the methods that code can call. */
  private final class ClassFile(in: DataInputStream):
    in.readLong() // magic number, version
    private val texts = new Array[String | Null](in.readUnsignedShort())

    /** Of a class, the index of its name; of a method, those of its class and of its name and type. */
    private val first, second = new Array[Int](texts.length)
    constants()
    for _ <- 0 until 3 do in.readUnsignedShort() // access, this class, its superclass
    for _ <- 0 until in.readUnsignedShort() do in.readUnsignedShort() // interfaces
    members()
    private val methods = members()

    def all(name: String): Vector[Array[Byte]] = methods.collect { case (`name`, code) => code }

    def method(index: Int): (String | Null, String | Null) =
      (texts(first(first(index))), texts(first(second(index))))

    private def constants(): Unit =
      var i = 1
      while i < texts.length do
        in.readUnsignedByte() match
          case 1                    => texts(i) = in.readUTF()
          case 7 | 8 | 16 | 19 | 20 => first(i) = in.readUnsignedShort()
          case 9 | 10 | 11 | 12 | 17 | 18 =>
            first(i) = in.readUnsignedShort()
            second(i) = in.readUnsignedShort()
          case 3 | 4 => in.readInt()
          case 5 | 6 =>
            in.readLong()
            i += 1 // these take two places
          case 15 =>
            in.readUnsignedByte()
            in.readUnsignedShort()
          case other => throw new IOException(s"constant of kind $other")
        i += 1

    private def members(): Vector[(String | Null, Array[Byte])] = Vector.fill(in.readUnsignedShort()) {
      in.readUnsignedShort() // access
      val name = texts(in.readUnsignedShort())
      in.readUnsignedShort() // descriptor
      var code = Array.empty[Byte]
      for _ <- 0 until in.readUnsignedShort() do
        val attribute = texts(in.readUnsignedShort())
        val content = new Array[Byte](in.readInt())
        in.readFully(content)
        // Two numbers and the length precede the instructions.
        if attribute == "Code" then code = content.slice(8, 8 + java.nio.ByteBuffer.wrap(content).getInt(4))
      (name, code)
    }
