package brine.testkit.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A class of Java's as most are: private fields, a constructor without parameters, methods that read and assign. */
public class Address {
  private String street;
  private int number;
  private List<Integer> floors = new ArrayList<>();
  private NavigableMap<String, Address> neighbours = new TreeMap<>();
  private transient int visits = 3;

  public Address() {}

  public Address(String street, int number) {
    this.street = street;
    this.number = number;
  }

  public String getStreet() {
    return street;
  }

  public int getNumber() {
    return number;
  }

  public List<Integer> getFloors() {
    return floors;
  }

  public NavigableMap<String, Address> getNeighbours() {
    return neighbours;
  }

  public int getVisits() {
    return visits;
  }

  public void setVisits(int visits) {
    this.visits = visits;
  }

  /** A subclass with one more field. */
  public static final class OfFirm extends Address {
    private String firm;

    public OfFirm() {}

    public OfFirm(String firm, String street, int number) {
      super(street, number);
      this.firm = firm;
    }

    public String getFirm() {
      return firm;
    }
  }
}
