package brine.model

import brine.shape.ScalarKind

/** Renders a [[Family]] as one string constant, and parses it. The constant takes a few bytes per field.
  *
  * One line a definition, words separated by spaces; names are Scala identifiers after encoding of spaces and
  * backslashes. `I` is a scalar, `@3` a definition of the family, `#0` a slot.
  *
  * {{{
  * P Person 2 - name:S boss:@0        product: name, constructor arity, flags, fields (`~` before a mutable one,
  *                                    then `?` before a nullable one, `-` before one
  *                                    of a value class)
  * O Red                              singleton (object)
  * S Shape - Circle=@1 Dot=@2         sum: name, flags, leaves
  * ? @1 -                             option
  * L List @1 -                        sequence
  * M Map S I -                        mapping
  * A I                                array of a primitive
  * + 4|total|count                    classes of other modules, if there are any, with their variables
  * = 1 3                              the copies, if there are any
  * }}}
  *
  * Flags: `t` tracked, `c` cyclic, `s` storesOnly, `g` generic, `-` none. A field's or leaf's aliases follow its
  * name, each after a `|`. A `!` precedes the leaf that is the fallback, a `^` a name that an annotation gives. The
  * prefixes of `jsonRest` precede a field's name, after a `*` and between `|`, with a `*` behind them.
  */
private[brine] object FamilyText:
  def render(family: Family): String =
    val notes = Vector(
      Foreign -> family.foreign.map(f => s"${f.definition}${f.variables.map(v => "|" + encode(v)).mkString}"),
      Copies -> family.copies.map(_.toString)
    )
    (family.definitions.map(line) ++ notes.collect { case (mark, of) if of.nonEmpty => mark + of.mkString(" ") })
      .mkString("\n")

  /** Parses the constant. (Loops, since a function's class is made on first use, and delays the program's start.) */
  def parse(text: String): Family =
    val beforeCopies = endBefore(Copies, text, text.length)
    val end = endBefore(Foreign, text, beforeCopies)
    Family(
      parsed(text.substring(0, end).split('\n'), 0)(definition(_)),
      notes(text, beforeCopies, text.length)(_.toInt),
      notes(text, end, beforeCopies)(foreignClass(_))
    )

  private final val Foreign = "+ "
  private final val Copies = "= "

  /** The end of the lines before the one that begins with `mark`, which is the last before `end`, or not there. */
  private def endBefore(mark: String, text: String, end: Int): Int =
    val line = text.lastIndexOf('\n', end - 1)
    if line >= 0 && text.startsWith(mark, line + 1) then line else end

  private inline def notes[A](text: String, from: Int, to: Int)(inline parse: String => A): Vector[A] =
    if from == to then Vector.empty else parsed(text.substring(from + 3, to).split(' '), 0)(parse)

  private def foreignClass(word: String): ForeignClass =
    val all = word.split('|')
    ForeignClass(all(0).toInt, all.iterator.drop(1).map(decode).toVector)

  /** The letters of Unit, Boolean, Byte, Short, Char, Int, Long, Float, Double, String. */
  private inline val Letters = "UZBHCIJFDS"

  private def letterOf(kind: ScalarKind): String = Letters.charAt(kind.ordinal).toString

  private def kindOf(word: String): ScalarKind =
    val ordinal = if word.length == 1 then Letters.indexOf(word.charAt(0)) else -1
    if ordinal < 0 then throw new IllegalArgumentException(s"no scalar is called $word")
    ScalarKind.fromOrdinal(ordinal)

  private def line(definition: TypePlan): String = definition match
    case TypePlan.Product(name, fields, arity, t, c, s, g) =>
      words("P", encode(name), arity.toString, flags("t" -> t, "c" -> c, "s" -> s, "g" -> g)) +
        fields.map(f =>
          " " + (if f.isMutable then "~" else "") + (if f.isNullable then "?" else "") +
            (if f.isUnboxed then "-" else "") + rest(f.rest) + names(
              f.name,
              f.aliases,
              f.isNamed
            ) + ":" + use(f.use)
        ).mkString
    case TypePlan.Singleton(name) => words("O", encode(name))
    case TypePlan.Sum(name, leaves, t, c) =>
      words("S", encode(name), flags("t" -> t, "c" -> c)) +
        leaves.map(l =>
          " " + (if l.isFallback then "!" else "") + names(l.name, l.aliases, l.isNamed) + "=" + use(l.use)
        ).mkString
    case TypePlan.Optional(element, c)            => words("?", use(element), flags("c" -> c))
    case TypePlan.Sequence(kind, element, t, c)   => words("L", kind, use(element), flags("t" -> t, "c" -> c))
    case TypePlan.Mapping(kind, key, value, t, c) => words("M", kind, use(key), use(value), flags("t" -> t, "c" -> c))
    case TypePlan.ScalarArray(kind)               => words("A", letterOf(kind))

  private def definition(line: String): TypePlan =
    val parts = line.split(' ')
    parts(0) match
      case "P" =>
        val has = parts(3)
        TypePlan.Product(
          decode(parts(1)),
          parsed(parts, 4)(field(_)),
          parts(2).toInt,
          has.contains('t'),
          has.contains('c'),
          has.contains('s'),
          has.contains('g')
        )
      case "O" => TypePlan.Singleton(decode(parts(1)))
      case "S" =>
        TypePlan.Sum(decode(parts(1)), parsed(parts, 3)(leaf(_)), parts(2).contains('t'), parts(2).contains('c'))
      case "?" => TypePlan.Optional(use(parts(1)), parts(2).contains('c'))
      case "L" => TypePlan.Sequence(parts(1), use(parts(2)), parts(3).contains('t'), parts(3).contains('c'))
      case "M" =>
        TypePlan.Mapping(parts(1), use(parts(2)), use(parts(3)), parts(4).contains('t'), parts(4).contains('c'))
      case "A"   => TypePlan.ScalarArray(kindOf(parts(1)))
      case other => throw new IllegalArgumentException(s"no definition begins with $other")

  private inline def parsed[A](words: Array[String], from: Int)(inline parse: String => A): Vector[A] =
    val all = Vector.newBuilder[A]
    var i = from
    while i < words.length do
      all += parse(words(i))
      i += 1
    all.result()

  private def field(word: String): FieldPlan =
    val isMutable = word.startsWith("~")
    val colon = word.lastIndexOf(':')
    val afterMutable = if isMutable then 1 else 0
    val isNullable = word.startsWith("?", afterMutable)
    val afterNullable = if isNullable then afterMutable + 1 else afterMutable
    val isUnboxed = word.startsWith("-", afterNullable)
    val afterUnboxed = if isUnboxed then afterNullable + 1 else afterNullable
    val isRest = word.startsWith("*", afterUnboxed)
    val from = if isRest then word.indexOf('*', afterUnboxed + 1) + 1 else afterUnboxed
    val isNamed = word.startsWith("^", from)
    val all = names(word.substring(if isNamed then from + 1 else from, colon))
    FieldPlan(
      all.head,
      use(word.substring(colon + 1)),
      isMutable,
      all.tail,
      isNamed,
      isNullable,
      if isRest then Some(prefixes(word.substring(afterUnboxed + 1, from - 1))) else None,
      isUnboxed
    )

  private def rest(prefixes: Option[Vector[String]]): String = prefixes match
    case Some(all) => all.map(encode).mkString("*", "|", "*")
    case None      => ""

  private def prefixes(word: String): Vector[String] = if word.isEmpty then Vector.empty else names(word)

  private def leaf(word: String): LeafPlan =
    val equals = word.lastIndexOf('=')
    val isFallback = word.startsWith("!")
    val from = if isFallback then 1 else 0
    val isNamed = word.startsWith("^", from)
    val all = names(word.substring(if isNamed then from + 1 else from, equals))
    LeafPlan(all.head, use(word.substring(equals + 1)), all.tail, isFallback, isNamed)

  private def names(name: String, aliases: Vector[String], isNamed: Boolean): String =
    (name +: aliases).map(encode).mkString(if isNamed then "^" else "", "|", "")

  private def names(word: String): Vector[String] =
    if word.indexOf('|') < 0 then Vector(decode(word)) else word.split("\\|", -1).toVector.map(decode)

  private def use(use: Use): String = use match
    case Use.Scalar(kind) => letterOf(kind)
    case Use.Local(index) => s"@$index"
    case Use.Given(slot)  => s"#$slot"

  private def use(word: String): Use = word.charAt(0) match
    case '@' => Use.Local(word.substring(1).toInt)
    case '#' => Use.Given(word.substring(1).toInt)
    case _   => Use.Scalar(kindOf(word))

  private def words(parts: String*): String = parts.mkString(" ")

  private def flags(all: (String, Boolean)*): String =
    val set = all.collect { case (letter, true) => letter }.mkString
    if set.isEmpty then "-" else set

  /** Encodes a name. Backquoted names may hold anything, so separators of words and names are escaped, all `*`, and a
    * leading `~`, `?`, `-`, `!` or `^`.
    */
  private def encode(name: String): String =
    val escaped = name.flatMap {
      case '\\' => "\\\\"
      case ' '  => "\\s"
      case '\n' => "\\n"
      case '|'  => "\\p"
      case '*'  => "\\a"
      case c    => c.toString
    }
    if escaped.isEmpty || "~?-!^".indexOf(escaped.charAt(0)) >= 0 then "\\e" + escaped else escaped

  private def decode(word: String): String =
    val out = new StringBuilder(word.length)
    var i = 0
    while i < word.length do
      val c = word.charAt(i)
      if c != '\\' then out += c
      else
        i += 1
        word.charAt(i) match
          case 's' => out += ' '
          case 'n' => out += '\n'
          case 'p' => out += '|'
          case 'a' => out += '*'
          case 'e' => ()
          case e   => out += e
      i += 1
    out.toString
