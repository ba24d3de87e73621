package brine.checks.docs

/** docs/guide/runtime-picklers.md. */
object RuntimePage:
  // doc:make
  import brine.*
  import brine.runtime.{AllowList, RuntimePicklers}

  final class Account(owner: String, private var balance: Long):
    override def toString: String = s"$owner has $balance"

  val runtime = RuntimePicklers(AllowList(classOf[Account]))

  locally:
    given Pickler[Account] = runtime.pickler[Account]
    println(Account("Jim", 5).pickle.unpickle[Account])                   // Jim has 5
  // end

  // doc:anything
  final case class Note(text: String, extra: Any)

  locally:
    val all = RuntimePicklers(AllowList(classOf[Note], classOf[Account]))
    given Pickler[Note] = all.pickler[Note]
    given PickleOptions = PickleOptions(subtypes = all.subtypes)
    val note = Note("a", List(1, Some("x"), Map("k" -> Account("Jim", 5))))
    println(note.pickle.unpickle[Note])                                   // Note(a,List(1, Some(x), Map(k -> Jim has 5)))
  // end
