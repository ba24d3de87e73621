package brine.json.looks

import brine.json.dialects.JsonDialect
import scala.collection.mutable
import brine.shape.Shape
import JsonDialect.*

/** Looks for reasons why a dialect does not fit a type: everywhere that the type leads to, as far as shapes tell. */
private[json] object DialectCheck:
  def problems(root: Shape, dialect: JsonDialect): Seq[String] =
    (ofDialect(dialect) ++ reached(root).flatMap(ofShape(_, dialect))).distinct

  /** The shape and all shapes to which it leads, each once. */
  def reached(root: Shape): Seq[Shape] =
    val seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Shape, java.lang.Boolean])
    val waiting = mutable.Queue(root)
    val all = mutable.ArrayBuffer.empty[Shape]
    while waiting.nonEmpty do
      val shape = waiting.dequeue()
      if seen.add(shape) then
        all += shape
        waiting ++= parts(shape)
    all.toSeq

  private def parts(shape: Shape): Seq[Shape] = shape match
    case p: Shape.Product  => p.fieldShapes.toSeq
    case s: Shape.Sum      => s.leafShapes.toSeq
    case o: Shape.Optional => Seq(o.element)
    case s: Shape.Sequence => Seq(s.element)
    case m: Shape.Mapping  => Seq(m.key, m.value)
    case m: Shape.Mapped   => Seq(m.inner)
    case _                 => Nil

  private def ofShape(shape: Shape, dialect: JsonDialect): Seq[String] = shape match
    case p: Shape.Product                                                         => Looks.ofClass(p, dialect).problems
    case s: Shape.Sum                                                             => Looks.ofFamily(s, dialect).problems
    case s: Shape.Sequence if s.isTracked && dialect.identity == Identity.Refused => unreferred(s)
    case m: Shape.Mapping if m.isTracked && dialect.identity == Identity.Refused  => unreferred(m)
    case o: Shape.Open =>
      (if dialect.families == Families.Untagged then
         Seq(s"${o.name}: fields cannot tell the class of an open type's objects")
       else Nil) ++
        (if dialect.identity == Identity.Refused then unreferred(o) else Nil)
    case _ => Nil

  private def unreferred(shape: Shape): Seq[String] =
    Seq(
      s"${shape.name}: it can be referred to, and the dialect has no form for that. Use Identity.Marked or Identity.Copied"
    )

  /** Contradictions among the options, for any type. */
  private def ofDialect(dialect: JsonDialect): Seq[String] =
    val member = dialect.families match
      case Families.Member(name) => Seq(name)
      case _                     => Nil
    val identity = dialect.identity match
      case Identity.Marked(id, ref) => Seq(id, ref)
      case _                        => Nil
    val marks =
      if dialect.marks == Marks.Written then Seq("$value", "$items", "$entries", "$some", "$null", "$utf16") else Nil
    val names = member ++ identity ++ marks
    (for name <- names.distinct if names.count(_ == name) > 1
    yield s"the dialect gives two meanings to members with the name '$name'") ++
      (if dialect.decimals == NumberForm.Safe then Seq("NumberForm.Safe is for whole numbers, not for decimals")
       else Nil) ++
      (if dialect.names.isQualified then Seq("NameStyle.Qualified is for leaves, not for fields") else Nil) ++
      (for c <- dialect.formatters.keys.toSeq.sortBy(_.getName) if !DialectValues.hasFormatter(c)
      yield s"no formatter is used for ${c.getName}: only for classes of java.time with a date or a time")
