package brine.checks

import java.io.ByteArrayInputStream
import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.runtime.{AllowList, RuntimePicklers}

/** Errors name the type that the caller wrote, and advice that compiles. */
class AdviceOnTypesSuite extends munit.FunSuite:
  import AdviceOnTypesSuite.*

  test("the types of no object are not called functions, and the advice compiles") {
    val nothing = typeCheckErrors("Pickler.derived[List[Nothing]]").map(_.message).mkString
    val none = typeCheckErrors("Pickler.derived[Option[Null]]").map(_.message).mkString
    for error <- List(nothing, none) do
      assert(error.contains("is the type of no object"), error)
      assert(error.contains("Name the type, as in `List.empty[Int]`"), error)
    assert(typeCheckErrors("List.empty[Int].pickle").isEmpty)
  }

  test("what follows a value in a stream is not counted, since its length is unknown") {
    val bytes = 5.pickle.bytes ++ Array.fill[Byte](7)(0)
    val stream = intercept[PickleException.TrailingBytes](Pickle.read[Int](new ByteArrayInputStream(bytes)))
    assert(stream.getMessage.contains("more bytes follow the value"), stream.getMessage)
    val array = intercept[PickleException.TrailingBytes](brine.binary.BinaryFormat.pickled(bytes).unpickle[Int])
    assert(array.getMessage.contains("7 bytes follow the value"), array.getMessage)
  }

  test("a class that a predicate accepts, and a pickle names: the predicate is given names, or the class is listed") {
    def read(list: AllowList, bytes: Array[Byte]): Any =
      val runtime = RuntimePicklers(list)
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      brine.binary.BinaryFormat.pickled(bytes).unpickle[Held](using runtime.pickler[Held]).a
    def isOurs(name: String) = name.startsWith("brine.checks.AdviceOnTypesSuite")
    val byClass = AllowList.where(c => isOurs(c.getName))
    val bytes =
      val runtime = RuntimePicklers(byClass)
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      Held(new Animal(1)).pickle(using runtime.pickler[Held]).bytes
    val e = intercept[PickleException.UnknownSubtype](read(byClass, bytes))
    assert(e.getMessage.contains("A predicate of `AllowList.where` finds no class by its name"), e.getMessage)
    for list <- List(
        AllowList.whereNamed(getClass.getClassLoader)(isOurs),
        byClass ++ AllowList(classOf[Animal])
      )
    do assertEquals(read(list, bytes).getClass, classOf[Animal])
    val unlisted = intercept[PickleException.UnknownSubtype](read(AllowList(classOf[Held]), bytes))
    assert(unlisted.getMessage.contains("Add its class to the list of classes"), unlisted.getMessage)
  }

  test("an object outside of a sealed type: the error does not ask to seal the sealed type") {
    given Pickler[Sealed] = Pickler.derived
    for value <- List(new Sealed.Half(1) {}, new Sealed {}) do
      val e = intercept[PickleException.UnexpectedClass](value.pickleAs[Sealed])
      assert(e.getMessage.contains("Define it as a named class"), e.getMessage)
    val more = intercept[PickleException.UnexpectedClass](new Sealed.More(1).pickleAs[Sealed])
    assert(
      more.getMessage.contains("handles exactly that class. Make Half sealed or final if it is yours"),
      more.getMessage
    )
  }

  test("a collection that changes while it is written: no text of the virtual machine") {
    val list = new java.util.ArrayList[Changing]
    for i <- 1 to 3 do list.add(new Changing(list))
    val e = intercept[PickleException.ChangedWhileWritten](list.pickle)
    assert(!e.getMessage.contains("null"), e.getMessage)
  }

  test("an array whose elements are not on the list of runtime picklers: their class is put there") {
    def there(list: AllowList, value: Any): Held =
      val runtime = RuntimePicklers(list)
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      given Pickler[Held] = runtime.pickler[Held]
      Held(value).pickle.unpickle[Held]
    for value <- List[Any](Array(new Animal(1)), Array(Array(new Animal(1)))) do
      val e = intercept[PickleException.UnexpectedClass](there(AllowList(classOf[Held]), value))
      assert(e.getMessage.contains("Add `classOf[AdviceOnTypesSuite.Animal]` to it"), e.getMessage)
      assertEquals(
        there(AllowList(classOf[Held], classOf[AdviceOnTypesSuite.Animal]), value).a.getClass,
        value.getClass
      )
  }

object AdviceOnTypesSuite:
  class Animal(val n: Int)
  final case class Held(a: Any)

  sealed trait Sealed
  object Sealed:
    class Half(val n: Int) extends Sealed
    final class More(n: Int) extends Half(n)

  /** Its getter adds an element to the collection that holds it. */
  final class Changing(list: java.util.List[Changing]):
    def n: Int =
      list.add(this)
      1
  object Changing:
    given Pickler[Changing] = brine.combine.product[Changing]("Changing").field("n", _.n).build { case Tuple1(_) =>
      null
    }
