package shop;

import brine.javaapi.Brine;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

public class Main {
  static final Brine BRINE = Brine.builder().packages("shop").build();

  public static void main(String[] files) {
    Customer jim = new Customer();
    jim.setName("Jim");
    jim.getFriends().add(jim);
    Line line = new Line("pen", 3, new Money(new BigDecimal("1.20"), "EUR"));
    Order order = new Order(7, jim, List.of(line), new Transfer("DE02"), Status.SHIPPED, Instant.EPOCH);
    BRINE.binary().writeTo(order, Path.of(files[0]), Order.class);
  }
}
