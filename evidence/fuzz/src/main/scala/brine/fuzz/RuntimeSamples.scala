package brine.fuzz

import java.util.UUID
import scala.collection.mutable
import brine.PickleOptions
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.corpus.{Address, Opening, Sample, Weekday}

/** A sample of all that runtime picklers take: classes by their fields, and values of which only their class says more.
  */
private object RuntimeSamples:
  /** A class that nothing was derived for. */
  final class Note(val title: String, var about: Any, private var count: Long)

  // Code is compiled at once, so that both kinds of it read: the first object goes by method handles.
  private val runtime =
    RuntimePicklers(AllowList(classOf[Note], classOf[Address], classOf[Opening], classOf[Weekday]), compileAfter = 1)

  val options: PickleOptions = Target.FewUnits.copy(subtypes = runtime.subtypes)

  /** Some classes go by numbers, the others by names. */
  val numbered: PickleOptions =
    options.copy(subtypes = runtime.subtypes.numberedBy(runtime.subtypes.names.zipWithIndex.collect {
      case (name, i) if i % 8 != 0 => name
    }))

  /** Anything, at a root. */
  lazy val roots: Vector[Sample[?]] =
    (values ++ List(address, ring, List(ring, ring), Map(1 -> ring, "a" -> null))).map(value =>
      Sample(value.getClass.getSimpleName)(value)(using runtime.any)
    ).toVector

  val all: Vector[Sample[?]] = Vector(
    Sample("address")(address)(using runtime.pickler[Address]),
    Sample("opening")(new Opening(Weekday.FRIDAY, 9))(using runtime.pickler[Opening]),
    Sample("note")(new Note("n", address, 1))(using runtime.pickler[Note]),
    Sample("ring")(ring)(using runtime.pickler[Note])
  ) ++ values.map(value => Sample(value.getClass.getSimpleName)(new Note("n", value, 2))(using runtime.pickler[Note]))

  private def values: List[Any] = List(
    1,
    2L,
    1.5,
    'c',
    true,
    "text",
    (),
    None,
    Some(1),
    Vector(1),
    Map("a" -> 1),
    Set(1, "b"),
    BigInt(7),
    BigDecimal(7),
    (1, "b"),
    Left(1),
    mutable.ArrayBuffer[Any](1, mutable.HashMap("k" -> null)),
    java.util.ArrayList(java.util.List.of("x")),
    new UUID(1, 2),
    1 to 3,
    java.time.LocalDate.EPOCH,
    Array(1, 2),
    Array("a", null),
    Array(Array[Any]("a", 1)),
    Weekday.SUNDAY
  )

  private def address: Address =
    val home = new Address("High Street", 7)
    home.getFloors.add(1)
    home.getNeighbours.put("self", home)
    home

  private def ring: Note =
    val first = new Note("first", null, 0)
    first.about = List(new Note("second", first, 1), first)
    first
