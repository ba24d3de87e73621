package brine.checks

import java.lang.reflect.Modifier
import scala.compiletime.testing.typeCheckErrors
import scala.reflect.ClassTag
import brine.*
import brine.derive.types.JavaClassFile
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}

/** Inherited state: the macro and runtime picklers refuse state that no pickler of the class could see. */
class AncestorsSuite extends munit.FunSuite, RoundTrips:
  import AncestorsSuite.*

  def formats: List[PickleFormat] = AllFormats.all

  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  private def isRefused(text: String, ancestor: String)(using munit.Location): Unit =
    assert(
      text.startsWith("cannot derive Pickler[L]:\n  L: L extends " + ancestor + ", whose state would be lost: "),
      text
    )

  test("a Java superclass with fields is refused, whichever are private, transient or hidden from reflection"):
    isRefused(
      message("final class L(val name: String) extends java.util.ArrayList[Int] derives Pickler"),
      "java.util.ArrayList"
    )
    isRefused(
      message("final class L(val name: String) extends java.util.LinkedList[Int] derives Pickler"),
      "java.util.LinkedList"
    )
    isRefused(
      message("final class L(val name: String) extends java.util.HashMap[Int, Int] derives Pickler"),
      "java.util.HashMap"
    )
    isRefused(message("final class L(val name: String) extends java.util.Date derives Pickler"), "java.util.Date")
    isRefused(message("final class L(val name: String) extends Thread derives Pickler"), "java.lang.Thread")
    isRefused(message("final class L(val url: String) extends ClassLoader derives Pickler"), "java.lang.ClassLoader")
    isRefused(
      message("final class L(val a: Int) extends java.util.AbstractMap.SimpleEntry[Int, Int](1, 2) derives Pickler"),
      "java.util.AbstractMap.SimpleEntry"
    )

  test("the error names the class and its state, and the cure"):
    assertEquals(
      message("final class L(val name: String) extends java.util.concurrent.atomic.AtomicInteger derives Pickler"),
      "cannot derive Pickler[L]:\n" +
        "  L: L extends java.util.concurrent.atomic.AtomicInteger, whose state would be lost: a derived pickler " +
        "cannot see the field 'value'. Extend an interface or a class without fields, and keep that state in fields " +
        "of your own; or write a `given Pickler[L]` by `brine.combine.product`, with a `variable` for that state."
    )

  test("a superclass without a class file is refused, since its fields are not known"):
    assertEquals(
      brine.model.Problem.UnreadAncestor("L", "L", "old.Base").text,
      "L extends old.Base, whose class file is not on the class path or cannot be read, so that its fields are " +
        "unknown. Add that file, or go by a " +
        "type that has a pickler: `given Pickler[L] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`), or make " +
        "a pickler at run time, which " +
        "reads the real fields (`brine.runtime`)"
    )

  test("a superclass of Scala's library that keeps elements is refused"):
    isRefused(
      message("final class L(val name: String) extends scala.collection.mutable.ArrayBuffer[Int] derives Pickler"),
      "scala.collection.mutable.ArrayBuffer"
    )
    isRefused(
      message("final class L(val name: String) extends scala.collection.mutable.HashMap[Int, Int] derives Pickler"),
      "scala.collection.mutable.HashMap"
    )
    isRefused(
      message("final class L(val name: String) extends scala.collection.mutable.WeakHashMap[Int, Int] derives Pickler"),
      "scala.collection.convert.JavaCollectionWrappers.JMapWrapper"
    )
    isRefused(
      message("final class L(val name: String) extends scala.util.matching.Regex(name) derives Pickler"),
      "scala.util.matching.Regex"
    )

  test("each leaf of a sealed family with such a superclass is reported"):
    val text = message(
      "sealed trait E derives Pickler; case class F(x: Int) extends java.util.ArrayList[Int] with E; case class G(x: " +
        "Int) extends Thread with E"
    )
    assert(
      text.contains("  F: F extends java.util.ArrayList, ") && text.contains("  G: G extends java.lang.Thread, "),
      text
    )

  test("an exception is refused, unless its author says that it has no stack trace"):
    assertEquals(
      message("final case class L(name: String) extends Exception(name) derives Pickler"),
      "cannot derive Pickler[L]:\n" +
        "  L: L is an exception, so its stack trace, cause and suppressed exceptions would be lost. If they are not " +
        "data, let it also extend `scala.util.control.NoStackTrace`; else go by a type that has a pickler: " +
        "`given Pickler[L] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)."
    )
    inAllBackEnds[Failure](NotFound(7))
    there[Failure](NotFound(7)) { back =>
      assertEquals(back, NotFound(7))
      assertEquals(back.getMessage, "no 7")
    }

  test("a superclass without state does not prevent deriving"):
    there(Tally(3))(back => assertEquals(back.intValue, 3))
    there(Squares(3))(back => assertEquals(back, Squares(3)))
    there(Single(1, "one"))(back => assertEquals(back.get(1), "one"))
    there(Once(4))(back => assertEquals(back.toList, List(4)))
    there(Adds(4))(back => assertEquals(back(1), 5))

  test("runtime picklers give the same verdict"):
    def refused[A: ClassTag](why: String): Unit =
      val e = intercept[UnfitClassException](RuntimePicklers(AllowList(summon[ClassTag[A]].runtimeClass)).pickler[A])
      assert(e.getMessage.contains(why), e.getMessage)
    refused[KeepsList]("it extends java.util.ArrayList, which has fields itself")
    refused[KeepsLinks]("it extends java.util.LinkedList, which has fields itself")
    refused[Loads]("it extends java.lang.ClassLoader, which has fields itself")
    refused[KeepsBuffer]("it extends scala.collection.mutable.ArrayBuffer, which has fields itself")
    refused[Thrown]("it is an exception, so its stack trace, cause and suppressed exceptions would be lost")
    def comesBack[A: ClassTag](value: A)(see: A => Any): Unit =
      given Pickler[A] = RuntimePicklers(AllowList(value.getClass)).pickler[A]
      assertEquals(see(value.pickle.unpickle[A]), see(value))
    comesBack(NotFound(7))(identity)
    comesBack(Tally(3))(_.intValue)
    comesBack(Squares(3))(identity)
    comesBack(Single(1, "one"))(_.get(1))
    comesBack(Once(4))(_.toList)

  test("a class file has the fields that reflection gives"):
    val classes = List(
      classOf[java.util.ArrayList[?]],
      classOf[java.util.TreeMap[?, ?]],
      classOf[java.util.BitSet],
      classOf[java.math.BigDecimal],
      classOf[java.util.concurrent.ConcurrentHashMap[?, ?]],
      classOf[java.time.ZonedDateTime],
      classOf[java.util.Locale],
      classOf[java.net.URI],
      classOf[String],
      classOf[Integer],
      classOf[java.lang.Number],
      classOf[java.util.Random]
    )
    for c <- classes do
      val fields = c.getDeclaredFields.toList.filterNot(f => Modifier.isStatic(f.getModifiers))
      val kept = fields.filterNot(f => Modifier.isTransient(f.getModifiers)).map(_.getName).toSet
      val told = JavaClassFile.stateOf(c.getName, getClass.getClassLoader).get.toSet
      assert(kept.subsetOf(told) && told.subsetOf(fields.map(_.getName).toSet), s"$c: $told")
    assertEquals(JavaClassFile.stateOf("java.util.AbstractList", getClass.getClassLoader), Some(Vector.empty))
    assertEquals(JavaClassFile.stateOf("no.such.Thing", getClass.getClassLoader), None)

object AncestorsSuite:
  sealed abstract class Failure(message: String) extends Exception(message), scala.util.control.NoStackTrace
      derives Pickler
  final case class NotFound(id: Int) extends Failure(s"no $id")

  final case class Tally(n: Int) extends java.lang.Number derives Pickler:
    def intValue: Int = n
    def longValue: Long = n.toLong
    def floatValue: Float = n.toFloat
    def doubleValue: Double = n.toDouble

  /** `AbstractList` has a `transient` field, by which its iterators find that it was changed. */
  final class Squares(val n: Int) extends java.util.AbstractList[Int] derives Pickler:
    def get(i: Int): Int = i * i
    def size: Int = n

  /** `AbstractMap` has `transient` fields for views that it has made. */
  final class Single(val key: Int, val value: String) extends java.util.AbstractMap[Int, String] derives Pickler:
    def entrySet: java.util.Set[java.util.Map.Entry[Int, String]] = java.util.Set.of(java.util.Map.entry(key, value))

  final class Once(val n: Int) extends scala.collection.immutable.AbstractSeq[Int] derives Pickler:
    def iterator: Iterator[Int] = Iterator(n)
    def apply(i: Int): Int = n
    def length: Int = 1

  final class Adds(val n: Int) extends (Int => Int) derives Pickler:
    def apply(x: Int): Int = x + n

  final class KeepsList(val name: String) extends java.util.ArrayList[Int]
  final class KeepsLinks(val name: String) extends java.util.LinkedList[Int]
  final class KeepsBuffer(val name: String) extends scala.collection.mutable.ArrayBuffer[Int]
  final class Loads(val url: String) extends ClassLoader
  final class Thrown(val name: String) extends Exception(name)
