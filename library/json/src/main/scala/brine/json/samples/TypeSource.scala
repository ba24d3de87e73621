package brine.json.samples

import brine.json.dialects.{DialectPresets, JsonDialect, NameStyle}
import JsonDialect.*

/** Prints classes that samples show, and their dialect, as Scala. */
private[json] final class TypeSource(classes: Seq[SampledClass], member: String | Null, omitsNones: Boolean):
  import TypeSource.*

  private val fieldNames: Map[Seq[String], Map[String, String]] =
    classes.flatMap(_.leaves.map(_._2.map(_.key))).distinct.map(keys => keys -> ScalaNames.ofFields(keys)).toMap

  /** The style that most fields have; the others have `@rename`. */
  private val style: (String, NameStyle) =
    val pairs = fieldNames.values.flatten.toSeq
    SampleNames.styles.maxBy((_, style) => pairs.count((key, name) => style(name) == key))

  private val leafNames: Map[(String, String), String] =
    val names = new ScalaNames
    for own <- classes do { val ignored = names.fresh(own.name) }
    (for own <- classes if own.isFamily; (leaf, _) <- own.leaves yield (own.name, leaf) -> names.fresh(leaf)).toMap

  private val leafStyle: (String, NameStyle) =
    SampleNames.styles.maxBy((_, style) => leafNames.count((leaf, name) => style(name) == leaf._2))

  private val options: Seq[(String, String, JsonDialect => JsonDialect)] = Seq(
    Option.when(style._1 != AsIs)(("names", style._1, (d: JsonDialect) => d.copy(names = style._2))),
    Option.when(leafStyle._1 != AsIs)((
      "leafNames",
      leafStyle._1,
      (d: JsonDialect) => d.copy(leafNames = leafStyle._2)
    )),
    Option.when(member != null && member != "type")(
      (
        "families",
        s"Families.Member(${ScalaText.quoted(member.nn)})",
        (d: JsonDialect) => d.copy(families = Families.Member(member.nn))
      )
    ),
    Option.when(!omitsNones)(("omit", "Set.empty", (d: JsonDialect) => d.copy(omit = Set.empty)))
  ).flatten

  def dialect: JsonDialect = options.foldLeft(Base)((d, option) => option._3(d))

  private def dialectSource: String =
    if options.isEmpty then "JsonDialect.Api"
    else options.map((name, value, _) => s"  $name = $value").mkString("JsonDialect.Api.copy(\n", ",\n", "\n)")

  /** The name of the type of the documents; `Json` if there were none. */
  def nameOf(root: SampledType | Null, name: String): String = root match
    case null                                                    => "Json"
    case SampledType.Named(own) if classes.exists(_.name == own) => own
    case _                                                       => free(name)

  def text(root: SampledType | Null, name: String): String =
    val own = nameOf(root, name)
    val alias =
      if root == null || classes.exists(_.name == own) then Nil
      else
        s"type $own = ${root.nn.source}" :: unionIn(root.nn).toList.map(union =>
          s"given Pickler[${union.source}] = Pickler.derived"
        )
    (classes.map(definition) ++ alias :+ s"val dialect = $dialectSource").mkString("\n\n")

  /** The union in a type that is no field: the derivation of a class would find it. */
  private def unionIn(kind: SampledType): Option[SampledType.Union] = kind match
    case u: SampledType.Union          => Some(u)
    case SampledType.Optional(element) => unionIn(element)
    case SampledType.Sequence(element) => unionIn(element)
    case SampledType.Mapping(value)    => unionIn(value)
    case SampledType.Named(_)          => None

  private def free(name: String): String =
    val names = new ScalaNames
    for own <- classes do { val ignored = names.fresh(own.name) }
    names.fresh(name)

  private def definition(own: SampledClass): String =
    if !own.isFamily then s"final case class ${own.name}${parameters(own.leaves.head._2, "  ")} derives Pickler"
    else
      own.leaves.map { (leaf, fields) =>
        val name = leafNames((own.name, leaf))
        val rename = if leafStyle._2(name) == leaf then "" else s"@rename(${ScalaText.quoted(leaf)}) "
        s"  ${rename}case $name${parameters(fields, "    ")}"
      }.mkString(s"enum ${own.name} derives Pickler:\n", "\n", "")

  private def parameters(fields: List[SampledField], indent: String): String =
    val names = fieldNames(fields.map(_.key))
    if fields.isEmpty then "()"
    else
      fields.map { field =>
        val name = names(field.key)
        val rename = if style._2(name) == field.key then "" else s"@rename(${ScalaText.quoted(field.key)}) "
        val default = field.kind match
          case SampledType.Optional(_) => " = None"
          case _                       => ""
        s"$indent$rename${ScalaNames.quoted(name)}: ${field.kind.source}$default"
      }.mkString("(\n", ",\n", s"\n${indent.drop(2)})")

private[json] object TypeSource:
  val Base: JsonDialect = DialectPresets.Api
  private final val AsIs = "NameStyle.AsIs"
