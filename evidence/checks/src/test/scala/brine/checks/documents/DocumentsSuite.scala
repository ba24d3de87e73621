package brine.checks.documents

import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.checks.docs.Page
import brine.json.{Json, JsonDialect, JsonFormat, JsonSchema}
import brine.testkit.documents.{DocumentKind, DocumentKinds}
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchema as Validator, JsonSchemaFactory, SpecVersion}

/** Documents that look like those of public interfaces are read by types as a program has them, and come back as they
  * were. With a wrong value they are refused at its place.
  */
class DocumentsSuite extends munit.FunSuite, Patient:
  private val count = Integer.getInteger("brine.documents", 12).intValue

  test("at least 40 kinds have different names"):
    assert(Kinds.all.length >= 40, Kinds.all.length)
    assertEquals(Kinds.all.map(_.name).distinct.length, Kinds.all.length)

  for kind <- Kinds.all do
    test(s"${kind.name}: documents come back as they were, and their schema accepts them"):
      comeBack(kind)
    test(s"${kind.name}: a wrong value is refused at its place"):
      for attack <- kind.hostile do isRefused(kind, attack)
    test(s"${kind.name}: a reader refuses whatever the schema refuses, at a place that leads to it"):
      agreesWithSchema(kind)

  private[documents] def comeBack[A](kind: DocumentKind[A]): Unit =
    import kind.pickler
    assertEquals(JsonDialect.check[A](kind.dialect).toList, Nil)
    val format = JsonFormat(kind.dialect)
    val validator = validatorOf(kind)
    for seed <- 1 to count do
      val document = kind.document(seed)
      val text = document.render
      val back = format.write(format.read[A](text))
      assertEquals(equalForm(Json.parse(back)), equalForm(document), s"$text\n$back")
      val bytes = text.getBytes("UTF-8")
      for value <- List(
          Laws.read[A](bytes, format, Laws.interpreted),
          Pickle.read[A](Laws.trickle(bytes))(using pickler, format)
        )
      do assertEquals(new String(Laws.write(value, format, Laws.interpreted), "UTF-8"), back)
      assertEquals(format.write(format.read[A](back)), back)
      assertEquals(complaints(validator, document), Nil, text)

  private[documents] def isRefused[A](kind: DocumentKind[A], attack: (String, Json)): Unit =
    import kind.pickler
    val format = JsonFormat(kind.dialect)
    val (pointer, wrong) = attack
    val documents =
      Iterator.range(1, 2000).map(kind.document(_)).filter(at(_, pointer).exists(_ != wrong)).take(2).toList
    assert(documents.nonEmpty, s"no document has $pointer")
    for document <- documents; options <- List(PickleOptions.Default, Laws.interpreted) do
      val text = replaced(document, steps(pointer), wrong).render
      PickleException.either(Laws.read[A](text.getBytes("UTF-8"), format, options)) match
        case Left(e)      => assertEquals(e.pointer, pointer, s"${e.getMessage}\n$text")
        case Right(value) => fail(s"$pointer: $text is read as $value")

  private[documents] def agreesWithSchema[A](kind: DocumentKind[A]): Unit =
    import kind.pickler
    val format = JsonFormat(kind.dialect)
    val validator = validatorOf(kind)
    val random = new Random(kind.name.hashCode)
    for seed <- 1 to count / 6 + 1 do
      val document = kind.document(seed)
      for pointer <- random.shuffle(places(document, "")).take(30) do
        val all = Seq(Json.Null, Json.Str("wrong"), Json.Num("17"), Json.Bool(true), Json.Arr(Vector(Json.Null)))
        val wrong = all(random.nextInt(all.length))
        val changed = replaced(document, steps(pointer), wrong)
        val refusal = complaints(validator, changed)
        PickleException.either(format.read[A](changed.render)) match
          case Right(value) => assertEquals(refusal, Nil, s"$pointer: ${changed.render} is read as $value")
          case Left(e) =>
            assert(leadsTo(steps(e.pointer), steps(pointer)), s"$pointer: ${e.getMessage}, ${changed.render}")

  /** Returns true if a path leads to a value around this place, to it, or into it. A path has no step for the object
    * around a leaf (`Families.Wrapper`).
    */
  private def leadsTo(path: List[String], place: List[String]): Boolean = (path, place) match
    case (Nil, _) | (_, Nil)               => true
    case (a :: path, b :: place) if a == b => leadsTo(path, place)
    case (_, _ :: place)                   => leadsTo(path, place)

  private def validatorOf[A](kind: DocumentKind[A]): Validator =
    val schema = JsonSchema.of[A](kind.dialect)(using kind.pickler)
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)

  private val mapper = new ObjectMapper()

  private def complaints(validator: Validator, document: Json): List[String] =
    validator.validate(mapper.readTree(document.render)).asScala.map(_.toString).toList

  /** The same for values that are equal as JSON. */
  private def equalForm(json: Json): Json = json match
    case Json.Obj(members) => Json.Obj(members.map((name, value) => name -> equalForm(value)).sortBy(_._1))
    case Json.Arr(all)     => Json.Arr(all.map(equalForm))
    case Json.Num(text)    => Json.Num(new java.math.BigDecimal(text).stripTrailingZeros.toString)
    case other             => other

  private def steps(pointer: String): List[String] =
    pointer.split('/').toList.drop(1).map(_.replace("~1", "/").replace("~0", "~"))

  private def at(json: Json, pointer: String): Option[Json] = steps(pointer).foldLeft(Option(json)) {
    case (Some(Json.Obj(all)), name)  => all.collectFirst { case (`name`, value) => value }
    case (Some(Json.Arr(all)), index) => index.toIntOption.flatMap(all.lift)
    case _                            => None
  }

  private def replaced(json: Json, steps: List[String], by: Json): Json = (json, steps) match
    case (_, Nil) => by
    case (Json.Obj(all), name :: more) =>
      Json.Obj(all.map((n, value) => n -> (if n == name then replaced(value, more, by) else value)))
    case (Json.Arr(all), index :: more) => Json.Arr(all.updated(index.toInt, replaced(all(index.toInt), more, by)))
    case _                              => json

  private def places(json: Json, pointer: String): Vector[String] =
    def below(name: String, value: Json): Vector[String] =
      val place = s"$pointer/${name.replace("~", "~0").replace("/", "~1")}"
      place +: places(value, place)
    json match
      case Json.Obj(all) => all.flatMap(below)
      case Json.Arr(all) => all.zipWithIndex.flatMap((value, i) => below(i.toString, value))
      case _             => Vector.empty

  test("the page has each kind, with its lines"):
    val page = Page.lines("docs/guide/json-documents.md").mkString("\n")
    for kind <- Kinds.all; lines = Kinds.lines(kind.name) do
      assert(page.contains(s"**${kind.name}** (${lines.types} + ${lines.codecs})"), s"${kind.name}: $lines")

  test("the page compares the lines of three libraries"):
    val page = Page.lines("docs/guide/json-documents.md")
    val (circe, jsoniter) = (Kinds.codecs("Circe"), Kinds.codecs("Jsoniter"))
    for (name, kind) <- DocumentKinds.byName.toSeq; types = Kinds.lines(kind.name) do
      val cells = List(s"| ${kind.name}", types.types, types.codecs, circe(name), jsoniter(name)).mkString(" | ")
      assert(page.exists(_.startsWith(cells)), cells)
