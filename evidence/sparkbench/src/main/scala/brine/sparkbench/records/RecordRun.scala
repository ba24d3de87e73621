package brine.sparkbench.records

import org.openjdk.jmh.infra.Blackhole

/** A number of records of one kind by one contender: JMH measures `write` and `read`. */
final class RecordRun(contender: String, workload: String, count: Int):
  private val sample = Sample(workload)
  private val target = Target(contender, sample)
  private val records = sample.records(count)
  private val bytes =
    write()
    target.bytes

  if !readAll().isSame(records) then
    throw new IllegalStateException(s"$contender does not give the records of $workload back")

  def size: Int = bytes.length

  def write(): Int =
    val keys = records.keys
    val values = records.values
    target.start()
    var i = 0
    while i < keys.length do
      target.writeKey(keys(i))
      if i < values.length then target.writeValue(values(i))
      i += 1
    target.end()

  def read(hole: Blackhole): Unit =
    target.open(bytes)
    val hasValue = records.hasValues
    var left = records.keys.length
    while left > 0 do
      hole.consume(target.readKey())
      if hasValue then hole.consume(target.readValue())
      left -= 1

  private def readAll(): Records =
    target.open(bytes)
    val read = records.keys.map(_ => target.readKey() -> (if records.hasValues then target.readValue() else null))
    new Records(read.map(_._1), if records.hasValues then read.map(_._2) else Array.empty)
