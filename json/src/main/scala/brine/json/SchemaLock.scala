package brine.json

import java.nio.file.{Files, Path, StandardCopyOption}
import brine.evolve.Lock

/** Schemas of released interfaces, kept in `brine.lock` beside the shapes.
  *
  * {{{
  * val people = SchemaLock.Interface("people", JsonSchema.of[Person](dialect))
  * SchemaLock.release(lock, "1.0", people)          // when a version is released
  * test("clients of all releases can read what we write")(SchemaLock.verify(lock, people))
  * }}}
  * A schema comes from a dialect, which is a value with functions in it. The compiler does not have this value, so a test finds a
  * break and the compiler does not; docs/adr/0057 has the reasons.
  */
object SchemaLock:
  /** A released interface, by a name that stays.
    *
    * @param schema of [[JsonSchema.Direction.Responses]] or [[JsonSchema.Direction.Requests]], as `direction` says
    */
  final case class Interface(
      name: String,
      schema: JsonSchema,
      direction: JsonSchema.Direction = JsonSchema.Direction.Responses
  )

  /** Compares an interface with its schemas of all releases.
    *
    * @return the number of releases
    * @throws java.lang.AssertionError with each reason, if today's JSON breaks clients of a release, or no release is there
    */
  def verify(lock: Path, interface: Interface): Int =
    val released = of(read(lock), interface)
    if released.isEmpty then
      throw new AssertionError(
        s"expected a released schema of ${interface.name} in $lock, found none. Add the first by SchemaLock.release"
      )
    val broken =
      for (release, schema) <- released; reason <- breaks(interface, schema) yield s"  release $release: $reason"
    if broken.nonEmpty then
      throw new AssertionError(broken.mkString(s"the JSON of ${interface.name} breaks released clients:\n", "\n", ""))
    released.length

  /** Adds an interface's schema to the lock, under a release, unless the last release has this schema.
    *
    * @throws java.lang.AssertionError as [[verify]] does: a break is not released
    */
  def release(lock: Path, release: String, interfaces: Interface*): Unit =
    val before = if Files.exists(lock) then read(lock) else Lock.empty
    val after = interfaces.foldLeft(before) { (done, interface) =>
      val released = of(done, interface)
      if released.nonEmpty then { val ignored = verify(lock, interface) }
      if released.lastOption.exists(_._2.document == interface.schema.document) then done
      else done.withSchema(interface.name, direction(interface), release, interface.schema.text)
    }
    val beside = lock.toAbsolutePath.resolveSibling(s".${lock.getFileName}.part")
    Files.writeString(beside, after.text)
    val ignored = Files.move(beside, lock, StandardCopyOption.REPLACE_EXISTING)

  private def breaks(interface: Interface, released: JsonSchema): Seq[String] = interface.direction match
    case JsonSchema.Direction.Responses => JsonSchema.breaks(reader = released, writer = interface.schema)
    case JsonSchema.Direction.Requests  => JsonSchema.breaks(reader = interface.schema, writer = released)

  private def direction(interface: Interface): String = interface.direction.toString.toLowerCase(java.util.Locale.ROOT)

  private def of(lock: Lock, interface: Interface): Vector[(String, JsonSchema)] =
    for s <- lock.schemas if s.name == interface.name && s.direction == direction(interface)
    yield s.release -> JsonSchema.parse(s.text)

  private def read(lock: Path): Lock = Lock.parse(Files.readString(lock))
