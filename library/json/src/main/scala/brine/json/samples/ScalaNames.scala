package brine.json.samples

import brine.json.dialects.NameStyle
import scala.collection.mutable

/** Names of classes and fields in Scala, made of names in JSON. */
private[json] final class ScalaNames:
  import ScalaNames.*

  private val taken = mutable.Set.from(Reserved)

  /** A class's name that no other class has. */
  def fresh(hint: String): String =
    val base = NameStyle.PascalCase(plain(hint, "Value"))
    val name = Iterator.from(1).map(i => if i == 1 then base else s"$base$i").find(!taken(_)).get
    taken += name
    name

  def release(name: String): Unit = taken -= name

private[json] object ScalaNames:
  /** Names that generated code uses, or that every program has. */
  private val Reserved = Set(
    "Any",
    "AnyRef",
    "Array",
    "BigDecimal",
    "BigInt",
    "Boolean",
    "Byte",
    "Char",
    "Class",
    "Double",
    "Either",
    "Enum",
    "Error",
    "Exception",
    "Extras",
    "Float",
    "Int",
    "Integer",
    "Iterable",
    "Json",
    "JsonDialect",
    "JsonFormat",
    "List",
    "Long",
    "Map",
    "Nil",
    "None",
    "Nothing",
    "Null",
    "Object",
    "Option",
    "Patch",
    "Pickler",
    "Product",
    "Range",
    "RawJson",
    "Record",
    "Seq",
    "Set",
    "Short",
    "Some",
    "String",
    "Throwable",
    "Unit",
    "Vector",
    "Pickle",
    "Format",
    "Families",
    "NameStyle",
    "Omit",
    "Unknown",
    "Limits",
    "Lock",
    "Shape",
    "Identity",
    "Keys",
    "Bytes",
    "Nulls"
  )

  /** Methods of every object and case class. */
  private val Methods = Set(
    "asInstanceOf",
    "canEqual",
    "clone",
    "copy",
    "eq",
    "equals",
    "finalize",
    "getClass",
    "hashCode",
    "isInstanceOf",
    "ne",
    "notify",
    "notifyAll",
    "productArity",
    "productElement",
    "productElementName",
    "productElementNames",
    "productIterator",
    "productPrefix",
    "synchronized",
    "toString",
    "wait",
    "ordinal"
  )

  private val Keywords = Set(
    "abstract",
    "case",
    "catch",
    "class",
    "def",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "for",
    "given",
    "if",
    "implicit",
    "import",
    "lazy",
    "match",
    "new",
    "null",
    "object",
    "override",
    "package",
    "private",
    "protected",
    "return",
    "sealed",
    "super",
    "then",
    "this",
    "throw",
    "trait",
    "true",
    "try",
    "type",
    "val",
    "var",
    "while",
    "with",
    "yield"
  )

  /** A field's name, not yet as Scala quotes it; another one for each key of a class. */
  def ofFields(keys: Seq[String]): Map[String, String] =
    val taken = mutable.Set.empty[String]
    keys.map { key =>
      val name = NameStyle.CamelCase(plain(key, "value"))
      val base = if Methods(name) then s"${name}Value" else name
      val own = Iterator.from(1).map(i => if i == 1 then base else s"$base$i").find(!taken(_)).get
      taken += own
      key -> own
    }.toMap

  def quoted(name: String): String = if Keywords(name) then s"`$name`" else name

  /** Words of letters and digits, the first of which begins with a letter. */
  private def plain(text: String, other: String): String =
    val words = text.map(c => if c < 0x80 && c.isLetterOrDigit then c else '_').split('_').filter(_.nonEmpty)
    val all = words.mkString("_")
    if all.isEmpty then other else if all.head.isDigit then s"${other}_$all" else all

  /** The name of one element of a list with this name. */
  def singular(name: String): String =
    if name.endsWith("ies") && name.length > 4 then name.dropRight(3) + "y"
    else if name.endsWith("sses") || name.endsWith("xes") || name.endsWith("ches") then name.dropRight(2)
    else if name.endsWith("s") && !name.endsWith("ss") && name.length > 2 then name.dropRight(1)
    else name
