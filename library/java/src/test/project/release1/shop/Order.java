package shop;

import java.time.Instant;
import java.util.List;

public record Order(int id, Customer customer, List<Line> lines, Payment payment, Status status, Instant created) {
  public Order {
    lines = List.copyOf(lines);
  }
}
