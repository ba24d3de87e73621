package brine.bench.peers

import scala.deriving.Mirror
import io.bullet.borer.Codec
import io.bullet.borer.derivation.{ArrayBasedCodecs, MapBasedCodecs}
import brine.bench.messages.*

/** The messages' codecs are derived over the list of types; those of their parts must be given. */
private object BorerMessages:
  given [A <: scala.reflect.Enum](using constants: Constants[A]): Codec[A] =
    Codec.bimap[Int, A](_.ordinal, constants.values)

private object BorerMapMessages:
  import BorerMessages.given
  import BorerScalars.given
  import MapBasedCodecs.{deriveAllCodecs, deriveCodec}

  lazy val codecs: Vector[Codec[Any]] = Messages.ofEach[Made].map(_.codec)

  /** A codec that other derivations do not find, which would derive it again. */
  private final class Made[A](val codec: Codec[A])
  private inline given [A](using mirror: Mirror.Of[A]): Made[A] = inline mirror match
    case _: Mirror.ProductOf[A] => new Made(deriveCodec[A])
    case _: Mirror.SumOf[A]     => new Made(deriveAllCodecs[A])

  private given Codec[OrderLine] = deriveCodec[OrderLine]
  private given Codec[ShelfCount] = deriveCodec[ShelfCount]
  private given Codec[Parcel] = deriveCodec[Parcel]
  private given Codec[Money] = deriveCodec[Money]
  private given Codec[Fill] = deriveCodec[Fill]
  private given Codec[InvoiceItem] = deriveCodec[InvoiceItem]
  private given Codec[PageVisit] = deriveCodec[PageVisit]
  private given Codec[Screen] = deriveCodec[Screen]
  private given Codec[Wind] = deriveCodec[Wind]
  private given Codec[Coordinate] = deriveCodec[Coordinate]
  private given Codec[MeterReading] = deriveCodec[MeterReading]
  private given Codec[ReactionCount] = deriveCodec[ReactionCount]
  private given Codec[PollChoice] = deriveCodec[PollChoice]
  private given Codec[Contact] = deriveCodec[Contact]
  private given Codec[Attachment] = deriveCodec[Attachment]
  private given Codec[Section] = deriveCodec[Section]
  private given Codec[Leg] = deriveCodec[Leg]
  private given Codec[Item] = deriveCodec[Item]
  private given Codec[Image] = deriveCodec[Image]
  private given Codec[Span] = deriveCodec[Span]
  private given Codec[PaymentMeans] = deriveAllCodecs[PaymentMeans]
  private given Codec[Suspicion] = deriveAllCodecs[Suspicion]
  private given Codec[Refusal] = deriveAllCodecs[Refusal]
  private given Codec[Access] = deriveAllCodecs[Access]
  private given Codec[TicketPlace] = deriveAllCodecs[TicketPlace]
  private given Codec[Answer] = deriveAllCodecs[Answer]
  private given Codec[Step] = deriveAllCodecs[Step]
  private given Codec[Deed] = deriveAllCodecs[Deed]
  private given Codec[Setting] = deriveAllCodecs[Setting]

private object BorerArrayMessages:
  import BorerMessages.given
  import BorerScalars.given
  import ArrayBasedCodecs.{deriveAllCodecs, deriveCodec}

  lazy val codecs: Vector[Codec[Any]] = Messages.ofEach[Made].map(_.codec)

  /** A codec that other derivations do not find, which would derive it again. */
  private final class Made[A](val codec: Codec[A])
  private inline given [A](using mirror: Mirror.Of[A]): Made[A] = inline mirror match
    case _: Mirror.ProductOf[A] => new Made(deriveCodec[A])
    case _: Mirror.SumOf[A]     => new Made(deriveAllCodecs[A])

  private given Codec[OrderLine] = deriveCodec[OrderLine]
  private given Codec[ShelfCount] = deriveCodec[ShelfCount]
  private given Codec[Parcel] = deriveCodec[Parcel]
  private given Codec[Money] = deriveCodec[Money]
  private given Codec[Fill] = deriveCodec[Fill]
  private given Codec[InvoiceItem] = deriveCodec[InvoiceItem]
  private given Codec[PageVisit] = deriveCodec[PageVisit]
  private given Codec[Screen] = deriveCodec[Screen]
  private given Codec[Wind] = deriveCodec[Wind]
  private given Codec[Coordinate] = deriveCodec[Coordinate]
  private given Codec[MeterReading] = deriveCodec[MeterReading]
  private given Codec[ReactionCount] = deriveCodec[ReactionCount]
  private given Codec[PollChoice] = deriveCodec[PollChoice]
  private given Codec[Contact] = deriveCodec[Contact]
  private given Codec[Attachment] = deriveCodec[Attachment]
  private given Codec[Section] = deriveCodec[Section]
  private given Codec[Leg] = deriveCodec[Leg]
  private given Codec[Item] = deriveCodec[Item]
  private given Codec[Image] = deriveCodec[Image]
  private given Codec[Span] = deriveCodec[Span]
  private given Codec[PaymentMeans] = deriveAllCodecs[PaymentMeans]
  private given Codec[Suspicion] = deriveAllCodecs[Suspicion]
  private given Codec[Refusal] = deriveAllCodecs[Refusal]
  private given Codec[Access] = deriveAllCodecs[Access]
  private given Codec[TicketPlace] = deriveAllCodecs[TicketPlace]
  private given Codec[Answer] = deriveAllCodecs[Answer]
  private given Codec[Step] = deriveAllCodecs[Step]
  private given Codec[Deed] = deriveAllCodecs[Deed]
  private given Codec[Setting] = deriveAllCodecs[Setting]
