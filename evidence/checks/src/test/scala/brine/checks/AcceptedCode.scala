package brine.checks

import brine.bytecode.MadeClass

/** Requires that the JVM accepts all code that a suite makes. A suite that compares made code with calls finds them
  * equal also where the JVM refuses the code, since the objects then go by calls.
  */
trait AcceptedCode extends munit.FunSuite:
  private var before = 0L

  override def beforeAll(): Unit =
    super.beforeAll()
    before = MadeClass.refused.sum

  override def afterAll(): Unit =
    super.afterAll()
    val refused = MadeClass.refused.sum - before
    assert(refused == 0, s"the JVM refused the code of $refused classes; the log has the cause")
