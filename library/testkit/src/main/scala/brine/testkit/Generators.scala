package brine.testkit

import scala.collection.immutable.{ArraySeq, ListMap, Queue, VectorMap}
import org.scalacheck.{Arbitrary, Gen}
import brine.testkit.corpus.*

/** Values that find mistakes: extremes, NaN and -0.0, unpaired surrogates, U+0000, nulls wherever a type has one, and
  * empty collections, all more often than chance would have them.
  * {{{ import brine.testkit.Generators.given }}}
  * Import these rather than ScalaCheck's own; where both fit, these are found first.
  */
object Generators:
  /** Mostly `gen`, and these more often than it gives them. */
  private def often[A](gen: Gen[A], extremes: A*): Gen[A] = Gen.frequency(3 -> gen, 1 -> Gen.oneOf(extremes))

  /** Now and then null. */
  def orNull[A >: Null](gen: Gen[A]): Gen[A] = Gen.frequency(8 -> gen, 1 -> Gen.const[A](null))

  private def small[A](gen: Gen[A]): Gen[List[A]] = Gen.choose(0, 5).flatMap(Gen.listOfN(_, gen))

  private def arbitrary[A](using a: Arbitrary[A]): Gen[A] = a.arbitrary

  given unit: Arbitrary[Unit] = Arbitrary(Gen.const(()))
  given boolean: Arbitrary[Boolean] = Arbitrary(Gen.oneOf(true, false))
  given byte: Arbitrary[Byte] = Arbitrary(Gen.choose(Byte.MinValue, Byte.MaxValue))
  given short: Arbitrary[Short] =
    Arbitrary(often(Gen.choose(Short.MinValue, Short.MaxValue), 0, -1, Short.MinValue, Short.MaxValue))
  given char: Arbitrary[Char] =
    Arbitrary(often(
      Gen.choose(Char.MinValue, Char.MaxValue),
      '\u0000',
      '"',
      '\\',
      '$',
      '\u007f',
      '\ud800',
      '\udfff',
      '\uffff'
    ))

  /** Small numbers, and those around where a varint grows by a byte. */
  given int: Arbitrary[Int] = Arbitrary {
    val edges =
      for shift <- List(6, 7, 13, 14, 20, 21, 27, 28); d <- List(-1, 0, 1); sign <- List(1, -1)
      yield sign * ((1 << shift) + d)
    often(
      Gen.oneOf(Gen.choose(-100, 100), Gen.choose(Int.MinValue, Int.MaxValue)),
      (edges ++ List(0, -1, Int.MinValue, Int.MaxValue))*
    )
  }
  given long: Arbitrary[Long] = Arbitrary {
    val edges =
      for shift <- 6 to 62; d <- List(-1L, 0L, 1L); sign <- List(1L, -1L) yield sign * ((1L << shift) + d)
    often(Gen.choose(Long.MinValue, Long.MaxValue), (edges ++ List(0L, -1L, Long.MinValue, Long.MaxValue))*)
  }
  given float: Arbitrary[Float] = Arbitrary(
    often(
      Gen.oneOf(Gen.choose(Int.MinValue, Int.MaxValue).map(java.lang.Float.intBitsToFloat), Gen.choose(-1e3f, 1e3f)),
      Float.NaN,
      -0.0f,
      0.0f,
      Float.MinValue,
      Float.MaxValue,
      Float.MinPositiveValue,
      Float.PositiveInfinity,
      Float.NegativeInfinity
    )
  )
  given double: Arbitrary[Double] = Arbitrary(
    often(
      Gen.oneOf(Gen.choose(Long.MinValue, Long.MaxValue).map(java.lang.Double.longBitsToDouble), Gen.choose(-1e3, 1e3)),
      Double.NaN,
      -0.0,
      0.0,
      Double.MinValue,
      Double.MaxValue,
      Double.MinPositiveValue,
      Double.PositiveInfinity,
      Double.NegativeInfinity
    )
  )

  /** A string that is not null: ASCII, Latin, beyond the basic plane, or broken. */
  val nonNullString: Gen[String] =
    val ascii = Gen.asciiPrintableStr
    val any = small(arbitrary[Char]).map(_.mkString)
    val beyond = small(Gen.choose(0x10000, 0x10ffff)).map(_.map(c => new String(Character.toChars(c))).mkString)
    val alphabet = Gen.oneOf("дом", "Γη", "שלום", "नमस्ते", "it’s", "żółw").flatMap(word =>
      small(Gen.oneOf(word.toSeq)).map(_.mkString)
    )
    val long = Gen.choose(500, 600).flatMap(n => Gen.oneOf("x", "é", "?", "日")).map(_ * 520)
    often(
      Gen.frequency(4 -> ascii, 2 -> any, 1 -> alphabet, 1 -> beyond, 1 -> long),
      "",
      "\u0000",
      "?",
      "é",
      "日本",
      "😀",
      "\ud800",
      "\udc00",
      "a\ud83d",
      "\ude00\ud83d",
      "$type",
      "$$",
      "null",
      "\"",
      "\\",
      "\u2028",
      "\ufffd"
    )

  given string: Arbitrary[String] = Arbitrary(orNull(nonNullString))

  given option[A: Arbitrary]: Arbitrary[Option[A]] =
    Arbitrary(orNull(Gen.frequency(1 -> Gen.const(None), 3 -> arbitrary[A].map(Some(_)))))
  given either[A: Arbitrary, B: Arbitrary]: Arbitrary[Either[A, B]] =
    Arbitrary(orNull(Gen.oneOf(arbitrary[A].map(Left(_)), arbitrary[B].map(Right(_)))))
  given list[A: Arbitrary]: Arbitrary[List[A]] = Arbitrary(orNull(small(arbitrary[A])))
  given vector[A: Arbitrary]: Arbitrary[Vector[A]] = Arbitrary(orNull(small(arbitrary[A]).map(_.toVector)))
  given queue[A: Arbitrary]: Arbitrary[Queue[A]] = Arbitrary(orNull(small(arbitrary[A]).map(Queue.from)))
  given arraySeq[A: Arbitrary]: Arbitrary[ArraySeq[A]] =
    Arbitrary(orNull(small(arbitrary[A]).map(ArraySeq.untagged.from)))
  given set[A: Arbitrary]: Arbitrary[Set[A]] = Arbitrary(orNull(small(arbitrary[A]).map(_.toSet)))
  given map[K: Arbitrary, V: Arbitrary]: Arbitrary[Map[K, V]] = Arbitrary(orNull(small(pair[K, V]).map(_.toMap)))
  given listMap[K: Arbitrary, V: Arbitrary]: Arbitrary[ListMap[K, V]] =
    Arbitrary(orNull(small(pair[K, V]).map(ListMap.from)))
  given vectorMap[K: Arbitrary, V: Arbitrary]: Arbitrary[VectorMap[K, V]] =
    Arbitrary(orNull(small(pair[K, V]).map(VectorMap.from)))
  given array[A: Arbitrary: scala.reflect.ClassTag]: Arbitrary[Array[A]] =
    Arbitrary(orNull(small(arbitrary[A]).map(_.toArray)))

  private def pair[K: Arbitrary, V: Arbitrary]: Gen[(K, V)] = Gen.zip(arbitrary[K], arbitrary[V])

  // ---- the corpus' types

  given person: Arbitrary[Person] = Arbitrary(Gen.zip(arbitrary[String], arbitrary[Int]).map(Person(_, _)))
  given color: Arbitrary[Color] = Arbitrary(orNull(Gen.oneOf(Color.values.toSeq)))
  given genericPair[A: Arbitrary, B: Arbitrary]: Arbitrary[Pair[A, B]] =
    Arbitrary(Gen.zip(arbitrary[A], arbitrary[B]).map(Pair(_, _)))
  given email: Arbitrary[Email] = Arbitrary(nonNullString.map(Email(_)))
  given celsius: Arbitrary[Celsius] = Arbitrary(arbitrary[Double].map(Celsius(_)))

  given tree: Arbitrary[Tree] = Arbitrary(Gen.choose(0, 5).flatMap(treeOf))
  private def treeOf(depth: Int): Gen[Tree] =
    val leaf: Gen[Tree] =
      Gen.frequency(
        4 -> Gen.zip(arbitrary[Int], arbitrary[Double]).map(Leaf(_, _)),
        1 -> Gen.const(Nil),
        1 -> Gen.const(null)
      )
    if depth == 0 then leaf
    else Gen.frequency(1 -> leaf, 3 -> Gen.lzy(Gen.zip(treeOf(depth - 1), treeOf(depth - 1)).map(Node(_, _))))

  given expr[A: Arbitrary]: Arbitrary[Expr[A]] = Arbitrary(Gen.choose(0, 4).flatMap(exprOf[A]))
  private def exprOf[A: Arbitrary](depth: Int): Gen[Expr[A]] =
    val leaf: Gen[Expr[A]] = Gen.frequency(4 -> arbitrary[A].map(Expr.Const(_)), 1 -> Gen.const(Expr.Zero))
    if depth == 0 then leaf
    else Gen.frequency(1 -> leaf, 3 -> Gen.lzy(Gen.zip(exprOf[A](depth - 1), exprOf[A](depth - 1)).map(Expr.Add(_, _))))

  given rose: Arbitrary[Rose] = Arbitrary(Gen.choose(0, 3).flatMap(roseOf))
  private def roseOf(depth: Int): Gen[Rose] =
    val children = if depth == 0 then Gen.const(List.empty[Rose]) else orNull(small(orNull(Gen.lzy(roseOf(depth - 1)))))
    Gen.zip(arbitrary[Int], children).map(Rose(_, _))

  given chain: Arbitrary[Chain] = Arbitrary(Gen.choose(1, 40).map(Corpus.chain))

  /** Cells that refer to each other at random. */
  given cells: Arbitrary[List[Cell]] = Arbitrary {
    for
      size <- Gen.choose(0, 6)
      names <- Gen.listOfN(size, arbitrary[String])
      links <- Gen.listOfN(size, Gen.choose(-1, size - 1))
      picks <- small(Gen.choose(-1, size - 1))
    yield
      val all = names.map(new Cell(_, null)).toArray
      for (link, i) <- links.zipWithIndex if link >= 0 do all(i).next = all(link)
      picks.map(i => if i < 0 then null else all(i))
  }

  /** Friends of friends, lists shared among them. */
  given friend: Arbitrary[Friend] = Arbitrary {
    for
      size <- Gen.choose(1, 6)
      lists <- Gen.listOfN(size, small(Gen.choose(-1, size - 1)))
      shares <- Gen.listOfN(size, Gen.choose(0, size - 1))
    yield
      val all = Array.tabulate(size)(i => new Friend(i.toString, List()))
      val made = lists.map(_.map(i => if i < 0 then null else all(i)))
      for i <- 0 until size do all(i).friends = made(shares(i))
      all(0)
  }

  given everything: Arbitrary[Everything] = Arbitrary {
    for
      (z, b, s, c) <- Gen.zip(arbitrary[Boolean], arbitrary[Byte], arbitrary[Short], arbitrary[Char])
      (i, l, f, d) <- Gen.zip(arbitrary[Int], arbitrary[Long], arbitrary[Float], arbitrary[Double])
      (text, option, options) <- Gen.zip(arbitrary[String], arbitrary[Option[Int]], arbitrary[Option[Option[String]]])
      (person, someone, people) <-
        Gen.zip(orNull(arbitrary[Person]), arbitrary[Option[Person]], arbitrary[List[Person]])
      (numbers, names, register) <-
        Gen.zip(arbitrary[Vector[Int]], arbitrary[Set[String]], arbitrary[Map[String, Person]])
      (either, other, ints, texts) <- Gen.zip(
        arbitrary[Either[Int, String]],
        orNull(arbitrary[Person]),
        arbitrary[Array[Int]],
        arbitrary[Array[String]]
      )
      (color, tree, pair) <- Gen.zip(arbitrary[Color], arbitrary[Tree], orNull(arbitrary[Pair[Int, String]]))
      (email, celsius) <- Gen.zip(orNull(arbitrary[Email]), orNull(arbitrary[Celsius]))
    yield Everything(
      (),
      z,
      b,
      s,
      c,
      i,
      l,
      f,
      d,
      text,
      option,
      options,
      person,
      someone,
      people,
      numbers,
      names,
      register,
      either,
      (i, text, other),
      ints,
      texts,
      color,
      tree,
      pair,
      email,
      celsius
    )
  }
