package brine.model

import brine.shape.ScalarKind

class FamilyTextSuite extends munit.FunSuite:
  private def same(definitions: TypePlan*): Unit =
    val family = Family(definitions.toVector)
    assertEquals(FamilyText.parse(FamilyText.render(family)), family)

  test("every definition comes back from its text") {
    same(
      TypePlan.Product(
        "Person",
        Vector(FieldPlan("name", Use.Scalar(ScalarKind.String), false), FieldPlan("boss", Use.Local(0), true)),
        1,
        true,
        true,
        true,
        false
      ),
      TypePlan.Product("Nothing0", Vector(), 0, false, false, false, true),
      TypePlan.Singleton("Solo"),
      TypePlan.Sum("S", Vector(LeafPlan("A", Use.Local(0)), LeafPlan("B", Use.Given(3))), true, false),
      TypePlan.Product(
        "Named",
        Vector(
          FieldPlan("a", Use.Local(0), true, Vector("b"), isNamed = true),
          FieldPlan("^", Use.Local(0), false, isNamed = true),
          FieldPlan("c", Use.Local(0), true, Vector("?d"), isNamed = true, isNullable = true),
          FieldPlan("?", Use.Local(0), false, isNullable = true),
          FieldPlan("*d*", Use.Local(0), false, rest = Some(Vector.empty)),
          FieldPlan("e", Use.Local(0), true, Vector("f"), true, true, rest = Some(Vector("x-", "*|*", "~"))),
          FieldPlan("-", Use.Given(0), true, isUnboxed = true),
          FieldPlan("g", Use.Given(0), true, Vector("-h"), true, true, Some(Vector.empty), isUnboxed = true)
        ),
        1,
        false,
        false,
        false,
        false
      ),
      TypePlan.Sum(
        "N",
        Vector(
          LeafPlan("A", Use.Local(0), Vector("^B"), isFallback = true, isNamed = true),
          LeafPlan("B", Use.Local(1), isNamed = true)
        ),
        false,
        false
      ),
      TypePlan.Optional(Use.Given(0), true),
      TypePlan.Sequence("List", Use.Local(12), false, false),
      TypePlan.Mapping("Map", Use.Scalar(ScalarKind.Int), Use.Given(1), true, true)
    )
    for kind <- ScalarKind.values do same(TypePlan.ScalarArray(kind), TypePlan.Optional(Use.Scalar(kind), false))
  }

  test("copies and classes of other modules come back from the text") {
    val definitions = Vector(TypePlan.Singleton("A"), TypePlan.Singleton("B"))
    for
      copies <- List(Vector.empty, Vector(0), Vector(0, 1))
      foreign <- List(Vector.empty, Vector(ForeignClass(0, Vector("= a|", "+ ")), ForeignClass(1, Vector.empty)))
    do
      val family = Family(definitions, copies, foreign)
      assertEquals(FamilyText.parse(FamilyText.render(family)), family)
  }

  test("names that hold what separates words come back, too") {
    for name <-
        List(
          "a b",
          "a\\b",
          "\\s",
          "-a",
          "~-a",
          "~a",
          "^a",
          "?a",
          "~?a",
          "!^a",
          "a\nb",
          "a:b",
          "a=b",
          "=",
          ":",
          "@1",
          "#",
          "ä",
          " "
        )
    do
      same(
        TypePlan.Product(
          name,
          Vector(FieldPlan(name, Use.Scalar(ScalarKind.Int), false), FieldPlan(name, Use.Local(0), true)),
          2,
          false,
          false,
          true,
          false
        ),
        TypePlan.Sum(name, Vector(LeafPlan(name, Use.Local(0))), false, false),
        TypePlan.Singleton(name)
      )
  }
