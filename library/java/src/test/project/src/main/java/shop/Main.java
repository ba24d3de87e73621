package shop;

import brine.javaapi.Brine;
import java.nio.file.Path;

public class Main {
  static final Brine BRINE = Brine.builder().packages("shop").build();

  public static void main(String[] files) {
    Order order = BRINE.binary().read(Path.of(files[0]), Order.class); // from either release
    System.out.println(BRINE.json().write(order));
    System.out.println(BRINE.graph().inspect(BRINE.graph().write(order)).type("Line").field("count").sum());
  }
}
