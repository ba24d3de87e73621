package brine.testkit.corpus;

import java.util.List;

/** A record, with another constructor and a method that is not a component. */
public record Opening(Weekday day, int from, int until, List<String> notes) {
  public Opening(Weekday day, int from) {
    this(day, from, 24, List.of());
  }

  public int hours() {
    return until - from;
  }
}
