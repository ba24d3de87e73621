package brine.json.looks

import brine.json.dialects.JsonDialect
import scala.collection.mutable
import brine.shape.Shape
import JsonDialect.*

/** Looks for reasons why a dialect does not fit a type: everywhere that the type leads to, as far as shapes tell. */
private[json] object DialectCheck:
  def problems(root: Shape, dialect: JsonDialect): Seq[String] =
    val all = placesOf(root, dialect)
    (ofDialect(dialect) ++ all.flatMap(ofShape(_, _)) ++ ofRules(all, dialect)).distinct

  /** The shape and all shapes to which it leads, each once. */
  def reached(root: Shape): Seq[Shape] = placesOf(root, JsonDialect.Default).map(_._1)

  /** The shape and all shapes to which it leads, each once for each dialect in which it is met. */
  private def placesOf(root: Shape, dialect: JsonDialect): Seq[(Shape, JsonDialect)] =
    val seen = new java.util.IdentityHashMap[Shape, List[JsonDialect]]
    val waiting = mutable.Queue(root -> dialect)
    val all = mutable.ArrayBuffer.empty[(Shape, JsonDialect)]
    while waiting.nonEmpty do
      val (shape, around) = waiting.dequeue()
      val known = seen.getOrDefault(shape, Nil)
      if !known.exists(_ eq around) then
        seen.put(shape, around :: known)
        all += shape -> around
        waiting ++= parts(shape, around)
    all.toSeq

  private def parts(shape: Shape, around: JsonDialect): Seq[(Shape, JsonDialect)] = shape match
    case p: Shape.Product =>
      val own = Places.of(p, around)
      p.fieldShapes.indices.map(i => p.fieldShapes(i) -> Places.ofField(p, i, own))
    case s: Shape.Sum =>
      val own = Places.of(s, around)
      s.leafShapes.toSeq.map(_ -> own)
    case o: Shape.Optional => Seq(o.element -> around)
    case s: Shape.Sequence => Seq(s.element -> around)
    case m: Shape.Mapping  => Seq(m.key -> around, m.value -> around)
    case m: Shape.Mapped   => Seq(m.inner -> around)
    case _                 => Nil

  /** Rules for fields that no object has, and for options of whole documents. */
  private def ofRules(all: Seq[(Shape, JsonDialect)], dialect: JsonDialect): Seq[String] =
    if dialect.places.isEmpty then Nil
    else
      val products = all.collect { case (p: Shape.Product, _) => p }
      val lost =
        for
          ((c, path), _) <- dialect.places.fields.toSeq
          if products.exists(Places.isOf(c, _)) && !leads(products, c, path)
        yield s"${c.getSimpleName}: the rule for '${path.mkString(".")}' leads to no field"
      val whole =
        for
          changes <- dialect.places.types.values.toSeq ++ dialect.places.fields.values
          (i, value) <- changes.options.toSeq.sortBy(_._1)
          name <- ofDocuments(dialect.productElementName(i), value, dialect)
        yield s"a rule for a type or a field changes the option '$name', which is one of whole documents"
      lost.sorted ++ whole

  /** The option that this value changes, if it is one of whole documents. */
  private def ofDocuments(option: String, value: Any, dialect: JsonDialect): Option[String] = value match
    case _ if Set("marks", "identity", "leniency")(option) => Some(option)
    case all: Set[?] if option == "lenient" =>
      val mark = Lenient.ByteOrderMark
      Option.when(all.exists(_ == mark) != dialect.lenient(mark))(mark.toString)
    case _ => None

  private def leads(products: Seq[Shape.Product], c: Class[?], path: List[String]): Boolean =
    def objects(shape: Shape): Seq[Shape.Product] = shape match
      case p: Shape.Product  => Seq(p)
      case s: Shape.Sum      => s.leafShapes.toSeq.flatMap(objects)
      case o: Shape.Optional => objects(o.element)
      case s: Shape.Sequence => objects(s.element)
      case m: Shape.Mapping  => objects(m.value)
      case m: Shape.Mapped   => objects(m.inner)
      case _                 => Nil
    def from(all: Seq[Shape.Product], path: List[String]): Boolean =
      path.isEmpty || all.exists { p =>
        val field = p.fieldNames.indexOf(path.head)
        field >= 0 && (path.tail.isEmpty || from(objects(p.fieldShapes(field)), path.tail))
      }
    from(products.filter(Places.isOf(c, _)), path)

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
      s"${shape.name}: it can be referred to, and the dialect has no form for that. Use Identity.Marked or " +
        "Identity.Copied"
    )

  /** Contradictions among the options, for any type. */
  private def ofDialect(dialect: JsonDialect): Seq[String] =
    val member = dialect.families match
      case Families.Member(name, _) => Seq(name)
      case _                        => Nil
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
