package brine.checks.decoupled

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.{Files, StandardOpenOption}
import brine.PickleException
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.testkit.{Patient, Temporary}

/** Images in files that another process cuts while they are mapped, and images for which a disk has no room. */
class CutImagesSuite extends munit.FunSuite, Temporary, Patient:
  private val value = Vector.tabulate(2_000)(i => s"line $i" -> (if i % 2 == 0 then Some(i) else None))

  private def look(image: Image): Unit =
    val looks = List[() => Any](
      () => image.dump,
      () => image.objects.foreach(o => o.elements.foreach(_ => ())),
      () => image.objects.foreach(o => o.fieldNames.foreach(o(_))),
      () => image.objects.foreach(_.toString),
      () => image.sizes,
      () => image.slot(image.slots - 1),
      () => image.objectAt(image.slots.toLong).length,
      () => image.root.read[Vector[(String, Option[Int])]]
    )
    for look <- looks do
      try
        val ignored = look()
      catch case _: PickleException => ()

  test("each accessor of an image whose file was cut gives a value or a PickleException"):
    val path = newFolder().resolve("image")
    DecoupledFormat.image(DecoupledFormat.write(value), path)
    val whole = Files.size(path)
    for left <- List(whole - 1, whole / 2, 4096L, 0L); _ <- 1 to 3 do
      DecoupledFormat.image(DecoupledFormat.write(value), path)
      val image = Image.open(path)
      look(image)
      val channel = FileChannel.open(path, StandardOpenOption.WRITE)
      try channel.truncate(left)
      finally channel.close()
      look(image)

  test("an image for which the disk has no room is an InputOutput, and leaves no file"):
    // Mounts a small disk in a namespace of the kernel, which some machines do not allow.
    val folder = newFolder()
    val small = s"mount -t tmpfs -o size=1m none $folder"
    def inNamespace(command: String*) =
      new ProcessBuilder(("unshare" +: "-Urm" +: command)*).redirectErrorStream(true).start()
    def isAllowed =
      try inNamespace("sh", "-c", small).waitFor() == 0
      catch case _: IOException => false
    assume(isAllowed, "left out: no disk can be mounted here (unshare, tmpfs)")
    val machine = s"${System.getProperty("java.home")}/bin/java"
    val process = inNamespace(
      "sh",
      "-c",
      s"$small && exec \"$$0\" -cp \"$$1\" brine.checks.decoupled.FullDisk $folder",
      machine,
      System.getProperty("java.class.path")
    )
    val output = new String(process.getInputStream.readAllBytes, "UTF-8").linesIterator.toList
    assertEquals(process.waitFor(), 0, output)
    val (ends, files) = output.grouped(2).map(two => (two(0), two(1))).toList.unzip
    assert(ends.forall(_.startsWith("InputOutput: ")), output)
    assert(files.forall(_ == "0 files"), output)
