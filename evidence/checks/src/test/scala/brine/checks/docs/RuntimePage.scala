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

  // doc:check
  println(runtime.check(classOf[Account]))                                // List()
  println(runtime.check(classOf[LazyList[?]]).length)                     // 1
  // end

  // doc:hook
  import brine.combine.imap

  final class Money(val cents: Long)

  given Pickler[Money] = Pickler.long.imap(new Money(_))(_.cents)
  val byHand = Map[Class[?], Pickler[?]](classOf[Money] -> Pickler[Money])
  val hooked = RuntimePicklers(AllowList(classOf[Money]), hook = c => byHand.get(c))
  // end

  // doc:anything
  final case class Note(text: String, extra: Any)

  locally:
    val all = RuntimePicklers(AllowList(classOf[Note], classOf[Account]))
    given Pickler[Note] = all.pickler[Note]
    given PickleOptions = PickleOptions(subtypes = all.subtypes)
    val note = Note("a", List(1, Some("x"), Map("k" -> Account("Jim", 5))))
    println(note.pickle.unpickle[Note])
    // Note(a,List(1, Some(x), Map(k -> Jim has 5)))
  // end

  // doc:forms
  import brine.runtime.JavaForm
  import java.util.Properties

  val forms = JavaForm.allowed(c => c == classOf[Properties])
  val withForms = RuntimePicklers(AllowList(classOf[Properties]), javaForm = forms)

  locally:
    given Pickler[Any] = withForms.any
    given PickleOptions = PickleOptions(subtypes = withForms.subtypes)
    val properties = Properties()
    properties.setProperty("size", "3")
    println((properties: Any).pickle.unpickle[Any])                       // {size=3}
  // end
