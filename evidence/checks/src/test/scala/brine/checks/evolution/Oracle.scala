package brine.checks.evolution

import brine.shape.ScalarKind
import brine.shape.ScalarKind.*

/** The value of one schema as one of another, computed a second time, as simply as possible: from the values alone. */
object Oracle:
  /** The reason for having no answer, for any value. */
  final class Refused(why: String) extends Exception(why)

  /** This value has no answer; others of the schema may. */
  final class NoLeaf(name: String) extends Exception(name)

  /** Returns true if values of `w` can be read as `r` at all. */
  def accepts(w: Schema, r: Schema): Boolean =
    try
      verify(w, r)
      true
    catch case _: Refused => false

  private def refuse(w: Schema, r: Schema): Nothing = throw new Refused(s"$w as $r")

  private def verify(w: Schema, r: Schema): Unit = (w, r) match
    case (Schema.Scalar(a), Schema.Scalar(b))           => if a != b && !isWider(a, b) then refuse(w, r)
    case (Schema.ScalarArray(a), Schema.ScalarArray(b)) => if a != b && !isWider(a, b) then refuse(w, r)
    case (Schema.Optional(a), Schema.Optional(b))       => verify(a, b)
    case (Schema.Optional(a), Schema.Sequence(_, b))    => verify(a, b)
    case (_: Schema.Optional, _)                        => refuse(w, r)
    case (a, Schema.Optional(b))                        => verify(a, b)
    case (Schema.Sequence(a, x), Schema.Sequence(b, y)) =>
      if b == "Set" && a != "Set" then refuse(w, r) else verify(x, y)
    case (Schema.Mapping(a, x), Schema.Mapping(b, y))                    => verify(a, b); verify(x, y)
    case (_: Schema.Mapping | _: Schema.ScalarArray, _: Schema.Sequence) => refuse(w, r)
    case (a, Schema.Sequence(_, b))                                      => verify(a, b)
    case (Schema.Product(n, a), Schema.Product(m, b)) =>
      if n != m && a.nonEmpty && b.nonEmpty && b.forall(writtenFor(_, a).isEmpty) then refuse(w, r)
      verifyFields(a, b, w, r)
    case (Schema.Sum(_, a), Schema.Sum(_, b)) =>
      for leaf <- a; own <- named(leaf.name, b, l => l.name, l => l.aliases) do verifyLeaf(leaf, own, w, r)
    case _ => refuse(w, r)

  private def verifyFields(a: Vector[Field], b: Vector[Field], w: Schema, r: Schema): Unit =
    for f <- b do
      writtenFor(f, a) match
        case Some(written) => verify(written.schema, f.schema)
        case None          => if absent(f).isEmpty then refuse(w, r)

  private def verifyLeaf(a: Leaf, b: Leaf, w: Schema, r: Schema): Unit =
    if a.fields.isEmpty then
      (if b.fields.exists(absent(_).isEmpty) then refuse(w, r)
    )
    else if b.fields.nonEmpty then verify(Schema.Product(a.name, a.fields), Schema.Product(b.name, b.fields))

  /** The value as one of the other schema. */
  def convert(value: Any, w: Schema, r: Schema): Any = (w, r) match
    case (Schema.Scalar(_), Schema.Scalar(kind))           => number(value, kind)
    case (Schema.ScalarArray(_), Schema.ScalarArray(kind)) => value.asInstanceOf[Seq[Any]].map(number(_, kind))
    case (Schema.Optional(a), Schema.Optional(b))          => value.asInstanceOf[Option[Any]].map(convert(_, a, b))
    case (a, Schema.Optional(b))                           => Some(convert(value, a, b))
    case (Schema.Optional(a), Schema.Sequence(kind, b)) =>
      collection(kind, value.asInstanceOf[Option[Any]].map(convert(_, a, b)))
    case (Schema.Sequence(_, x), Schema.Sequence(kind, y)) =>
      collection(kind, value.asInstanceOf[Iterable[Any]].map(convert(_, x, y)))
    case (a, Schema.Sequence(kind, b)) => collection(kind, List(convert(value, a, b)))
    case (Schema.Mapping(a, x), Schema.Mapping(b, y)) =>
      value.asInstanceOf[Map[Any, Any]].map((k, v) => convert(k, a, b) -> convert(v, x, y))
    case (Schema.Product(_, a), Schema.Product(name, b)) => Rec(name, fields(value.asInstanceOf[Rec], a, b))
    case (Schema.Sum(_, a), Schema.Sum(_, b)) =>
      val rec = value.asInstanceOf[Rec]
      (named(rec.name, b, _.name, _.aliases), b.find(_.isFallback)) match
        case (Some(leaf), _)        => Rec(leaf.name, fields(rec, a.find(_.name == rec.name).get.fields, leaf.fields))
        case (None, Some(fallback)) => Rec(fallback.name, fallback.fields.map(absent(_).get))
        case (None, None)           => throw new NoLeaf(rec.name)
    case _ => throw new IllegalStateException(s"$w as $r")

  private def fields(rec: Rec, a: Vector[Field], b: Vector[Field]): Vector[Any] = b.map { f =>
    writtenFor(f, a) match
      case Some(written) => convert(rec.values(a.indexOf(written)), written.schema, f.schema)
      case None          => absent(f).get
  }

  private def writtenFor(f: Field, a: Vector[Field]): Option[Field] =
    a.find(_.name == f.name).orElse(a.find(w => f.aliases.contains(w.name)))

  private def named[A](name: String, all: Vector[A], own: A => String, aliases: A => Vector[String]): Option[A] =
    all.find(own(_) == name).orElse(all.find(aliases(_).contains(name)))

  private def absent(f: Field): Option[Any] = f.default.orElse(f.schema match
    case _: Schema.Optional       => Some(None)
    case Schema.Sequence(kind, _) => Some(collection(kind, Nil))
    case _: Schema.Mapping        => Some(Map.empty)
    case _: Schema.ScalarArray    => Some(Nil)
    case _                        => None
  )

  private def collection(kind: String, all: Iterable[Any]): Any = kind match
    case "List"   => all.toList
    case "Vector" => all.toVector
    case "Set"    => all.toSet

  private def isWider(a: ScalarKind, b: ScalarKind): Boolean = (a, b) match
    case (Byte, Short | Int | Long | Float | Double) | (Short, Int | Long | Float | Double) | (Int, Long | Double) | (
          Float,
          Double
        ) => true
    case _ => false

  private def number(value: Any, kind: ScalarKind): Any = (value, kind) match
    case (n: Number, Short)  => n.shortValue
    case (n: Number, Int)    => n.intValue
    case (n: Number, Long)   => n.longValue
    case (n: Number, Float)  => n.floatValue
    case (n: Number, Double) => n.doubleValue
    case _                   => value
