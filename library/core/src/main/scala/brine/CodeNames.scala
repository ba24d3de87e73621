package brine

import java.security.MessageDigest
import brine.shape.Shape

/** Names for values that are code, of one kind: functions of a type, or classes. A pickle contains the name only. A
  * read returns the reader's own value of that name. Pickles never contain code, and names are looked up nowhere else.
  *
  * {{{
  * val rules = CodeNames[Order => Boolean]("Rule")
  * given Pickler[Order => Boolean] = rules.pickler
  *
  * val names = rules("is paid" -> isPaid, "is late" -> isLate) ++ CodeNames.classes(classOf[Order])
  * given PickleOptions = PickleOptions(code = names)
  * }}}
  *
  * This object identifies the kind, so a name of one kind never returns a value of another.
  *
  * @param kind what errors and shapes call it
  */
final class CodeNames[A <: AnyRef](val kind: String):
  /** Names these values, for one call ([[PickleOptions.code]]).
    *
    * @throws IllegalArgumentException for a name, or a value, that stands twice
    */
  def apply(values: (String, A)*): NamedCode = NamedCode.of(this, values)

  /** Writes names, and reads them. It refuses a value or name that is unknown in the options of the call:
    * [[PickleException.UnknownCode]].
    */
  val pickler: Pickler[A] = new Pickler[A] with InternalForm:
    val shape: Shape = new Shape.CodeName(kind)
    def pickle(value: A, builder: PickleBuilder): Unit =
      builder.putString(NamedCode.textOf(CodeNames.this, value, builder.options))
    def unpickle(reader: PickleReader): A = NamedCode.named(CodeNames.this, reader.getString(), reader.options)

object CodeNames:
  /** Classes, by their full names; `given Pickler[Class[?]] = CodeNames.classes.pickler`. */
  object classes:
    private[brine] val all = new CodeNames[Class[?]]("Class")

    def apply(classes: Class[?]*): NamedCode = all(classes.map(c => c.getName -> c)*)

    val pickler: Pickler[Class[?]] = all.pickler

/** The code that a call may write, and read, each by its name ([[CodeNames]]). */
final class NamedCode private (byName: Map[CodeNames[?], Map[String, AnyRef]], private val hasDigests: Boolean):
  def ++(more: NamedCode): NamedCode = more.entries.foldLeft(new NamedCode(byName, hasDigests || more.hasDigests)) {
    case (all, (kind, name, value)) => all.and(kind, name, value)
  }

  /** Writes each name with the SHA-256 of the class file: that of the class, or of the function's class. A read
    * refuses a name whose digest is missing or differs from that of the reader's class file. Inner classes,
    * superclasses and companions have separate files, which the digest does not cover. A lambda has no class file and
    * is refused: make it an `object`.
    */
  def withDigests: NamedCode = new NamedCode(byName, true)

  private def entries: Iterator[(CodeNames[?], String, AnyRef)] =
    for (kind, values) <- byName.iterator; (name, value) <- values yield (kind, name, value)

  private def and(kind: CodeNames[?], name: String, value: AnyRef): NamedCode =
    val known = of(kind)
    if name.contains(NamedCode.BeforeDigest) then
      throw new IllegalArgumentException(s"invalid name '$name': it must not contain ${NamedCode.BeforeDigest}")
    for (otherName, other) <- known if (otherName == name) != (other eq value) do
      throw new IllegalArgumentException(
        s"the names $name and $otherName conflict: expected one name per ${kind.kind} and one ${kind.kind} per name"
      )
    new NamedCode(byName.updated(kind, known.updated(name, value)), hasDigests)

  private def of(kind: CodeNames[?]): Map[String, AnyRef] = byName.getOrElse(kind, Map.empty)

  /** The names by the values' identity hashes: values of one hash are together. */
  private lazy val names: Map[(CodeNames[?], Int), List[(String, AnyRef)]] =
    entries.toList.groupMap((kind, _, value) => (kind, System.identityHashCode(value)))((_, name, value) =>
      (name, value)
    )

  /** Returns the text to write for a value: its name, and the digest. */
  private def textOf(kind: CodeNames[?], value: AnyRef, subtypes: Subtypes): String =
    val candidates = names.getOrElse((kind, System.identityHashCode(value)), Nil)
    val given_ = candidates.find(_._2 eq value).map(_._1)
    val name = given_.orElse(NamedCode.ofSubtypes(kind, subtypes.nameOfClass(value.asInstanceOf[Class[?]]))).getOrElse(
      throw unnamed(kind, value)
    )
    if hasDigests then name + NamedCode.BeforeDigest + NamedCode.digestOf(kind, name, value) else name

  private def unnamed(kind: CodeNames[?], value: AnyRef): PickleException =
    val text = value match
      case c: Class[?] => c.getName
      case other       => other.getClass.getName
    PickleException.UnknownCode.ofValue(kind.kind, text)

  /** Returns the value of this name: `text` is the name as it was written, with any digest. */
  private def named[A <: AnyRef](kind: CodeNames[A], text: String | Null, subtypes: Subtypes): A =
    if text == null then throw new PickleException.Malformed(s"expected the name of a ${kind.kind}, found null")
    val (name, digest) = text.span(_ != NamedCode.BeforeDigest)
    def unknown = PickleException.UnknownCode.ofName(kind.kind, name, of(kind).keys)
    val value =
      of(kind).get(name).orElse(NamedCode.ofSubtypes(kind, subtypes.classNamed(name))).getOrElse(throw unknown)
    if hasDigests then check(kind, name, digest.drop(1), value)
    value.asInstanceOf[A] // it was named for this kind

  private def check(kind: CodeNames[?], name: String, found: String, value: AnyRef): Unit =
    val expected = NamedCode.digestOf(kind, name, value)
    if found != expected then throw new PickleException.OtherCode(kind.kind, name, found, expected)

object NamedCode:
  val none: NamedCode = new NamedCode(Map.empty, hasDigests = false)

  private[brine] def of(kind: CodeNames[?], values: Seq[(String, AnyRef)]): NamedCode =
    for name <- values.map(_._1).diff(values.map(_._1).distinct) do
      throw new IllegalArgumentException(s"two values have the name $name: give each another name")
    values.foldLeft(none) { case (all, (name, value)) => all.and(kind, name, value) }

  /** Returns the text to write for a value that the options of a call name, or for a class that their `subtypes`
    * allow as a value.
    */
  private[brine] def textOf(kind: CodeNames[?], value: AnyRef, options: PickleOptions): String =
    options.code.textOf(kind, value, options.subtypes)

  /** The value that was written as `text`. */
  private[brine] def named[A <: AnyRef](kind: CodeNames[A], text: String | Null, options: PickleOptions): A =
    options.code.named(kind, text, options.subtypes)

  private def ofSubtypes[A <: AnyRef](kind: CodeNames[?], found: => A | Null): Option[A] =
    if kind eq CodeNames.classes.all then Option(found).asInstanceOf[Option[A]] else None

  /** Between a name and a digest. */
  private final val BeforeDigest = '#'

  private val digests = new ClassValue[Option[String]]:
    def computeValue(c: Class[?]): Option[String] = digest(c)

  private def digestOf(kind: CodeNames[?], name: String, value: AnyRef): String =
    val c = value match
      case c: Class[?] => c
      case function    => function.getClass
    digests.get(c).getOrElse(throw PickleException.UnknownCode.withoutFile(kind.kind, name, c.getName))

  private def digest(c: Class[?]): Option[String] =
    val file = s"${c.getName.substring(c.getName.lastIndexOf('.') + 1)}.class"
    val in = if c.isPrimitive || c.isArray || c.isHidden then null else c.getResourceAsStream(file)
    Option(in).map { in =>
      try MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()).map(b => f"$b%02x").mkString
      finally in.close()
    }
