package brine.checks.code

import scala.collection.mutable
import brine.bytecode.{Call, Code}

/** Code as text in the manner of Scala, for people.
  *
  * @param root   the definition for whose values the code is
  * @param fields the names of its fields
  */
final class TextCode(root: Int, fields: IndexedSeq[String], runtimeClass: Int => Class[?]) extends Code[String]:
  private var variables = 0
  private val typedFields = mutable.HashSet.empty[String]

  /** The methods that the made code calls, by their names. */
  private val methods = mutable.LinkedHashMap.empty[String, String]

  /** A method with these parameters, and those that it calls. */
  def methods(name: String, parameters: String*)(body: Seq[String] => String): String =
    val first = defined(name, parameters)(body)
    (first +: methods.values.toSeq).mkString("\n")

  private def defined(name: String, parameters: Seq[String])(body: Seq[String] => String): String =
    s"def $name${parameters.mkString("(", ", ", ")")} =\n${indented(body(parameters))}\n"

  def method(name: String, like: Call, arguments: Seq[String])(body: Seq[String] => String): String =
    if !methods.contains(name) then
      methods(name) = ""
      methods(name) = defined(name, arguments.map(a => if isName(a) then a else "value"))(body)
    s"$name${arguments.mkString("(", ", ", ")")}"

  private def indented(code: String): String = code.linesIterator.map("  " + _).mkString("\n")
  private def nameOf(c: Class[?]): String = c.getSimpleName.stripSuffix("$")

  val unit: String = "()"
  val self: String = "this"
  val nul: String = "null"
  def zero(of: Class[?]): String = if of.isPrimitive then "0" else nul
  def int(value: Int): String = value.toString
  def long(value: Long): String = s"${value}L"
  def text(value: String): String = s"\"$value\""
  def constant(name: String, numbers: Int*): String = numbers.mkString(s"$name(", ", ", ")")
  def codeOf(definition: Int): String = s"code($definition)"
  def module(c: Class[?]): String = nameOf(c)

  def let(value: String)(body: String => String): String =
    if isName(value) then body(value) else bound("val", value)(body)
  def variable(start: String)(body: String => String): String = bound("var", start)(body)

  private def isName(text: String) = text.forall(Character.isJavaIdentifierPart)

  private def bound(word: String, value: String)(body: String => String): String =
    variables += 1
    val name = s"x$variables"
    val start = if value.contains('\n') then s"\n${indented(value)}" else s" $value"
    s"$word $name =$start\n${body(name)}"

  def assign(variable: String, value: String): String = s"$variable = $value"

  def block(parts: String*): String =
    val some = parts.filterNot(_ == unit)
    if some.isEmpty then unit else some.mkString("\n")

  def when(test: String)(yes: String)(no: String): String =
    if yes == unit then s"if !($test) then\n${indented(no)}"
    else s"if $test then\n${indented(yes)}${if no == unit then "" else s"\nelse\n${indented(no)}"}"

  def switch(number: String, cases: Seq[String])(otherwise: String): String =
    val arms = (cases.zipWithIndex.map((code, i) => i.toString -> code) :+ ("_" -> otherwise)).map((pattern, code) =>
      s"case $pattern =>\n${indented(code)}"
    )
    s"$number match\n${indented(arms.mkString("\n"))}"

  def loop(test: String)(body: String): String = s"while $test do\n${indented(body)}"

  def states(count: Int)(state: (Int, Int => String) => String): String =
    val all = (0 until count).map(i => s"def state$i() =\n${indented(state(i, to => s"state$to()"))}")
    (all :+ "state0()").mkString("\n")

  def raise(exception: String): String = s"throw $exception"

  def handled(body: String)(failure: String => String): String =
    s"try\n${indented(body)}\ncatch case e: Exception => throw ${failure("e")}"

  def call(call: Call, arguments: String*): String =
    s"${arguments.head}.${call.name}${arguments.tail.mkString("(", ", ", ")")}"

  def array(values: Seq[String]): String = values.mkString("Array(", ", ", ")")
  def item(array: String, index: String): String = s"$array($index)"
  def length(array: String): String = s"$array.length"
  def add(value: String, number: Int): String = if number < 0 then s"$value - ${-number}" else s"$value + $number"
  def less(a: String, b: String): String = s"$a < $b"
  def equal(a: String, b: String): String = s"$a == $b"
  def same(a: String, b: String): String = s"$a eq $b"
  def isNull(value: String): String = s"$value == null"

  def is(value: String, number: Long): String = s"$value == ${number}L"

  def cast(value: String, to: Class[?]): String =
    if to == classOf[Object] || typedFields(value) then value else s"$value.asInstanceOf[${nameOf(to)}]"

  def isOf(value: String, definition: Int): String =
    s"$value.getClass == classOf[${nameOf(runtimeClass(definition))}]"

  def typed(value: String): String = cast(value, runtimeClass(root))

  def field(value: String, index: Int): String =
    val read = s"$value.${fields(index)}"
    typedFields += read
    read

  def asField(value: String, index: Int): String = value

  def construct(values: Seq[String]): String =
    val rest = if values.length < fields.length then Seq("…") else Nil
    (values ++ rest).mkString(s"new ${nameOf(runtimeClass(root))}(", ", ", ")")

  def setField(value: String, index: Int, to: String): String = s"$value.${fields(index)} = $to"
