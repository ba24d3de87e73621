package brine.checks.code

import brine.Pickler
import brine.bytecode.PlanRecipe
import brine.graph.clustered.code.{ColumnPlaces, ColumnTarget, ColumnsMaker, ReadColumns}
import brine.json.looks.DefaultForms
import brine.json.reading.{ReadCodeMaker, ReadMembers}
import brine.json.writing.{JsonCodeMaker, JsonTarget}
import brine.model.TypePlan
import brine.plan.Plan
import brine.runtime.{AllowList, RuntimePicklers}
import brine.runtime.family.{BinaryTarget, ReadBinary, RuntimePickler}
import brine.testkit.GoldenFiles

/** Keeps the code that is made for a class in a format, as text. A change of the text is wanted, or shows a mistake. */
class GoldenCodeSuite extends GoldenFiles("code", 0):
  import GoldenCodeSuite.*

  private def planOf[A](using pickler: Pickler[A]): Plan.Product = Plan.of(pickler) match
    case p: Plan.Product => p
    case s: Plan.Sum     => s.leaves.map(_.get).collectFirst { case p: Plan.Product => p }.get
    case other           => fail(other.toString)

  private def keep(name: String, code: => String): Unit =
    golden(name, code.getBytes("UTF-8"), "txt", new String(_, "UTF-8"))

  private def kept[A: Pickler](name: String): Unit =
    if ColumnsMaker.of(planOf[A]) != null then keep(s"$name-columns", columns(planOf[A]))
    if JsonCodeMaker.of(planOf[A], DefaultForms) != null then keep(s"$name-json", json(planOf[A]))

  private def textOf(recipe: PlanRecipe): TextCode =
    new TextCode(0, recipe.plan.shape.fieldNames.toIndexedSeq, recipe.product(_).objectClass)

  private def columns(plan: Plan.Product): String =
    val places = new ColumnPlaces(plan)
    val code = textOf(places.recipe)
    val begin =
      if !ReadColumns.begins(plan) then ""
      else "\n" + code.methods("begin", "definition", "in", "columns", "id")(ReadColumns.begin(code, places))
    code.methods("write", "definition", "value", "out", "columns", "left")(ColumnTarget.write(code, places)) + "\n" +
      code.methods("read", "definition", "in", "columns", "id", "left")(ReadColumns.read(code, places)) + begin

  private def json(plan: Plan.Product): String =
    val recipe = PlanRecipe(plan, new JsonTarget.Choice(DefaultForms))
    val code = textOf(recipe)
    code.methods("members", "value", "builder", "out", "left")(JsonTarget.members(code, recipe, DefaultForms)) + "\n" +
      readJson(plan)

  private def readJson(plan: Plan.Product): String =
    val recipe = ReadCodeMaker.recipe(plan, DefaultForms)
    val code = textOf(recipe)
    code.methods("read", "reader", "in", "first", "isLeaf", "left")(ReadMembers.read(code, recipe, DefaultForms))

  /** The binary code of runtime picklers, of each type of the family that has some. */
  private def binary(c: Class[?]): String =
    val allowed = List(c, classOf[Inner], classOf[Node], classOf[Leaf], Nothing.getClass)
    val made = RuntimePicklers(AllowList(allowed*))
    made.usesDerived = false
    made.pickler(c) match
      case pickler: RuntimePickler[?] =>
        val family = pickler.codes.family
        val roots = family.definitions.indices.filter(d => d == 0 || family.facts.isClass(d))
        roots.map { d =>
          val names = family.definitions(d) match
            case p: TypePlan.Product => p.fields.map(_.name)
            case _                   => Vector.empty
          def code = new TextCode(d, names, family.runtimeClass)
          s"// $d\n" + code.methods("write", "value", "builder", "sink", "left")(BinaryTarget.write(family, d, code)) +
            "\n" + code.methods("read", "reader", "source", "left", "id")(ReadBinary.read(family, d, code))
        }.mkString("\n")
      case other => fail(other.toString)

  kept[Scalars]("scalars")
  kept[Tree]("tree")
  kept[Places]("places")
  kept[Ring]("ring")
  for c <- List(classOf[Places], classOf[Ring]) do keep(s"${c.getSimpleName.toLowerCase}-binary", binary(c))

  goldenFilesAreListed()

object GoldenCodeSuite:
  final case class Scalars(
      yes: Boolean,
      byte: Byte,
      short: Short,
      char: Char,
      int: Int,
      long: Long,
      float: Float,
      double: Double,
      text: String,
      unit: Unit
  ) derives Pickler

  sealed trait Tree derives Pickler
  final case class Node(left: Tree, right: Tree) extends Tree
  final case class Leaf(value: Int) extends Tree
  case object Nothing extends Tree

  final case class Inner(value: Int) derives Pickler

  /** A place of each kind, and some that are moved by their plan. */
  final case class Places(
      inner: Inner,
      tree: Tree,
      list: List[Inner],
      array: Array[String],
      map: Map[String, Int],
      number: Option[Int],
      text: Option[String],
      content: Option[Inner],
      nested: Option[Option[Int]],
      trees: Option[Tree],
      lists: Option[List[Int]]
  ) derives Pickler

  /** In a cycle. */
  final case class Ring(value: Int, var next: Ring) derives Pickler
