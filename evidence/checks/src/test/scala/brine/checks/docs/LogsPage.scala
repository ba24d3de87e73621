package brine.checks.docs

/** docs/guide/logs.md. */
object LogsPage:
  // doc:append
  import brine.*
  import java.nio.file.Files
  import scala.util.Using

  final case class Event(at: Long, what: String) derives Pickler

  val folder = Files.createTempDirectory("events")
  val path = folder.resolve("events.log")
  Using.resource(Pickle.appender[Event](path)) { log =>
    log.append(Event(1, "started"))
    log.append(Event(2, "worked"))
  }
  Using.resource(Pickle.appender[Event](path))(_.append(Event(3, "stopped")))
  println(Pickle.readAll[Event, List[String]](path)(_.map(_.what).toList))    // List(started, worked, stopped)
  // end

  // doc:torn
  val whole = Files.readAllBytes(path)
  Files.write(path, whole.dropRight(5))                    // as a process leaves it that is killed while it writes
  val reopened = Pickle.appender[Event](path)
  println(reopened.cut.map(_.failure.getClass.getSimpleName))    // Some(Truncated)
  reopened.append(Event(4, "restarted"))
  reopened.close()
  println(Pickle.readAll[Event, List[Long]](path)(_.map(_.at).toList))        // List(1, 2, 4)
  // end

  // doc:damage
  val bytes = Files.readAllBytes(path)
  bytes(bytes.length / 2) = 99                             // as a bad disk leaves it
  Files.write(path, bytes)
  var skipped = List.empty[Damage]
  val left = Pickle.readAll[Event, List[Long]](path, damage => skipped = damage :: skipped)(_.map(_.at).toList)
  println(left)                                            // List(1, 4)
  println(skipped.map(_.offset))                           // List(50)
  println(skipped.head.failure.recordOffset == skipped.head.offset)    // true
  // end
  Files.list(folder).forEach(Files.delete)
  Files.delete(folder)
