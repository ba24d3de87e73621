package brine.lock

import scala.collection.mutable
import brine.shape.Shape

/** The differences between two shapes of a type, one line each, for the reviewer of a release. */
private[lock] object Differences:
  def between(before: Shape, now: Shape): Seq[String] =
    val lines = mutable.ArrayBuffer.empty[String]
    val met = mutable.HashSet.empty[(Long, Long)]
    def members(
        path: String,
        before: Seq[(String, Shape)],
        now: Seq[(String, Shape)],
        aliases: Map[String, Int]
    ): Unit =
      val (old, present) = (before.toMap, now.toMap)
      val renamed =
        for (name, i) <- aliases if old.contains(name) && !present.contains(name) && !old.contains(now(i)._1)
        yield now(i)._1 -> name
      val gone = before.map(_._1).filterNot(name => present.contains(name) || renamed.values.exists(_ == name))
      for name <- gone do lines += s"- $path.$name: ${old(name).name}"
      for (name, shape) <- now do
        for was <- renamed.get(name) do lines += s"~ $path.$name: its name was $was"
        old.get(name).orElse(renamed.get(name).map(old)) match
          case None         => lines += s"+ $path.$name: ${shape.name}${hint(gone)}"
          case Some(former) => both(s"$path.$name", former, shape)
      val kept = before.map(_._1).filter(present.contains)
      if kept != now.map(_._1).filter(old.contains) then lines += s"~ $path: in another order"
    def both(path: String, before: Shape, now: Shape): Unit =
      if before.fingerprint != now.fingerprint then
        (before, now) match
          case (_: Shape.Product | _: Shape.Sum, _: Shape.Product | _: Shape.Sum)
              if !met.add((before.fingerprint, now.fingerprint)) =>
            () // shown where it was met first
          case (b: Shape.Product, n: Shape.Product) =>
            if b.isTracked != n.isTracked then
              lines += s"~ $path: its objects ${if n.isTracked then "keep" else "do not keep"} their identity"
            members(path, b.fieldNames.toSeq.zip(b.fieldShapes), n.fieldNames.toSeq.zip(n.fieldShapes), n.aliases)
          case (b: Shape.Sum, n: Shape.Sum) =>
            members(path, b.leafNames.toSeq.zip(b.leafShapes), n.leafNames.toSeq.zip(n.leafShapes), n.aliases)
          case (b: Shape.Optional, n: Shape.Optional) => both(path, b.element, n.element)
          case (b: Shape.Sequence, n: Shape.Sequence)
              if b.kind == n.kind && b.element.fingerprint != n.element.fingerprint =>
            both(s"$path[]", b.element, n.element)
          case (b: Shape.Mapping, n: Shape.Mapping) if b.kind == n.kind =>
            both(s"$path.keys", b.key, n.key)
            both(s"$path.values", b.value, n.value)
          case (b: Shape.Mapped, n: Shape.Mapped) => both(path, b.inner, n.inner)
          case _                                  => lines += s"~ $path: ${of(before)} → ${of(now)}"
    both("$", before, now)
    lines.toSeq

  /** A name that is new where others are gone may be one of them, whose data would be skipped. */
  private def hint(gone: Seq[String]): String =
    if gone.isEmpty then ""
    else
      val aliases = gone.map(name => s"`@alias(\"$name\")`").mkString(" or ")
      s" (if its name was ${gone.mkString(" or ")}, $aliases keeps those data)"

  private def of(shape: Shape): String = shape match
    case c: Shape.Custom                          => s"${c.name}, version ${c.version}"
    case s: Shape.Sequence if s.ordering.nonEmpty => s"${s.name} by ${s.ordering}"
    case other                                    => other.name
