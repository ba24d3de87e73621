package brine.javaapi;

import java.util.List;

/** Classes that Brine cannot pickle as they are, with every cause, and a cure for each. */
public final class UnfitClassException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Cause> causes;

  UnfitClassException(String message, List<Cause> causes) {
    super(message);
    this.causes = causes;
  }

  /**
   * Returns the causes.
   *
   * @return each cause once
   */
  public List<Cause> causes() {
    return causes;
  }

  /**
   * A cause.
   *
   * @param text   the reason, and what to do
   * @param places where the class was met, such as {@code Order.customer}; empty for the class that was asked for
   */
  public record Cause(String text, List<String> places) {
    /** Copies the places. */
    public Cause {
      places = List.copyOf(places);
    }

    @Override
    public String toString() {
      return places.isEmpty() ? text : text + " (at " + String.join(", ", places) + ")";
    }
  }
}
