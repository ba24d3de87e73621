package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.checks.CovariantArraysSuite.{given, *}
import brine.combine.imap
import brine.json.JsonFormat
import brine.testkit.Laws

/** In Java, an array of a subtype may be stored where one of its supertype is declared. It comes back as an array of
  * the subtype.
  */
class CovariantArraysSuite extends munit.FunSuite with RoundTrips:
  val formats: List[PickleFormat] = BinaryFormat :: AllFormats.telling
  override def subtypes: Subtypes = Subtypes(Subtype[String], Subtype[java.lang.Integer])

  private val oak = Oak(3)

  test("an array of a leaf, of a type between, of an object and of the family itself") {
    def comesBack(array: AnyRef): Unit =
      there(Wood(array.asInstanceOf[Array[Plant]])) { back =>
        assertEquals[Any, Any](back.plants.getClass, array.getClass)
        assertEquals(back.plants.toList, array.asInstanceOf[Array[Plant]].toList)
      }
    comesBack(Array(oak, null, Oak(4)))
    comesBack(Array[Leafy](oak, Birch))
    comesBack(Array(Birch))
    comesBack(Array[Plant](oak, Moss("m")))
    comesBack(Array.empty[Oak])
  }

  test("as a separate pickle, and inside other arrays") {
    there(Array(oak).asInstanceOf[Array[Plant]])(back => assertEquals[Any, Any](back.getClass, classOf[Array[Oak]]))
    there(Array(Array(oak), null).asInstanceOf[Array[Array[Plant]]]) { back =>
      assertEquals[Any, Any](back.getClass, classOf[Array[Array[Oak]]])
      assertEquals[Any, Any](back(0).getClass, classOf[Array[Oak]])
    }
    there(Array(Array(oak).asInstanceOf[Array[Plant]], Array(Moss("m")).asInstanceOf[Array[Plant]])) { back =>
      assertEquals(back.toList.map(_.getClass.getSimpleName), List("Oak[]", "Moss[]"))
    }
    there(Nest(Array(Array(oak)).asInstanceOf[Array[Array[Plant]]])) { back =>
      assertEquals[Any, Any](back.nested.getClass, classOf[Array[Array[Oak]]])
    }
  }

  test("of options, and of a generic family") {
    there(Array(Some(1)).asInstanceOf[Array[Option[Int]]])(back =>
      assertEquals[Any, Any](back.getClass, classOf[Array[Some[?]]])
    )
    there(Boxes(Array(Full(1)).asInstanceOf[Array[Box[Int]]])) { back =>
      assertEquals[Any, Any](back.boxes.getClass, classOf[Array[Full[?]]])
    }
  }

  test("one of an open type's subtypes") {
    there(Texts(Array("a", "b").asInstanceOf[Array[AnyRef]].asInstanceOf[Array[CharSequence]])) { back =>
      assertEquals[Any, Any](back.texts.getClass, classOf[Array[String]])
    }
    there(Texts(Array[CharSequence]("a"))) { back =>
      assertEquals[Any, Any](back.texts.getClass, classOf[Array[CharSequence]])
    }
  }

  test("one array at places of several types is one array") {
    val oaks = Array(oak, null)
    for order <- List(true, false) do
      val plants = oaks.asInstanceOf[Array[Plant]]
      if order then there(Pair(oaks, plants))(back => assert(back.a eq back.b.asInstanceOf[AnyRef]))
      else there(Pair(plants, oaks))(back => assert(back.a.asInstanceOf[AnyRef] eq back.b))
    val leafy = Array[Leafy](Birch, oak)
    there(Pair(leafy, leafy.asInstanceOf[Array[Plant]]))(back => assert(back.a eq back.b.asInstanceOf[AnyRef]))
    there(Pair(leafy.asInstanceOf[Array[Plant]], leafy))(back => assert(back.a.asInstanceOf[AnyRef] eq back.b))
    val full = Array(Full(1))
    there(Pair(full, full.asInstanceOf[Array[Box[Int]]]))(back => assert(back.a eq back.b.asInstanceOf[AnyRef]))
    there(Pair(full.asInstanceOf[Array[Box[Int]]], full))(back => assert(back.a.asInstanceOf[AnyRef] eq back.b))
    val texts = Array("a")
    there(Pair(texts, texts.asInstanceOf[Array[AnyRef]].asInstanceOf[Array[CharSequence]])) { back =>
      assert(back.a eq back.b.asInstanceOf[AnyRef])
    }
  }

  test("an array that holds its own holder") {
    val ivies = new Array[Ivy](2)
    ivies(1) = new Ivy(ivies.asInstanceOf[Array[Vine]])
    there(ivies(1)) { back =>
      assertEquals[Any, Any](back.around.getClass, classOf[Array[Ivy]])
      assert(back.around(1) eq back)
    }
  }

  test("an array of a class that has no name at its place is refused") {
    val marks = Marks(Array(new Tagged("x")).asInstanceOf[Array[Mark]])
    for format <- formats; depth <- List(512, 0) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val e = intercept[PickleException.UnexpectedClass](Laws.write(marks, format, options))
      assert(e.getMessage.contains("Copy it into one, or declare it by its own type"), e.getMessage)
  }

  test("the class that a pickle gives for an array is checked") {
    def refused(json: String): PickleException =
      List(512, 0)
        .map(depth =>
          intercept[PickleException](Laws.read[Wood](
            json.getBytes,
            JsonFormat,
            PickleOptions(limits = Limits(emittedDepth = depth))
          ))
        )
        .head
    def plants(array: String): String = s"""{"plants":$array}"""
    for name <- List("Elm[]", "Oak", "Oak[][]", "[]", "", "java.lang.String[]", "Plant[]") do
      assert(refused(plants(s"""{"$$type":"$name","$$items":[]}""")).isInstanceOf[PickleException.WrongType], name)
    // An element that does not fit the array causes no ArrayStoreException.
    val foreign = refused(plants("""{"$type":"Moss[]","$items":[{"$type":"Oak","age":1}]}"""))
    assert(foreign.isInstanceOf[PickleException.WrongType], foreign)
    refused(plants("""{"$type":"Moss[]"}"""))
    refused(plants("""{"$type":"Moss[]","$ref":1}"""))
    refused(plants("""{"$type":null,"$items":[]}"""))
    val e = intercept[PickleException.UnknownSubtype](
      Laws.read[Texts](
        """{"texts":{"$type":"java.net.URL[]","$items":[]}}""".getBytes,
        JsonFormat,
        PickleOptions(subtypes = subtypes)
      )
    )
    assert(e.getMessage.contains("java.net.URL"), e.getMessage)
    val notOne = """{"texts":{"$type":"java.lang.Integer[]","$items":[]}}"""
    intercept[PickleException.WrongType](Laws.read[Texts](
      notOne.getBytes,
      JsonFormat,
      PickleOptions(subtypes = subtypes)
    ))
  }

  test("in binary, only an array of references has a separate class") {
    val bare = BinaryFormat.Bare
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0) do
      val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val name = if sharing == Sharing.All then "02 01 09 4f 61 6b 5b 5d" else "02 0b 4f 61 6b 5b 5d"
      def bytes(hex: String): Array[Byte] = hex.split(' ').map(Integer.parseInt(_, 16).toByte)
      intercept[PickleException](Laws.read[scala.collection.mutable.ArrayBuffer[Int]](
        bytes(s"$name 01"),
        bare,
        options
      ))
      intercept[PickleException](Laws.read[Array[Int]](bytes(s"$name 01"), bare, options))
      intercept[PickleException](Laws.read[Array[Plant]](bytes(s"$name 00"), bare, options))
      intercept[PickleException](Laws.read[Array[Plant]](bytes(s"$name 04"), bare, options))
      intercept[PickleException](Laws.read[Array[Plant]](bytes(s"$name $name 01"), bare, options))
      intercept[PickleException](Laws.read[Array[Plant]](bytes("02 00 01"), bare, options))
    assertEquals[Any, Any](
      Laws.read[Array[Plant]](Array[Byte](2, 11, 'O', 'a', 'k', '[', ']', 1), bare).getClass,
      classOf[Array[Oak]]
    )
  }

  test("damage to such a pickle is found, or harmless") {
    val wood = Wood(Array(oak, null).asInstanceOf[Array[Plant]])
    for format <- AllFormats.all do
      Laws.truncationIsSafe(wood, format)
      Laws.bitFlipsAreSafe(wood, format)
      Laws.callsMatchShape(wood)
      Laws.backEndsMakeTheSameCalls(wood)
  }

object CovariantArraysSuite:
  sealed trait Plant derives Pickler
  sealed trait Leafy extends Plant derives Pickler
  final case class Oak(age: Int) extends Leafy derives Pickler
  case object Birch extends Leafy
  final case class Moss(name: String) extends Plant

  final case class Wood(plants: Array[Plant]) derives Pickler
  final case class Nest(nested: Array[Array[Plant]]) derives Pickler

  sealed trait Box[+A] derives Pickler
  final case class Full[+A](content: A) extends Box[A] derives Pickler
  case object Empty extends Box[Nothing]
  final case class Boxes(boxes: Array[Box[Int]]) derives Pickler

  given Pickler[CharSequence] = Pickler.open
  final case class Texts(texts: Array[CharSequence]) derives Pickler

  sealed trait Vine derives Pickler
  final class Ivy(val around: Array[Vine]) extends Vine derives Pickler

  final case class Pair[A, B](a: A, b: B) derives Pickler

  /** The parts below a class with a pickler by hand are unknown. */
  trait Mark
  final class Tagged(val tag: String) extends Mark
  given Pickler[Mark] = Pickler[String].imap(new Tagged(_): Mark)(_.asInstanceOf[Tagged].tag)
  final case class Marks(marks: Array[Mark]) derives Pickler
