package brine.site

import java.net.{InetAddress, InetSocketAddress}
import java.nio.file.{Files, Path}
import com.sun.net.httpserver.{HttpExchange, HttpServer}

/** Serves the files of a built site on the loopback address, as a host of static pages would. */
final class LocalServer(folder: Path) extends AutoCloseable:
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  server.createContext("/", answer(_))
  server.setExecutor(null)
  server.start()

  /** The address of the start page, with a slash at its end. */
  val address: String = s"http://${server.getAddress.getHostString}:${server.getAddress.getPort}/"

  private def answer(exchange: HttpExchange): Unit =
    val named = folder.resolve("." + exchange.getRequestURI.getPath).normalize
    val file = if Files.isDirectory(named) then named.resolve("index.html") else named
    if file.startsWith(folder) && Files.isRegularFile(file) then
      exchange.getResponseHeaders.set("Content-Type", kind(file))
      exchange.sendResponseHeaders(200, 0)
      Files.copy(file, exchange.getResponseBody)
    else exchange.sendResponseHeaders(404, -1)
    exchange.close()

  private def kind(file: Path): String = file.toString.substring(file.toString.lastIndexOf('.') + 1) match
    case "html" => "text/html; charset=utf-8"
    case "css"  => "text/css"
    case "js"   => "text/javascript"
    case "svg"  => "image/svg+xml"
    case _      => "application/octet-stream"

  def close(): Unit = server.stop(0)
