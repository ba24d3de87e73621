package brine.testkit.entrances

import java.io.ByteArrayInputStream
import java.nio.channels.Channels
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.*
import brine.json.{JsonDialect, JsonFormat}
import brine.region.Region

/** Entrances that go on behind damage, report many failures, or pass on parts before the whole is there. */
private object PartialEntrances:
  private val unchecked = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))
  private val checkedOptions = unchecked.copy(checksum = true)
  private val file: Path = Files.createTempFile("entrance", ".log")
  file.toFile.deleteOnExit()

  def all: Vector[Entrance] = documents ++ logs ++ regions

  private def written(bytes: Array[Byte]): Path = Files.write(file, bytes)
  private def stream(bytes: Array[Byte]) = new ByteArrayInputStream(bytes)
  private def utf8(text: String): Array[Byte] = text.getBytes("UTF-8")
  private def text(bytes: Array[Byte]): String = new String(bytes, "UTF-8")

  /** The values of an iterator to the first that it cannot go on behind. */
  private def readOn[A](values: Iterator[A]): List[A] =
    val found = List.newBuilder[A]
    var left = 20
    while left > 0 && values.hasNext do
      left -= 1
      PickleException.either(values.next()) match
        case Right(value)  => found += value
        case Left(failure) => Entrance.refuseForeign(failure.getMessage)
    found.result()

  private def documents: Vector[Entrance] =
    given PickleOptions = unchecked
    val seed = JsonFormat.write(Store.sample)
    val partial: Array[Byte] => Any = bytes =>
      var parts: List[Any] = Nil
      val whole = JsonFormat.readPartial[Store](stream(bytes))(part => parts = (part.items, part.node) :: parts.take(9))
      (whole, parts)
    Vector(
      new Entrance(
        "JSON, all errors",
        utf8(seed),
        bytes =>
          JsonFormat.readAccumulating[Store](bytes) match
            case Right(value) => value
            case Left(errors) => errors.all.foreach(e => Entrance.refuseForeign(e.message))
      ),
      new Entrance("JSON, in part", utf8(seed), partial),
      new Entrance(
        "JSON, elements of a path",
        utf8(seed),
        bytes => JsonFormat.readElements[Item]("$.items[*]", stream(bytes)).take(9).toList
      ),
      new Entrance(
        "JSON, lines behind bad ones",
        utf8(s"$seed\n{}\n$seed\n"),
        bytes => JsonFormat.readLinesEither[Store](stream(bytes)).take(9).toList.flatMap(_.toOption)
      ),
      new Entrance("JSON, infer types", utf8(seed), bytes => JsonDialect.inferTypes(Seq(text(bytes))).toString)
    )

  private def logs: Vector[Entrance] =
    for (how, options) <- Vector("" -> checkedOptions, " without checksums" -> unchecked) yield
      given PickleOptions = options
      val record = Store.sample.pickle.bytes
      new Entrance(
        s"binary, records$how behind damage",
        record ++ Array[Byte](1, 2, 3) ++ record,
        bytes => Pickle.readAll[Store, List[Store]](written(bytes), _ => ())(readOn)
      )

  private def regions: Vector[Entrance] =
    given PickleOptions = unchecked
    val sent = new java.io.ByteArrayOutputStream
    val first = Region.compact(Page.sample)
    val since = first.length
    first.sendSince(since, first.append(Page.sample), Channels.newChannel(sent))
    Vector(new Entrance(
      "region, more of a channel",
      sent.toByteArray,
      bytes =>
        Using.resource(Region.compact(Page.sample)) { region =>
          val view = region.receiveMore[Page](Channels.newChannel(stream(bytes)))
          region.toValue(view)
        }
    ))
