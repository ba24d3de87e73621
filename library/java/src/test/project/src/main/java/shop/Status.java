package shop;

public enum Status {
  OPEN,
  SHIPPED {
    @Override
    boolean isDone() {
      return true;
    }
  };

  boolean isDone() {
    return false;
  }
}
