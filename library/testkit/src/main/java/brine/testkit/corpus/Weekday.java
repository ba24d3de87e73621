package brine.testkit.corpus;

/** An enum of Java's; one of its constants has a separate class. */
public enum Weekday {
  FRIDAY,
  SATURDAY,
  SUNDAY {
    @Override
    public boolean isOpen() {
      return false;
    }
  };

  public boolean isOpen() {
    return true;
  }
}
