package brine.checks.runtime

import brine.*
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.FieldByField

/** Copies of objects of classes that are known only at run time: what a pickle carries, a copy has. */
class RuntimeCopiesSuite extends munit.FunSuite:
  private val seed = java.lang.Long.getLong("brine.seed", 5L)
  private val classes = GeneratedClasses.compiled(count = Integer.getInteger("brine.copied.classes", 100), seed)
  private val loader = classes.head.getClassLoader

  private val comparison = new FieldByField(
    (field, owner) => {
      field.setAccessible(true)
      field.get(owner)
    },
    {
      case (a: scala.collection.immutable.ArraySeq[?], b) => a == b
      case (a, b) if a.getClass.getSimpleName == "Cached" => a.toString == b.toString
      case (a: (Number | CharSequence | java.util.BitSet), b: AnyRef) =>
        a.getClass == b.getClass && a.toString == b.toString
    }
  )

  private def members(value: Any): Seq[Any] = value.getClass.getMethod("all").invoke(value).asInstanceOf[Seq[Any]]

  for (name, fieldAccess) <- List(("constructors", false), ("fields", true)) do
    test(s"a copy by $name has what a pickle carries, and is refused where a pickle is"):
      val allowed = AllowList.whereNamed(loader)(_.startsWith("generated."))
      val runtime = RuntimePicklers(allowed, fieldAccess = fieldAccess, exactCollections = true)
      given Pickler[Any] = runtime.any
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      var carried = 0
      for c <- classes do
        val value = c.getConstructor(classOf[Int]).newInstance(3)
        c.getMethod("change").invoke(value)
        val back = PickleException.either((value: Any).pickle.unpickle[Any])
        val copy = PickleException.either((value: Any).deepCopy)
        (back, copy) match
          case (Right(back), Right(copy)) =>
            carried += 1
            for difference <- comparison.difference(members(back), members(copy)) do
              fail(s"$c, seed $seed: $difference: ${members(back)} was copied as ${members(copy)}")
            for shared <- brine.checks.copies.Reached.sharedMutable(value, copy) do
              fail(s"$c, seed $seed: both share $shared")
          case (Left(_), Left(_)) => ()
          case (back, copy)       => fail(s"$c, seed $seed: the pickle gives $back, the copy $copy")
      assert(carried > classes.length / 20, carried)
