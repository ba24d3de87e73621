package brine.checks.clustered

import org.scalacheck.Gen
import brine.*
import brine.checks.graphs.{GraphGenerator, Town, Vertex}
import brine.testkit.{GraphLaws, Patient}
import brine.testkit.Generators.given
import brine.testkit.corpus.*

/** The laws of graphs, on the types of the tests. */
class GraphLawsSuite extends GraphLaws, Patient:
  private val seeds = Gen.choose(1, 1_000_000)

  obeysGraphLaws[Tree]("a sealed family")
  obeysGraphLaws[Expr[String]]("a generic enum")
  obeysGraphLaws[List[Cell]]("mutable objects")
  obeysGraphLaws[Friend]("cycles through lists")
  obeysGraphLaws[Everything]("everything")
  obeysGraphLaws[Vertex]("random graphs", seeds.map(new GraphGenerator(_).vertex()))
  obeysGraphLaws[Town]("random towns", seeds.map(new GraphGenerator(_).town()))
