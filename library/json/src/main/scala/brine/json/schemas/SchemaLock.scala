package brine.json.schemas

import java.nio.file.{Files, Path}
import brine.{HeldFile, PartFiles}
import brine.evolve.Lock

/** Schemas of released interfaces, kept in `brine.lock` beside the shapes.
  *
  * {{{
  * val people = SchemaLock.Interface("people", JsonSchema.of[Person](dialect))
  * SchemaLock.release(lock, "1.0", people)          // when a version is released
  * test("clients of all releases can read what we write")(SchemaLock.verify(lock, people))
  * }}}
  * With the lock in the compiler's setting (docs/guide/evolution.md), `SchemaLock.check(Api.people)` does not compile
  * if released clients would break. A schema comes from a dialect, which is a value with functions in it. The compiler
  * needs that value, so it must come from an earlier compilation: docs/adr/0057.
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
    * @throws java.lang.AssertionError with each reason, if today's JSON breaks clients of a release, or no release is
    *   there
    */
  def verify(lock: Path, interface: Interface): Int =
    val known = read(lock)
    val found = problem(known, lock.toString, interface)
    if found != null then throw new AssertionError(found)
    of(known, interface).length

  /** Does as [[verify]] when the call is compiled, with the lock of the compiler's setting `brine.lock`: a break is a
    * compile error.
    *
    * {{{ SchemaLock.check(Api.people) }}}
    *
    * @param interface a value of an object that was compiled before: in another module, or in the main code if this
    *                  call is in the tests. The compiler computes it, so its initializer runs there.
    */
  inline def check(inline interface: Interface): Unit = ${ SchemaCheck.check('interface) }

  /** The error of an interface that has no released schema, or breaks one; null if there is none. */
  private[json] def problem(lock: Lock, place: String, interface: Interface): String | Null =
    val released = of(lock, interface)
    val broken =
      for (release, schema) <- released; reason <- breaks(interface, schema) yield s"  release $release: $reason"
    if released.isEmpty then
      s"expected a released schema of ${interface.name} in $place, found none. Add the first by SchemaLock.release"
    else if broken.nonEmpty then
      broken.mkString(s"the JSON of ${interface.name} breaks released clients:\n", "\n", "")
    else null

  /** Adds an interface's schema to the lock, under a release, unless the last release has this schema. Other processes
    * and threads that change the lock wait for each other.
    *
    * @throws java.lang.AssertionError as [[verify]] does: a break is not released
    * @throws java.io.IOException if the lock cannot be read or written, or another process holds it for half a minute
    */
  def release(lock: Path, release: String, interfaces: Interface*): Unit = HeldFile.hold(lock) {
    val before = if Files.exists(lock) then read(lock) else Lock.empty
    val after = interfaces.foldLeft(before) { (done, interface) =>
      val released = of(done, interface)
      for reason <- Option(problem(done, lock.toString, interface)) if released.nonEmpty do
        throw new AssertionError(reason)
      if released.lastOption.exists(_._2.document == interface.schema.document) then done
      else done.withSchema(interface.name, direction(interface), release, interface.schema.text)
    }
    PartFiles.replaceText(lock, after.text)
  }

  private def breaks(interface: Interface, released: JsonSchema): Seq[String] = interface.direction match
    case JsonSchema.Direction.Responses => JsonSchema.breaks(reader = released, writer = interface.schema)
    case JsonSchema.Direction.Requests  => JsonSchema.breaks(reader = interface.schema, writer = released)

  private def direction(interface: Interface): String = interface.direction.toString.toLowerCase(java.util.Locale.ROOT)

  private def of(lock: Lock, interface: Interface): Vector[(String, JsonSchema)] =
    for s <- lock.schemas if s.name == interface.name && s.direction == direction(interface)
    yield s.release -> JsonSchema.parse(s.text)

  private def read(lock: Path): Lock = Lock.parse(Files.readString(lock))
