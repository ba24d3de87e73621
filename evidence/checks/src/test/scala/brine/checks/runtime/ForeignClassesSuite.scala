package brine.checks.runtime

import brine.*
import brine.checks.AllFormats
import brine.checks.others.FieldByField
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.{Laws, Patient}
import brine.combine.imap

/** Runtime picklers keep every state of an object, or refuse it: on classes of the JDK and of libraries, compared by
  * reflection.
  */
class ForeignClassesSuite extends munit.FunSuite, Patient:
  private val formats = AllFormats.all

  private enum Outcome:
    case Same
    case Refused(why: String)
    case Different(how: String)

  private val loader = getClass.getClassLoader

  /** Lists the classes that the error says are missing. */
  private def allowed(root: Class[?]): AllowList =
    try
      val ignored = RuntimePicklers(AllowList(root)).pickler(root)
      AllowList(root)
    catch case e: UnfitClassException => AllowList(root) ++ AllowList(named(e.getMessage)*)

  private def named(message: String): List[Class[?]] =
    message.linesIterator.collect { case s"    $name, at $_" => load(name) }.toList

  /** A dot of the name may separate a nested class from the class around it. */
  private def load(name: String): Class[?] =
    try loader.loadClass(name)
    catch case _: ClassNotFoundException => load(name.patch(name.lastIndexOf('.'), "$", 1))

  private def outcome(value: AnyRef, known: Subtypes = Subtypes.none): Outcome =
    try
      val list =
        allowed(if value.isInstanceOf[Enum[?]] then value.asInstanceOf[Enum[?]].getDeclaringClass else value.getClass)
      val runtime = RuntimePicklers(list, known, compileAfter = 1)
      try
        val ignored = runtime.pickler(value.getClass)
      catch
        case e: UnfitClassException =>
          assert(
            !e.getMessage.contains("not on the list"),
            s"one round of edits is not enough for ${value.getClass}: ${e.getMessage}"
          )
          throw e
      val typed = runtime.pickler(value.getClass).asInstanceOf[Pickler[AnyRef]]
      val options = PickleOptions(subtypes = runtime.subtypes, code = CodeNames.classes(classOf[String]))
      val differences =
        for
          format <- formats
          pickler <- List(typed, runtime.any.asInstanceOf[Pickler[AnyRef]])
          _ <- 1 to 2
          difference <- FieldByField.difference(
            value,
            Laws.read[AnyRef](Laws.write(value, format, options)(using pickler), format, options)(using pickler)
          )
        yield s"${value.getClass.getName}, $format: $difference"
      differences.headOption.fold(Outcome.Same)(Outcome.Different(_))
    catch
      case e: UnfitClassException => Outcome.Refused(e.getMessage)
      case e: PickleException     => Outcome.Refused(e.getMessage)

  private def outcomes(values: List[AnyRef]): List[(AnyRef, Outcome)] = values.map(v => v -> outcome(v))

  /** The picklers that the error about Maven's model requests. */
  private def knownOfMaven: Subtypes =
    import org.apache.maven.model.InputLocation
    given Pickler[InputLocation] = brine.combine.imap(Pickler[(Int, Int)])((line, column) =>
      new InputLocation(line, column)
    )(l => (l.getLineNumber, l.getColumnNumber))
    given Pickler[java.io.File] = Pickler.string.imap(new java.io.File(_))(_.getPath)
    given Pickler[java.util.Properties] = Pickler[java.util.HashMap[String, String]].imap { map =>
      val properties = new java.util.Properties
      properties.putAll(map)
      properties
    }(p => new java.util.HashMap(p.asInstanceOf[java.util.Map[String, String]]))
    Subtypes(Subtype[InputLocation], Subtype[java.io.File], Subtype[java.util.Properties])

  private def differing(all: List[(AnyRef, Outcome)]): List[String] = all.collect { case (_, Outcome.Different(how)) =>
    how
  }

  test("objects of 80 classes that others wrote come back the same in every field, or are refused") {
    val all = outcomes(ForeignClasses.data) ++ ForeignClasses.maven.map(v => v -> outcome(v, knownOfMaven))
    assertEquals(differing(all), Nil)
    assert(all.map(_._1.getClass).distinct.length >= 80, all.map(_._1.getClass).distinct.length)
    val same = all.collect { case (value, Outcome.Same) => value.getClass.getSimpleName }
    if sys.env.contains("BRINE_SHOW") then for (value, o) <- all do println(s"${value.getClass.getName}: $o")
    assert(same.distinct.length >= 50, s"${same.distinct.length}: ${same.mkString(" ")}")
  }

  test("Maven's model: each cause is reported once, with places, and the requested picklers are enough") {
    val e = intercept[UnfitClassException](
      RuntimePicklers(allowed(classOf[org.apache.maven.model.Model])).pickler[org.apache.maven.model.Model]
    )
    val lines = e.getMessage.linesIterator.toList
    assertEquals(lines.length, 4, e.getMessage)
    for (line, start) <- lines.zip(List(
        "no runtime pickler for org.apache.maven.model.Model:",
        "  org.apache.maven.model.InputLocation cannot be split into fields: no constructor can rebuild it: (int, " +
          "int, InputSource) changes a parameter",
        "  java.util.Properties cannot be split into fields: it extends java.util.Hashtable, which has fields " +
          "itself; write a pickler for it",
        "  java.io.File cannot be split into fields: it has its own form for Java's serialization"
      ))
    do assert(line.startsWith(start), line)
    assert(lines(1).endsWith("more places)."), lines(1))
    assertEquals(outcome(ForeignClasses.maven.head, knownOfMaven), Outcome.Same)
  }

  test("a class that is missing behind others is named in the first error") {
    val message = intercept[UnfitClassException](
      RuntimePicklers(AllowList(classOf[org.apache.maven.model.Dependency])).pickler[org.apache.maven.model.Dependency]
    ).getMessage
    for part <- List(
        "  not on the list of classes that may be pickled at run time:\n",
        "    org.apache.maven.model.Exclusion, at Dependency.exclusions\n",
        "  Add them to it: classOf[org.apache.maven.model.Exclusion]"
      )
    do assert(message.contains(part), message)
  }

  test("subclasses of the JDK's and of Scala's classes that hold state are refused") {
    for (value, o) <- outcomes(ForeignClasses.stateful) do
      o match
        case Outcome.Refused(why) =>
          val causes = List(
            "which has fields itself",
            "its own form for Java's serialization",
            "it is an exception, so its stack trace"
          )
          assert(causes.exists(why.contains), why)
        case other => fail(s"${value.getClass}: $other")
  }

  test("lambdas, proxies, anonymous and inner classes are refused") {
    for (value, o) <- outcomes(ForeignClasses.code) do assert(o.isInstanceOf[Outcome.Refused], s"${value.getClass}: $o")
  }
