package brine.testkit.corpus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records for which Scala has case classes of the same shape. */
public final class Purchases {
  private Purchases() {}

  public record Purchase(
      int id, String buyer, List<Item> items, Map<String, Long> counts, Optional<String> note, Pay pay, Instant at) {}

  public record Item(String article, double price, boolean isGift, long[] codes) {}

  public sealed interface Pay permits ByCard, Cash {}

  public record ByCard(String number, short month) implements Pay {}

  public record Cash(char currency) implements Pay {}
}
