package brine.checks

import java.lang.reflect.{InvocationHandler, Proxy}

/** Runs the compiler of the class path, with the arguments of this program, and prints each error and warning with its
  * place. It runs with the standard library of that compiler. The JVM may print lines too, so marks surround each
  * message.
  */
object CompileMain:
  private final val Begin = "\u0002"
  private final val End = "\u0003"

  /** Returns the errors and warnings in the output of [[main]]. */
  def messages(output: String): Seq[String] =
    output.split(Begin).toSeq.drop(1).map(_.takeWhile(_ != End.charAt(0)))

  private val loader = getClass.getClassLoader
  private def interface(name: String): Class[?] = loader.loadClass(s"dotty.tools.dotc.interfaces.$name")
  private def call(of: AnyRef, name: String, method: String): AnyRef = interface(name).getMethod(method).invoke(of)

  def main(arguments: Array[String]): Unit =
    var isClean = true
    run(arguments) { message =>
      isClean = false
      System.out.println(Begin + message + End)
    }
    System.exit(if isClean then 0 else 1)

  /** Runs the compiler of this class path in this JVM, and returns the errors and warnings. */
  def messages(arguments: Array[String]): Seq[String] =
    val all = Seq.newBuilder[String]
    run(arguments)(all += _)
    all.result()

  private def run(arguments: Array[String])(tell: String => Unit): Unit =
    val report: InvocationHandler = (_, method, values) =>
      if method.getName == "report" && call(values(0), "Diagnostic", "level") != Integer.valueOf(0) then
        tell(text(values(0)))
      null
    val (reporter, callback) = (interface("SimpleReporter"), interface("CompilerCallback"))
    val driver = loader.loadClass("dotty.tools.dotc.Driver").getConstructor().newInstance()
    val ignored = driver.getClass.getMethod("process", classOf[Array[String]], reporter, callback)
      .invoke(driver, arguments, Proxy.newProxyInstance(loader, Array(reporter), report), null)

  /** A diagnostic with its place. */
  private def text(diagnostic: AnyRef): String =
    val position = call(diagnostic, "Diagnostic", "position").asInstanceOf[java.util.Optional[AnyRef]]
    val place =
      if position.isEmpty then ""
      else
        val file = call(call(position.get, "SourcePosition", "source"), "SourceFile", "name")
        s"$file:${call(position.get, "SourcePosition", "line").asInstanceOf[Int] + 1}: "
    s"$place${call(diagnostic, "Diagnostic", "message")}"
