package brine.checks.dialects

import java.nio.file.Files
import scala.util.Random
import brine.*
import brine.json.*
import brine.testkit.Patient
import dotty.tools.dotc.Driver

/** Classes that are inferred from samples compile, fit their dialect, and read the samples. */
class InferredTypesSuite extends munit.FunSuite, Patient:
  import InferredTypesSuite.*

  /** The samples of each kind of document. */
  private lazy val samples: List[(String, List[String])] =
    val generated =
      for kind <- IrregularTypes.kinds; count <- List(25) yield
        val random = new Random(count)
        s"${kind.name}, $count" -> List.fill(count)(kind.document(random).render)
    generated ++ byHand

  private lazy val inferred: List[JsonTypes] = samples.map((_, texts) => JsonDialect.inferTypes(texts))

  private lazy val complaints: Seq[Seq[String]] =
    val source = "package inferred\n" + inferred.zipWithIndex.map(unit).mkString("\n")
    val folder = Files.createTempDirectory("inferred")
    val file = Files.writeString(folder.resolve("Inferred.scala"), source)
    val reporter = new Driver().process(
      Array(
        "-classpath",
        System.getProperty("java.class.path"),
        "-d",
        folder.toString,
        file.toString
      )
    )
    assert(!reporter.hasErrors, s"${reporter.allErrors.mkString("\n")}\n$source")
    val loader = new java.net.URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    samples.indices.map { i =>
      val check = loader.loadClass(s"inferred.K$i").getMethod("check", classOf[Seq[?]])
      check.invoke(null, samples(i)._2).asInstanceOf[Seq[String]]
    }

  private def unit(types: JsonTypes, index: Int): String =
    s"""|object K$index:
        |  import brine.*
        |  import brine.json.*
        |  import brine.json.JsonDialect.*
        |${types.source.linesIterator.map("  " + _).mkString("\n")}
        |  def check(texts: Seq[String]): Seq[String] =
        |    brine.checks.dialects.InferredTypesSuite.check[${types.root}](dialect, texts)
        |""".stripMargin

  test("classes of samples compile, fit their dialect, and read and write the samples"):
    for i <- samples.indices do
      assertEquals(
        complaints(i).toList,
        Nil,
        s"${samples(i)._1}\n${inferred(i)}\n${samples(i)._2.take(3).mkString("\n")}"
      )

  test("the classes are those that a person would write"):
    val events = JsonDialect.inferTypes(
      List(
        """{"id":12345678901,"created_at":"2020-01-02T03:04:05Z",""" +
          """"payload":{"type":"push","size":1,"commits":[{"sha":"a"}]}}""",
        """{"id":2,"created_at":"2021-01-02T03:04:05Z",""" +
          """"payload":{"type":"watch","action":"started"},"org":{"login":"x"}}"""
      ),
      "event"
    )
    assertEquals(
      events.source,
      """|final case class Commit(
         |  sha: String
         |) derives Pickler
         |
         |enum Payload derives Pickler:
         |  case Push(
         |    size: Int,
         |    commits: List[Commit]
         |  )
         |  case Watch(
         |    action: String
         |  )
         |
         |final case class Org(
         |  login: String
         |) derives Pickler
         |
         |final case class Event(
         |  id: Long,
         |  createdAt: java.time.Instant,
         |  payload: Payload,
         |  org: Option[Org] = None
         |) derives Pickler
         |
         |val dialect = JsonDialect.Api.copy(
         |  names = NameStyle.SnakeCase,
         |  leafNames = NameStyle.SnakeCase
         |)""".stripMargin
    )
    assertEquals(events.open.toList, Nil)
    assertEquals(events.dialect, JsonDialect.Api.copy(names = NameStyle.SnakeCase, leafNames = NameStyle.SnakeCase))

  test("facts that the classes do not say are named"):
    val types = JsonDialect.inferTypes(
      List(
        """{"a":null,"b":[],"c":{},"d":1,"e":{"type":"x","p":1}}""",
        """{"a":null,"b":[],"c":{},"d":null,"e":{"type":"y","q":1}}""",
        "{}",
        "{"
      ),
      "T"
    )
    for fact <- List(
        "$.a is always null",
        "$.b[*] has no element",
        "$.c is an object without members",
        "text 3 is not JSON",
        "$.d is missing in some samples and null in others"
      )
    do assert(types.open.exists(_.contains(fact)), s"$fact: ${types.open.mkString("\n")}")
    val two = JsonDialect.inferTypes(
      List("""{"a":[{"type":"x","p":1},{"type":"y","q":1}],"b":[{"kind":"x","p":1},{"kind":"y","q":1}]}""")
    )
    assert(two.open.exists(_.contains("one name for that member")), two.toString)
    val colors = JsonDialect.inferTypes(List.tabulate(50)(i => s"""{"c":"${List("red", "blue")(i % 2)}"}"""))
    assert(colors.open.exists(_.contains("it may be an enum")), colors.toString)
    assert(JsonDialect.inferTypes(Nil).open.nonEmpty)

object InferredTypesSuite:
  /** The complaints about a type and a dialect that were inferred from these texts. */
  def check[A: Pickler](dialect: JsonDialect, texts: Seq[String]): Seq[String] =
    val problems = JsonDialect.check[A](dialect)
    if problems.nonEmpty then problems
    else
      val format = JsonFormat(dialect)
      texts.flatMap { text =>
        format.readEither[A](text) match
          case Left(e) => Some(s"$text: $e")
          case Right(value) =>
            val back = format.write(value)
            Option.when(plain(Json.parse(back)) != plain(Json.parse(text)))(s"$text was written as $back")
      }

  /** Without nulls, which may be members that are not there, and with members and numbers in one form. */
  private def plain(json: Json): Json = json match
    case Json.Obj(all) =>
      Json.Obj(all.filter(_._2 != Json.Null).map((name, value) => name -> plain(value)).sortBy(_._1))
    case Json.Arr(all)  => Json.Arr(all.map(plain))
    case Json.Num(text) => Json.Num(BigDecimal(text).bigDecimal.stripTrailingZeros.toPlainString)
    case other          => other

  private val byHand: List[(String, List[String])] = List(
    "a scalar" -> List("1"),
    "texts and numbers" -> List("[1,\"a\",null,{\"b\":[true]}]"),
    "a list of objects" -> List("""[{"class":1,"type":"a","@id":"b","a-b":2,"a_b":3,"toString":4,"9":5}]""", "[]"),
    "names that Scala has" -> List(
      """{"list":[{"x":1}],"option":{"y":1},"map":{"z":1},"object":{"w":1},"string":{"v":1}}"""
    ),
    "a tree" -> List("""{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]},{"name":"d"}]}"""),
    "a family that leads to itself" -> List(
      """{"kind":"and","left":{"kind":"not","of":{"kind":"true"}},"right":{"kind":"var","name":"x"}}"""
    ),
    "a family with names of many kinds" -> List(
      """[{"type":"a.b","x":1},{"type":"C-d","y":1},{"type":"List","z":2},{"type":"a_b","w":2}]"""
    ),
    "a map by numbers" -> List("""{"1":{"a":1},"22":{"a":2,"b":null}}""", "{}"),
    "a map of many names" -> List.tabulate(60)(i => s"""{"prices":{"${"abcdefghij".substring(i % 10)}$i":$i}}"""),
    "numbers of all sizes" -> List(
      """{"a":1e400,"b":12345678901234567890,"c":0.1,"d":1.0,"e":-0,"f":3000000000,"g":0.12345678901234567890}"""
    ),
    "dates and times" -> List(
      """{"a":"2020-01-02","b":"2020-01-02T03:04:05Z","c":"2020-01-02T03:04:05+01:00",""" +
        """"d":"2020-01-02T03:04:05","e":"123e4567-e89b-12d3-a456-426614174000"}"""
    ),
    "nulls everywhere" -> List("null", "{\"a\":null}", "{\"a\":[null,1]}"),
    "a union with a family" -> List("""{"a":"x"}""", """{"a":{"type":"b","c":1}}""", """{"a":[{"type":"d","e":1}]}"""),
    "empty names" -> List("""{"":1,"é":2,"$ref":3,"a b":4}""")
  )
