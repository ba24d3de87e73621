package brine.json.samples

import brine.json.dialects.{JsonDialect, NameStyle}
import brine.json.looks.{DialectCheck, KnownClasses}
import brine.json.text.JsonTags
import brine.shape.{ScalarKind, Shape}
import JsonDialect.*

/** Chooses the options that samples show, and reports the options that they leave open. */
private[json] final class SampleChoices(evidence: SampleEvidence, root: Shape):
  import evidence.{contradictions as _, *}

  private val notes = scala.collection.mutable.LinkedHashSet.empty[String]
  private val conflicts = scala.collection.mutable.LinkedHashSet.empty[String]

  /** An option whose samples have to agree. */
  private def agreed(
      option: String,
      votes: SampleVotes,
      default: String
  )(change: String => JsonDialect => JsonDialect): Option[SampleChoice] =
    if votes.values.length > 1 then
      conflicts += s"$option: ${votes.shown}"
      None
    else votes.values.headOption.filter(_ != default).map(value => SampleChoice(option, value, change(value)))

  private def form(value: String): NumberForm =
    if value == "NumberForm.Text" then NumberForm.Text else NumberForm.Number

  /** Numbers of any size are read in both forms where they are written as numbers. */
  private def number(
      option: String,
      votes: SampleVotes
  )(change: NumberForm => JsonDialect => JsonDialect): Option[SampleChoice] =
    if votes.values.length > 1 then notes += s"$option: samples have ${votes.shown}; both are read"
    Option.when(votes.has("NumberForm.Number"))(SampleChoice(option, "NumberForm.Number", change(NumberForm.Number)))

  private val isLenient = !reading.isEmpty || longs.values.length > 1

  private def longForm: Option[SampleChoice] =
    if longs.values.length > 1 then notes += s"longs: samples have ${longs.shown}; both are read"
    Option.when(longs.only("NumberForm.Text"))(SampleChoice(
      "longs",
      "NumberForm.Text",
      _.copy(longs = NumberForm.Text)
    ))

  private def named(
      option: String,
      names: SampleNames
  )(change: NameStyle => JsonDialect => JsonDialect): Option[SampleChoice] =
    names.choice.map((source, style) => SampleChoice(option, source, change(style)))

  private def family: Option[SampleChoice] = families.values.headOption.flatMap { first =>
    if families.values.length > 1 then notes += s"families: samples fit ${families.values.mkString(" and ")}"
    if first == SampleWalk.Wrapper then
      Some(SampleChoice("families", "Families.Wrapper", _.copy(families = Families.Wrapper)))
    else if first == SampleWalk.Untagged then
      Some(SampleChoice("families", "Families.Untagged", _.copy(families = Families.Untagged)))
    else
      val name = first.stripPrefix(SampleWalk.Member)
      Option.when(name != "$type")(SampleChoice(
        "families",
        s"Families.Member(${ScalaText.quoted(name)})",
        _.copy(families = Families.Member(name))
      ))
  }

  private def singleton: Option[SampleChoice] =
    for (a, b) <- Seq("text" -> "object", "enum as text" -> "enum as object") if singletons.has(a) && singletons.has(b)
    do
      notes += s"singletons: samples have ${singletons.shown}; both are read"
    if singletons.has("object") && !singletons.has("text") then
      if singletons.has("enum as text") then
        Some(SampleChoice("singletons", "Singletons.TextsInEnums", _.copy(singletons = Singletons.TextsInEnums)))
      else Some(SampleChoice("singletons", "Singletons.Objects", _.copy(singletons = Singletons.Objects)))
    else None

  private def enumForm: Option[SampleChoice] =
    if !enums.isEmpty && singletons.has("enum as text") then
      conflicts += s"enums: ${enums.shown}, and names: ${singletons.shown}"
    Option.when(!enums.isEmpty)(SampleChoice("enums", "Enums.Numbers", _.copy(enums = Enums.Numbers)))

  private def omitted: Option[SampleChoice] =
    val all = Seq(
      (Omit.Nones, "null", nones),
      (Omit.Empties, "written", empties),
      (Omit.Defaults, "written", defaults)
    ).flatMap { (omit, written, votes) =>
      if votes.has(written) && votes.has("left out") then
        notes += s"omit: samples have fields that Omit.$omit would leave out, ${votes.shown}; both are read"
        None
      else Option.when(votes.has("left out"))(omit)
    }
    Option.when(all.nonEmpty)(SampleChoice(
      "omit",
      all.map(o => s"Omit.$o").mkString("Set(", ", ", ")"),
      _.copy(omit = all.toSet)
    ))

  private def unwrapped: Option[SampleChoice] =
    for (name, votes) <- wrapped if votes.values.length > 1 do conflicts += s"wrapped: $name is ${votes.shown}"
    val (fields, objects) = wrapped.filter(_._2.values.length == 1).partition(_._2.has("field"))
    if fields.isEmpty then None
    else if objects.isEmpty then
      Some(SampleChoice("wrapped", "Wrapped.Fields", _.copy(wrapped = JsonDialect.Wrapped.Fields)))
    else
      val classes = fields.keys.toSeq.flatMap(wrappedClasses.get)
      val source = classes.map(c => ScalaText.classOf(c.getName)).mkString("Wrapped.FieldsOf(Set(", ", ", "))")
      Some(SampleChoice("wrapped", source, _.copy(wrapped = JsonDialect.Wrapped.FieldsOf(classes.toSet))))

  private def formatted: Option[SampleChoice] =
    val all = formatters.toSeq.flatMap { (name, candidates) =>
      for text <- candidates.contradiction do conflicts += s"formatters of $name: $text"
      if !candidates.values.contains(SampleScalars.Iso) && candidates.values.length > 1 then
        notes += s"formatters: samples of $name fit ${candidates.values.mkString(" and ")}"
      candidates.values.headOption.filter(_ != SampleScalars.Iso).flatMap(source =>
        SampleScalars.formats(name).find(_._1 == source)
      ).map(name -> _)
    }
    Option.when(all.nonEmpty) {
      val source =
        all.map { case (name, (text, _)) => s"classOf[java.time.$name] -> $text" }.mkString("Map(", ", ", ")")
      SampleChoice(
        "formatters",
        source,
        _.copy(formatters = all.map { case (name, (_, format)) => SampleScalars.classes(name) -> format }.toMap)
      )
    }

  private def byteForm: Option[SampleChoice] =
    for text <- bytes.contradiction do conflicts += s"bytes: $text"
    if bytes.values.length > 1 then notes += s"bytes: samples fit ${bytes.values.mkString(" and ")}"
    bytes.values.headOption.flatMap(name => SampleScalars.texts.find(_._1 == name)).map((source, form) =>
      SampleChoice("bytes", source, _.copy(bytes = form))
    )

  /** Samples may show one side alone, whose name tells the other one's. */
  private def either: Option[SampleChoice] =
    if eithers.values.length > 1 then
      conflicts += s"eithers: ${eithers.shown}"
      None
    else if eithers.has("Eithers.Keyed") then keyed
    else
      Option.when(eithers.has("Eithers.Numbered"))(
        SampleChoice("eithers", "Eithers.Numbered", _.copy(eithers = Eithers.Numbered))
      )

  private def keyed: Option[SampleChoice] =
    for side <- Seq(lefts, rights) if side.values.length > 1 do conflicts += s"eithers: the names ${side.shown}"
    val (left, right) = (lefts.values.headOption, rights.values.headOption)
    for known <- if left.isEmpty || right.isEmpty then left.orElse(right) else None do
      notes += s"eithers: only '$known' is shown"
    val l = left.getOrElse(otherSide(right.get, "left"))
    val r = right.getOrElse(otherSide(left.get, "right"))
    val source = s"Eithers.Keyed(${ScalaText.quoted(l)}, ${ScalaText.quoted(r)})"
    Some(SampleChoice("eithers", source, _.copy(eithers = Eithers.Keyed(l, r))))

  /** The name of the side that no sample shows: one letter, or the word, in the other name's case. */
  private def otherSide(known: String, word: String): String =
    val own = if known.length == 1 then word.take(1) else word
    if known.exists(_.isLower) then if known.head.isUpper then own.capitalize else own
    else own.toUpperCase(java.util.Locale.ROOT)

  private def identified: Option[SampleChoice] = (ids.values, refs.values) match
    case (Seq("$id"), Seq("$ref")) => None
    case (Seq(id), Seq(ref)) =>
      Some(SampleChoice(
        "identity",
        s"Identity.Marked(${ScalaText.quoted(id)}, ${ScalaText.quoted(ref)})",
        _.copy(identity = Identity.Marked(id, ref))
      ))
    case _ => None

  /** In the order of the parameters of [[JsonDialect]]. */
  val all: Seq[SampleChoice] = List(
    named("names", fields)(style => _.copy(names = style)),
    if leafNames.isEmpty then named("leafNames", leaves)(style => _.copy(leafNames = style))
    else Some(SampleChoice("leafNames", "NameStyle.Qualified", _.copy(leafNames = NameStyle.Qualified))),
    family,
    singleton,
    enumForm,
    omitted,
    agreed("nulls", nulls, "")(_ => _.copy(nulls = Nulls.AsMissing)),
    longForm,
    number("integers", integers)(form => _.copy(integers = form)),
    number("decimals", decimals)(form => _.copy(decimals = form)),
    Option.when(isLenient)(SampleChoice("reading", "NumberReading.Lenient", _.copy(reading = NumberReading.Lenient))),
    if doubles.values.length > 1 then { notes += s"doubles: samples have ${doubles.shown}; both are read"; None }
    else agreed("doubles", doubles, "Doubles.Java")(_ => _.copy(doubles = Doubles.EcmaScript)),
    agreed("notFinite", notFinite, "NotFinite.Texts")(_ => _.copy(notFinite = NotFinite.Null)),
    agreed("keys", keys, "Keys.Simple")(_ => _.copy(keys = Keys.Texts)),
    unwrapped,
    agreed("instants", instants, "Instants.Iso")(value =>
      _.copy(instants = if value == "Instants.EpochSeconds" then Instants.EpochSeconds else Instants.EpochMilliseconds)
    ),
    agreed("durations", durations, "Durations.Iso")(value =>
      _.copy(durations = if value == "Durations.Seconds" then Durations.Seconds else Durations.SecondsText)
    ),
    formatted,
    byteForm,
    agreed("tuples", tuples, "Tuples.Objects")(_ => _.copy(tuples = Tuples.Arrays)),
    either,
    Option.when(!unknown.isEmpty)(SampleChoice("unknown", "Unknown.Skip", _.copy(unknown = JsonDialect.Unknown.Skip))),
    agreed("duplicates", duplicates, "")(_ => _.copy(duplicates = Duplicates.Last)),
    agreed("marks", marks, "")(_ => _.copy(marks = Marks.Refused)),
    identified,
    agreed("leniency", leniency, "")(_ => _.copy(leniency = Leniency.Configuration))
  ).flatten

  def contradictions: Seq[String] =
    (fields.contradictions ++ leaves.contradictions).map("names: " + _) ++ families.contradiction.map(
      "families: " + _
    ) ++ conflicts

  /** The options for which the type has a use, without a sample that shows a value. */
  def open: Seq[String] =
    val shapes = DialectCheck.reached(root)
    def has(test: PartialFunction[Shape, Boolean]): Boolean = shapes.exists(test.applyOrElse(_, _ => false))
    def scalar(kinds: ScalarKind*): Boolean = has { case s: Shape.Scalar => kinds.contains(s.kind) }
    def standard(names: String*): Boolean = has { case s: Shape.Standard => names.contains(s.name) }
    def untold(option: String, isUsed: Boolean, isShown: Boolean): Option[String] =
      Option.when(isUsed && !isShown)(s"$option: no sample shows it")
    def isFamily(s: Shape.Sum): Boolean =
      !KnownClasses.isEither(s) || eithers.isEmpty || eithers.has("Eithers.Families")
    notes.toSeq ++ List(
      untold(
        "names",
        has { case p: Shape.Product =>
          p.fieldNames.exists(name => SampleNames.styles.exists((_, style) => style(name) != name))
        },
        fields.isShown
      ),
      untold("leafNames", has { case s: Shape.Sum => isFamily(s) }, leaves.isShown || !leafNames.isEmpty),
      untold("families", has { case s: Shape.Sum => isFamily(s) && !SampleWalk.isEnum(s) }, families.values.nonEmpty),
      untold(
        "singletons",
        has { case s: Shape.Sum => !SampleWalk.isEnum(s) && s.leafShapes.exists(_.isInstanceOf[Shape.Singleton]) },
        singletons.has("text") || singletons.has("object")
      ),
      untold(
        "enums",
        has { case s: Shape.Sum => SampleWalk.isEnum(s) },
        !enums.isEmpty || singletons.has("enum as text")
      ),
      untold(
        "omit = Nones",
        has { case p: Shape.Product => p.fieldShapes.exists(_.isInstanceOf[Shape.Optional]) },
        !nones.isEmpty
      ),
      untold(
        "omit = Empties",
        has { case p: Shape.Product => p.fieldShapes.exists(SampleWalk.isCollection) },
        !empties.isEmpty
      ),
      untold("longs", scalar(ScalarKind.Long), !longs.isEmpty),
      untold("integers", standard("BigInteger"), !integers.isEmpty),
      untold("decimals", standard("BigDecimal", "JavaBigDecimal"), !decimals.isEmpty),
      untold("doubles", scalar(ScalarKind.Double, ScalarKind.Float), !doubles.isEmpty),
      untold("notFinite", scalar(ScalarKind.Double, ScalarKind.Float), !notFinite.isEmpty),
      untold("keys", has { case m: Shape.Mapping => !JsonTags.isObject(m) }, !keys.isEmpty),
      untold("instants", standard("Instant", "Date"), !instants.isEmpty || formatters.contains("Instant")),
      untold("durations", standard("Duration"), !durations.isEmpty),
      untold("tuples", has { case p: Shape.Product => KnownClasses.isTuple(p) }, !tuples.isEmpty),
      untold("eithers", has { case s: Shape.Sum => KnownClasses.isEither(s) }, !eithers.isEmpty),
      untold(
        "bytes",
        has { case s: Shape.Sequence => s.kind == "Array" && s.element == Shape.Scalar(ScalarKind.Byte) },
        bytes.values.nonEmpty
      ),
      untold("unknown", has { case _: Shape.Product => true }, !unknown.isEmpty),
      untold("identity", has { case p: Shape.Product => p.isTracked }, !refs.isEmpty)
    ).flatten
