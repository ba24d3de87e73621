package brine.shape

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** A shape as one line that people can read and compare: docs/spec/lock.md, "Shapes".
  * {{{
  * Person{name: String, since: Int, home: Option[Address{street: String}]}
  * @1 Tree<Leaf{value: Int} | Node{left: ^1, right: ^1}>
  * }}}
  * Equal shapes give equal lines, however their nodes are shared.
  */
private[brine] object ShapeText:
  def render(shape: Shape): String = new Rendering().of(shape)

  /** @throws IllegalArgumentException with the column, if the text is not a shape */
  def parse(text: String): Shape = new Parsing(text).whole()

  private val scalars: Map[String, ScalarKind] = ScalarKind.values.map(kind => kind.toString -> kind).toMap

  // ---- out

  /** Identifies nodes: two are one if they have one fingerprint and one name. */
  private final class Rendering:
    private val labels = mutable.HashMap.empty[(Long, String), Int]

    def of(root: Shape): String =
      val met = mutable.HashSet.empty[(Long, String)]
      val repeated = mutable.LinkedHashSet.empty[(Long, String)]
      val open = mutable.Queue(root)
      while open.nonEmpty do
        val shape = open.dequeue()
        if isNamed(shape) && !met.add(key(shape)) then repeated += key(shape)
        else open ++= brine.shape.Fingerprint.childrenOf(shape)
      for key <- repeated do labels(key) = 0
      val out = new StringBuilder
      put(root, out)
      out.toString

    private var next = 1

    private def key(shape: Shape) = (shape.fingerprint, shape.name)

    private def put(shape: Shape, out: StringBuilder): Unit =
      val label = if isNamed(shape) then labels.getOrElse(key(shape), -1) else -1
      if label > 0 then out ++= s"^$label"
      else
        if label == 0 then
          labels(key(shape)) = next
          out ++= s"@$next "
          next += 1
        body(shape, out)

    private def body(shape: Shape, out: StringBuilder): Unit =
      def list[A](all: Seq[A], separator: String)(one: A => Unit): Unit =
        for (a, i) <- all.zipWithIndex do
          if i > 0 then out ++= separator
          one(a)
      def collection(kind: String, isTracked: Boolean, isMutable: Boolean, ordering: String, parts: Shape*): Unit =
        out ++= word(kind) + mark("&", isTracked) + mark("*", isMutable) + (if ordering.isEmpty then ""
                                                                            else s"/${word(ordering)}") + "["
        list(parts, ", ")(put(_, out))
        out += ']'
      shape match
        case s: Shape.Scalar => out ++= s.kind.toString
        case p: Shape.Product =>
          out ++= word(p.name) + mark("&", p.isTracked) + mark("*", p.isMutableValue) + "{"
          list(p.fieldNames.toSeq.zip(p.fieldShapes), ", ") { (name, field) =>
            out ++= s"${word(name)}: "
            put(field, out)
          }
          out += '}'
        case s: Shape.Sum =>
          out ++= word(s.name) + mark("&", s.isTracked) + "<"
          list(s.leafNames.toSeq.zip(s.leafShapes), " | ") { (name, leaf) =>
            if leaf.name != name || !bearsName(leaf) then out ++= s"${word(name)}: "
            put(leaf, out)
          }
          out += '>'
        case s: Shape.Singleton => out ++= s"object ${word(s.name)}"
        case o: Shape.Optional =>
          out ++= "?["
          put(o.element, out)
          out += ']'
        case s: Shape.Sequence => collection(s.kind, s.isTracked, s.isMutable, s.ordering, s.element)
        case m: Shape.Mapping  => collection(m.kind, m.isTracked, m.isMutable, m.ordering, m.key, m.value)
        case m: Shape.Mapped =>
          out ++= "via "
          put(m.inner, out)
        case o: Shape.Open   => out ++= s"open ${word(o.name)}"
        case c: Shape.Custom => out ++= s"custom ${word(c.name)} ${c.version}"

    /** True if its name can be seen at its place. */
    private def bearsName(leaf: Shape): Boolean = leaf match
      case _: Shape.Product | _: Shape.Sum => labels.getOrElse(key(leaf), -1) <= 0
      case _: Shape.Singleton              => true
      case _                               => false

    private def mark(sign: String, is: Boolean): String = if is then sign else ""

  /** Returns true if references can name the node: it has nodes inside it. */
  private def isNamed(shape: Shape): Boolean = shape match
    case _: Shape.Scalar | _: Shape.Singleton | _: Shape.Open | _: Shape.Custom => false
    case _: Shape.Optional | _: Shape.Mapped                                    => isInCycle(shape)
    case s: Shape.Sequence                                                      => isInCycle(s)
    case m: Shape.Mapping                                                       => isInCycle(m)
    case _                                                                      => true

  /** Returns true for a collection that leads to itself without a class between. */
  private def isInCycle(shape: Shape): Boolean =
    val seen = ArrayBuffer.empty[Shape]
    val open = mutable.Queue.from(inside(shape))
    while open.nonEmpty do
      val next = open.dequeue()
      if next eq shape then return true
      if !seen.exists(_ eq next) then
        seen += next
        open ++= inside(next)
    false

  private def inside(shape: Shape): Seq[Shape] = shape match
    case _: Shape.Product | _: Shape.Sum => Nil
    case other                           => brine.shape.Fingerprint.childrenOf(other)

  private val Reserved = Set("object", "via", "open", "custom") ++ scalars.keySet

  /** Returns a plain identifier as it is, any other name quoted. */
  private def word(name: String): String =
    if name.nonEmpty && name.forall(isPlain) && !Reserved(name) then name
    else
      val escaped = name.flatMap {
        case '"'                                                      => "\\\""
        case '\\'                                                     => "\\\\"
        case c if c < ' ' || c > '~' && !Character.isLetterOrDigit(c) => f"\\u${c.toInt}%04x"
        case c                                                        => c.toString
      }
      s"\"$escaped\""

  private def isPlain(c: Char): Boolean = c < 0x80 && Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$'

  // ---- in

  /** Parsing is recursive; nobody writes so many types inside each other. */
  private final val MostLevels = 500

  private final class Parsing(text: String):
    private var at = 0
    private val labelled = mutable.HashMap.empty[String, () => Shape]

    def whole(): Shape =
      val shape = this.shape()
      space()
      if at < text.length then fail("the end of the line")
      for m <- mapped do refuseEndless(m)
      shape()

    private var levels = 0
    private val mapped = ArrayBuffer.empty[Shape.Mapped]

    /** A type that is another one by functions must lead to one that is not. */
    private def refuseEndless(shape: Shape.Mapped): Unit =
      var inner: Shape = shape
      var steps = 0
      while inner.isInstanceOf[Shape.Mapped] do
        steps += 1
        if steps > MostLevels then fail("a type behind each 'via'")
        inner = inner.asInstanceOf[Shape.Mapped].inner

    private def fail(expected: String): Nothing =
      throw new IllegalArgumentException(s"column ${at + 1}: expected $expected")

    private def space(): Unit = while at < text.length && text.charAt(at) == ' ' do at += 1

    private def take(sign: String): Boolean =
      space()
      val is = text.startsWith(sign, at)
      if is then at += sign.length
      is

    private def need(sign: String): Unit = if !take(sign) then fail(s"'$sign'")

    private def word(): String =
      space()
      if at < text.length && text.charAt(at) == '"' then quoted()
      else
        val from = at
        while at < text.length && isPlain(text.charAt(at)) do at += 1
        if at == from then fail("a name")
        text.substring(from, at)

    private def quoted(): String =
      val out = new StringBuilder
      at += 1
      while at < text.length && text.charAt(at) != '"' do
        if text.charAt(at) != '\\' then out += text.charAt(at)
        else
          at += 1
          if text.startsWith("u", at) then
            val code = scala.util.Try(Integer.parseInt(text.substring(at + 1, at + 5), 16)).getOrElse(fail(
              "four hexadecimal digits"
            ))
            out += code.toChar
            at += 4
          else if at < text.length then out += text.charAt(at)
        at += 1
      need("\"")
      out.toString

    private def number(): Int =
      val digits = word()
      if digits.length > 9 || !digits.forall(c => c >= '0' && c <= '9') then fail("a number")
      digits.toInt

    /** Nodes are resolved when all has been read: one may refer to a node around it. */
    private def shape(): () => Shape =
      levels += 1
      if levels > MostLevels then fail(s"at most $MostLevels types inside each other")
      val read = ownShape()
      levels -= 1
      read

    private def ownShape(): () => Shape =
      if take("^") then
        val label = word()
        if !labelled.contains(label) then fail(s"a '@$label' before")
        () => labelled(label)()
      else if take("@") then
        val label = word()
        var node: Shape | Null = null
        labelled(label) =
          () => if node == null then fail(s"the end of '@$label' before its name is needed") else node.nn
        val made = body()
        node = made
        () => made
      else
        val made = body()
        () => made

    private def all[A](end: String, separator: String)(one: => A): Vector[A] =
      val members = Vector.newBuilder[A]
      if !take(end) then
        members += one
        while take(separator) do members += one
        need(end)
      members.result()

    private def body(): Shape =
      space()
      if take("?[") then
        val element = shape()
        need("]")
        new Shape.Optional(element)
      else
        val isQuoted = at < text.length && text.charAt(at) == '"'
        val name = word()
        if isQuoted then composite(name)
        else if scalars.contains(name) then Shape.Scalar(scalars(name))
        else
          name match
            case "object" => new Shape.Singleton(word())
            case "via" =>
              mapped += new Shape.Mapped(shape())
              mapped.last
            case "open"   => new Shape.Open(word())
            case "custom" => new Shape.Custom(word(), number())
            case _        => composite(name)

    private def composite(name: String): Shape =
      val isTracked = take("&")
      val isMutable = take("*")
      val order = if take("/") then word() else ""
      if take("{") then
        val fields = distinct(all("}", ",")(member()))
        if isMutable && (!isTracked || fields.length != 1) then fail("'&' and one field of a mutable value")
        new Shape.Product(
          name,
          fields.map(_._1).toArray,
          isTracked,
          () => fields.map(_._2()).toArray,
          isMutableValue = isMutable
        )
      else if take("<") then
        val leaves = distinct(all(">", "|")(leaf()))
        if leaves.isEmpty then fail("a leaf")
        new Shape.Sum(name, leaves.map(_._1).toArray, isTracked, () => leaves.map(_._2()).toArray)
      else if take("[") then
        val parts = all("]", ",")(shape())
        parts match
          case Vector(element)    => new Shape.Sequence(name, isTracked, element, isMutable, () => order)
          case Vector(key, value) => new Shape.Mapping(name, isTracked, key, value, isMutable, () => order)
          case _                  => fail("one type or two")
      else fail("'{', '<' or '['")

    private def distinct(members: Vector[(String, () => Shape)]): Vector[(String, () => Shape)] =
      val names = members.map(_._1).sorted
      for i <- 1 until names.length do if names(i) == names(i - 1) then fail(s"one member named ${names(i)}, not two")
      members

    private def member(): (String, () => Shape) =
      val name = word()
      need(":")
      (name, shape())

    /** `Name: shape`, or a shape of that name. */
    private def leaf(): (String, () => Shape) =
      val from = at
      val name = scala.util.Try(word())
      if name.isSuccess && take(":") then (name.get, shape())
      else
        at = from
        val leaf = shape()
        (leaf().name, leaf) // no reference: those have their names before them
