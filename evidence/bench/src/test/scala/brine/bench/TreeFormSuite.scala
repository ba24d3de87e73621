package brine.bench

import scala.util.Using
import brine.bench.regions.{Sent, Transfer, TreeForm, Verified}

class TreeFormSuite extends munit.FunSuite:
  for form <- TreeForm.all; tree <- List("tree:512", "treeLongs:512") do
    test(s"$form has all leaves of $tree, each where it was, and so when it is built again") {
      val objects = TreeForm("objects", tree)
      val made = TreeForm(form, tree)
      for _ <- 1 to 2 do
        made.build()
        assertEquals(made.traverse(), objects.traverse())
        for path <- 0 until 512 do assertEquals(made.one(path), objects.one(path), path.toString)
        assertEquals(made.bytes > 0, form != "objects")
    }

  for form <- TreeForm.sent; tree <- List("tree:512", "treeLongs:512") do
    test(s"$form brings $tree through a channel") {
      val pipe = java.nio.channels.Pipe.open()
      val kind = tree.takeWhile(_ != ':')
      val (sent, received) =
        (TreeForm(form, tree).asInstanceOf[TreeForm & Sent], TreeForm(form, s"$kind:1").asInstanceOf[TreeForm & Sent])
      sent.build()
      sent.send(pipe.sink)
      received.receive(pipe.source)
      assertEquals(received.traverse(), TreeForm("objects", tree).traverse())
    }

  for form <- List("region", "brine-bare") do
    test(s"$form brings trees to another process, one after the other") {
      Using.resource(new Transfer(form, "treeLongs:4096")) { transfer =>
        for _ <- 1 to 3 do assertEquals(transfer.run(), TreeForm("objects", "treeLongs:4096").one(0))
      }
    }

  test("leaves differ, so that one is not taken for another") {
    for tree <- List("tree:512", "treeLongs:512") do
      val objects = TreeForm("objects", tree)
      assert((0 until 512).map(objects.one).distinct.length > 500, tree)
  }

  test("regions are verified") {
    for form <- List("region", "region-sharing", "region-mapped") do
      val region = TreeForm(form, "tree:512").asInstanceOf[TreeForm & Verified]
      region.build()
      region.verify()
  }
