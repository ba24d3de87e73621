package brine.json.dialects

import scala.deriving.Mirror

/** The rules that a dialect has for some types and fields only: [[JsonDialect.forType]] and [[JsonDialect.at]]. They
  * are data, and two of them are equal if they change the same options of the same places.
  *
  * A dialect with rules leads to others: the one for the objects of a type, and the one for the value of a field. Each
  * of these has the same rules, and remembers where it applies:
  *
  * @param types  the changes for the objects of a class, or of a sealed type
  * @param fields the changes for a field, by a class and the names of the fields that lead there from its objects
  * @param outer  the dialect for all objects that the rules of the present type or field do not reach; null if it is
  *   this one
  * @param owner  the type whose objects the dialect is for; null if it is for all
  * @param within the changes of the fields around, which precede those of types
  * @param ahead  the changes for fields of the next object
  */
final case class PlaceRules private[json] (
    private[json] val types: Map[Class[?], OptionChanges],
    private[json] val fields: Map[(Class[?], List[String]), OptionChanges],
    private[json] val outer: JsonDialect | Null = null,
    private[json] val owner: Class[?] | Null = null,
    private[json] val within: OptionChanges = OptionChanges.none,
    private[json] val ahead: Map[List[String], OptionChanges] = Map.empty
):
  private[json] def isEmpty: Boolean = this eq PlaceRules.none

object PlaceRules:
  /** No rules: the dialect's options hold everywhere. */
  val none: PlaceRules = new PlaceRules(Map.empty, Map.empty)

/** Some options of a dialect, by their numbers, with other values. */
private[json] final case class OptionChanges(options: Map[Int, Any]):
  def ++(other: OptionChanges): OptionChanges =
    if other.options.isEmpty then this else new OptionChanges(options ++ other.options)

  def of(dialect: JsonDialect, places: PlaceRules): JsonDialect =
    val values = Array.tabulate[Any](dialect.productArity)(i => options.getOrElse(i, dialect.productElement(i)))
    values(OptionChanges.Places) = places
    summon[Mirror.ProductOf[JsonDialect]].fromProduct(Tuple.fromArray(values))

private[json] object OptionChanges:
  val none: OptionChanges = new OptionChanges(Map.empty)

  /** The options that a function changes. */
  def by(change: JsonDialect => JsonDialect, dialect: JsonDialect): OptionChanges =
    val changed = change(dialect)
    new OptionChanges(
      (0 until Places).filter(i => changed.productElement(i) != dialect.productElement(i)).map(i =>
        i -> changed.productElement(i)
      ).toMap
    )

  /** The number of the option that has the rules, the last one. */
  private lazy val Places: Int = JsonDialect.Default.productArity - 1
