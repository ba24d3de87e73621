package brine.bench.messages

import java.util.UUID
import brine.Pickler
import Language.*

final case class OrderLine(sku: String, quantity: Int, cents: Long, giftWrap: Boolean) derives Pickler
final case class OrderPlaced(
    id: UUID,
    customer: Long,
    placedAt: Long,
    lines: List[OrderLine],
    coupon: Option[String],
    note: String
) derives Pickler

enum BasketAction derives Pickler:
  case Added, Removed, Emptied

final case class BasketChanged(basket: UUID, action: BasketAction, sku: String, count: Int, session: String, at: Long)
    derives Pickler

final case class ProductViewed(
    product: String,
    title: String,
    customer: Option[Long],
    referrer: Option[String],
    seconds: Double
) derives Pickler

final case class ShelfCount(shelf: String, pieces: Int) derives Pickler
final case class StockCounted(warehouse: String, sku: String, shelves: Vector[ShelfCount], countedBy: String, at: Long)
    derives Pickler

final case class PriceChanged(sku: String, oldCents: Long, newCents: Long, byCountry: Map[String, Long], reason: String)
    derives Pickler

final case class Parcel(code: String, grams: Int, fragile: Boolean) derives Pickler
final case class ParcelShipped(
    order: UUID,
    carrier: String,
    parcels: List[Parcel],
    deliveryDays: Option[Int],
    insured: Boolean
) derives Pickler

sealed trait CouponGiven derives Pickler
final case class PercentCoupon(code: String, customer: UUID, percent: Int, validUntil: Long, terms: String)
    extends CouponGiven
final case class AmountCoupon(code: String, customer: UUID, cents: Long, currency: String, terms: String)
    extends CouponGiven
final case class FreeShippingCoupon(code: String, customer: UUID, countries: List[String]) extends CouponGiven

final case class ProductReviewed(
    product: Long,
    author: String,
    stars: Int,
    title: String,
    text: String,
    pros: List[String]
) derives Pickler

private[messages] object Shop:
  type All =
    (OrderPlaced, BasketChanged, ProductViewed, StockCounted, PriceChanged, ParcelShipped, CouponGiven, ProductReviewed)

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      OrderPlaced(
        r.uuid,
        r.nextLong(1_000_000),
        r.time,
        r.list(1, 5)(OrderLine(r.code("SKU"), r.between(1, 9), r.nextLong(50_000), r.chance(10))),
        r.some(30)(r.code("SALE")),
        r.text(Latin, 0, 12)
      )
    ),
    MessageType.of(r =>
      BasketChanged(r.uuid, r.oneOf(BasketAction.values*), r.code("SKU"), r.between(1, 4), r.uuid.toString, r.time)
    ),
    MessageType.of(r =>
      ProductViewed(
        r.code("SKU"),
        r.text(Latin, 4, 9),
        r.some(60)(r.nextLong(1_000_000)),
        r.some(70)(s"https://${r.host}/find/${r.between(1, 99)}"),
        r.decimal(300)
      )
    ),
    MessageType.of(r =>
      val shelves = r.vector(2, 8)(ShelfCount(r.code("S"), r.nextInt(500)))
      StockCounted(r.oneOf("North", "Harbour"), r.code("SKU"), shelves, r.personName, r.time)
    ),
    MessageType.of(r =>
      PriceChanged(
        r.code("SKU"),
        r.nextLong(90_000),
        r.nextLong(90_000),
        r.table(1, 4, "GR", "FR", "DE", "SE", "PT")(r.nextLong(90_000)),
        r.text(Latin, 5, 14)
      )
    ),
    MessageType.of(r =>
      ParcelShipped(
        r.uuid,
        r.oneOf("Hermes", "Swift Post", "By hand"),
        r.list(1, 4)(Parcel(r.code("PX"), r.nextInt(20_000), r.chance(20))),
        r.some(80)(r.between(1, 14)),
        r.chance(50)
      )
    ),
    MessageType.of[CouponGiven](r =>
      r.nextInt(3) match
        case 0 => PercentCoupon(r.code("P"), r.uuid, r.between(5, 50), r.time, r.text(Latin, 4, 15))
        case 1 => AmountCoupon(r.code("A"), r.uuid, r.nextLong(5000), r.currency, r.text(Latin, 4, 15))
        case _ => FreeShippingCoupon(
            r.code("F"),
            r.uuid,
            r.list(2, 9)(r.oneOf("Greece", "France", "Portugal", "Sweden", "Austria"))
          )
    ),
    MessageType.of(r =>
      ProductReviewed(
        r.nextLong(1_000_000),
        r.text(Chinese, 2, 3),
        r.between(1, 5),
        r.text(Chinese, 3, 6),
        r.text(Chinese, 10, 50),
        r.list(0, 3)(r.text(Chinese, 1, 3))
      )
    )
  )
