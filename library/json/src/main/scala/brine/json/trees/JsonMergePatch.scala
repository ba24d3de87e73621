package brine.json.trees

import scala.collection.immutable.VectorMap

/** JSON merge patches (RFC 7386): a patch has the members that change. A null removes a member, an object changes the
  * members of an object, and any other value replaces the old one.
  *
  * {{{
  * JsonMergePatch(Json.parse("""{"a":1,"b":2}"""), Json.parse("""{"b":null,"c":3}""")).render // {"a":1,"c":3}
  * json.patched(person, Json.parse("""{"name":"Jim"}""")) // person.copy(name = "Jim")
  * }}}
  */
object JsonMergePatch:
  /** Returns the target as the patch changes it. Members that stay keep their order. */
  def apply(target: Json, patch: Json): Json = patch match
    case Json.Obj(changes) =>
      val members = target match
        case Json.Obj(all) => VectorMap.from(all)
        case _             => VectorMap.empty[String, Json]
      Json.Obj(changes.foldLeft(members) {
        case (all, (name, Json.Null)) => all.removed(name)
        case (all, (name, change))    => all.updated(name, apply(all.getOrElse(name, Json.Null), change))
      }.toVector)
    case other => other

  /** Returns the smallest patch that makes `to` of `from`; `None` if there is none, since `to` has a null that no patch
    * can set.
    */
  def between(from: Json, to: Json): Option[Json] =
    val patch = difference(from, to)
    Option.when(same(apply(from, patch), to))(patch)

  private def difference(from: Json, to: Json): Json = (from, to) match
    case (Json.Obj(old), Json.Obj(all)) =>
      val (before, after) = (old.toMap, all.toMap)
      val removed = old.map(_._1).distinct.filterNot(after.contains).map(_ -> Json.Null)
      val changed = all.filterNot((name, value) => before.get(name).exists(same(_, value))).map((name, value) =>
        name -> before.get(name).fold(value)(difference(_, value))
      )
      Json.Obj(removed ++ changed)
    case _ => to

  /** The order of members means nothing. */
  private def same(a: Json, b: Json): Boolean = (a, b) match
    case (Json.Obj(x), Json.Obj(y)) =>
      val (xs, ys) = (x.toMap, y.toMap)
      xs.size == ys.size && xs.forall((name, value) => ys.get(name).exists(same(value, _)))
    case (Json.Arr(xs), Json.Arr(ys)) => xs.length == ys.length && xs.lazyZip(ys).forall(same)
    case _                            => a == b
