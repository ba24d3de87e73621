package brine.checks

import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.{UTF_16, UTF_16BE, UTF_16LE}
import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.json.JsonFormat
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

  test("a byte order mark and UTF-16 are named at the beginning of an array and of lines, and removed they are read") {
    def stream(bytes: Array[Byte]) = new ByteArrayInputStream(bytes)
    val mark = Array[Byte](0xef.toByte, 0xbb.toByte, 0xbf.toByte)
    val text = "[1,2]"
    val marked = intercept[PickleException.WrongFormat](JsonFormat.readArray[Int](stream(mark ++ text.getBytes)).toList)
    assert(marked.getMessage.contains("text with a byte order mark: remove the mark"), marked.getMessage)
    assertEquals(JsonFormat.readArray[Int](stream(text.getBytes)).toList, List(1, 2))
    for charset <- List(UTF_16, UTF_16LE, UTF_16BE) do
      val e = intercept[PickleException.WrongFormat](JsonFormat.readArray[Int](stream(text.getBytes(charset))).toList)
      assert(e.getMessage.contains("text in UTF-16: encode it in UTF-8"), e.getMessage)
    for charset <- List(UTF_16, UTF_16BE) do
      intercept[PickleException.WrongFormat](JsonFormat.pickled(text.getBytes(charset)).unpickle[List[Int]])
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
