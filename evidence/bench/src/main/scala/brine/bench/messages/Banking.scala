package brine.bench.messages

import java.util.{SplittableRandom, UUID}
import brine.Pickler
import Language.*

sealed trait PaymentMeans derives Pickler
final case class Card(holder: String, lastDigits: Int, expires: String) extends PaymentMeans
final case class BankTransfer(account: String, bank: String) extends PaymentMeans
final case class Wallet(id: UUID) extends PaymentMeans
case object Cash extends PaymentMeans

final case class Money(units: Long, currency: String) derives Pickler
final case class PaymentMade(
    id: UUID,
    payer: String,
    amount: Money,
    means: PaymentMeans,
    purpose: Option[String],
    at: Long
) derives Pickler

enum AccountKind derives Pickler:
  case Current, Savings, Joint, Business

final case class AccountOpened(
    account: String,
    kind: AccountKind,
    holders: List[String],
    interest: Double,
    branch: String,
    openedAt: Long
) derives Pickler

final case class BalanceTold(account: String, at: Long, booked: Money, available: Money, byPurpose: Map[String, Long])
    derives Pickler

final case class LoanRequested(
    id: UUID,
    applicant: String,
    income: Long,
    amount: Long,
    months: Int,
    rate: Double,
    guarantors: List[String],
    ownsHome: Boolean
) derives Pickler

final case class ExchangeRates(base: String, at: Long, rates: Map[String, Double], source: String) derives Pickler

enum Side derives Pickler:
  case Buy, Sell

final case class Fill(venue: String, quantity: Long, price: Double) derives Pickler
final case class TradeExecuted(
    order: UUID,
    symbol: String,
    side: Side,
    fills: Vector[Fill],
    fee: Double,
    trader: Option[String]
) derives Pickler

final case class InvoiceItem(text: String, quantity: Double, price: Double, taxPercent: Int) derives Pickler
final case class InvoiceSent(number: String, to: String, items: List[InvoiceItem], dueAt: Long, reminder: Boolean)
    derives Pickler

sealed trait Suspicion derives Pickler
final case class ManyTries(count: Int, minutes: Int) extends Suspicion
final case class FarAway(kilometres: Double, country: String) extends Suspicion
final case class UnusualAmount(amount: Money, usual: Money) extends Suspicion

final case class FraudSuspected(
    payment: UUID,
    account: String,
    score: Double,
    suspicions: List[Suspicion],
    blocked: Boolean
) derives Pickler

private[messages] object Banking:
  type All =
    (PaymentMade, AccountOpened, BalanceTold, LoanRequested, ExchangeRates, TradeExecuted, InvoiceSent, FraudSuspected)

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      val means = r.nextInt(4) match
        case 0 => Card(r.personName, r.nextInt(10_000), s"${r.between(1, 12)}/${r.between(26, 31)}")
        case 1 => BankTransfer(r.code("GR16-0110"), "Bank of the North")
        case 2 => Wallet(r.uuid)
        case _ => Cash
      PaymentMade(r.uuid, r.personName, money(r), means, r.some(60)(r.text(Latin, 2, 8)), r.time)
    ),
    MessageType.of(r =>
      AccountOpened(
        r.code("GR16-0110"),
        r.oneOf(AccountKind.values*),
        r.list(1, 3)(r.personName),
        r.decimal(4),
        r.oneOf("Old Town", "Harbour"),
        r.time
      )
    ),
    MessageType.of(r =>
      BalanceTold(
        r.code("GR16-0110"),
        r.time,
        money(r),
        money(r),
        r.table(1, 4, "rent", "food", "travel", "books", "savings")(r.nextLong(900_000))
      )
    ),
    MessageType.of(r =>
      LoanRequested(
        r.uuid,
        r.personName,
        r.nextLong(12_000_000),
        r.nextLong(90_000_000),
        r.between(12, 360),
        r.decimal(9),
        r.list(0, 2)(r.personName),
        r.chance(40)
      )
    ),
    MessageType.of(r =>
      ExchangeRates(
        r.currency,
        r.time,
        r.table(3, 9, "EUR", "USD", "JPY", "CHF", "GBP", "SEK", "NOK")(r.decimal(200)),
        r.host
      )
    ),
    MessageType.of(r =>
      TradeExecuted(
        r.uuid,
        r.oneOf("OLV", "FETA", "MRBL"),
        r.oneOf(Side.values*),
        r.vector(1, 6)(Fill(r.oneOf("Athens", "Paris", "London"), r.nextLong(10_000), r.decimal(400))),
        r.decimal(20),
        r.some(50)(r.personName)
      )
    ),
    MessageType.of(r =>
      val items =
        r.list(1, 6)(InvoiceItem(r.text(Latin, 2, 5), r.between(1, 20) / 4.0, r.decimal(900), r.oneOf(6, 13, 24)))
      InvoiceSent(r.code("INV"), r.personName, items, r.time, r.chance(15))
    ),
    MessageType.of(r =>
      val suspicions = r.list[Suspicion](1, 3)(r.nextInt(3) match
        case 0 => ManyTries(r.between(3, 90), r.between(1, 60))
        case 1 => FarAway(r.decimal(12_000), r.oneOf("Peru", "Iceland", "Laos"))
        case _ => UnusualAmount(money(r), money(r))
      )
      FraudSuspected(r.uuid, r.code("GR16-0110"), r.nextDouble(), suspicions, r.chance(50))
    )
  )

  private def money(r: SplittableRandom): Money = Money(r.nextLong(1_000_000), r.currency)
