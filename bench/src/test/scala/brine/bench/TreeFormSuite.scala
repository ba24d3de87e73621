package brine.bench

import brine.bench.regions.{TreeForm, Verified}

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
