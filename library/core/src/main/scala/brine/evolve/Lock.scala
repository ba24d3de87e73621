package brine.evolve

import scala.collection.mutable
import scala.util.Try
import brine.{CompanionPicklers, History, NotNull}
import brine.shape.{Shape, ShapeText}

/** Every shape that was ever released, as a text that is kept with the program: `brine.lock`, docs/spec/lock.md.
  *
  * {{{
  * # what it is, for who meets it
  * version 1
  * com.acme.Person 1.0 2f3a 5e740f6b3c2d1a90 Person{name: String, age: Int}
  * com.acme.Person 1.2 71c4 e3881b2f5a6d7c48 Person{name: String, age: Long, mail: ?[String]}
  * com.acme.old.Site moved com.acme.Site
  * people schema responses 1.0 {"$schema":…}
  * }}}
  *
  * No line depends on another, so two branches that add lines are merged by keeping both (`merge=union`). Immutable.
  *
  * @param entries shapes, a type's in the order in which they were released
  * @param moves   former names of types, with their present names
  * @param schemas schemas of other formats' interfaces, an interface's in the order in which they were released
  */
final class Lock private (
    val entries: Vector[Lock.Entry],
    val moves: Map[String, String],
    val schemas: Vector[Lock.Schema]
):
  import Lock.*

  /** All shapes, with their keys. A program with this history in its options reads pickles of any release, and can
    * write by keys.
    */
  lazy val history: History = History.ofKeys(entries.map(e => e.key -> e.shape)*)

  /** Returns the released shapes of the type that has this name now. */
  def of(typeName: String): Vector[Entry] = entries.filter(e => present(e.typeName) == typeName)

  /** Returns the present name of a type that had this name. */
  def present(typeName: String): String =
    var name = typeName
    var steps = 0
    while moves.contains(name) && steps <= moves.size do
      name = moves(name)
      steps += 1
    name

  /** Returns the lock with the shapes of a release; shapes that it has already are not repeated. */
  def released(release: String, types: Seq[(String, Shape)]): Lock =
    require(isWord(release), s"invalid name of a release: '$release'. It must not have spaces nor begin with '#'")
    val taken = mutable.HashMap.from(entries.map(e => e.key -> e.fingerprint))
    val added =
      for (name, shape) <- types.distinctBy(_._1) if !of(name).exists(_.fingerprint == shape.fingerprint) yield
        val key = Iterator.iterate(History.usualKey(shape))(key => (key + 1) & MostKey)
          .find(key => taken.getOrElseUpdate(key, shape.fingerprint) == shape.fingerprint).get
        new Entry(name, release, key, shape.fingerprint, ShapeText.render(shape), shape)
    new Lock(entries ++ added, moves, schemas)

  /** Renames a type: the released shapes of `from` are those of `to` from now on. */
  def moved(from: String, to: String): Lock = new Lock(entries, moves.updated(from, to), schemas)

  /** Removes the released shapes of the type that has this name now. */
  def forgotten(typeName: String): Lock =
    new Lock(
      entries.filterNot(e => present(e.typeName) == typeName),
      moves.filterNot((from, _) => present(from) == typeName),
      schemas
    )

  /** With a schema of an interface: text in one line, which the lock does not read. */
  def withSchema(name: String, direction: String, release: String, text: String): Lock =
    require(isWord(release), s"invalid name of a release: '$release'. It must not have spaces nor begin with '#'")
    require(
      isWord(name) && isWord(direction),
      s"invalid name of an interface: '$name' '$direction'. It must not have spaces nor begin with '#'"
    )
    require(!text.exists(_.isControl), s"the schema of $name must be one line")
    new Lock(entries, moves, schemas :+ Schema(name, direction, release, text))

  /** The text of the file: its version, then lines in the order of their types' names. */
  def text: String =
    val lines = entries.sortBy(_.typeName).map(_.line) ++ moves.toVector.sorted.map((from, to) =>
      s"$from moved $to"
    ) ++ schemas.map(_.line)
    (Heading +: s"$VersionWord $Version" +: lines.sortBy(_.takeWhile(_ != ' '))).mkString("", "\n", "\n")

object Lock:
  /** One shape of one type, from the release that brought it. `key` and `fingerprint` are the shape's. */
  final class Entry(
      val typeName: String,
      val release: String,
      val key: Int,
      val fingerprint: Long,
      shapeText: String,
      shapeOf: => Shape
  ):
    lazy val shape: Shape = shapeOf
    def line: String = f"$typeName $release $key%04x $fingerprint%016x $shapeText"

  /** A released schema of an interface. `direction`: whether the interface answers, or is called. */
  final case class Schema(name: String, direction: String, release: String, text: String):
    def line: String = s"$name $SchemaWord $direction $release $text"

  val empty: Lock = new Lock(Vector.empty, Map.empty, Vector.empty)

  /** Returns the lock of a program: all files `brine.lock` at the root of its class path, of its own jar and of its
    * libraries'. Empty if there is none. Reads them anew at each call, so keep the result.
    *
    * {{{ given PickleOptions = PickleOptions(history = Lock.onClassPath().history) }}}
    *
    * @param loader the class loader of the program; the thread's own by default
    * @throws IllegalArgumentException as [[parse]] does, also where two files give one key to different shapes
    */
  def onClassPath(loader: ClassLoader | Null = null): Lock =
    val of = if loader != null then loader else Thread.currentThread.getContextClassLoader
    parse(CompanionPicklers.lines(FileName, if of == null then getClass.getClassLoader else of).mkString("\n"))

  private final val FileName = "brine.lock"

  /** Reads the text of a lock file. A text without a line for its version is of version 1: the lines of earlier locks
    * have the same form, and each shape is checked by its fingerprint.
    *
    * @throws IllegalArgumentException that names the line, its mistake, and a cure
    */
  def parse(text: String): Lock =
    val lines = NotNull(text, "the text of a lock").linesIterator.zipWithIndex.map((line, i) =>
      (line.trim, i + 1)
    ).filter((line, _) =>
      line.nonEmpty && !line.startsWith("#")
    )
    val (versions, contents) = lines.toVector.partition((line, _) => isVersion(line))
    for (line, number) <- versions do checkVersion(line, number)
    val (moves, others) = contents.partition((line, _) => isMove(line))
    val (schemas, shapes) = others.partition((line, _) => isSchema(line))
    val entries = shapes.distinctBy(_._1).map(entry)
    for (key, same) <- entries.groupBy(_.key) if same.map(_.fingerprint).distinct.length > 1 do
      throw new IllegalArgumentException(
        f"brine.lock: the key $key%04x belongs to ${same.map(e => s"${e.typeName} ${e.release}").mkString(" and ")}: " +
          f"two branches assigned it. " +
          "Remove the line that was not released yet, and add it again"
      )
    new Lock(
      entries,
      moves.map((line, _) => line.split(" +")).map(w => w(0) -> w(2)).toMap,
      schemas.distinctBy(_._1).map(schema)
    )

  /** Returns a class's name as locks have it, with a dot before the name of a nested class or object. `className` is
    * the name that the compiler or the JVM gives it.
    */
  def typeName(className: String): String =
    withoutFile(className).replace("$.", ".").replace('$', '.').stripSuffix(".")

  /** Returns the lock's name of a pickler that does not belong to a class: its object, and its member there. A class
    * file does not distinguish an opaque type from its underlying type, but the given's place does.
    */
  def givenName(objectName: String, member: String): String =
    val place = typeName(objectName)
    s"${if place.isEmpty then "_root_" else place}#$member"

  /** Returns the lock's name of a given that is an object itself. */
  def givenName(objectName: String): String =
    val name = typeName(objectName)
    val (place, member) = name.splitAt(name.lastIndexOf('.'))
    s"${if place.isEmpty then "_root_" else place}#${member.stripPrefix(".")}"

  /** Definitions outside of any class are in an object that has the name of their file. */
  private def withoutFile(className: String): String = className.replaceAll("[^.]*\\$package(\\$\\.|\\$|\\.|$)", "")

  private def isVersion(line: String): Boolean = line.split(" +") match
    case Array(VersionWord, _) => true
    case _                     => false

  private def checkVersion(line: String, number: Int): Unit =
    val found = line.split(" +")(1)
    if found != Version.toString then
      throw new IllegalArgumentException(
        s"brine.lock, line $number: unknown version '$found' of the lock: this Brine reads version $Version. Use the " +
          "Brine that wrote it"
      )

  private def isMove(line: String): Boolean =
    val words = line.split(" +")
    words.length == 3 && words(1) == "moved"

  private def isSchema(line: String): Boolean = line.split(" +", 3) match
    case Array(_, SchemaWord, _) => true
    case _                       => false

  private def schema(line: String, number: Int): Schema = line.split(" +", 5) match
    case Array(name, _, direction, release, text) => Schema(name, direction, release, text)
    case _ => throw new IllegalArgumentException(
        s"brine.lock, line $number: expected an interface, 'schema', a direction, a release and a schema"
      )

  private def entry(line: String, number: Int): Entry =
    def fail(what: String) = throw new IllegalArgumentException(s"brine.lock, line $number: $what")
    line.split(" +", 5) match
      case Array(name, release, key, fingerprint, shape) =>
        val keyNumber = Try(Integer.parseInt(key, 16)).filter(k => k >= 0 && k <= MostKey).getOrElse(fail(
          f"expected a key from 0 to $MostKey%x, found '$key'"
        ))
        val print = Try(java.lang.Long.parseUnsignedLong(fingerprint, 16)).getOrElse(fail(
          s"expected a fingerprint of 16 hexadecimal digits, found '$fingerprint'"
        ))
        def read(): Shape =
          val found =
            try ShapeText.parse(shape)
            catch
              case e: IllegalArgumentException => fail(s"the shape, ${e.getMessage}")
              case _: StackOverflowError =>
                fail("the shape has too many types inside each other for this thread's stack")
          if found.fingerprint != print then
            fail(
              f"the shape has the fingerprint ${found.fingerprint}%016x, not $print%016x: released shapes must not " +
                f"be edited"
            )
          found
        new Entry(name, release, keyNumber, print, shape, read())
      case _ => fail("expected a type, a release, a key, a fingerprint and a shape, or a type, 'moved' and a type")

  private def isWord(text: String): Boolean =
    text.nonEmpty && !text.exists(_.isWhitespace) && !text.startsWith("#") && text != "moved" && text != SchemaWord

  private final val SchemaWord = "schema"

  private final val VersionWord = "version"
  private final val Version = 1

  private final val MostKey = (1 << History.KeyBits) - 1

  private final val Heading =
    "# The shapes of released types, for Brine. Written by its release tool; commit it, do not edit it."
