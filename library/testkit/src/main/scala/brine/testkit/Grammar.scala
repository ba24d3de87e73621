package brine.testkit

import brine.Sharing
import brine.shape.{Nullness, ScalarKind, Shape}

/** Checks that events obey the grammar of [[brine.PickleBuilder]] and fit a shape, by a parser of recursive descent
  * with one method a rule. (It therefore handles values nested some thousands deep at most.)
  */
object Grammar:
  /** The fault of the first invalid event, or None. */
  def problem(shape: Shape, events: Seq[Event], sharing: Sharing = Sharing.Tracked): Option[String] =
    val parser = new Grammar(events.toIndexedSeq, sharing)
    try
      parser.root(shape)
      parser.end()
      None
    catch case e: Grammar.Mismatch => Some(e.getMessage)

  private final class Mismatch(text: String) extends RuntimeException(text)

private final class Grammar(events: IndexedSeq[Event], sharing: Sharing):
  private var at = 0
  private var objects = 0

  private def expected(what: String): Nothing =
    val found = if at < events.length then events(at).toString else "the end"
    val before = events.slice(at - 5, at).mkString(", ")
    throw new Grammar.Mismatch(s"event $at: expected $what, found $found (after $before)")

  private def peek: Option[Event] = events.lift(at)

  private def take(event: Event): Unit = if peek.contains(event) then at += 1 else expected(event.toString)

  private def takeIf(event: Event): Boolean =
    val is = peek.contains(event)
    if is then at += 1
    is

  def end(): Unit = if at < events.length then expected("the end")

  def root(shape: Shape): Unit =
    val isPlace = shape.nullness != Nullness.Marker || keepsIdentity(shape)
    if isPlace then place(shape) else value(shape)

  private def isObject(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => true
    case _                                                                       => false

  private def isCollection(shape: Shape): Boolean = shape match
    case _: Shape.Sequence | _: Shape.Mapping => true
    case _                                    => false

  private def isTracked(shape: Shape): Boolean = shape match
    case p: Shape.Product  => p.isTracked
    case s: Shape.Sequence => s.isTracked
    case m: Shape.Mapping  => m.isTracked
    case _: Shape.Open     => true
    case _                 => false

  private def keepsIdentity(shape: Shape): Boolean = isTracked(shape) || (sharing == Sharing.All && isObject(shape))

  private def place(shape: Shape): Unit =
    if shape.nullness != Nullness.Never && takeIf(Event.Null) then ()
    else if reference(shape) then ()
    else
      if isObject(shape) then identity(shape)
      if shape.nullness == Nullness.Marker && !isCollection(shape) then take(Event.Present)
      value(shape)

  /** True if a reference that may stand here was taken. */
  private def reference(shape: Shape): Boolean = peek match
    case Some(Event.Reference(id, arity)) =>
      val (mayStand, wanted) = shape match
        case s: Shape.Sum => (s.isTracked || sharing == Sharing.All, s.leafNames.length)
        case other        => (keepsIdentity(other), if isCollection(other) then 0 else 1)
      if !mayStand || sharing == Sharing.Off then expected(s"no reference, since a ${shape.name} is a value")
      if id >= objects then expected(s"a reference to one of $objects objects")
      if arity != wanted then expected(s"a reference with arity $wanted")
      at += 1
      true
    case _ => false

  private def identity(shape: Shape): Unit =
    val isNumbered =
      keepsIdentity(shape) && sharing != Sharing.Off && (shape.isMutableCollection || !isEmptyCollectionNext)
    if isNumbered then
      take(Event.Identity(objects))
      objects += 1

  /** An empty collection has no identity, unless it can change. */
  private def isEmptyCollectionNext: Boolean = events.lift(if hasArrayClassNext then at + 1 else at) match
    case Some(Event.BeginSequence(_, 0, _)) | Some(Event.BeginMapping(_, 0, _)) => true
    case _                                                                      => false

  private def hasArrayClassNext: Boolean = peek match
    case Some(Event.ArrayClass(_)) => true
    case _                         => false

  private def value(shape: Shape): Unit = shape match
    case s: Shape.Scalar    => scalar(s.kind)
    case p: Shape.Product   => product(p)
    case o: Shape.Singleton => take(Event.Object(o.name))
    case s: Shape.Sum       => sum(s)
    case o: Shape.Optional  => optional(o)
    case s: Shape.Sequence  => sequence(s)
    case m: Shape.Mapping   => mapping(m)
    case m: Shape.Mapped    => element(m.inner, keepsIdentity(m.inner))
    case o: Shape.Open      => open(o)
    case _: Shape.Custom    => anything()

  private def scalar(kind: ScalarKind): Unit = peek match
    case Some(Event.Scalar(`kind`, _)) => at += 1
    case _                             => expected(s"a $kind")

  private def product(p: Shape.Product): Unit =
    take(Event.BeginProduct(p.name))
    for (name, field) <- p.fieldNames.zip(p.fieldShapes) do
      take(Event.BeginField(name))
      place(field)
    take(Event.EndProduct)

  private def sum(s: Shape.Sum): Unit =
    val singletons = s.leafNames.indices.filter(s.leafShapes(_).isInstanceOf[Shape.Singleton])
    if takeIf(Event.Null) || singletons.exists(i => takeIf(Event.Singleton(s.name, s.leafNames(i)))) then ()
    else
      val isIdentified = peek.contains(Event.Identity(objects))
      if isIdentified then
        at += 1
        objects += 1
      val leaf = s.leafNames.indices.find(i => peek.contains(Event.BeginLeaf(s.name, s.leafNames(i))))
      if leaf.isEmpty then expected(s"a leaf of ${s.describe}")
      val inner = s.leafShapes(leaf.get)
      if isIdentified != (keepsIdentity(inner) && sharing != Sharing.Off) then
        expected(s"an identity of ${inner.name} if it is tracked")
      at += 1
      value(inner)
      take(Event.EndLeaf)

  /** The events between are the subtype's, whose shape is not known here. */
  private def open(o: Shape.Open): Unit = peek match
    case Some(Event.BeginOpen(o.name, _)) =>
      at += 1
      if !takeIf(Event.EndOpen) then
        anything()
        take(Event.EndOpen)
    case _ => expected(s"a subtype of ${o.name}")

  private def optional(o: Shape.Optional): Unit = peek match
    case Some(Event.None) => at += 1
    case Some(Event.BeginSome(isNull)) =>
      at += 1
      if isNull && o.element.nullness != Nullness.Marker then expected(s"a ${o.element.name} to put its own null")
      if !isNull then element(o.element, keepsIdentity(o.element))
      take(Event.EndSome)
    case _ => expected("an option")

  private def element(shape: Shape, isMarked: Boolean): Unit =
    if isMarked || shape.nullness != Nullness.Marker then place(shape) else value(shape)

  private def sequence(s: Shape.Sequence): Unit =
    if s.kind == "Array" && s.isTracked && hasArrayClassNext then at += 1
    elements(s)

  private def elements(s: Shape.Sequence): Unit = peek match
    case Some(Event.BeginSequence(s.kind, size, hasNulls)) =>
      at += 1
      for i <- 0 until size do
        take(Event.BeginElement(i))
        element(s.element, hasNulls)
      take(Event.EndSequence)
    case _ => expected(s"a ${s.kind}")

  private def mapping(m: Shape.Mapping): Unit = peek match
    case Some(Event.BeginMapping(m.kind, size, hasNulls)) =>
      at += 1
      for i <- 0 until size do
        take(Event.BeginKey(i))
        element(m.key, hasNulls)
        take(Event.BeginValue(i))
        element(m.value, hasNulls)
      take(Event.EndMapping)
    case _ => expected(s"a ${m.kind}")

  /** A value that a pickler by hand put: one value of unknown shape. */
  private def anything(): Unit =
    peek match
      case Some(Event.Identity(_)) =>
        at += 1
        objects += 1
      case _ => ()
    takeIf(Event.Present)
    var depth = 0
    while
      peek match
        case None => expected("a value")
        case Some(event) =>
          event match
            case Event.Identity(_) => objects += 1
            case _                 => ()
          if Event.opens(event) then depth += 1
          if Event.closes(event) then depth -= 1
      at += 1
      depth > 0
    do ()
