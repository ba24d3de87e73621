package brine.spark

import java.util.concurrent.{CountDownLatch, Executors, TimeUnit}
import brine.PickleException

class ClassNumbersSuite extends munit.FunSuite:
  private val fixed = new FixedNumbers(Seq("a", "b"), Seq("mine", "a"), Seq("c", "b", "d"))

  private def table: NumberTable = new NumberTable(fixed)
  private def key(name: String, fingerprint: Long = 1): ClassKey = ClassKey(name, fingerprint)

  test("the application's own classes come behind those that most jobs use, and each class has one number") {
    assertEquals(Seq("a", "b", "mine", "c", "d", "e").map(fixed.numberOf), Seq(0, 1, 2, 1024, 1025, -1))
    assertEquals(
      Seq(0, 1, 2, 3, 1023, 1024, 1025, 1026, -1).map(fixed.nameOf),
      Seq("a", "b", "mine", null, null, "c", "d", null, null)
    )
  }

  test("the table has the numbers that the fixed list leaves free, each once") {
    val free = (0 until 3000).map(fixed.free)
    assertEquals(free.distinct.length, 3000)
    assertEquals(free.take(2), Seq(3, 4))
    for (number, index) <- free.zipWithIndex do
      assertEquals(fixed.nameOf(number), null)
      assertEquals(fixed.freeIndex(number), index)
    for number <- Seq(0, 2, 1024, 1025, -1) do assert(fixed.freeIndex(number) < 0)
  }

  test("of the numbers that take one byte, a job's own classes have a third") {
    val standard = new FixedNumbers(StandardNumbers.often, Nil, StandardNumbers.seldom)
    assert(standard.free(20) < 63, standard.free(20))
    assertEquals(standard.numberOf("java.lang.Integer"), 0)
    assert(standard.numberOf("scala.collection.mutable.TreeMap") > 1000)
  }

  test("two lists have one digest only if they are equal") {
    assertEquals(fixed.digest, new FixedNumbers(Seq("a", "b"), Seq("mine"), Seq("c", "d")).digest)
    assertNotEquals(fixed.digest, new FixedNumbers(Seq("a", "b"), Nil, Seq("mine", "c", "d")).digest)
    assertNotEquals(fixed.digest, new FixedNumbers(Seq("a", "b", "mine", "c"), Nil, Seq("d")).digest)
  }

  test("an executor learns by one question all classes that others have requested") {
    val driver = table
    val first = new RemoteNumbers(fixed, driver.answer)
    val second = new RemoteNumbers(fixed, driver.answer)
    val numbers = Seq("x", "y", "z").map(name => first.numberOf(key(name)))
    assertEquals(numbers, Seq(3, 4, 5))
    assertEquals(first.questions, 3)
    assertEquals(second.numberOf(key("w")), 6)
    assertEquals(Seq("x", "y", "z").map(name => second.numberOf(key(name))), numbers)
    assertEquals(second.questions, 1)
    assertEquals(first.keyOf(6), key("w"))
    assertEquals(second.keyOf(4), key("y"))
    assertEquals((first.questions, second.questions), (4, 1))
    assertEquals(driver.keyOf(5), key("z"))
  }

  test("two versions of a class have two numbers") {
    val driver = table
    val numbers = new RemoteNumbers(fixed, driver.answer)
    assertNotEquals(numbers.numberOf(key("x", 1)), numbers.numberOf(key("x", 2)))
    assertEquals(numbers.keyOf(numbers.numberOf(key("x", 2))), key("x", 2))
  }

  test("a number that nobody was given means nothing") {
    val driver = table
    val numbers = new RemoteNumbers(fixed, driver.answer)
    for number <- Seq(3, 500, 1024, 5000, -7) do
      assertEquals(numbers.keyOf(number), null)
      assertEquals(driver.keyOf(number), null)
  }

  test("threads that ask at the same time share questions, and get one number for one class") {
    val driver = table
    val slow = new RemoteNumbers(fixed, question => { Thread.sleep(20); driver.answer(question) })
    val threads = Executors.newFixedThreadPool(16)
    val start = new CountDownLatch(1)
    val asked = (0 until 64).map { i =>
      threads.submit(() => { start.await(); (i % 8) -> slow.numberOf(key(s"k${i % 8}")) })
    }
    start.countDown()
    val numbers = asked.map(_.get(10, TimeUnit.SECONDS)).distinct
    threads.shutdown()
    assertEquals(numbers.length, 8)
    assertEquals(numbers.map(_._2).distinct.length, 8)
    assert(slow.questions <= 8, slow.questions)
  }

  test("while the driver does not answer, classes are written by name, and a number cannot be read") {
    val driver = table
    var isDown = true
    var questions = 0
    val numbers = new RemoteNumbers(
      fixed,
      question =>
        questions += 1
        if isDown then throw new java.io.IOException("no driver") else driver.answer(question)
    )
    assertEquals(numbers.numberOf(key("x")), -1)
    assertEquals(numbers.numberOf(key("y")), -1)
    assertEquals(questions, 1, "it asks again after a while only")
    val error = intercept[PickleException.InputOutput](numbers.keyOf(3))
    assert(error.getMessage.contains("the driver did not answer: no driver"), error.getMessage)
    isDown = false
    assertEquals(numbers.keyOf(3), null)
    assertEquals(numbers.numberOf(key("x")), 3, "an answer ends the wait")
  }

  test("an interrupt while a question is on its way reaches the task") {
    val numbers = new RemoteNumbers(fixed, _ => throw new InterruptedException)
    // munit lets nobody intercept it.
    val ended =
      try { numbers.numberOf(key("x")); "with a number" }
      catch case _: InterruptedException => "interrupted"
    assertEquals(ended, "interrupted")
  }

  test("a JVM that has another list than the driver writes names and says why it reads no numbers") {
    val numbers = new RefusedNumbers("executor 3 has another Brine")
    assertEquals(numbers.fixed.numberOf("java.lang.Integer"), -1)
    assertEquals(numbers.numberOf(key("x")), -1)
    assert(intercept[PickleException](numbers.keyOf(0)).getMessage.contains(
      "class number 0 cannot be read: executor 3 has another Brine"
    ))
  }
