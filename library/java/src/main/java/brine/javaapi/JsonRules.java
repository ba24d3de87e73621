package brine.javaapi;

/** The choices of a {@link JsonDialect}. */
public final class JsonRules {
  private JsonRules() {}

  /** A field that is left out. A reader finds the value that was there. */
  public enum Omit {
    /** One that is an empty collection or map. */
    EMPTY_COLLECTIONS("Empties"),
    /** One that has its default. */
    DEFAULTS("Defaults");

    final brine.json.dialects.JsonDialect.Omit under;

    Omit(String name) {
      under = brine.json.dialects.JsonDialect.Omit.valueOf(name);
    }
  }

  /** How names in JSON follow from names in the code. */
  public enum NameStyle {
    /** As they are. */
    AS_IS(brine.json.dialects.NameStyle$.MODULE$.AsIs()),
    /** {@code camelCase}. */
    CAMEL_CASE(brine.json.dialects.NameStyle$.MODULE$.CamelCase()),
    /** {@code snake_case}. */
    SNAKE_CASE(brine.json.dialects.NameStyle$.MODULE$.SnakeCase()),
    /** {@code kebab-case}. */
    KEBAB_CASE(brine.json.dialects.NameStyle$.MODULE$.KebabCase()),
    /** {@code PascalCase}. */
    PASCAL_CASE(brine.json.dialects.NameStyle$.MODULE$.PascalCase()),
    /** {@code SCREAMING_SNAKE_CASE}. */
    SCREAMING_SNAKE_CASE(brine.json.dialects.NameStyle$.MODULE$.ScreamingSnakeCase());

    final brine.json.dialects.NameStyle under;

    NameStyle(brine.json.dialects.NameStyle under) {
      this.under = under;
    }
  }

  /** How leaves without fields are written. A reader takes both forms. */
  public enum Singletons {
    /** As their names. */
    TEXTS("Texts"),
    /** As objects without fields. */
    OBJECTS("Objects"),
    /** As names in families of nothing else, else as objects. */
    TEXTS_IN_ENUMS("TextsInEnums");

    final brine.json.dialects.JsonDialect.Singletons under;

    Singletons(String name) {
      under = brine.json.dialects.JsonDialect.Singletons.valueOf(name);
    }
  }

  /** How constants of enums are written. */
  public enum Enums {
    /** As their names. */
    NAMES("Names"),
    /** As numbers from 0, in the order of the declaration. */
    NUMBERS("Numbers");

    final brine.json.dialects.JsonDialect.Enums under;

    Enums(String name) {
      under = brine.json.dialects.JsonDialect.Enums.valueOf(name);
    }
  }

  /** How a reader takes a missing field. */
  public enum Missing {
    /** As its default or as empty; else an error. */
    FILLED("Filled"),
    /** As an error, unless the dialect leaves the field out itself. */
    REFUSED("Refused"),
    /** As the zero of its type. */
    ZEROS("Zeros");

    final brine.json.dialects.JsonDialect.Missing under;

    Missing(String name) {
      under = brine.json.dialects.JsonDialect.Missing.valueOf(name);
    }
  }

  /** How a reader takes a null where the type is not an {@code Optional}. */
  public enum Nulls {
    /** As a null, or an error. */
    KEPT("Kept"),
    /** In a field that has a default, as the default. */
    AS_MISSING("AsMissing"),
    /** As an error. */
    REFUSED("Refused");

    final brine.json.dialects.JsonDialect.Nulls under;

    Nulls(String name) {
      under = brine.json.dialects.JsonDialect.Nulls.valueOf(name);
    }
  }

  /** How numbers of a type are written. */
  public enum NumberForm {
    /** As a JSON number. */
    NUMBER("Number"),
    /** As a string. */
    TEXT("Text"),
    /** As a number up to 2^53, else as a string. */
    SAFE("Safe");

    final brine.json.dialects.JsonDialect.NumberForm under;

    NumberForm(String name) {
      under = brine.json.dialects.JsonDialect.NumberForm.valueOf(name);
    }
  }

  /** Which other forms of numbers a reader takes. */
  public enum NumberReading {
    /** None. */
    STRICT("Strict"),
    /** Strings for numbers, numbers for strings of digits, and {@code 1e3} for whole numbers. */
    LENIENT("Lenient");

    final brine.json.dialects.JsonDialect.NumberReading under;

    NumberReading(String name) {
      under = brine.json.dialects.JsonDialect.NumberReading.valueOf(name);
    }
  }

  /** How a reader takes digits that a {@code double} or {@code float} does not hold. */
  public enum FloatReading {
    /** As an error. */
    EXACT("Exact"),
    /** As the nearest number, by the rules of IEEE 754. */
    NEAREST("Nearest");

    final brine.json.dialects.JsonDialect.FloatReading under;

    FloatReading(String name) {
      under = brine.json.dialects.JsonDialect.FloatReading.valueOf(name);
    }
  }

  /** How floating point numbers are laid out. */
  public enum Doubles {
    /** {@code 1.0}, {@code 1.0E22}. */
    JAVA("Java"),
    /** {@code 1}, {@code 1e+22}. */
    ECMA_SCRIPT("EcmaScript");

    final brine.json.dialects.JsonDialect.Doubles under;

    Doubles(String name) {
      under = brine.json.dialects.JsonDialect.Doubles.valueOf(name);
    }
  }

  /** How NaN and the infinities are written. */
  public enum NotFinite {
    /** As strings. */
    TEXTS("Texts"),
    /** NaN as null; an infinity is refused. */
    NULL("Null"),
    /** Not at all. */
    REFUSED("Refused");

    final brine.json.dialects.JsonDialect.NotFinite under;

    NotFinite(String name) {
      under = brine.json.dialects.JsonDialect.NotFinite.valueOf(name);
    }
  }

  /** Which maps are objects; others are arrays of pairs. */
  public enum Keys {
    /** Those with keys of primitive types and strings. */
    SIMPLE("Simple"),
    /** Also those of UUIDs, dates and numbers of any size. */
    STANDARD("Standard"),
    /** Also those of enums. */
    TEXTS("Texts");

    final brine.json.dialects.JsonDialect.Keys under;

    Keys(String name) {
      under = brine.json.dialects.JsonDialect.Keys.valueOf(name);
    }
  }

  /** How an {@code Instant} or {@code Date} is written. */
  public enum Instants {
    /** As ISO 8601. */
    ISO("Iso"),
    /** As seconds since 1970, with the digits that it needs. */
    EPOCH_SECONDS("EpochSeconds"),
    /** As milliseconds since 1970. */
    EPOCH_MILLISECONDS("EpochMilliseconds");

    final brine.json.dialects.JsonDialect.Instants under;

    Instants(String name) {
      under = brine.json.dialects.JsonDialect.Instants.valueOf(name);
    }
  }

  /** How a {@code Duration} is written. */
  public enum Durations {
    /** As ISO 8601. */
    ISO("Iso"),
    /** As a number of seconds. */
    SECONDS("Seconds"),
    /** As seconds in a string with an {@code s}. */
    SECONDS_TEXT("SecondsText");

    final brine.json.dialects.JsonDialect.Durations under;

    Durations(String name) {
      under = brine.json.dialects.JsonDialect.Durations.valueOf(name);
    }
  }

  /** How an array of bytes is written. */
  public enum Bytes {
    /** As an array of numbers. */
    NUMBERS("Numbers"),
    /** As Base64 with padding. */
    BASE64("Base64"),
    /** As Base64 for URLs, without padding. */
    BASE64_URL("Base64Url"),
    /** As digits in lower case. */
    HEXADECIMAL("Hexadecimal");

    final brine.json.dialects.JsonDialect.Bytes under;

    Bytes(String name) {
      under = brine.json.dialects.JsonDialect.Bytes.valueOf(name);
    }
  }

  /** How a reader handles a member that its class does not have. */
  public enum Unknown {
    /** As {@link Options} say. */
    BY_OPTIONS("ByOptions"),
    /** Skips it. */
    SKIP("Skip"),
    /** Fails. */
    REFUSE("Refuse");

    final brine.json.dialects.JsonDialect.Unknown under;

    Unknown(String name) {
      under = brine.json.dialects.JsonDialect.Unknown.valueOf(name);
    }
  }

  /** Which of several members of one name is read. */
  public enum Duplicates {
    /** None: that is an error. */
    REFUSED("Refused"),
    /** The first. */
    FIRST("First"),
    /** The last. */
    LAST("Last");

    final brine.json.dialects.JsonDialect.Duplicates under;

    Duplicates(String name) {
      under = brine.json.dialects.JsonDialect.Duplicates.valueOf(name);
    }
  }

  /** Whether members that begin with {@code $} express what JSON has no form for. */
  public enum Marks {
    /** They do. */
    WRITTEN("Written"),
    /** They do not: such values are refused. */
    REFUSED("Refused");

    final brine.json.dialects.JsonDialect.Marks under;

    Marks(String name) {
      under = brine.json.dialects.JsonDialect.Marks.valueOf(name);
    }
  }

  /** Extensions of JSON that a reader takes. */
  public enum Leniency {
    /** None. */
    NONE("None"),
    /** Comments, and a comma behind the last element. */
    CONFIGURATION("Configuration");

    final brine.json.dialects.JsonDialect.Leniency under;

    Leniency(String name) {
      under = brine.json.dialects.JsonDialect.Leniency.valueOf(name);
    }
  }
}
