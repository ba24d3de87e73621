package brine.checks

import brine.*
import brine.shape.{Shape, ShapeText}
import brine.testkit.corpus.*

/** Shapes as lines of text. */
class ShapeTextSuite extends munit.FunSuite:
  for sample <- Corpus.all do
    test(s"the shape of '${sample.name}' is a line, and that line the shape") {
      val shape = sample.pickler.shape
      val text = ShapeText.render(shape)
      val back = ShapeText.parse(text)
      assertEquals(back.fingerprint, shape.fingerprint)
      assertEquals((back.name, back.describe), (shape.name, shape.describe))
      assertEquals(ShapeText.render(back), text)
      assert(!text.exists(c => c < ' '), text)
    }

  test("what it looks like") {
    for (name, shape) <- List(
        "Person{name: String, since: Int}" -> Pickler[Person].shape,
        "?[List[Int]]" -> Pickler[Option[List[Int]]].shape,
        "@1 Cell&{name: String, next: ^1}" -> Pickler[Cell].shape,
        "Map[String, custom UUID 1]" -> Pickler[Map[String, java.util.UUID]].shape
      )
    do assertEquals(ShapeText.render(shape), name)
  }

  test("however the nodes are shared, the line is the same") {
    def list = new Shape.Sequence("List", false, () => Pickler[Int].shape)
    val one = list
    val shared = new Shape.Product("P", Array("a", "b"), false, () => Array(one, one))
    val apart = new Shape.Product("P", Array("a", "b"), false, () => Array(list, list))
    assertEquals(ShapeText.render(shared), ShapeText.render(apart))
    lazy val once: Shape = new Shape.Product("T", Array("t"), false, () => Array(once))
    lazy val unrolled: Shape = new Shape.Product(
      "T",
      Array("t"),
      false,
      () => Array(new Shape.Product("T", Array("t"), false, () => Array(unrolled)))
    )
    assertEquals(ShapeText.render(unrolled), ShapeText.render(once))
  }

  test("collections that hold themselves") {
    lazy val list: Shape = new Shape.Sequence("List", false, () => new Shape.Mapped(() => list))
    val back = ShapeText.parse(ShapeText.render(list))
    assertEquals(back.fingerprint, list.fingerprint)
  }

  test("any names") {
    for name <- List("", "object", "Int", "a b", "a\"b\\", "über", "\u202e\n", "a|b", "^1", "\ud800") do
      val leaf = new Shape.Singleton(name)
      val shape = new Shape.Product(
        name,
        Array(name),
        true,
        () => Array(new Shape.Sum(name, Array(name, "x"), true, () => Array(leaf, leaf)))
      )
      val back = ShapeText.parse(ShapeText.render(shape))
      assertEquals(back.fingerprint, shape.fingerprint, name)
      assertEquals(back.name, name)
  }

  test("a text that is not a shape is refused with the column") {
    def refused(text: String, message: String)(using munit.Location) =
      assertEquals(intercept[IllegalArgumentException](ShapeText.parse(text)).getMessage, message)
    refused("", "column 1: expected a name")
    refused("Person", "column 7: expected '{', '<' or '['")
    refused("Person{name String}", "column 13: expected ':'")
    refused("Person{name: String", "column 20: expected '}'")
    refused("Int Int", "column 5: expected the end of the line")
    refused("List[Int, Int, Int]", "column 20: expected one type or two")
    refused("List[^3]", "column 8: expected a '@3' before")
    refused("S<>", "column 4: expected a leaf")
    refused("custom X y", "column 11: expected a number")
    refused("\"a", "column 3: expected '\"'")
    refused("\"\\u12\"", "column 3: expected four hexadecimal digits")
    val text = ShapeText.render(Pickler[brine.testkit.komanov.Site].shape)
    for n <- 0 until text.length do intercept[IllegalArgumentException](ShapeText.parse(text.take(n)))
  }
