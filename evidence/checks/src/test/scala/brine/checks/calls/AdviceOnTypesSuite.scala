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

  test("an array whose elements are not on the list of runtime picklers: their class is put there") {
    def there(list: AllowList, value: Any): Held =
      val runtime = RuntimePicklers(list)
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      given Pickler[Held] = runtime.pickler[Held]
      Held(value).pickle.unpickle[Held]
    for value <- List[Any](Array(new Animal(1)), Array(Array(new Animal(1)))) do
      val e = intercept[PickleException.UnexpectedClass](there(AllowList(classOf[Held]), value))
      assert(e.getMessage.contains("Add `classOf[AdviceOnTypesSuite.Animal]` to it"), e.getMessage)
      assertEquals(there(AllowList(classOf[Held], classOf[AdviceOnTypesSuite.Animal]), value).a.getClass, value.getClass)
  }

object AdviceOnTypesSuite:
  class Animal(val n: Int)
  final case class Held(a: Any)
