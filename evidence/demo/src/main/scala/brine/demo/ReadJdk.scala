package brine.demo

import java.net.URI
import java.nio.file.{FileSystems, Files, Path}
import java.util.TreeSet
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.jdk.StreamConverters.*

import org.objectweb.asm.{ClassReader, ClassVisitor, FieldVisitor, MethodVisitor, Opcodes, Type}

/** Reads the class graph of the running JDK from its own image, `jrt:/modules`: real data that every machine has.
  *
  * The result depends on the image alone, so that two processes of one JDK read isomorphic graphs. A type that is not
  * in the image gets no edge, nor does a primitive; an array counts as its element class.
  */
object ReadJdk:

  /** @param progress receives the number of class files read, and of all */
  def graph(progress: (Int, Int) => Unit): JdkGraph =
    val files = classFiles()
    val summaries = readAll(files, progress)
    val vertices = createVertices(summaries)
    connect(summaries, vertices)
    JdkGraph(vertices.valuesIterator.toArray)

  private def classFiles(): Vector[Path] =
    val modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules")
    val paths = Files.walk(modules)
    try
      paths.toScala(Vector).filter { path =>
        val file = path.getFileName.toString
        file.endsWith(".class") && file != "module-info.class"
      }
    finally paths.close()

  private def readAll(files: Vector[Path], progress: (Int, Int) => Unit): Vector[ClassSummary] =
    val summaries = files.zipWithIndex.map { (file, index) =>
      progress(index, files.size)
      val summary = ClassSummary()
      ClassReader(Files.readAllBytes(file)).accept(summary, onlyDeclarations)
      summary
    }
    progress(files.size, files.size)
    summaries.sortBy(_.name)

  private val onlyDeclarations = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES

  private def createVertices(summaries: Vector[ClassSummary]): mutable.LinkedHashMap[String, JdkClass] =
    val vertices = mutable.LinkedHashMap.empty[String, JdkClass]
    for summary <- summaries do vertices(summary.name) = JdkClass.alone(summary.name, summary.access)
    vertices

  private def connect(summaries: Vector[ClassSummary], vertices: collection.Map[String, JdkClass]): Unit =
    def one(name: String | Null): JdkClass = if name == null then null else vertices.getOrElse(name, null)
    def many(names: TreeSet[String]): List[JdkClass] = names.asScala.iterator.flatMap(vertices.get).toList
    for summary <- summaries do
      val vertex = vertices(summary.name)
      vertex.superclass = one(summary.superclass)
      vertex.interfaces = many(summary.interfaces)
      vertex.nestHost = one(summary.nestHost)
      vertex.nestMembers = many(summary.nestMembers)
      vertex.fieldTypes = many(summary.fieldTypes)
      vertex.signatureTypes = many(summary.signatureTypes)

/** The neighbours that one class file names. */
private final class ClassSummary extends ClassVisitor(Opcodes.ASM9):
  var name: String = ""
  var access: Int = 0
  var superclass: String | Null = null
  var nestHost: String | Null = null
  val interfaces, nestMembers, fieldTypes, signatureTypes = TreeSet[String]()

  override def visit(
      version: Int,
      access: Int,
      name: String,
      signature: String,
      superName: String,
      interfaces: Array[String]
  ): Unit =
    this.name = name
    this.access = access
    superclass = superName
    interfaces.foreach(this.interfaces.add)

  override def visitNestHost(host: String): Unit = nestHost = host

  override def visitNestMember(member: String): Unit = nestMembers.add(member)

  override def visitField(access: Int, name: String, descriptor: String, signature: String, value: Any): FieldVisitor =
    add(fieldTypes, Type.getType(descriptor))
    null

  override def visitMethod(
      access: Int,
      name: String,
      descriptor: String,
      signature: String,
      exceptions: Array[String]
  ): MethodVisitor =
    Type.getArgumentTypes(descriptor).foreach(add(signatureTypes, _))
    add(signatureTypes, Type.getReturnType(descriptor))
    null

  private def add(types: TreeSet[String], found: Type): Unit =
    val element = if found.getSort == Type.ARRAY then found.getElementType else found
    if element.getSort == Type.OBJECT then types.add(element.getInternalName)
