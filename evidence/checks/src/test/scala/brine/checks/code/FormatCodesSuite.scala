package brine.checks.code

import brine.Pickler
import brine.bytecode.{FormatCodes, PlanCode}
import brine.plan.Plan

/** The places in a plan where formats cache the code for a class. */
class FormatCodesSuite extends munit.FunSuite:
  import FormatCodesSuite.*

  private def plan: Plan.Product = Plan.of(Pickler.derived[Message]) match
    case p: Plan.Product => p
    case other           => fail(other.toString)

  private final class Counted(hasCode: Boolean):
    var made = 0
    val codes = new FormatCodes[PlanCode](plan =>
      made += 1
      if hasCode then new Made(plan) else null
    )

  test("formats that take turns each make their code for a class once"):
    val (one, none, other) = (new Counted(true), new Counted(false), new Counted(true))
    val p = plan
    for _ <- 1 to 100 do
      assert(one.codes.of(p) ne other.codes.of(p))
      assertEquals(none.codes.of(p), null)
    assertEquals(List(one.made, none.made, other.made), List(1, 1, 1))
    assert(one.codes.now(p) eq one.codes.of(p))

  test("code is made now for a class whose objects are still counted"):
    val counted = new Counted(true)
    assert(counted.codes.now(plan) != null)

object FormatCodesSuite:
  private final class Made(plan: Plan.Product) extends PlanCode(plan)

  final case class Message(text: String)
