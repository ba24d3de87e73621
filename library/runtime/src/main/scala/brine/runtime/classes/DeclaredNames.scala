package brine.runtime.classes

import java.lang.reflect.AnnotatedElement
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable
import scala.collection.mutable.Growable
import brine.model.Declared

/** The annotations `@rename`, `@alias`, `@ifAbsent` and `@jsonRest` of classes, fields and enums' constants. Class
  * files do not have them, so they are read from the `.tasty` file beside the class file, which Scala 3 writes for each
  * class outside of others.
  *
  * Skips all parts of the file except definitions and their annotations. Source: the grammar in
  * `dotty.tools.tasty.TastyFormat`.
  */
private[runtime] final class DeclaredNames private (
    found: Map[(String, String), Declared],
    absent: Map[(String, String), String]
):
  /** Of a class. */
  def of(c: Class[?]): Declared = found.getOrElse((c.getName, ""), Declared.nothing)

  /** Of a member of a class: a field, or a constant in an enum's companion. */
  def of(owner: String, member: String): Declared = found.getOrElse((owner, member), Declared.nothing)

  /** The literal that `@ifAbsent` gives a field; null without one. */
  def ifAbsent(owner: String, field: String): String | Null = absent.getOrElse((owner, field), null)

private[runtime] object DeclaredNames:
  private val none = new DeclaredNames(Map.empty, Map.empty)

  private val known = new ClassValue[DeclaredNames]:
    protected def computeValue(c: Class[?]): DeclaredNames = read(c)

  /** The names in the file that a class belongs to. */
  def in(c: Class[?]): DeclaredNames =
    val outermost = Iterator.iterate[Class[?]](c)(_.getEnclosingClass).takeWhile(_ != null).toList.last
    known.get(outermost)

  /** The names that a class file gives. */
  def of(member: AnnotatedElement, annotations: MemberAnnotations): Declared =
    if annotations eq MemberAnnotations.none then Declared.nothing
    else
      val aliases = annotations.aliases(member).toVector
      Declared(Option(annotations.name(member)), aliases, annotations.isFallback(member), unreadable = None)

  /** The names of a class, in its source or its class file. */
  def of(c: Class[?], annotations: MemberAnnotations): Declared =
    val inSource = in(c).of(c)
    if inSource != Declared.nothing then inSource else of(c: AnnotatedElement, annotations)

  private def read(c: Class[?]): DeclaredNames =
    val simple = c.getName.substring(c.getName.lastIndexOf('.') + 1).stripSuffix("$")
    val in = c.getResourceAsStream(s"$simple.tasty")
    if in == null then none
    else
      val bytes =
        try in.readAllBytes
        finally in.close()
      if !new String(bytes, UTF_8).contains("brine") then none
      else
        val read = new TastyDefinitions(bytes)
        new DeclaredNames(read.declared, read.absent)

/** Finds the annotations in one file. */
private final class TastyDefinitions(bytes: Array[Byte]):
  import TastyDefinitions.*

  private var at = 0
  private val names = mutable.ArrayBuffer.empty[String]
  private var trees = 0
  private val found = mutable.Map.empty[(String, String), Declared]
  private val literals = mutable.Map.empty[(String, String), String]

  readAll()

  def declared: Map[(String, String), Declared] = found.toMap
  def absent: Map[(String, String), String] = literals.toMap

  private def readAll(): Unit =
    at = 4
    for _ <- 1 to 3 do nat(): Unit
    at = nat() + at + UuidBytes
    readNames()
    while at < bytes.length do
      val name = names(nat())
      val end = nat() + at
      if name == "ASTs" then
        trees = at
        while at < end do definition("", "")
      at = end

  /** A number of seven bits each byte; the last has the highest bit. */
  private def nat(): Int =
    var value = 0
    var b = 0
    while
      b = bytes(at)
      at += 1
      value = value << 7 | b & 0x7f
      b >= 0
    do ()
    value

  private def readNames(): Unit =
    val end = nat() + at
    while at < end do
      val tag = bytes(at)
      at += 1
      val next = nat() + at
      names += (tag match
        case 1           => new String(bytes, at, next - at, UTF_8)
        case 2           => s"${names(nat())}.${names(nat())}"
        case ObjectClass => s"${names(nat())}$$"
        case _           => names(nat())
      )
      at = next

  /** Reads the node here. `owner` is the name, as class files have it, of the package or class around it, and `member`
    * that of the definition whose parts these are.
    */
  private def definition(owner: String, member: String): Unit =
    val tag = tagged()
    if tag < FirstWithLength then skipRest(tag)
    else
      val end = nat() + at
      tag match
        case Package =>
          val name = path(at)
          skip()
          while at < end do definition(if name == "<empty>" then "" else s"$name.", "")
        case TypeDef =>
          val name = binary(owner, scala.reflect.NameTransformer.encode(names(nat())))
          while at < end do definition(name, "")
        case Template => while at < end do definition(owner, "")
        case ValDef | Parameter =>
          val name = names(nat())
          while at < end do definition(owner, name)
        // A parameter of a class has its annotations in the constructor.
        case Method if names(nat()) == "<init>" => while at < end do definition(owner, "")
        case Annotation =>
          val annotation = path(at)
          skip()
          if Names(annotation) then add(owner, member, annotation, literalsUntil(end))
        case _ => ()
      at = end

  private def binary(owner: String, name: String): String =
    if owner.isEmpty || owner.endsWith(".") || owner.endsWith("$") then owner + name else s"$owner$$$name"

  private def add(owner: String, member: String, annotation: String, literal: Option[Vector[String]]): Unit =
    val before = found.getOrElse((owner, member), Declared.nothing)
    val values = literal.getOrElse(Vector.empty)
    found((owner, member)) = annotation match
      case "brine.jsonRest" if literal.isDefined => before.copy(rest = literal)
      case _ if values.isEmpty                   => before.copy(unreadable = Some(annotation.stripPrefix("brine.")))
      case "brine.rename"                        => before.copy(rename = Some(values.head))
      case "brine.alias"                         => before.copy(aliases = before.aliases ++ values)
      case _ =>
        literals((owner, member)) = values.head
        before

  /** The arguments of a call, if all of them are literals. */
  private def literalsUntil(end: Int): Option[Vector[String]] =
    val all = Vector.newBuilder[String]
    val isCall = tagged() == Apply && { nat(): Unit; skip(); true }
    val found = isCall && {
      var isLiteral = true
      while isLiteral && at < end do isLiteral = literals(all)
      isLiteral
    }
    Option.when(found)(all.result())

  /** Reads an argument. Returns false if it is no literal. */
  private def literals(into: Growable[String]): Boolean =
    def add(text: String): Boolean = { into += text; true }
    tagged() match
      case False                                                     => add("false")
      case True                                                      => add("true")
      case StringConstant                                            => add(names(nat()))
      case CharConstant                                              => add(nat().toChar.toString)
      case ByteConstant | ShortConstant | IntConstant | LongConstant => add(signed().toString)
      case FloatConstant  => add(java.lang.Float.intBitsToFloat(signed().toInt).toString)
      case DoubleConstant => add(java.lang.Double.longBitsToDouble(signed()).toString)
      case NamedArgument  => { nat(): Unit; literals(into) }
      case Typed =>
        val end = nat() + at
        val isLiteral = literals(into)
        at = end
        isLiteral
      case Repeated =>
        val end = nat() + at
        skip()
        var isLiteral = true
        while isLiteral && at < end do isLiteral = literals(into)
        isLiteral
      case _ => false

  /** A number as [[nat]] reads it, whose first byte has a sign. */
  private def signed(): Long =
    var value = (bytes(at) << 1).toByte.toLong >> 1 // the sign is the second bit
    while bytes(at) >= 0 do
      at += 1
      value = value << 7 | bytes(at) & 0x7f
    at += 1
    value

  private def tagged(): Int =
    val tag = bytes(at) & 0xff
    at += 1
    tag

  private def skip(): Unit = skipRest(tagged())

  private def skipRest(tag: Int): Unit =
    if tag >= FirstWithLength then at = nat() + at
    else if tag >= FirstNatTree then
      nat(): Unit
      skip()
    else if tag >= FirstTree then skip()
    else if tag >= FirstNat then nat(): Unit

  /** The full name of the type or package whose tree is at a position; empty if it has another form. */
  private def path(position: Int): String =
    val before = at
    at = position
    val name = tagged() match
      case SharedTerm | SharedType                 => path(trees + nat())
      case TermPackage | TypePackage               => names(nat())
      case TermRef | TypeRef | Select | SelectType => { val name = names(nat()); s"${path(at)}.$name" }
      case Ident | IdentType                       => nat(): Unit; path(at)
      case _                                       => ""
    at = before
    name

private object TastyDefinitions:
  private final val UuidBytes = 16
  private final val ObjectClass = 23
  private val Names = Set("brine.rename", "brine.alias", "brine.ifAbsent", "brine.jsonRest")

  // The first tags of each category: with a number, a tree, both, a length.
  private final val FirstNat = 60
  private final val FirstTree = 90
  private final val FirstNatTree = 110
  private final val FirstWithLength = 128

  private final val False = 3
  private final val True = 4
  private final val ByteConstant = 67
  private final val ShortConstant = 68
  private final val CharConstant = 69
  private final val IntConstant = 70
  private final val LongConstant = 71
  private final val FloatConstant = 72
  private final val DoubleConstant = 73
  private final val SharedTerm = 60
  private final val SharedType = 61
  private final val TermPackage = 64
  private final val TypePackage = 65
  private final val StringConstant = 74
  private final val Ident = 110
  private final val IdentType = 111
  private final val Select = 112
  private final val SelectType = 113
  private final val TermRef = 115
  private final val TypeRef = 117
  private final val NamedArgument = 119
  private final val Package = 128
  private final val ValDef = 129
  private final val Method = 130
  private final val TypeDef = 131
  private final val Parameter = 134
  private final val Apply = 136
  private final val Typed = 138
  private final val Repeated = 149
  private final val Template = 156
  private final val Annotation = 173
