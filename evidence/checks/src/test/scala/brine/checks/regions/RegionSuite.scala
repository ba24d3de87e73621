package brine.checks.regions

import java.nio.ByteBuffer
import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.region.*
import brine.testkit.Same

class RegionSuite extends munit.FunSuite:
  private def sum(region: Region[?])(tree: region.View[BinTree]): Long = tree.fold(
    (leaf: region.View[BinTree.Leaf]) => leaf(_.value).toLong,
    (node: region.View[BinTree.Node]) => sum(region)(node(_.left)) + sum(region)(node(_.right))
  )

  private def same(a: Page, b: Page): Unit =
    assertEquals(
      a.copy(bytes = null, samples = null, parent = None),
      b.copy(bytes = null, samples = null, parent = None)
    )
    assertEquals(a.bytes.toList, b.bytes.toList)
    assertEquals(a.samples.toList, b.samples.toList)
    assertEquals(a.parent.isDefined, b.parent.isDefined)
    for x <- a.parent; y <- b.parent do same(x, y)

  test("a value at every kind of place comes back") {
    val page = Page.sample(Some(Page.sample()))
    same(Region.compact(page).toValue, page)
  }

  test("views give the values of the objects, by paths along fields, elements, keys and options") {
    val page = Page.sample(Some(Page.sample()))
    val region = Region.compact(page)
    val view = region.root
    assertEquals(view(_.title), page.title)
    assertEquals(view(_.length), page.length)
    assertEquals(view(_.isDraft), page.isDraft)
    assertEquals(view(_.rank), page.rank)
    assertEquals(view(_.initial), page.initial)
    assertEquals(view(_.weight), page.weight)
    assertEquals(view(_.ratio), page.ratio)
    assertEquals(view(_.flag), page.flag)
    assertEquals(view(_.author.name), "Jim")
    assertEquals(view(_.author.born).toValue, page.author.born)
    assertEquals(view(_.tags(2)), "ü")
    assertEquals(view(_.tags.size), 3)
    val last = 2
    assertEquals(view(_.counts(last)), 3)
    assertEquals(view(_.editors(1).name), "Bob")
    assertEquals(view(_.score.get), 0.25)
    assertEquals(view(_.parent.get.parent.isDefined), false)
    assertEquals(view(_.parent.get.pair._2), "five")
    assertEquals(view(_.ages("Ann")), 7)
    assertEquals(view(_.ages.contains("Zoe")), false)
    assertEquals(view(_.byNumber(17).name), "author 17")
    assertEquals(view(_.byNumber.size), 40)
    assertEquals(view(_.byNumber.contains(41)), false)
    intercept[NoSuchElementException](view(_.ages("Zoe")))
    intercept[IndexOutOfBoundsException](view(_.tags(3)))
    intercept[IndexOutOfBoundsException](view(_.counts(-1)))
  }

  test(
    "a string is compared where it lies: equal only to one of the same characters, in either width, and to null if " +
      "it is null"
  ) {
    val texts = List("", "a", "ab", "aü", "a\u00ff", "aω", "aωb", "bωb", null)
    val region = Region.compact(texts)
    for (text, i) <- texts.zipWithIndex; other <- texts do
      assertEquals(region.root(_(i) == other), text == other, s"$text, $other")
    val page = Region.compact(Page.sample())
    assert(page.root(_.title == "Compact ☃") && !page.root(_.title == "Compact ☂") && !page.root(_.author.name == null))
  }

  test("a path compares only a string with a string") {
    val region = Region.compact(Page.sample())
    assertEquals(typeCheckErrors("region.root(_.title == \"\")").map(_.message), Nil)
    assert(typeCheckErrors("region.root(_.length == 3)").exists(_.message.startsWith("a path consists of fields")))
    assert(typeCheckErrors("region.root(_.tags == Nil)").exists(_.message.startsWith("a path consists of fields")))
    assert(typeCheckErrors("region.root(_.title == region.root(_.author))").exists(
      _.message.startsWith("a path consists of fields")
    ))
  }

  test("a fold takes the case of the leaf that is there, objects and classes alike") {
    val region = Region.compact(Page.sample())
    def name(mood: region.View[Mood]): String = mood.fold(
      (calm: region.View[Mood.Calm.type]) => "calm",
      (cross: region.View[Mood.Cross.type]) => "cross",
      (other: region.View[Mood.Other]) => other(_.name)
    )
    assertEquals(name(region.root(_.mood)), "pensive")
    assertEquals((0 to 2).map(i => name(region.root(_.moods(i)))).toList, List("calm", "x", "cross"))
    assertEquals(name(region.root(_.mood2.get)), "cross")
  }

  test("a view of a sealed type of one leaf or of many is folded, compared, made a root and sent as any other") {
    val all = Vector(Many.A(1), Many.C, Many.D(Many.B(2)), Many.E("e"), null)
    for size <- List(RegionSize(), RegionSize().withNear(8)) do
      val region = Region.compact(all, size)
      def text(view: region.View[Many]): String = view.fold(
        (a: region.View[Many.A]) => s"a${a(_.number)}",
        (b: region.View[Many.B]) => s"b${b(_.number)}",
        (c: region.View[Many.C.type]) => "c",
        (d: region.View[Many.D]) => "d" + text(d(_.next)),
        (e: region.View[Many.E]) => e(_.text)
      )
      val views = all.indices.map(i => region.root(_(i)))
      assertEquals(views.init.map(text).toList, List("a1", "c", "db2", "e"))
      assert(views.last.isNull && !region.contains(views.last) && views.init.forall(region.contains))
      intercept[PickleException.NullValue](text(views.last))
      for (view, value) <- views.zip(all) do
        assertEquals(view.toValue, value)
        val rooted = region.rooted(view)
        assertEquals(rooted.root.toValue, value)
        assert(view.isSame(region.append[Many](value)))
      val only = region.append[Only](Only.Leaf(7))
      assertEquals(only.fold((leaf: region.View[Only.Leaf]) => leaf(_.number)), 7)
      assertEquals(region.append(Vector(Only.Leaf(8), null))(_(0)).toValue, Only.Leaf(8))
  }

  test("a view of a leaf that is passed as one of its sealed type is taken for no other leaf") {
    val trees = Region.compact(Trees.bin(3))
    def leaves(view: trees.View[BinTree]): List[trees.View[BinTree]] = view.fold(
      (leaf: trees.View[BinTree.Leaf]) => List(leaf),
      (node: trees.View[BinTree.Node]) => leaves(node(_.left)) ++ leaves(node(_.right)) :+ node
    )
    for view <- leaves(trees.root) do intercept[PickleException.UnknownLeaf](sum(trees)(view))
    val pets = Region.compact(Pets(Nil, List.tabulate(8)(i => Dog("d" * i))))
    for i <- 0 until 8 do
      val pet: pets.View[Pet] = pets.root(_.dogs(i))
      intercept[PickleException.UnknownLeaf](pet.fold(
        (dog: pets.View[Dog]) => dog(_.name),
        (cat: pets.View[Cat]) => ""
      ))
  }

  test("a tree of 2^12 leaves adds up to the sum of its objects") {
    val region = Region.compact(Trees.bin(12))
    assertEquals(sum(region)(region.root), (0 until 1 << 12).map(_.toLong).sum)
  }

  test("a leaf of a binary tree takes 12 bytes, one of a tree of points 40") {
    assertEquals(Region.compact(Trees.bin(10)).length, 8L + 1024 * 12 - 8)
    assertEquals(Region.compact(Trees.point(10)).length, 8L + 1024 * 40 - 8)
  }

  test("numbers, strings, options, collections and maps can be roots") {
    assertEquals(Region.compact(7).toValue, 7)
    assertEquals(Region.compact(true).toValue, true)
    assertEquals(Region.compact("☃").toValue, "☃")
    assertEquals(Region.compact("\ud800").toValue, "\ud800")
    assertEquals(Region.compact(Option(Option.empty[Int])).toValue, Some(None))
    assertEquals(Region.compact(List(1, 2)).toValue, List(1, 2))
    assertEquals(Region.compact(Vector(Some(1), None, null)).toValue, Vector(Some(1), None, null))
    assertEquals(Region.compact(Map("a" -> List(1L))).toValue, Map("a" -> List(1L)))
    assertEquals(Region.compact(Set("a", "b")).toValue, Set("a", "b"))
    assertEquals(Region.compact(List.fill(3)(())).toValue, List((), (), ()))
    assertEquals(Region.compact(Some(null): Option[String]).toValue, Some(null))
  }

  test("nulls come back, and a view of null has no parts") {
    val region = Region.compact(Page.sample().copy(title = null, author = null, tags = null, parent = null))
    assertEquals(region.root(_.title), null)
    assert(region.root(_.author).isNull)
    assertEquals(region.toValue.tags, null)
    intercept[PickleException.NullValue](region.root(_.author.name))
    intercept[PickleException.NullValue](region.root(_.tags.size))
    intercept[PickleException.NullValue](region.root(_.parent.get.length))
  }

  test("the numbers of an array are a buffer over the region's own memory") {
    val region = Region.compact(Page.sample())
    val samples: ByteBuffer = region.buffer(region.root(_.samples))
    assertEquals(samples.getDouble(8), -1.5)
    assert(samples.isReadOnly)
    assertEquals(samples.capacity, 16)
  }

  test("a tree a million levels deep is compacted and copied out, on the default stack") {
    val region = Region.compact(Trees.deep(1_000_000))
    val value = region.toValue
    var depth = 0
    var at = value
    while at.isInstanceOf[BinTree.Node] do
      depth += 1
      at = at.asInstanceOf[BinTree.Node].left
    assertEquals(depth, 1_000_000)
  }

  test("an appended value refers to no earlier value, and changes none") {
    val region = Region.compact(Trees.bin(3))
    val before = region.length
    val more = region.append(Trees.bin(2, 100))
    assertEquals(sum(region)(more), 100L + 101 + 102 + 103)
    assertEquals(sum(region)(region.root), 28L)
    assertEquals(region.length, before + 4 * 12 - 8)
    assert(region.contains(more))
  }

  test("an appended value refers to a view that is an argument of its constructor") {
    val region = Region.compact(Trees.bin(10))
    val root = region.root
    val before = region.length
    val one = region.append[BinTree](BinTree.Node(root.toValue, BinTree.Leaf(-1)))
    assertEquals(region.length, before + 12)
    val two = region.append[BinTree](BinTree.Node(BinTree.Leaf(-2), BinTree.Node(one.toValue, root.toValue)))
    assertEquals(region.length, before + 12 + 20)
    val all = (0 until 1024).map(_.toLong).sum
    assertEquals(sum(region)(two), all + all - 3)
    region.rooted(two).verify()
    // A view of one leaf, in the place of any.
    val leaf =
      root.fold((l: region.View[BinTree.Leaf]) => l, (n: region.View[BinTree.Node]) => region.append(BinTree.Leaf(9)))
    val mark = region.length
    val three = region.append[BinTree](BinTree.Node(leaf.toValue(using Pickler.derived), root.toValue))
    assertEquals(region.length, mark + 8)
    assertEquals(sum(region)(three), all + 9)
    // Another region's is a copy.
    val other = Region.compact(Trees.bin(3))
    assertEquals(sum(region)(region.append[BinTree](BinTree.Node(other.root.toValue, BinTree.Leaf(0)))), 28L)
  }

  test("code for a class lays out the bytes that its pickler's calls do") {
    def bytes(region: Region[?]): List[Byte] = region.buffers.toList.flatMap(b => List.fill(b.remaining)(b.get()))
    val interpreted = PickleOptions(limits = Limits(emittedDepth = 0))
    val page = Page.sample(Some(Page.sample()))
    assertEquals(bytes(Region.compact(page)), bytes(Region.compact(page)(using summon[Compactable[Page]], interpreted)))
    assertEquals(
      bytes(Region.compact(Trees.bin(5))),
      bytes(Region.compact(Trees.bin(5))(using summon[Compactable[BinTree]], interpreted))
    )
  }

  test("a region that knows its objects refers to them when a changed value is appended") {
    val old = Trees.bin(10)
    val region = Region.compactSharing(old)
    val before = region.length
    val changed = region.append(BinTree.Node(old, BinTree.Leaf(-1)))
    assertEquals(region.length, before + 12)
    assertEquals(sum(region)(changed), (0 until 1024).map(_.toLong).sum - 1)
    assertEquals(region.rooted(changed).toValue, BinTree.Node(old, BinTree.Leaf(-1)))
  }

  test("with sharing an object is laid out once, without as often as it is referred to") {
    val leaf = BinTree.Leaf(1)
    val twice = BinTree.Node(BinTree.Node(leaf, leaf), leaf)
    assertEquals(Region.compact(twice).length, 8L + 3 * 4 + 2 * 8)
    val shared = Region.compactSharing(twice)
    assertEquals(shared.length, 8L + 4 + 2 * 8)
    assertEquals(shared.toValue, twice)
    val page = Page.sample(Some(Page.sample()))
    same(Region.compactSharing(page).toValue, page)
  }

  test("an object that is known is appended at the root with its leaf's tag") {
    val node = BinTree.Node(BinTree.Leaf(1), BinTree.Leaf(2))
    val region = Region.compactSharing[(BinTree, Int)]((node, 7))
    val again = region.append[BinTree](node)
    assertEquals(region.rooted(again).toValue, node)
    assertEquals(sum(region)(again), 3L)
    region.append("x"): Unit
    assertEquals(region.rooted(region.append[BinTree](node)).toValue, node)
  }

  test("one object at two types is laid out for each, where they lie in different ways") {
    val dogs = List(Dog("a"), Dog("b"))
    val region = Region.compactSharing(Pets(dogs, dogs))
    assertEquals(region.toValue, Pets(dogs, dogs))
    region.verify()
    val beside = Region.compactSharing(Beside(dogs.head, dogs.head))
    assertEquals(beside.toValue, Beside(dogs.head, dogs.head))
    beside.verify()
  }

  test("objects that two classes of the same shape share are of one type to the verifier") {
    val names = List("a", "b")
    val region = Region.compactSharing(Both(Names(names), Titles(names)))
    region.verify()
    assertEquals(region.toValue, Both(Names(names), Titles(names)))
  }

  test("a view of another region that is called the same is copied") {
    val (a, b) = (new Store(Region.compact(Trees.bin(1))), new Store(Region.compact(Trees.bin(2, 50))))
    val appended = a.region.append[BinTree](BinTree.Node(b.region.root.toValue, BinTree.Leaf(0)))
    assertEquals(sum(a.region)(appended), 50L + 51 + 52 + 53)
    val before = a.region.length
    val own = a.region.append[BinTree](BinTree.Node(a.region.root.toValue, BinTree.Leaf(-1)))
    assertEquals(sum(a.region)(own), 0L)
    assertEquals(a.region.length, before + 12)
  }

  test("an `apply` or constructor that somebody wrote is called when its value is appended") {
    val region = Region.compact(Trees.bin(1))
    val swapped = region.append(Swapped(region.root.toValue, BinTree.Leaf(9)))
    assertEquals(region.rooted(swapped).toValue, new Swapped(BinTree.Leaf(9), Trees.bin(1)))
    val second = region.append(new Sorted(region.root.toValue, 0, BinTree.Leaf(9)))
    assertEquals(region.rooted(second).toValue, new Sorted(BinTree.Leaf(9), Trees.bin(1)))
  }

  test("a path does not go into a set by a number") {
    val errors = typeCheckErrors("{ val r = Region.compact(Set(1, 2)); r.root(_(1)) }").map(_.message)
    assert(errors.exists(_.contains("have no index")), errors.toString)
    val region = Region.compact(Set(1, 2))
    assertEquals(region.root(_.size), 2)
  }

  test("a view of a set or a sequence says whether it contains an element, of any type, also in wide collections") {
    val sets =
      Sets(Set("a", "ü", null), (1 to 100).toSet, Set(Mood.Calm, Mood.Other("x")), Vector("a"), Set.empty, Set(()))
    for size <- List(RegionSize(), RegionSize().withNear(8)) do
      val region = Region.compact(sets, size)
      val root = region.root
      for name <- List("a", "ü", null, "b") do
        assertEquals(root(_.names.contains(name)), sets.names.contains(name), name)
      for number <- 0 to 101 do assertEquals(root(_.numbers.contains(number)), sets.numbers.contains(number), number)
      for mood <- List(Mood.Calm, Mood.Cross, Mood.Other("x"), Mood.Other("y")) do
        assertEquals(root(_.moods.contains(mood)), sets.moods.contains(mood), mood)
      assert(root(_.many.contains("a")) && !root(_.many.contains("b")) && !root(_.none.contains(1L)) && root(
        _.units.contains(())
      ))
  }

  test("views of a region without a stable name do not compile, and the error asks for a name") {
    val cure =
      "this view's region has no stable name: put the region into a val or a parameter, as in `val region = …`, then " +
        "`region.root(…)`"
    var region = Region.compact(Page.sample())
    region = Region.compact(Page.sample())
    assertEquals(typeCheckErrors("region.root(_.title)").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.toValue").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.isNull").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.contentHash").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.show").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.isSame(region.root)").map(_.message), List(cure))
    assertEquals(typeCheckErrors("region.root.fold(1)").map(_.message), List(cure))
    val named = region
    assertEquals(named.root(_.author.name), "Jim")
  }

  test("a view is not an object: a case or a comparison that takes it for an object of its type does not compile") {
    val asCase = typeCheckErrors(
      "{ val region = Region.compact(Mood.Calm: Mood); region.root match { case Mood.Calm => 1; case _ => 2 } }"
    )
    val compared =
      typeCheckErrors("{ val region = Region.compact(Mood.Calm: Mood); region.root == Mood.Calm }") ++
        typeCheckErrors("{ val region = Region.compact(Mood.Calm: Mood); region.root == 3L }")
    assertEquals(compared.length, 2)
    // (The texts of compilers differ.)
    val texts = "pattern type is incompatible with expected type|cannot be compared with == or !=".r.unanchored
    for errors <- List(asCase, compared) do
      assert(errors.nonEmpty && errors.forall(e => texts.matches(e.message)), errors.map(_.message).toString)
  }

  test("a map whose keys are known by its class is a map") {
    import scala.collection.immutable.{IntMap, LongMap}
    val maps = Vector((IntMap(1 -> "one", 2 -> "two"), LongMap(3L -> 'c')))
    val region = Region.compact(maps)
    assertEquals(region.toValue, maps)
    assertEquals(region.root(_(0)._1).toValue, maps(0)._1)
    region.verify()
    assertEquals(region.root(_(0)._1(2)), "two")
  }

  test("one thread appends while others read: existing values do not change, and appended values are seen whole") {
    val region = Region.compact(Trees.bin(6), RegionSize(firstBytes = 64, blockBits = 12))
    val all = sum(region)(region.root)
    val hash = region.root.contentHash
    def post(i: Int): Post = Post(List.tabulate(i % 7)(k => s"tag $i $k"), i, List("u" * (i % 300)))
    val appended = new java.util.concurrent.atomic.AtomicReferenceArray[region.View[Post]](2000)
    val known = new java.util.concurrent.atomic.AtomicInteger
    val wrong = new java.util.concurrent.ConcurrentLinkedQueue[Any]
    def check(i: Int): Unit =
      val view = appended.get(i)
      if view(_.user) != i || view(_.urls(0)) != "u" * (i % 300) || view.toValue != post(i) then wrong.add(i)
    def readOn(): Unit =
      try
        var latest = 0
        while latest < 2000 do
          latest = known.get
          if latest > 0 then check(latest - 1)
          if latest > 0 then check(latest / 2)
          if sum(region)(region.root) != all || region.root.contentHash != hash then wrong.add("the root")
      catch case e: Throwable => wrong.add(e): Unit
    val readers = List.fill(3)(new Thread(() => readOn()))
    readers.foreach(_.start())
    for i <- 0 until 2000 do
      appended.set(i, region.append(post(i)))
      known.set(i + 1)
    readers.foreach(_.join())
    assertEquals(wrong.toArray.toList, Nil)
    for i <- 0 until 2000 do check(i)
    assertEquals(wrong.size, 0)
    assert(region.length > (20L << 12), "there are many blocks")
  }

  test("arrays and strings give their sizes") {
    val region = Region.compact(Page.sample().copy(samples = Array()))
    val view = region.root
    assertEquals(view(_.bytes.size), 3)
    assertEquals(view(_.bytes.isEmpty), false)
    assertEquals(view(_.samples.nonEmpty), false)
    assertEquals(view(_.title.size), 9)
    assertEquals(view(_.title.isEmpty), false)
    assertEquals(view(_.title.nonEmpty), true)
  }

  test("views are equal if they are of one object, and the same if they hold the same") {
    val region = Region.compact(Vector(Mood.Other("a"), Mood.Other("b"), Mood.Other("a"), Mood.Calm))
    val (a, b, again) = (region.root(_(0)), region.root(_(1)), region.root(_(2)))
    assert(a == region.root(_(0)))
    assert(a != again)
    assert(a.isSame(again))
    assert(!a.isSame(b))
    assert(!a.isSame(region.root(_(3))))
    assertEquals(a.contentHash, again.contentHash)
    assertEquals(a.show, "Other(a)")
    val other = Region.compact(Mood.Other("b"): Mood)
    assert(b.isSameIn(other)(other.root))
    assert(!a.isSameIn(other)(other.root))
  }

  test("maps are the same in any order, pages by all they hold") {
    val one = Region.compact((1 to 30).map(i => i.toString -> i).toMap)
    val other = Region.compact(scala.collection.immutable.ListMap((1 to 30).reverse.map(i => i.toString -> i)*).toMap)
    assert(one.root.isSameIn(other)(other.root))
    assertEquals(one.root.contentHash, other.root.contentHash)
    val pages = Region.compact(List(Page.sample(), Page.sample(), Page.sample().copy(byNumber = Map.empty)))
    assert(pages.root(_(0)).isSame(pages.root(_(1))))
    assert(!pages.root(_(0)).isSame(pages.root(_(2))))
  }

  test("a closed region reports that to loads from it") {
    val region = Region.compact(Page.sample())
    val view = region.root
    region.close()
    intercept[PickleException.Closed](view(_.length))
    intercept[PickleException.Closed](view(_.title))
    intercept[PickleException.Closed](view(_.tags(0)))
    intercept[PickleException.Closed](region.toValue)
    intercept[PickleException.Closed](region.append(1))
    assert(!region.contains(view))
  }

  test("small blocks: objects lie in one each, and are found across them") {
    val region = Region.compact(Trees.bin(14), RegionSize(blockBits = 12))
    assertEquals(sum(region)(region.root), (0 until 1 << 14).map(_.toLong).sum)
    region.verify()
    assertEquals(region.toValue, Trees.bin(14))
    intercept[PickleException.LimitExceeded](Region.compact(List.fill(2000)(1L), RegionSize(blockBits = 12)))
  }

  test("objects farther back than a word reaches are found by a pad, or by words of 8 bytes") {
    val words = (1 to 20).map(i => i.toString -> i.toString).toMap
    val value = (Trees.bin(6), List(Mood.Other("a"), null, Mood.Calm), Map(1 -> "one", 2 -> "two"), words)
    for near <- List(4L, 40L, 400L) do
      for options <- List(PickleOptions(), PickleOptions(sharing = Sharing.All)) do
        given PickleOptions = options
        val region = Region.compact(value, RegionSize().withNear(near))
        assertEquals(region.toValue, value, s"$near")
        region.verify()
        assertEquals(sum(region)(region.root(_._1)), (0 until 64).map(_.toLong).sum)
        assertEquals(region.root(_._4("17")), "17")
        assertEquals(region.root(_._2(0)).show, "Other(a)")
  }

  test("a pickler written by hand keeps its bytes, and its parts are not seen by views") {
    final class Money(val cents: Long)
    given Pickler[Money] with
      def shape = brine.shape.Shape.Custom("Money", 1)
      def pickle(value: Money, builder: PickleBuilder): Unit =
        builder.putLong(value.cents)
        builder.putString("€")
      def unpickle(reader: PickleReader): Money =
        val cents = reader.getLong()
        assertEquals(reader.getString(), "€")
        new Money(cents)
    val region = Region.compact(List(new Money(5), new Money(7)))
    assertEquals(region.toValue.map(_.cents), List(5L, 7L))
    assertEquals(region.root(_(1)).toValue.cents, 7L)
    assert(
      typeCheckErrors("region.root(_(1).cents)").exists(_.message.contains("only its own pickler knows the layout"))
    )
  }
