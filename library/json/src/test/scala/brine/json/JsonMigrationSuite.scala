package brine.json

import brine.*
import JsonDialect.*

/** Documents of two dialects, for the time of a migration. */
class JsonMigrationSuite extends munit.FunSuite:
  private val old = JsonDialect.Default
  private val next = old.copy(names = NameStyle.SnakeCase, longs = NumberForm.Text, families = Families.Member("kind"))
  private val both = JsonDialect.anyOf(next, old)

  test("a document is read in the dialect of its writer, and the reading says which one that is") {
    val event = Event.UserCreated(7, Some("jim"))
    for (dialect, i) <- List(next, old).zipWithIndex do
      val taken = both.read[Event](JsonFormat(dialect).write[Event](event))
      assertEquals(taken, JsonMigration.Taken[Event](event, dialect, i, Vector(i)))
      assert(taken.isDecided)
    assertEquals(both.write[Event](event), JsonFormat(next).write[Event](event))
    assertEquals(new String(both.writeBytes[Event](event), "UTF-8"), both.write[Event](event))
  }

  test("a document that both dialects read alike is taken by the first, and is not decided") {
    val taken = both.read[Event]("\"Tick\"")
    assertEquals((taken.value, taken.index, taken.fits), (Event.Tick, 0, Vector(0, 1)))
    assert(!taken.isDecided)
    val mutable = both.read[Array[Int]]("[1,2]")
    assertEquals((mutable.value.toList, mutable.fits), (List(1, 2), Vector(0, 1)))
  }

  test("a document that the dialects read as different values is refused, with each reading") {
    val lax =
      JsonDialect.anyOf(next.copy(unknown = JsonDialect.Unknown.Skip), old.copy(unknown = JsonDialect.Unknown.Skip))
    val refusal = intercept[PickleException.Malformed](lax.read[Account]("""{"user_name":"jim","userName":"joe"}"""))
    assert(refusal.getMessage.contains("dialect 0 reads {\"userName\":\"jim\""), refusal.getMessage)
    assert(refusal.getMessage.contains("dialect 1 reads {\"userName\":\"joe\""), refusal.getMessage)
    val seconds =
      JsonDialect.anyOf(old.copy(instants = Instants.EpochSeconds), old.copy(instants = Instants.EpochMilliseconds))
    assert(seconds.readEither[java.time.Instant]("1500").isLeft)
    assertEquals(seconds.read[java.time.Instant]("1.5").index, 0)
  }

  test("the order of dialects affects only the output") {
    val texts = List(
      """{"user_name":"a"}""",
      """{"userName":"a"}""",
      "{}",
      """{"user_name":"a","userName":"b"}""",
      "[",
      """{"userName":"a","more":1}"""
    )
    val turned = JsonDialect.anyOf(old, next)
    for text <- texts do
      assertEquals(
        turned.readEither[Account](text).map(_.value).toOption,
        both.readEither[Account](text).map(_.value).toOption,
        text
      )
  }

  test("a document that no dialect reads is refused with the error of each") {
    val refusal = intercept[PickleException.Malformed](both.read[Event]("""{"type":"Tock"}"""))
    assert(refusal.getMessage.contains("dialect 0: "), refusal.getMessage)
    assert(refusal.getMessage.contains("dialect 1: "), refusal.getMessage)
    assert(both.readEither[Event]("").isLeft)
  }

  test("objects that refer to each other are compared as graphs") {
    val marked = JsonDialect.anyOf(old, old.copy(identity = Identity.Marked("@id", "@ref")))
    val ring = marked.read[Cell]("""{"$id":1,"name":"a","next":{"$ref":1}}""")
    assertEquals(ring.index, 0)
    assert(ring.value.next eq ring.value)
    val alone = marked.read[Cell]("""{"name":"a","next":{"name":"b","next":null}}""")
    assertEquals(alone.fits, Vector(0, 1))
  }

  test("three dialects are read, too") {
    val three = JsonDialect.anyOf(next, old, old.copy(names = NameStyle.KebabCase))
    assertEquals(three.read[Account]("""{"user-name":"a"}""").index, 2)
  }
