package shop;

import java.util.ArrayList;
import java.util.List;

/** A bean, as frameworks like it. */
public class Customer {
  private String name;
  private Address address;
  private List<Customer> friends = new ArrayList<>();

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public Address getAddress() {
    return address;
  }

  public void setAddress(Address address) {
    this.address = address;
  }

  public List<Customer> getFriends() {
    return friends;
  }
}
