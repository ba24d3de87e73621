package brine.testkit

import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll
import brine.{PickleException, PickleOptions, Pickler, Sharing}
import brine.graph.{Graph, GraphFormat}
import brine.shape.Nullness

/** A suite whose graphs obey the laws of the graph format.
  * {{{
  * class NetworkSuite extends GraphLaws:
  *   obeysGraphLaws("Network", networks)
  * }}}
  * Laws:
  *   - A written value comes back as the same graph, with the same shared objects and cycles, immutable ones, too.
  *   - The same graph gives the same bytes.
  *   - The footer's counts are right.
  *   - A graph that is read without the classes is written back unchanged.
  *   - Cut or damaged bytes are safe.
  */
trait GraphLaws extends munit.ScalaCheckSuite:
  private val sharing = PickleOptions(sharing = Sharing.All)

  /** One test a law, on values of `gen`. A null is skipped if it cannot be a pickle. */
  def obeysGraphLaws[A](name: String, gen: Gen[A])(using pickler: Pickler[A]): Unit =
    given Arbitrary[A] = Arbitrary(gen)
    def law(text: String)(check: A => Unit): Unit =
      property(s"$name: $text")(forAll((value: A) =>
        if value != null || pickler.shape.nullness != Nullness.Marker then check(value)
      ))
    law("a written value comes back as the same graph") { value =>
      val back = Laws.read[A](Laws.write(value, GraphFormat), GraphFormat)
      assertEquals(GraphIsomorphism.difference(value, back, sharing), None)
    }
    law("the same graph gives the same bytes")(Laws.isDeterministic(_, GraphFormat))
    law("what is counted is there") { value =>
      val graph = Graph.inspect(GraphFormat.pickled(Laws.write(value, GraphFormat)))
      assert(graph.types.map(_.count).sum >= graph.objects, graph.toString)
      for t <- graph.types; f <- t.fields do
        try assertEquals(f.values.size.toLong, f.count, s"${t.name}.${f.name}")
        catch
          case _: PickleException.IncompatibleShape => () // the value of a pickler by hand, which nobody else can read
      for t <- graph.types if t.isClass; f <- t.fields if !f.isUnit do
        assertEquals(f.count, t.count, s"${t.name}.${f.name}")
    }
    law("a graph that is read without the classes is written back unchanged") { value =>
      val bytes = Laws.write(value, GraphFormat)
      try
        val back = Graph.records(GraphFormat.pickled(bytes)).pickle
        assertEquals(GraphIsomorphism.difference(value, Laws.read[A](back.bytes, GraphFormat), sharing), None)
      catch case _: PickleException.IncompatibleShape => () // a pickler by hand, which nobody else can read
    }
    law("cut anywhere, it is refused")(Laws.truncationIsSafe(_, GraphFormat))
    law("with any bit flipped, it is refused or a value")(Laws.bitFlipsAreSafe(_, GraphFormat))

  /** The same with the generator in scope. */
  def obeysGraphLaws[A](name: String)(using pickler: Pickler[A], arbitrary: Arbitrary[A]): Unit =
    obeysGraphLaws(name, arbitrary.arbitrary)
