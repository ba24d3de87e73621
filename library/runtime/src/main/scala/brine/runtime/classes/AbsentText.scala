package brine.runtime.classes

import java.lang.invoke.MethodType
import java.lang.reflect.{InvocationTargetException, Modifier}
import scala.util.control.NonFatal

/** Reads the text that an annotation gives as a field's value. */
private[runtime] object AbsentText:
  /** The value, or the reason why the text is none of this type. */
  def parse(text: String, c: Class[?]): Either[String, AnyRef] =
    val boxed = MethodType.methodType(c).wrap.returnType
    try
      if boxed == classOf[String] then Right(text)
      else if boxed == classOf[Character] then
        if text.length == 1 then Right(Character.valueOf(text.charAt(0))) else Left(s"'$text' is not one character")
      else if boxed == classOf[java.lang.Boolean] && text != "true" && text != "false" then
        Left(s"'$text' is neither true nor false")
      else if boxed.isEnum then
        boxed.getEnumConstants.find(_.asInstanceOf[java.lang.Enum[?]].name == text).map(_.asInstanceOf[AnyRef])
          .toRight(s"${RuntimeNames.shown(c)} has no constant '$text'")
      else
        maker(boxed).fold(Left(s"${RuntimeNames.shown(c)} cannot be made of a text"))(make => Right(make(text)))
    catch
      case e: InvocationTargetException =>
        Left(s"'$text' is not a ${RuntimeNames.shown(c)} (${e.getCause})")
      case NonFatal(e) => Left(s"'$text' is not a ${RuntimeNames.shown(c)} ($e)")

  /** Makes an object of a text. */
  private def maker(c: Class[?]): Option[String => AnyRef] =
    val statics =
      for (name, parameter) <- List(
          ("valueOf", classOf[String]),
          ("parse", classOf[CharSequence]),
          ("parse", classOf[String]),
          ("fromString", classOf[String]),
          ("of", classOf[String])
        )
      yield c.getMethods.find(m =>
        m.getName == name && Modifier.isStatic(
          m.getModifiers
        ) && m.getReturnType == c && m.getParameterTypes.toSeq == Seq(
          parameter
        )
      )
    statics.flatten.headOption.map(m => (text: String) => m.invoke(null, text)).orElse(
      c.getConstructors.find(_.getParameterTypes.toSeq == Seq(classOf[String])).map(made =>
        (text: String) => made.newInstance(text).asInstanceOf[AnyRef]
      )
    )
