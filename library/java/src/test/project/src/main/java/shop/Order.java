package shop;

import brine.javaapi.Alias;
import brine.javaapi.IfAbsent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

public record Order(
    long id, Customer customer, List<Line> lines, Payment payment, Status status, @Alias("created") Instant placed,
    Optional<String> note, @IfAbsent("web") String channel) {
  public Order {
    lines = List.copyOf(lines);
  }
}
