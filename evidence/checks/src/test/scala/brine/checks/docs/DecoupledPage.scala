package brine.checks.docs

/** docs/guide/decoupled.md. */
object DecoupledPage:
  // doc:station
  import brine.*
  import brine.graph.decoupled.{DecoupledFormat, Image}
  import brine.graph.decoupled.given

  final class Station(val name: String, val platforms: Int, var next: Station) derives Pickler
  final case class Line(number: Int, stations: Vector[Station]) derives Pickler

  val north = new Station("North", 4, null)
  val south = new Station("South", 2, north)
  val line = Line(7, Vector(south, north))

  val pickle = line.pickle
  println(pickle.unpickle[Line].stations(0).next.name)     // North
  // end

  // doc:image
  val image = pickle.image
  println(image.objectCount)                               // 6
  println(image.root.int("number"))                        // 7
  val first = image.root.reference("stations").reference(0)
  println(first.string("name"))                            // South
  println(first.reference("next").int("platforms"))        // 4
  // end

  // doc:places
  import java.nio.ByteBuffer
  import java.nio.file.Files

  val buffer = ByteBuffer.allocateDirect(image.slots * 8)
  println(pickle.imageTo(buffer).root.int("number"))       // 7

  val file = Files.createTempFile("line", ".image")
  pickle.imageTo(file)
  val opened = Image.open(file)
  println(opened.root.reference("stations").length)        // 2
  println(opened.root.reference("stations").reference(1).read[Station].name)    // North
  // end
  file.toFile.deleteOnExit()

  // doc:threads
  import java.util.concurrent.Executors

  val helpers = Executors.newFixedThreadPool(1)
  val threads = DecoupledFormat.withExecutor(helpers)
  println(threads.pickled(pickle.bytes).unpickle[Line].number)    // 7
  helpers.shutdown()
  // end

  // doc:marks
  val sizes = List(DecoupledFormat, DecoupledFormat.withMarkWords).map(format => line.pickleIn(format).image.sizes)
  println(sizes.map(_.packed < sizes(1).unpacked))         // List(true, true)
  // end
