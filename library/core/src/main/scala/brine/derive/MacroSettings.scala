package brine.derive

import scala.quoted.Quotes

/** Settings of the compiler: `-Xmacro-settings:brine.NAME=VALUE`, or the system property `brine.NAME` of its JVM. */
private[brine] object MacroSettings:
  def value(name: String, quotes: Quotes): Option[String] =
    all(quotes).collectFirst { case s"brine.$known=$value" if known == name => value }
      .orElse(Option(System.getProperty(s"brine.$name")))

  /** (The compiler marks its own method for it as experimental. Code that names the method would be experimental,
    * too.)
    */
  private def all(quotes: Quotes): List[String] =
    try
      val info = quotes.reflect.CompilationInfo
      info.getClass.getMethod("XmacroSettings").invoke(info).asInstanceOf[List[String]]
    catch case _: ReflectiveOperationException => Nil
