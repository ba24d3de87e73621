package brine.bench.store

import brine.figures.{Figures, Settings}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.Path
import scala.util.Using
import brine.bench.processes.ChildJvm

/** `./dev bench store`: requests a second that a key-value store answers, by how it keeps its values, after "Efficient
  * Communication and Collection with Compact Normal Forms", section 5.7 and Table 4.
  *
  * The server is a process, the clients are two more; all are on this computer, and take processors from each other.
  * The clients therefore do little in two of three mixes: they take the bytes, and of each 16th answer sum all numbers,
  * which shows that it is right. In the third they use every answer. The processor time of the server's process for a
  * request does not depend on the clients.
  */
object StoreBenchmark:
  final val Name = "store"
  private final val Processes = 2
  private final val CheckedOne = 16

  /** The warm-up of a mix. */
  private final val LeadSeconds = 2

  /** @param usedOne how many answers are taken for one that is used */
  private enum Mix(val name: String, val updatePercent: Int, val usedOne: Int):
    case Reads extends Mix("reads", 0, CheckedOne)
    case Used extends Mix("used", 0, 1)
    case Updates extends Mix("updates", 10, CheckedOne)

  def run(arguments: List[String], folder: Path): Unit =
    val settings = Settings.of(
      arguments,
      "keys" -> "100,1000,10000",
      "forms" -> StoreForm.names.mkString(","),
      "clients" -> "16",
      "warm" -> "8",
      "seconds" -> "3",
      "rounds" -> "2",
      "heap" -> "3g"
    )
    val rows =
      for
        keys <- settings.numbers("keys")
        round <- 1 to settings.number("rounds")
        form <- settings.words("forms")
        row <- measure(settings, StoreForm(form), keys, round)
      yield row
    val (rounds, seconds, warm) = (settings.word("rounds"), settings.word("seconds"), settings.word("warm"))
    val how = List(
      "flags" -> s"${flags(settings).mkString(" ")}, the server's",
      "clients" -> s"${settings.word("clients")} in $Processes processes",
      "each figure" -> s"the mean of $rounds servers, $seconds s each; $warm s of reads go before"
    )
    Figures.keep(folder, Name, s"./dev bench store ${arguments.mkString(" ")}".trim, how, rows)

  private def flags(settings: Settings): List[String] =
    List(s"-Xms${settings.word("heap")}", s"-Xmx${settings.word("heap")}")

  /** All mixes by one server, that with updates last. */
  private def measure(settings: Settings, form: StoreForm, keys: Int, round: Int): List[ObjectNode] =
    Using.Manager { use =>
      val server = use(new ChildJvm(flags(settings), "brine.bench.store.StoreServer", form.name, s"$keys"))
      val port = server.line()
      val each = settings.number("clients") / Processes
      val clients = List.tabulate(Processes) { i =>
        use(new ChildJvm(Nil, "brine.bench.store.StoreClients", form.name, port, s"$each", s"${i * each}", s"$keys"))
      }
      ask(clients, settings.number("warm"), Mix.Reads): Unit
      for mix <- Mix.values.toList if form.canUpdate || mix.updatePercent == 0 yield
        ask(clients, LeadSeconds, mix): Unit
        val before = server.processorSeconds
        val requests = ask(clients, settings.number("seconds"), mix)
        row(form, keys, mix, round, requests, settings.number("seconds"), server.processorSeconds - before)
    }.get

  private def ask(clients: List[ChildJvm], seconds: Int, mix: Mix): Long =
    clients.foreach(_.tell(s"${seconds * 1000} ${mix.updatePercent} ${mix.usedOne}"))
    clients.map(_.line().toLong).sum

  private def row(
      form: StoreForm,
      keys: Int,
      mix: Mix,
      round: Int,
      requests: Long,
      seconds: Int,
      processorSeconds: Double
  ): ObjectNode =
    val micros = processorSeconds / requests * 1e6
    println(
      f"$keys%6d keys, ${mix.name}%-7s ${form.name}%-10s ${requests / seconds}%,8d a second, $micros%.1f µs of the " +
        f"server"
    )
    Figures.row(
      "form" -> form.name,
      "keys" -> keys.toLong,
      "mix" -> mix.name,
      "round" -> round.toLong,
      "requests" -> requests,
      "seconds" -> seconds.toLong,
      "serverSeconds" -> processorSeconds
    )
