package brine.json

import brine.*

/** Writes and reads values in a dialect, for the tests of its options. */
abstract class DialectTests extends munit.FunSuite:
  protected def text[A: Pickler](value: A, dialect: JsonDialect): String = JsonFormat(dialect).write(value)
  protected def read[A: Pickler](text: String, dialect: JsonDialect): A = JsonFormat(dialect).read[A](text)

  /** Writes this, and reads it back. */
  protected def check[A: Pickler](value: A, dialect: JsonDialect, expected: String)(using munit.Location): Unit =
    assertEquals(text(value, dialect), expected)
    assertEquals(read[A](expected, dialect), value)

  protected def refuses[A: Pickler](text: String, dialect: JsonDialect, part: String)(using munit.Location): Unit =
    val e = intercept[PickleException](read[A](text, dialect))
    assert(e.getMessage.contains(part), e.getMessage)

  protected def D = JsonDialect.Default
