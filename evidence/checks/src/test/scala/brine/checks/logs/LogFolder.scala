package brine.checks.logs

import java.io.{DataInputStream, DataOutputStream, EOFException, FileDescriptor, FileOutputStream}
import java.nio.file.{Files, Path}
import scala.util.Using
import brine.*

/** A record of the logs in these suites: its content follows from its number. */
final case class Entry(number: Int, text: String, bytes: Array[Byte]) derives Pickler:
  def isWhole: Boolean = text == Entry.textOf(number) && bytes.forall(_ == (number & 0x7f).toByte)

object Entry:
  def textOf(number: Int): String = s"entry $number"
  def apply(number: Int): Entry = Entry(number, textOf(number), Array.fill(number * 7 % 50)((number & 0x7f).toByte))

/** Another type of record, whose constructor refuses some. */
final case class Small(number: Int) derives Pickler:
  require(number < 100, "too large")

object LogFolder:
  def numbers(path: Path): List[Int] =
    Pickle.readAll[Entry, List[Int]](path) { entries =>
      entries.map { entry =>
        assert(entry.isWhole, entry)
        entry.number
      }.toList
    }

  /** The numbers of the records that can be read, and the damage between them. */
  def readable(path: Path): (List[Int], List[Damage]) =
    val damage = List.newBuilder[Damage]
    val numbers = Pickle.readAll[Entry, List[Int]](path, damage += _)(_.map { entry =>
      assert(entry.isWhole, entry)
      entry.number
    }.toList)
    (numbers, damage.result())

  /** Writes a log, and returns the offsets at which its records end. */
  def write(path: Path, numbers: Range, durability: Durability = Durability.Flushed): List[Int] =
    Using.resource(Pickle.appender[Entry](path, durability)) { log =>
      numbers.toList.map { number =>
        log.append(Entry(number))
        log.length.toInt
      }
    }

  def java(properties: String*): List[String] =
    val home = Path.of(System.getProperty("java.home"), "bin", "java").toString
    List(home) ++ properties ++
      List("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"))

/** A program that appends entries for ever, and reports each after `append` has returned. */
object AppendForever:
  def main(arguments: Array[String]): Unit =
    val out = new DataOutputStream(new FileOutputStream(FileDescriptor.out))
    val log = Pickle.appender[Entry](Path.of(arguments(0)), Durability.valueOf(arguments(1)))
    var number = arguments(2).toInt
    try
      while true do
        log.append(Entry(number))
        out.writeInt(number)
        number += 1
    catch
      case e: PickleException =>
        out.writeInt(-1)
        out.writeUTF(e.getMessage)
        out.flush()
        // The disk has no room for more, but the log still closes.
        log.close()
        out.writeInt(-2)

  /** The numbers that a program reported, up to its end. */
  def reported(process: Process): List[Int] =
    val in = new DataInputStream(new java.io.BufferedInputStream(process.getInputStream))
    val numbers = List.newBuilder[Int]
    try
      while true do
        val number = in.readInt()
        numbers += number
        if number == -1 then assert(in.readUTF().contains("input or output failed"))
    catch case _: EOFException => ()
    numbers.result()
