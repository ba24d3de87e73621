package brine.checks.regions

import java.time.LocalDate
import brine.Pickler

/** The data types of "Efficient Communication and Collection with Compact Normal Forms", figure 3. */
enum BinTree derives Pickler:
  case Leaf(value: Int)
  case Node(left: BinTree, right: BinTree)

enum PointTree derives Pickler:
  case Leaf(x: Long, y: Long, z: Long, mass: Long)
  case Node(left: PointTree, right: PointTree)

final case class Post(hashtags: List[String], user: Long, urls: List[String]) derives Pickler

enum Mood derives Pickler:
  case Calm, Cross
  case Other(name: String)

/** Sealed types with one leaf, and with more leaves than two bits have room for. */
enum Only derives Pickler:
  case Leaf(number: Int)

enum Many derives Pickler:
  case A(number: Int)
  case B(number: Int)
  case C
  case D(next: Many)
  case E(text: String)

final case class Sets(
    names: Set[String],
    numbers: Set[Int],
    moods: Set[Mood],
    many: Vector[String],
    none: Set[Long],
    units: Set[Unit]
) derives Pickler

final case class Cell(value: Int, next: Cell) derives Pickler
final case class Maybe(value: Int, next: Option[Maybe]) derives Pickler

final case class Author(name: String, born: LocalDate) derives Pickler

/** Something at every kind of place. */
final case class Page(
    title: String,
    length: Long,
    isDraft: Boolean,
    rank: Short,
    initial: Char,
    weight: Double,
    ratio: Float,
    flag: Byte,
    author: Author,
    mood: Mood,
    tags: List[String],
    counts: Vector[Int],
    moods: List[Mood],
    editors: Vector[Author],
    parent: Option[Page],
    score: Option[Double],
    mood2: Option[Mood],
    ages: Map[String, Int],
    byNumber: Map[Int, Author],
    bytes: Array[Byte],
    samples: Array[Double],
    pair: (Int, String)
) derives Pickler

final case class Positive(number: Int) derives Pickler:
  require(number > 0)

final case class TwoPages(one: Page, other: Page) derives Pickler

sealed trait Pet derives Pickler
final case class Dog(name: String) extends Pet derives Pickler
final case class Cat(lives: Int) extends Pet derives Pickler
final case class Pets(all: List[Pet], dogs: List[Dog]) derives Pickler
final case class Beside(pet: Pet, dog: Dog) derives Pickler

// A class of the same shape.
final case class Names(names: List[String]) derives Pickler
final case class Titles(titles: List[String]) derives Pickler
final case class Both(names: Names, titles: Titles) derives Pickler

/** Holds a region, so that there can be two that are called the same. */
final class Store(val region: brine.region.Region[BinTree])

/** Its own `apply` does more than its constructor. */
final case class Sorted(left: BinTree, right: BinTree) derives Pickler:
  def this(left: BinTree, number: Int, right: BinTree) = this(right, left)
object Sorted:
  def apply(left: BinTree, right: BinTree): Sorted = new Sorted(right, 0, left)
final case class Swapped(left: BinTree, right: BinTree) derives Pickler
object Swapped:
  def apply(left: BinTree, right: BinTree): Swapped = new Swapped(right, left)

// Types that no region can hold.
final case class Inner(var count: Int) derives Pickler
final case class Outer(name: String, inners: List[Inner]) derives Pickler
final case class Holder(names: Array[String]) derives Pickler
final case class Held(names: scala.collection.mutable.ArrayBuffer[String]) derives Pickler

object Page:
  def sample(parent: Option[Page] = None): Page = Page(
    "Compact ☃",
    12L,
    true,
    -3,
    'é',
    1.5,
    2.5f,
    7,
    Author("Jim", LocalDate.of(2005, 1, 2)),
    Mood.Other("pensive"),
    List("a", "", "ü"),
    Vector(1, 2, 3),
    List(Mood.Calm, Mood.Other("x"), Mood.Cross),
    Vector(Author("Ann", LocalDate.EPOCH), Author("Bob", LocalDate.EPOCH)),
    parent,
    Some(0.25),
    Some(Mood.Cross),
    Map("Jim" -> 44, "Ann" -> 7),
    (1 to 40).map(i => i -> Author(s"author $i", LocalDate.EPOCH)).toMap,
    Array[Byte](1, 2, 3),
    Array(0.5, -1.5),
    (5, "five")
  )

object Trees:
  def bin(levels: Int, from: Int = 0): BinTree =
    if levels == 0 then BinTree.Leaf(from)
    else BinTree.Node(bin(levels - 1, from), bin(levels - 1, from + (1 << levels - 1)))

  def point(levels: Int, from: Long = 0): PointTree =
    if levels == 0 then PointTree.Leaf(from, from + 1, from + 2, from + 3)
    else PointTree.Node(point(levels - 1, from), point(levels - 1, from + (1L << levels - 1)))

  /** As deep as it has leaves. */
  def deep(levels: Int): BinTree =
    var tree: BinTree = BinTree.Leaf(0)
    for i <- 1 to levels do tree = BinTree.Node(tree, BinTree.Leaf(i))
    tree
