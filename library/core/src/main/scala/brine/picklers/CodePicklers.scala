package brine.picklers

import scala.reflect.{ClassTag, Manifest}
import brine.{CodeNames, NamedCode, InternalForm, PickleBuilder, PickleException, PickleOptions, Pickler, PickleReader}
import brine.picklers.values.ValuePickler
import brine.shape.Shape

/** Classes, by names that the caller gives ([[CodeNames]]): no pickle makes one be loaded. Symbols, by their names. */
trait CodePicklers:
  given symbol: Pickler[Symbol] = ValuePickler.ofText("Symbol", (s: Symbol) => s.name)(Symbol(_))

  /** The read and the write name the classes: `PickleOptions(code = CodeNames.classes(…))`. */
  given anyClass: Pickler[Class[?]] = CodeNames.classes.pickler

  /** The pickler of the tag that is given at the place: a read accepts only that tag, so nothing has to be named. */
  given classTag[A](using tag: ClassTag[A]): Pickler[ClassTag[A]] = new ClassTags.TagPickler(tag)

  /** Tags of primitives and of arrays of these as they are, and those of classes whose names the caller gives, as for
    * classes.
    */
  given anyClassTag: Pickler[ClassTag[?]] = ClassTags.AnyTag

  /** The pickler of manifests of primitives, classes, type arguments and arrays. Like classes, their classes are
    * written by names that the caller gives.
    */
  given anyManifest: Pickler[Manifest[?]] = Manifests.AnyTag

private object ClassTags:
  /** Tags that do not belong to a class, under names that no class has. */
  private val builtIn: List[(String, ClassTag[?])] = List(
    "scala.Any" -> ClassTag.Any,
    "scala.AnyRef" -> ClassTag.AnyRef,
    "scala.AnyVal" -> ClassTag.AnyVal,
    "scala.Nothing" -> ClassTag.Nothing,
    "scala.Null" -> ClassTag.Null,
    "java.lang.Object" -> ClassTag.Object,
    "scala.Unit" -> ClassTag.Unit,
    "scala.Boolean" -> ClassTag.Boolean,
    "scala.Byte" -> ClassTag.Byte,
    "scala.Short" -> ClassTag.Short,
    "scala.Char" -> ClassTag.Char,
    "scala.Int" -> ClassTag.Int,
    "scala.Long" -> ClassTag.Long,
    "scala.Float" -> ClassTag.Float,
    "scala.Double" -> ClassTag.Double
  )

  private final val Array = '['

  /** An array type has at most as many dimensions. */
  private final val MostDimensions = 255

  private final val shape = Shape.Custom("ClassTag", version = 1)

  private def text(tag: ClassTag[?], nameOf: Class[?] => String): String =
    builtIn.find(_._2 eq tag) match
      case Some((name, _)) => name
      case None if tag.isInstanceOf[Manifest[?]] =>
        throw PickleException.UnexpectedClass.because(
          "ClassTag",
          tag.getClass.getName,
          "a Manifest holds more than a ClassTag. Make a ClassTag of its class"
        )
      case None if tag.runtimeClass.isArray => s"$Array${text(ClassTag(tag.runtimeClass.getComponentType), nameOf)}"
      case None                             => nameOf(tag.runtimeClass)

  private def ofText(text: String, options: PickleOptions): ClassTag[?] =
    val dimensions = text.segmentLength(_ == Array)
    if dimensions > MostDimensions then throw new PickleException.Malformed(s"an array of $dimensions dimensions")
    val name = text.substring(dimensions)
    val element = builtIn.find(_._1 == name).fold(ClassTag(NamedCode.named(CodeNames.classes.all, name, options)))(_._2)
    (1 to dimensions).foldLeft[ClassTag[?]](element)((tag, _) => tag.wrap)

  private def getText(reader: PickleReader): String =
    val text = reader.getString()
    if text == null then throw new PickleException.Malformed("expected a ClassTag, found null")
    text

  object AnyTag extends Pickler[ClassTag[?]], InternalForm:
    def shape: Shape = ClassTags.shape
    def pickle(value: ClassTag[?], builder: PickleBuilder): Unit =
      builder.putString(text(value, NamedCode.textOf(CodeNames.classes.all, _, builder.options)))
    def unpickle(reader: PickleReader): ClassTag[?] = ofText(getText(reader), reader.options)

  final class TagPickler[A](tag: ClassTag[A]) extends Pickler[ClassTag[A]], InternalForm:
    def shape: Shape = ClassTags.shape
    private def name(tag: ClassTag[?]) = text(tag, _.getName)
    def pickle(value: ClassTag[A], builder: PickleBuilder): Unit =
      if value != tag then throw new PickleException.WrongType(s"ClassTag[$tag]", s"ClassTag[$value]")
      builder.putString(name(value))
    def unpickle(reader: PickleReader): ClassTag[A] =
      val text = getText(reader)
      if text != name(tag) then
        throw new PickleException.WrongType(s"ClassTag[$tag]", s"ClassTag[${PickleException.quote(text)}]")
      tag

private object Manifests:
  /** A type: the name of a built-in one or of a class, or one of the other constants here. */
  private final case class Node(name: String, arguments: List[Node]) derives Pickler

  private val builtIn: List[(String, Manifest[?])] = List(
    "scala.Any" -> Manifest.Any,
    "scala.AnyRef" -> Manifest.AnyRef,
    "scala.AnyVal" -> Manifest.AnyVal,
    "scala.Nothing" -> Manifest.Nothing,
    "scala.Null" -> Manifest.Null,
    "java.lang.Object" -> Manifest.Object,
    "scala.Unit" -> Manifest.Unit,
    "scala.Boolean" -> Manifest.Boolean,
    "scala.Byte" -> Manifest.Byte,
    "scala.Short" -> Manifest.Short,
    "scala.Char" -> Manifest.Char,
    "scala.Int" -> Manifest.Int,
    "scala.Long" -> Manifest.Long,
    "scala.Float" -> Manifest.Float,
    "scala.Double" -> Manifest.Double
  )

  private final val Array = "["
  private final val Wildcard = "_"

  /** No program has a type that is nested deeper. */
  private final val MostLevels = 200

  private def nodeOf(manifest: Manifest[?], options: PickleOptions, levels: Int): Node =
    if levels == 0 then
      throw new PickleException.LimitExceeded(s"a Manifest of a type that is nested deeper than $MostLevels")
    def arguments = manifest.typeArguments.map(nodeOf(_, options, levels - 1))
    builtIn.find(_._2 eq manifest) match
      case Some((name, _))                       => Node(name, Nil)
      case None if manifest.runtimeClass.isArray => Node(Array, arguments)
      case None if manifest.getClass.getSimpleName == "WildcardManifest" =>
        Node(Wildcard, List(nodeOf(boundOf(manifest), options, levels - 1)))
      case None => Node(NamedCode.textOf(CodeNames.classes.all, manifest.runtimeClass, options), arguments)

  private def boundOf(wildcard: Manifest[?]): Manifest[?] =
    if wildcard.runtimeClass == classOf[Object] then Manifest.Any else Manifest.classType(wildcard.runtimeClass)

  private def manifestOf(node: Node, options: PickleOptions, levels: Int): Manifest[?] =
    if levels == 0 then
      throw new PickleException.LimitExceeded(s"a Manifest of a type that is nested deeper than $MostLevels")
    if node == null || node.name == null || node.arguments == null then
      throw new PickleException.Malformed("expected a Manifest's type, found null")
    val arguments = node.arguments.map(manifestOf(_, options, levels - 1))
    (builtIn.find(_._1 == node.name), arguments) match
      case (Some((_, found)), Nil)                      => found
      case (None, List(element)) if node.name == Array  => element.arrayManifest
      case (None, List(bound)) if node.name == Wildcard => Manifest.wildcardType(Manifest.Nothing, bound)
      case (None, _) =>
        val c = NamedCode.named(CodeNames.classes.all, node.name, options).asInstanceOf[Class[Any]]
        if arguments.isEmpty then Manifest.classType[Any](c)
        else Manifest.classType[Any](c, arguments.head, arguments.tail*)
      case _ => throw new PickleException.Malformed(s"'${PickleException.quote(node.name)}' takes no type arguments")

  private def refused(manifest: Manifest[?]): PickleException = PickleException.UnexpectedClass.because(
    "Manifest",
    manifest.getClass.getName,
    s"'${PickleException.quote(String.valueOf(manifest))}' is not made of classes and their type arguments. Make a " +
      "ClassTag of its class"
  )

  object AnyTag extends Pickler[Manifest[?]], InternalForm:
    val shape: Shape = Shape.Custom("Manifest", version = 1)

    def pickle(value: Manifest[?], builder: PickleBuilder): Unit =
      val node = nodeOf(value, builder.options, MostLevels)
      val back = manifestOf(node, builder.options, MostLevels)
      if back != value || back.toString != value.toString then throw refused(value)
      Pickler[Node].pickle(node, builder)

    def unpickle(reader: PickleReader): Manifest[?] =
      manifestOf(Pickler[Node].unpickle(reader), reader.options, MostLevels)
