package corpus

import java.util as ju
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import brine.*

final case class Item(name: String) derives Pickler

/** Collections of scalars, of classes derived elsewhere and of structures derived with the class. */
final case class Immutables(
    a: List[Int], b: Vector[Item], c: Set[String], d: Map[String, Item], e: Seq[(Int, String)], f: Option[List[Item]],
    g: Map[Int, List[Map[String, Int]]], h: immutable.TreeMap[String, Int], i: immutable.SortedSet[Int],
    j: immutable.ArraySeq[Item], k: immutable.Queue[Option[Item]], l: List[Either[Int, Item]],
    m: immutable.IntMap[String], n: List[Unit], o: IndexedSeq[Item]
) derives Pickler

final case class Mutables(
    a: mutable.ArrayBuffer[Int], b: mutable.HashMap[String, Item], c: mutable.LinkedHashSet[Int],
    d: ju.ArrayList[String], e: ju.HashMap[String, Item], f: ju.TreeMap[String, Int], g: ju.List[Item],
    h: mutable.TreeSet[String], i: ju.concurrent.ConcurrentHashMap[String, Int], j: ju.ArrayDeque[Int]
) derives Pickler

final case class Arrays(
    a: Array[Int], b: Array[String], c: Array[Item], d: Array[Array[Double]], e: Array[Option[Int]], f: Array[Boolean],
    g: Array[Byte], h: Array[Char], i: Array[Long], j: Array[Float], k: Array[Short], l: Array[Leafy]
) derives Pickler:
  def all: List[Any] =
    List(
      a.toList, b.toList, c.toList, d.toList.map(_.toList), e.toList, f.toList, g.toList, h.toList, i.toList, j.toList,
      k.toList, l.toList
    )

enum Leafy derives Pickler:
  case Leaf(n: Int)
  case Branch(of: List[Leafy], by: Map[String, Leafy], maybe: Option[Leafy], pair: (Leafy, Leafy))
  case Bare

object Collections:
  val run: () => Unit = () =>
    val item = Item("x")
    Trip(
      Immutables(
        List(1, 2), Vector(item), Set("a"), Map("k" -> item), List((1, "a")), Some(List(item)),
        Map(1 -> List(Map("q" -> 2))), immutable.TreeMap("b" -> 1, "a" -> 2), immutable.TreeSet(2, 1),
        immutable.ArraySeq(item), immutable.Queue(Some(item), None), List(Left(1), Right(item)),
        immutable.IntMap(1 -> "z"), List((), ()), Vector(item)
      )
    )
    Trip.by(
      Mutables(
        mutable.ArrayBuffer(1), mutable.HashMap("a" -> item), mutable.LinkedHashSet(1), ju.ArrayList(List("a").asJava),
        ju.HashMap(Map("a" -> item).asJava), ju.TreeMap(Map("a" -> 1).asJava), ju.ArrayList(List(item).asJava),
        mutable.TreeSet("b"), ju.concurrent.ConcurrentHashMap(Map("a" -> 1).asJava), ju.ArrayDeque[Int]()
      )
    )(_.toString) // a deque has no equality
    val arrays = Arrays(
      Array(1), Array("a", "b"), Array(item), Array(Array(1.5), Array[Double]()), Array(Some(1), None), Array(true),
      Array(1.toByte), Array('c'), Array(1L), Array(1f), Array(1.toShort), Array(Leafy.Bare, Leafy.Leaf(1))
    )
    Trip.by(arrays)(_.all)
    import Leafy.*
    Trip[Leafy](
      Bare,
      Branch(List(Leaf(1)), Map("a" -> Bare), Some(Bare), (Leaf(1), Branch(Nil, Map(), None, (Bare, Bare))))
    )
