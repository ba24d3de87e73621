package brine.spark.table

import scala.concurrent.duration.*
import scala.reflect.ClassTag
import scala.util.{Failure, Success}

/** Other classes of Scala's library. */
object ScalaValues extends Section("Scala's other types"):
  of("Some")(Some("a"))
  of("None")(None)
  of("Right")(Right(1): Either[String, Int])
  of("Tuple2 of Int")((1, 2))
  of("Tuple2 of Long and Double")((1L, 2.5))
  of("Tuple2 of String and Int")(("a", 1))
  of("Tuple3")((1, "a", List(2)))
  of("Tuple22")(Tuple22(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22))
  of("Tuple of 25")(Tuple.fromArray((1 to 25).toArray))
  of("Unit")(())
  of("BigInt")(BigInt("123456789012345678901234567890"))
  of("BigDecimal")(BigDecimal("1.50"))
  of("BigDecimal with a MathContext")(BigDecimal("1.50", new java.math.MathContext(7)))
  of("Symbol")(Symbol("name"))
  of("FiniteDuration")(5.seconds)
  of("Duration.Inf")(Duration.Inf)
  of("Success")(Success(1))
  asked("Failure")(Failure(new IllegalStateException("why")))(_.exception.getMessage)
  of("ClassTag of Int")(ClassTag.Int)
  of("ClassTag of a class")(ClassTag(classOf[Awkward.Plain]))
  of("Ordering.Int")(Ordering.Int)
  asked("Ordering.by")(Ordering.by((s: String) => s.length))(_.compare("a", "bb"))
  asked("Regex")("a(b+)".r)(_.findFirstIn("xabbb"))
  asked("scala.util.Random")(new scala.util.Random(5))(_.nextInt())
  of("Enumeration value")(Awkward.Weekday.Tue)
  of("enum constant of Scala 3")(Awkward.Tint.Red)
  of("enum case with parameters")(Awkward.Tint.Mixed(1, 2, 3))
  of("case object")(Awkward.Nothing2)
  of("sealed family")(List[Awkward.Shape](Awkward.Circle(1), Awkward.Square(2), Awkward.Empty))
  of("value class as Any")(Awkward.Meters(2.5))
  of("opaque type")(Awkward.degrees(2.5))
  of("Future")(scala.concurrent.Future.successful(1))
