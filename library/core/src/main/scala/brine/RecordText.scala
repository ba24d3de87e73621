package brine

import scala.collection.mutable.ArrayBuffer

/** The text of a record: its fields, and the records and collections in them to [[RecordText.MostLevels]] levels. A
  * record that contains itself, or is deeper, is printed as its name and `(…)`. A text of more than
  * [[RecordText.MostChars]] characters is cut. Neither cycles nor long chains can thus exhaust the stack, and a graph
  * with shared parts is not printed once for each path.
  */
private[brine] final class RecordText private ():
  import RecordText.*

  private val out = new java.lang.StringBuilder
  private val around = ArrayBuffer.empty[Record]

  private def isFull: Boolean = out.length > MostChars

  private def put(text: String): Unit = { val ignored = out.append(text) }

  private def put(value: Any, levels: Int): Unit = value match
    case r: Record               => record(r, levels)
    case Some(content)           => all("Some", Iterator(content), levels)
    case m: collection.Map[?, ?] => entries(m, levels)
    case s: collection.Seq[?]    => all("Seq", s.iterator, levels)
    case a: Array[?]             => all("Array", a.iterator, levels)
    case text: String            => put(if text.length <= MostChars then text else text.substring(0, MostChars))
    case other                   => put(String.valueOf(other))

  private def record(r: Record, levels: Int): Unit =
    if around.exists(_ eq r) then put(s"${r.name}(…)")
    else
      around += r
      nested(r.name, r.fieldNames.indices.iterator, levels) { i =>
        put(s"${r.fieldNames(i)} = ")
        put(r.get(i), levels + 1)
      }
      around.remove(around.length - 1)

  private def all(kind: String, elements: Iterator[Any], levels: Int): Unit =
    nested(kind, elements, levels)(put(_, levels + 1))

  private def entries(map: collection.Map[?, ?], levels: Int): Unit =
    nested("Map", map.iterator, levels) { (key, value) =>
      put(key, levels + 1)
      put(" -> ")
      put(value, levels + 1)
    }

  private def nested[A](kind: String, parts: Iterator[A], levels: Int)(putPart: A => Unit): Unit =
    put(kind)
    put("(")
    if levels >= MostLevels && parts.hasNext then put("…")
    else
      var isFirst = true
      while parts.hasNext && !isFull do
        if !isFirst then put(", ")
        isFirst = false
        putPart(parts.next())
    put(")")

  private def result: String = if isFull then out.substring(0, MostChars) + "…" else out.toString

private[brine] object RecordText:
  final val MostLevels = 20
  final val MostChars = 10_000

  def of(record: Record): String =
    val text = new RecordText
    text.put(record, 0)
    text.result
