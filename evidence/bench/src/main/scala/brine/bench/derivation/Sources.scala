package brine.bench.derivation

import brine.bench.derivation.Library.Root

/** The types that codecs are derived for: those of a program of middle size, and two of unusual size. By file name. */
object Sources:
  final val Records = 50
  final val WideFields = 100
  final val Leaves = 200

  val description: String =
    s"$Records case classes of 10 mixed fields, one of $WideFields fields, and a sealed family of $Leaves leaves"

  def of(library: Library): Map[String, String] =
    def file(types: Iterable[String]) = (header(library) ++ types).mkString("\n")
    Map(
      "Records.scala" -> file((0 until Records).map(record(library, _))),
      "Wide.scala" -> file(List(wide(library))),
      "Family.scala" -> file(family(library))
    )

  def header(library: Library): List[String] = "package measured" :: library.imports.map(i => s"import $i")

  /** Each record holds the one before it, once as a field and once in a vector. */
  private def record(library: Library, number: Int): String =
    val previous = if number == 0 then "Long" else s"Record${number - 1}"
    caseClass(library, s"Record$number", mixed(10, previous))

  private def wide(library: Library): String = caseClass(library, "Wide", mixed(WideFields, s"Record${Records - 1}"))

  private def mixed(count: Int, previous: String): List[String] =
    val types =
      List(
        "Int",
        "Long",
        "Double",
        "Boolean",
        "String",
        "Option[Int]",
        "List[String]",
        s"Vector[$previous]",
        "Map[String, Int]",
        previous
      )
    List.tabulate(count)(i => s"field$i: ${types(i % types.length)}")

  private def caseClass(library: Library, name: String, fields: List[String]): String =
    val root = Root.Record(name)
    s"final case class $name(${fields.mkString(", ")})${library.clause(root)}\n${companion(library, root)}"

  /** Every tenth leaf is an object, the others have one to three fields. */
  private def family(library: Library): List[String] =
    val root = Root.Family("Family")
    val leaves = List.tabulate(Leaves) { i =>
      val fields = List("number: Int", "name: String", "weight: Double").take(1 + i % 3).mkString(", ")
      if i % 10 == 9 then s"case object Leaf$i extends Family" else s"final case class Leaf$i($fields) extends Family"
    }
    s"sealed trait Family${library.clause(root)}" :: companion(library, root) :: leaves

  private def companion(library: Library, root: Root): String =
    library.beside(root).fold("")(definition => s"object ${root.typeName}:\n  $definition\n")
