package brine.accel.bench

import brine.accel.model._
import brine.wire.layout.DecoupledLayout
import java.nio.charset.StandardCharsets.ISO_8859_1

/** A graph to measure.
  *
  * @param name  as in Table II of the paper
  * @param graph the graph, smaller than the paper's where a simulation of its size would take hours
  */
final case class Workload(name: String, graph: ObjectGraph)

object Workload {

  /** The six of Table II, and the object of jvm-serializers (Fig. 12). */
  val names: Seq[String] =
    Seq("tree-narrow", "tree-wide", "list-small", "list-large", "graph-sparse", "graph-dense", "media")

  def apply(name: String): Workload = Workload(
    name,
    name match {
      case "tree-narrow"  => Microbenchmarks.tree(2, 10)
      case "tree-wide"    => Microbenchmarks.tree(8, 4)
      case "list-small"   => Microbenchmarks.list(1024)
      case "list-large"   => Microbenchmarks.list(2048)
      case "graph-sparse" => Microbenchmarks.graph(1024, 1)
      case "graph-dense"  => Microbenchmarks.graph(128, 127)
      case "media"        => media
      case _ => throw new IllegalArgumentException(s"no workload is called $name; there are ${names.mkString(", ")}")
    }
  )

  /** The message of jvm-serializers: a film with two images, its strings as separate objects. */
  def media: ObjectGraph = {
    val first = DecoupledLayout.FIRST_TOLD
    val (content, film, image, list, enumeration, text) = (0, 1, 2, 3, 4, 5)
    val builder = new GraphBuilder(Vector(
      GraphClass(first, ClassShape.Plain(Seq(true, true))), // media, images
      GraphClass(
        first + 1,
        ClassShape.Plain(Seq(true, true, false, false, true, false, false, false, false, true, true, true))
      ),
      GraphClass(first + 2, ClassShape.Plain(Seq(true, true, false, false, true))), // uri, title, width, height, size
      GraphClass(first + 3, ClassShape.Elements(Seq(true))),
      GraphClass(first + 4, ClassShape.Plain(Nil)), // a constant of an enumeration
      GraphClass(DecoupledLayout.LATIN1, ClassShape.Packed(1))
    ))
    def string(s: String) = builder.packed(text, s.getBytes(ISO_8859_1)).toLong
    def strings(all: String*) = builder.elements(list, all.size, all.map(string).toArray).toLong
    val nothing = -1L
    val small, large = builder.plain(enumeration).toLong
    val title = string("Javaone Keynote")
    val images = builder.elements(
      list,
      2,
      Array(
        builder.plain(image, string("http://javaone.com/keynote_large.jpg"), title, 1024, 768, large).toLong,
        builder.plain(image, string("http://javaone.com/keynote_small.jpg"), nothing, 320, 240, small).toLong
      )
    )
    val player = builder.plain(enumeration).toLong
    val media = builder.plain(
      film,
      string("http://javaone.com/keynote.mpg"),
      title,
      640,
      480,
      string("video/mpg4"),
      18000000L,
      58982400L,
      262144,
      1,
      strings("Bill Gates", "Steve Jobs"),
      player,
      nothing
    )
    builder.result(builder.plain(content, media.toLong, images.toLong))
  }
}
