package brine.json.samples

/** A type that samples show. */
private[json] enum SampledType:
  /** A type of Scala's or Java's library, or a class of [[SampledClass]], by its name in Scala. */
  case Named(name: String)
  case Optional(element: SampledType)
  case Sequence(element: SampledType)
  case Mapping(value: SampledType)
  case Union(parts: List[SampledType])

  def source: String = this match
    case Named(name)       => name
    case Optional(element) => s"Option[${element.source}]"
    case Sequence(element) => s"List[${element.source}]"
    case Mapping(value)    => s"Map[String, ${value.source}]"
    case Union(parts)      => parts.map(_.source).mkString(" | ")

/** A field: the name in JSON, and its type. */
private[json] final case class SampledField(key: String, kind: SampledType)

/** A class that samples show, or a sealed family.
  *
  * @param leaves the fields of each leaf by its name in JSON; for a class, one entry without a name
  */
private[json] final case class SampledClass(name: String, leaves: List[(String, List[SampledField])], isFamily: Boolean)
