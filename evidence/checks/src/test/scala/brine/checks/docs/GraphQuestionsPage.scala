package brine.checks.docs

/** docs/guide/graph-questions.md. */
object GraphQuestionsPage:
  // doc:build
  import brine.*
  import brine.graph.Graph
  import brine.graph.given

  final case class Licence(name: String) derives Pickler
  final class Module(val name: String, val version: Int, val licence: Licence, var needs: List[Module]) derives Pickler
  final case class Build(modules: Vector[Module]) derives Pickler

  val mit = Licence("MIT")
  val gpl = Licence("GPL")
  val log = new Module("log", 3, mit, Nil)
  val json = new Module("json", 2, gpl, List(log))
  val sql = new Module("sql", 1, mit, List(log))
  val web = new Module("web", 4, mit, List(json, log))
  val store = new Module("store", 2, gpl, List(sql))
  val app = new Module("app", 1, mit, List(web, store))

  val build = Graph.inspect(Build(Vector(app, web, store, sql, json, log)).pickle)
  def named(name: String) = build("Module").where("name")(_ == name)
  // end

  // doc:where
  println(build("Module").where("licence", "name")(_ == "GPL").values("name").toList)
  // List(json, store)
  // end

  // doc:follow
  println(named("web").follow("needs").values("name").toList)
  // List(json, log)
  println(named("app").follow("needs", "needs", "licence").values("name").toSet)
  // Set(MIT, GPL)
  // end

  // doc:referrers
  println(named("log").referrers("needs").values("name").toList)
  // List(web, json, sql)
  // end

  // doc:join
  for (module, licence) <- build("Module").where("version")(_ == 2).join("licence") do
    println(s"${module("name")} is ${licence("name")}")
  // json is GPL
  // store is GPL
  // end

  // doc:within
  println(named("app").within(1).of("Module").values("name").toList)
  // List(app, web, store)
  println(named("json").withinReferrers(9).of("Module").values("name").toList)
  // List(app, web, json)
  // end

  // doc:retained
  println(named("store").retained.values("name").toList)
  // List(store)
  // end

  // doc:paths
  val vertex = named("sql").vertices.next()
  println(vertex.shortestPath)                             // $.modules[3]
  println(vertex.paths().toList)
  // List($.modules[0].needs[1].needs[0], $.modules[3])
  // end

  // doc:heap
  final class Instance(val kind: String, val bytes: Int, var fields: Vector[Instance]) derives Pickler
  final case class Heap(threads: Vector[Instance]) derives Pickler

  val text = new Instance("String", 40, Vector.empty)
  val entries = Vector.fill(3)(new Instance("Entry", 32, Vector(new Instance("byte[]", 1000, Vector.empty), text)))
  val cache = new Instance("Cache", 24, entries)
  val session = new Instance("Session", 56, Vector(cache, text))
  val thread = new Instance("Thread", 96, Vector(session))

  val dump = Graph.inspect(Heap(Vector(thread, new Instance("Thread", 96, Vector(text)))).pickle)
  def instances(kind: String) = dump("Instance").where("kind")(_ == kind)
  // end

  // doc:histogram
  println(dump("Instance").objects.countBy("kind").toList)
  // List((Entry,3), (byte[],3), (Thread,2), (Cache,1), (Session,1), (String,1))
  // end

  // doc:leak
  val held = instances("Cache").retained
  println(held.counts)                                     // List((Instance,7))
  println(held.countBy("kind").toList)                     // List((Entry,3), (byte[],3), (Cache,1))
  println(held.values("bytes").map(_.asInstanceOf[Int]).sum)
  // 3120
  // end

  // doc:holders
  println(instances("String").referrers.countBy("kind").toList)
  // List((Entry,3), (Session,1), (Thread,1))
  println(instances("String").vertices.next().shortestPath)
  // $.threads[1].fields[0]
  // end
