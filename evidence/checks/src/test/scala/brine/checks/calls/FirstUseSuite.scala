package brine.checks

import java.io.File
import java.net.{URL, URLClassLoader}
import scala.collection.immutable.{ListMap, TreeMap}
import scala.collection.mutable
import brine.*

/** The first type that a program pickles may be any: no class needs another one to be set up before it. Each first use
  * has the library to itself, in a separate class loader.
  */
class FirstUseSuite extends munit.FunSuite:
  private val classPath: Array[URL] =
    System.getProperty("java.class.path").split(File.pathSeparator).map(p => new File(p).toURI.toURL)

  for i <- FirstUse.all.indices do
    test(s"first of all, number $i") {
      val loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader)
      try
        val first = loader.loadClass("brine.checks.FirstUse")
        val ignored = first.getMethod("run", classOf[Int]).invoke(null, i)
      finally loader.close()
    }

object FirstUse:
  final case class OfMap(a: Map[String, Int]) derives Pickler
  final case class OfMutableMap(a: mutable.Map[String, Int]) derives Pickler
  final case class OfSet(a: Set[Int]) derives Pickler
  final case class OfSorted(a: TreeMap[String, Int]) derives Pickler
  final case class OfArray(a: Array[String]) derives Pickler
  final case class OfJava(a: java.util.ArrayList[String]) derives Pickler
  final case class OfOption(a: Option[Int], id: java.util.UUID) derives Pickler

  private def roundTrip[A: Pickler](value: A): Unit =
    Pickler[A].shape.fingerprint
    val ignored = (value.pickle.unpickle[A], Unpickler.from[A](Pickler[A].shape))

  val all: Vector[() => Unit] = Vector(
    () => roundTrip(OfMap(Map("a" -> 1))),
    () => roundTrip(OfMutableMap(mutable.Map("a" -> 1))),
    () => roundTrip(OfSet(Set(1))),
    () => roundTrip(OfSorted(TreeMap("a" -> 1))),
    () => roundTrip(OfArray(Array("a"))),
    () => roundTrip(OfJava(new java.util.ArrayList(java.util.List.of("a")))),
    () => roundTrip(OfOption(Some(1), new java.util.UUID(1, 2))),
    () => roundTrip(ListMap(1 -> 2)),
    () => roundTrip(mutable.ArrayBuffer(1)),
    () => roundTrip(List(1)),
    () => roundTrip(Array(1)),
    () => roundTrip((1, "a")),
    () => roundTrip(1)
  )

  def run(index: Int): Unit = all(index)()
