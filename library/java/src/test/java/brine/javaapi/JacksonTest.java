package brine.javaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Annotations of Jackson, which are read on request. */
class JacksonTest {
  record Person(@JsonProperty("full_name") String name, @JsonAlias({"mail", "e_mail"}) String email) {}

  static final class Account {
    @JsonProperty("account_owner")
    private String owner;

    private long cents;
    @JsonIgnore private String cached;

    @JsonProperty("amount")
    long getCents() {
      return cents;
    }

    @JsonAlias("holder")
    void setOwner(String owner) {
      this.owner = owner;
    }
  }

  sealed interface Payment permits Card, Cash {}

  @JsonTypeName("card")
  record Card(String number) implements Payment {}

  record Cash() implements Payment {}

  record Paid(Payment by, Status status) {}

  enum Status {
    @JsonProperty("open")
    OPEN,
    @JsonEnumDefaultValue
    OTHER
  }

  private static final Class<?>[] CLASSES = {Person.class, Account.class, Payment.class, Paid.class, Status.class};
  private static final Brine JACKSON = Brine.builder().classes(CLASSES).jacksonAnnotations().build();
  private static final Brine PLAIN = Brine.builder().classes(CLASSES).build();

  @Test
  @DisplayName("names and aliases at components of records")
  void records() {
    Person person = new Person("Jim", "j@example.org");
    assertEquals("{\"full_name\":\"Jim\",\"email\":\"j@example.org\"}", JACKSON.json().write(person));
    for (String alias : new String[] {"email", "mail", "e_mail"}) {
      String text = "{\"full_name\":\"Jim\",\"" + alias + "\":\"j@example.org\"}";
      assertEquals(person, JACKSON.json().read(text, Person.class));
    }
  }

  @Test
  @DisplayName("names, aliases and what is not data, at fields, getters and setters")
  void beans() {
    Account account = new Account();
    account.owner = "Ann";
    account.cents = 12;
    account.cached = "Ann has 12";
    assertEquals("{\"account_owner\":\"Ann\",\"amount\":12}", JACKSON.json().write(account));
    Account back = JACKSON.json().read("{\"holder\":\"Ann\",\"amount\":12}", Account.class);
    assertEquals("Ann", back.owner);
    assertEquals(12, back.getCents());
    for (Account other :
        new Account[] {
          JACKSON.binary().read(JACKSON.binary().write(account), Account.class),
          JACKSON.graph().read(JACKSON.graph().write(account), Account.class)
        }) {
      assertEquals("Ann", other.owner);
      assertNull(other.cached);
    }
  }

  @Test
  @DisplayName("names of leaves and constants, and the constant for unknown ones")
  void leaves() {
    Paid paid = new Paid(new Card("1"), Status.OPEN);
    String text = "{\"by\":{\"$type\":\"card\",\"number\":\"1\"},\"status\":\"open\"}";
    assertEquals(text, JACKSON.json().write(paid));
    assertEquals(paid, JACKSON.json().read(text, Paid.class));
    assertEquals(Status.OTHER, JACKSON.json().read("\"new\"", Status.class));
  }

  @Test
  @DisplayName("without the request they mean nothing")
  void notAsked() {
    assertEquals("{\"name\":\"Jim\",\"email\":null}", PLAIN.json().write(new Person("Jim", null)));
    assertEquals("\"OPEN\"", PLAIN.json().write(Status.OPEN));
  }
}
