package brine.checks

import scala.collection.mutable

/** JSON whose members can be moved about. */
enum Members:
  case Whole(members: List[(String, Members)])
  case Array(elements: List[Members])
  case Text(json: String)

  def text: String = this match
    case Whole(members)  => members.map((k, v) => s"$k:${v.text}").mkString("{", ",", "}")
    case Array(elements) => elements.map(_.text).mkString("[", ",", "]")
    case Text(json)      => json

  /** Everything that differs in one object: its members turned round, one of them left out, one of them twice. Names
    * that begin with `$` say what the object is; they stay in front.
    */
  def changes: List[Members] = this match
    case Whole(members) =>
      val (tags, fields) = members.span(_._1.startsWith("\"$"))
      val here = fields.reverse :: fields.indices.toList.flatMap { i =>
        List(fields.patch(i, Nil, 1), fields.patch(i, List(fields(i), fields(i)), 1), fields.drop(i) ++ fields.take(i))
      }
      val inside = members.indices.toList.flatMap(i =>
        members(i)._2.changes.map(c => Whole(members.updated(i, members(i)._1 -> c)))
      )
      here.map(changed => Whole(tags ++ changed)) ++ inside
    case Array(elements) =>
      elements.indices.toList.flatMap(i => elements(i).changes.map(c => Array(elements.updated(i, c))))
    case Text(_) => Nil

object Members:
  def parse(json: String): Members =
    var at = 0
    def string(): String =
      val start = at
      at += 1
      while json(at) != '"' do at += (if json(at) == '\\' then 2 else 1)
      at += 1
      json.substring(start, at)
    def parts[A](close: Char)(part: => A): List[A] =
      val all = mutable.ListBuffer.empty[A]
      at += 1
      while json(at) != close do
        if json(at) == ',' then at += 1
        all += part
      at += 1
      all.toList
    def value(): Members = json(at) match
      case '{' =>
        Members.Whole(parts('}') {
          val key = string()
          at += 1
          key -> value()
        })
      case '[' => Members.Array(parts(']')(value()))
      case '"' => Members.Text(string())
      case _ =>
        val start = at
        while at < json.length && !",]}".contains(json(at)) do at += 1
        Members.Text(json.substring(start, at))
    value()
