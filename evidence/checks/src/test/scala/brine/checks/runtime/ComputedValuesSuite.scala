package brine.checks.runtime

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream, ObjectStreamClass}
import scala.collection.immutable.ArraySeq
import brine.*
import brine.runtime.{AllowList, JavaForm, RuntimePicklers}
import brine.testkit.{FieldByField, Patient}

/** Values that a class computes in its body, and that have changed since: no runtime pickler loses them. Java's
  * serialization, which writes all fields, tells what the values are.
  */
class ComputedValuesSuite extends munit.FunSuite, Patient:
  private val seed = java.lang.Long.getLong("brine.seed", 1L)
  private val classes = GeneratedClasses.compiled(count = Integer.getInteger("brine.computed.classes", 240), seed)
  private val loader = classes.head.getClassLoader
  private val allowed = AllowList.whereNamed(loader)(_.startsWith("generated."))

  /** By the fields of objects. Objects of the JDK, and those with a form of their own, are alike if their texts are. */
  private val comparison = new FieldByField(
    (field, owner) => {
      field.setAccessible(true)
      field.get(owner)
    },
    {
      case (a: ArraySeq[?], b)                            => a == b
      case (a, b) if a.getClass.getSimpleName == "Cached" => a.toString == b.toString
      case (a: (Number | CharSequence | java.util.BitSet), b: AnyRef) =>
        a.getClass == b.getClass && a.toString == b.toString
    }
  )

  /** The members of Java's copy, which writes all fields. */
  private def javaCopy(value: AnyRef): Seq[Any] =
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    val in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)):
      override def resolveClass(c: ObjectStreamClass): Class[?] = Class.forName(c.getName, false, loader)
    members(in.readObject())

  private def members(value: AnyRef): Seq[Any] = value.getClass.getMethod("all").invoke(value).asInstanceOf[Seq[Any]]

  private def changed(c: Class[?]): AnyRef =
    val value = c.getConstructor(classOf[Int]).newInstance(3).asInstanceOf[AnyRef]
    c.getMethod("change").invoke(value)
    value

  /** The classes that are refused when an object is written, with the reasons; all others are carried. */
  private def refused(runtime: RuntimePicklers): Map[Class[?], String] =
    given Pickler[Any] = runtime.any
    given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
    val found =
      for c <- classes; round <- 1 to 3 yield
        val value = changed(c)
        try
          val pickle = (value: Any).pickle
          val back = pickle.unpickle[Any].asInstanceOf[AnyRef]
          for difference <- comparison.difference(javaCopy(value), members(back)) do
            fail(s"$c, seed $seed: $difference: ${members(value)} came back as ${members(back)}")
          None
        catch case e: PickleException => Some(c -> e.getMessage)
    found.flatten.toMap

  test("what the constructor computes comes back as it was, or is refused"):
    for after <- List(1, 100) do
      val count = refused(RuntimePicklers(allowed, compileAfter = after, exactCollections = true)).size
      assert(count < classes.length * 9 / 10, s"$count of ${classes.length} are refused")

  test("by fields it comes back as it was, or is refused"):
    val count = refused(RuntimePicklers(allowed, compileAfter = 2, fieldAccess = true, exactCollections = true)).size
    assert(count < classes.length / 2, s"$count of ${classes.length} are refused")

  test("in Java's form everything comes back as it was"):
    val form = JavaForm.allowed(_ => true)
    assertEquals(refused(RuntimePicklers(allowed, javaForm = form, exactCollections = true)), Map.empty)
