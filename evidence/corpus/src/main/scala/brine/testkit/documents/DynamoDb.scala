package brine.testkit.documents

// format: off
import brine.Pickler
import brine.json.{Json, JsonDialect, NameStyle}
import brine.json.JsonDialect.*
import Draws.*

/** Items of a database: a value is in an object whose only member names its type. */
object DynamoDb:
  enum Attribute derives Pickler:
    case S(value: String)
    case N(value: BigDecimal)
    case B(value: String)
    case BOOL(value: Boolean)
    case NULL(value: Boolean)
    case SS(value: List[String])
    case L(value: List[Attribute])
    case M(value: Map[String, Attribute])
  final case class Page(items: List[Map[String, Attribute]], count: Int, lastEvaluatedKey: Option[Map[String,
      Attribute]],
      consumedCapacity: Option[Capacity]) derives Pickler
  final case class Capacity(tableName: String, capacityUnits: Double) derives Pickler

  private val values = Set[Class[?]](classOf[Attribute.S], classOf[Attribute.N], classOf[Attribute.B],
    classOf[Attribute.BOOL], classOf[Attribute.NULL], classOf[Attribute.SS], classOf[Attribute.L], classOf[Attribute.M])
  val dialect: JsonDialect = JsonDialect.Api.copy(names = NameStyle.PascalCase, families = Families.Wrapper,
    wrapped = Wrapped.FieldsOf(values), decimals = NumberForm.Text)

  val kind: DocumentKind[Page] = DocumentKind("DynamoDB items", dialect)(
    "/Items/0/id/S" -> 1,
    "/Items/0/id" -> "x",
    "/Items/0/all/L" -> Json.Null,
    "/Count" -> "1"
  )(
    obj("Items" -> list(obj("id" -> obj("S" -> text), "all" -> obj("L" -> list(attribute(2)))), 1), "Count" -> whole,
      "LastEvaluatedKey?" -> map(attribute(0), 1),
      "ConsumedCapacity?" -> obj("TableName" -> name, "CapacityUnits" -> number))
  )

  private def attribute(levels: Int)(using Draw): Json =
    if levels > 0 && chance(3) then
      oneOf(obj("L" -> list(attribute(levels - 1))), obj("M" -> map(attribute(levels - 1))))
    else
      oneOf(obj("S" -> text), obj("N" -> oneOf("12.50", "-7")), obj("B" -> "AAEC"), obj("BOOL" -> truth),
        obj("NULL" -> true), obj("SS" -> some(text)))
