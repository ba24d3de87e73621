package brine.testkit.documents

// format: off
import java.time.Instant
import brine.Pickler
import brine.json.{Json, JsonDialect}
import brine.json.JsonDialect.*
import Draws.*

/** Events of payments: the member `object` names the resource, and a field has an identifier or the resource itself. */
object Stripe:
  final case class Event(id: String, `object`: String, created: Instant, livemode: Boolean, data: Data, `type`: String)
      derives Pickler
  final case class Data(`object`: Resource, previousAttributes: Option[Map[String, String]]) derives Pickler
  enum Resource derives Pickler:
    case Charge(id: String, amount: Long, currency: String, created: Instant, customer: Option[String | Resource],
        metadata: Map[String, String], paymentMethodDetails: Option[PaymentMethod])
    case Customer(id: String, email: Option[String], balance: Long, defaultSource: Option[String | Resource])
    case Card(id: String, brand: String, expMonth: Int, expYear: Int, customer: Option[String])
  enum PaymentMethod derives Pickler:
    case Card(card: CardDetails)
    case SepaDebit(sepaDebit: SepaDetails)
  final case class CardDetails(brand: String, last4: String, checks: Map[String, Option[String]]) derives Pickler
  final case class SepaDetails(bankCode: Option[String], country: String) derives Pickler

  val dialect: JsonDialect = DocumentKind.snake
    .copy(families = Families.Member("object"), omit = Set.empty, instants = Instants.EpochSeconds)
    .forType[PaymentMethod](_.copy(families = Families.Member("type")))
    .forType[Data](_.copy(omit = Set(Omit.Nones)))

  val kind: DocumentKind[Event] = DocumentKind("Stripe", dialect)(
    "/created" -> "yesterday",
    "/data/object" -> "ch_1",
    "/data/object/id" -> 7,
    "/livemode" -> "true"
  )(
    obj("id" -> s"evt_$hex", "object" -> "event", "created" -> whole, "livemode" -> truth,
      "data" -> obj("object" -> oneOf(charge, customer, card), "previous_attributes?" -> map(text)), "type" -> name)
  )

  private def charge(using Draw): Json = obj("object" -> "charge", "id" -> s"ch_$hex", "amount" -> large,
    "currency" -> "eur", "created" -> whole, "customer" -> orNull(oneOf(s"cus_$hex", customer)),
    "metadata" -> map(text),
    "payment_method_details" -> orNull(oneOf(
      obj("type" -> "card", "card" -> obj("brand" -> name, "last4" -> "4242", "checks" -> map(orNull(name)))),
      obj("sepa_debit" -> obj("bank_code" -> orNull(name), "country" -> "CH"), "type" -> "sepa_debit"))))

  private def customer(using Draw): Json = obj("id" -> s"cus_$hex", "object" -> "customer", "email" -> orNull(text),
    "balance" -> large, "default_source" -> orNull(oneOf(s"card_$hex", card)))

  private def card(using Draw): Json = obj("id" -> s"card_$hex", "object" -> "card", "brand" -> name,
    "exp_month" -> 4, "exp_year" -> 2030, "customer" -> orNull(s"cus_$hex"))
