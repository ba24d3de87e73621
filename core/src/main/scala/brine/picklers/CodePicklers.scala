package brine.picklers

import scala.reflect.{ClassTag, Manifest}
import brine.{CodeNames, NamedCode, PickleBuilder, PickleException, PickleReader, Pickler}
import brine.plan.OwnForm
import brine.shape.Shape

/** Classes, by names that the caller gives ([[CodeNames]]): no pickle makes one be loaded. Symbols, by their names. */
trait CodePicklers:
  given symbol: Pickler[Symbol] = ValuePickler.ofText("Symbol", (s: Symbol) => s.name)(Symbol(_))

  /** The read and the write name the classes: `PickleOptions(code = CodeNames.classes(…))`. */
  given anyClass: Pickler[Class[?]] = CodeNames.classes.pickler

  /** The tag that the place tells: what is read must be that one, so that nothing has to be named. */
  given classTag[A](using tag: ClassTag[A]): Pickler[ClassTag[A]] = new ClassTags.OfOne(tag)

  /** Tags of primitives and of arrays of these as they are, and those of classes whose names the caller gives, as for classes. */
  given anyClassTag: Pickler[ClassTag[?]] = ClassTags.OfAny

private object ClassTags:
  /** Those that are no classes of their own, by names that no class has. */
  private val builtIn: List[(String, ClassTag[?])] = List(
    "scala.Any" -> ClassTag.Any, "scala.AnyRef" -> ClassTag.AnyRef, "scala.AnyVal" -> ClassTag.AnyVal, "scala.Nothing" -> ClassTag.Nothing,
    "scala.Null" -> ClassTag.Null, "java.lang.Object" -> ClassTag.Object, "scala.Unit" -> ClassTag.Unit, "scala.Boolean" -> ClassTag.Boolean,
    "scala.Byte" -> ClassTag.Byte, "scala.Short" -> ClassTag.Short, "scala.Char" -> ClassTag.Char, "scala.Int" -> ClassTag.Int,
    "scala.Long" -> ClassTag.Long, "scala.Float" -> ClassTag.Float, "scala.Double" -> ClassTag.Double
  )

  private final val Array = '['

  /** An array type has at most as many dimensions. */
  private final val MostDimensions = 255

  private final val shape = Shape.Custom("ClassTag", version = 1)

  private def text(tag: ClassTag[?], nameOf: Class[?] => String): String =
    builtIn.find(_._2 eq tag) match
      case Some((name, _)) => name
      case None if tag.isInstanceOf[Manifest[?]] =>
        throw PickleException.UnexpectedClass.because("ClassTag", tag.getClass.getName, "a Manifest holds more than a ClassTag. Make a ClassTag of its class")
      case None if tag.runtimeClass.isArray => s"$Array${text(ClassTag(tag.runtimeClass.getComponentType), nameOf)}"
      case None                             => nameOf(tag.runtimeClass)

  private def ofText(text: String, code: NamedCode): ClassTag[?] =
    val dimensions = text.segmentLength(_ == Array)
    if dimensions > MostDimensions then throw new PickleException.Malformed(s"an array of $dimensions dimensions")
    val name = text.substring(dimensions)
    val element = builtIn.find(_._1 == name).fold(ClassTag(code.named(CodeNames.classes.all, name)))(_._2)
    (1 to dimensions).foldLeft[ClassTag[?]](element)((tag, _) => tag.wrap)

  private def getText(reader: PickleReader): String =
    val text = reader.getString()
    if text == null then throw new PickleException.Malformed("expected a ClassTag, found null")
    text

  object OfAny extends Pickler[ClassTag[?]], OwnForm:
    def shape: Shape = ClassTags.shape
    def pickle(value: ClassTag[?], builder: PickleBuilder): Unit =
      builder.putString(text(value, builder.options.code.textOf(CodeNames.classes.all, _)))
    def unpickle(reader: PickleReader): ClassTag[?] = ofText(getText(reader), reader.options.code)

  final class OfOne[A](tag: ClassTag[A]) extends Pickler[ClassTag[A]], OwnForm:
    def shape: Shape = ClassTags.shape
    private def name(tag: ClassTag[?]) = text(tag, _.getName)
    def pickle(value: ClassTag[A], builder: PickleBuilder): Unit =
      if value != tag then throw new PickleException.WrongType(s"ClassTag[$tag]", s"ClassTag[$value]")
      builder.putString(name(value))
    def unpickle(reader: PickleReader): ClassTag[A] =
      val text = getText(reader)
      if text != name(tag) then throw new PickleException.WrongType(s"ClassTag[$tag]", s"ClassTag[${PickleException.quote(text)}]")
      tag
