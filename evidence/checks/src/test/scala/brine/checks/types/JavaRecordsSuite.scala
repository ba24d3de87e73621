package brine.checks

import java.util.{ArrayList, List as JavaList}
import brine.*
import brine.region.Region
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.Laws
import brine.testkit.corpus.Strict

/** Java records with picklers of the macro: a constructor that changes its parameters does not give back another value.
  */
class JavaRecordsSuite extends munit.FunSuite:
  import brine.checks.JavaRecordsSuite.{given, *}
  private val formats = AllFormats.all
  private val settings = List(512, 0).map(depth => PickleOptions(limits = Limits(emittedDepth = depth)))

  private def there[A: Pickler](value: A)(verify: A => Unit): Unit =
    for format <- formats; options <- settings do
      verify(Laws.read[A](Laws.write(value, format, options), format, options))

  private def refused[A: Pickler](value: A, record: String, component: String)(using munit.Location): Unit =
    for format <- formats; options <- settings do
      val bytes = Laws.write(value, format, options)
      val e = intercept[PickleException.Malformed](Laws.read[A](bytes, format, options))
      assert(e.getMessage.endsWith(changed(record, component)), s"$format: ${e.getMessage}")

  private def changed(record: String, component: String) =
    s"the constructor of brine.testkit.corpus.Strict$$$record changes its parameter '$component', so that the record " +
      "does not come back. Let it keep canonical values unchanged, or write a pickler for it"

  test(
    "a record whose constructor changes a parameter is refused in every format, by its own name and the parameter's"
  ) {
    refused(new Strict.Doubling(21), "Doubling", "amount")
    refused(new Strict.Crossing(1, 2), "Crossing", "first")
    refused(List(new Strict.Doubling(0), new Strict.Doubling(1)), "Doubling", "amount")
    refused(Around(new Strict.Doubling(3), 1), "Doubling", "amount")
    refused(Around(null, 1, new Strict.Repeating(Some(2), "a")), "Repeating", "text")
  }

  test("a component of each type is compared") {
    val names = List("flag", "small", "medium", "letter", "number", "wide", "single", "precise", "text")
    for (name, i) <- names.zipWithIndex do refused(shifting(i), "Shifting", name)
    there(shifting(-1))(back => assertEquals(back, shifting(-1)))
  }

  test("a record whose constructor makes canonical values, or only checks them, comes back, also with NaN and nulls") {
    there(new Strict.Doubling(0))(back => assertEquals(back, new Strict.Doubling(0)))
    there(new Strict.Checked(3))(back => assertEquals(back, new Strict.Checked(3)))
    val canonical = new Strict.Canonical(" word ", JavaList.of("a", "b"))
    there(canonical)(back => assertEquals(back, canonical))
    there(new Strict.Rectangle(Double.NaN, -0.0))(back => assertEquals(back, new Strict.Rectangle(Double.NaN, -0.0)))
  }

  test("a cycle through a record that only stores comes back; one through a record that copies is refused") {
    storedButNotCopied()
  }

  test("runtime picklers agree") {
    val runtime = RuntimePicklers(AllowList(classOf[Strict.Storing], classOf[Strict.Copying]))
    storedButNotCopied()(using runtime.pickler[Strict.Storing], runtime.pickler[Strict.Copying])
  }

  private def storedButNotCopied()(using Pickler[Strict.Storing], Pickler[Strict.Copying]): Unit =
    val storing = new Strict.Storing(new ArrayList)
    storing.others.add(storing)
    there(storing)(back => assert(back.others.get(0) eq back))
    val copying = new Strict.Copying(new ArrayList)
    copying.others.add(new Strict.Copying(new ArrayList))
    there(copying)(back => assertEquals(back, copying))
    copying.others.add(copying)
    for format <- formats; options <- settings do
      val bytes = Laws.write(copying, format, options)
      val e = intercept[PickleException.CyclicConstruction](Laws.read[Strict.Copying](bytes, format, options))
      assert(
        e.getMessage.endsWith(
          "the constructor of Copying copies its parameter 'others', which is filled after the call, since it leads " +
            "back to the new " +
            "object. Let the constructor keep the collection itself"
        ),
        e.getMessage
      )

  test("a region gives back no record that its constructor changes") {
    val around = Region.compact(Around(new Strict.Doubling(3), 1))
    val again = intercept[PickleException.Malformed](around.toValue)
    assert(again.getMessage.endsWith(changed("Doubling", "amount")), again.getMessage)
    assertEquals(Region.compact(Around(new Strict.Doubling(0), 1)).toValue, Around(new Strict.Doubling(0), 1))
  }

  test("a region of a class that holds a record without a separate pickler does not compile, and the cure works") {
    val errors = compileErrors(
      "import brine.auto.given; final case class Held(node: Strict.Pair); brine.region.Region.compact(Held(new " +
        "Strict.Pair(1, 2)))"
    )
    assert(
      errors.contains(
        "Pair is a Java record without a pickler of its own. Add `given Pickler[Pair] = Pickler.derived`"
      ),
      errors
    )
  }

object JavaRecordsSuite:
  given Pickler[Strict.Doubling] = Pickler.derived
  given Pickler[Strict.Crossing] = Pickler.derived
  given Pickler[Strict.Checked] = Pickler.derived
  given Pickler[Strict.Canonical] = Pickler.derived
  given Pickler[Strict.Rectangle] = Pickler.derived
  given Pickler[Strict.Shifting] = Pickler.derived
  given Pickler[Strict.Storing] = Pickler.derived
  given Pickler[Strict.Copying] = Pickler.derived
  given [A](using Pickler[A]): Pickler[Strict.Repeating[A]] = Pickler.derived

  final case class Around(doubling: Strict.Doubling, count: Int, repeating: Strict.Repeating[Option[Int]] | Null = null)
      derives Pickler

  private def shifting(which: Int) = new Strict.Shifting(true, 1, 2, 'c', 4, 5, 6, 7, "8", which)
