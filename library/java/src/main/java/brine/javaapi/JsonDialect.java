package brine.javaapi;

import brine.javaapi.JsonRules.Bytes;
import brine.javaapi.JsonRules.Doubles;
import brine.javaapi.JsonRules.Duplicates;
import brine.javaapi.JsonRules.Durations;
import brine.javaapi.JsonRules.Enums;
import brine.javaapi.JsonRules.Instants;
import brine.javaapi.JsonRules.Keys;
import brine.javaapi.JsonRules.Leniency;
import brine.javaapi.JsonRules.Marks;
import brine.javaapi.JsonRules.Missing;
import brine.javaapi.JsonRules.NameStyle;
import brine.javaapi.JsonRules.NotFinite;
import brine.javaapi.JsonRules.FloatReading;
import brine.javaapi.JsonRules.Nulls;
import brine.javaapi.JsonRules.NumberForm;
import brine.javaapi.JsonRules.NumberReading;
import brine.javaapi.JsonRules.Omit;
import brine.javaapi.JsonRules.Singletons;
import brine.javaapi.JsonRules.Unknown;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The rules of JSON that somebody else has defined. Make one for each partner, once.
 *
 * <pre>{@code
 * JsonDialect github = JsonDialect.builder().names(NameStyle.SNAKE_CASE).unknown(Unknown.SKIP).build();
 * JsonFormat json = brine.json().dialect(github);
 * }</pre>
 *
 * <p>A format refuses a type, with every reason, that could not be read back by the rules.
 */
public final class JsonDialect {
  final brine.json.dialects.JsonDialect under;

  JsonDialect(brine.json.dialects.JsonDialect under) {
    this.under = under;
  }

  /** {@return a builder that begins with the rules of {@link Brine#json}} */
  public static Builder builder() {
    return new Builder(brine.json.dialects.JsonDialect$.MODULE$.Default());
  }

  /** {@return a builder that begins with the rules of Jackson with its usual modules} */
  public static Builder likeJackson() {
    return new Builder(brine.json.JsonDialect.likeJackson());
  }

  /** {@return a builder that begins with the rules of Protocol Buffers' JSON} */
  public static Builder likeProtobufJson() {
    return new Builder(brine.json.JsonDialect.likeProtobufJson());
  }

  /** Makes a {@link JsonDialect}. */
  public static final class Builder {
    private final brine.json.dialects.JsonDialect base;
    private brine.json.dialects.NameStyle names;
    private brine.json.dialects.NameStyle leafNames;
    private brine.json.dialects.JsonDialect.Families families;
    private brine.json.dialects.JsonDialect.Singletons singletons;
    private brine.json.dialects.JsonDialect.Enums enums;
    private scala.collection.immutable.Set<brine.json.dialects.JsonDialect.Omit> omit;
    private brine.json.dialects.JsonDialect.Missing missing;
    private brine.json.dialects.JsonDialect.Nulls nulls;
    private brine.json.dialects.JsonDialect.NumberForm longs;
    private brine.json.dialects.JsonDialect.NumberForm integers;
    private brine.json.dialects.JsonDialect.NumberForm decimals;
    private brine.json.dialects.JsonDialect.NumberReading reading;
    private brine.json.dialects.JsonDialect.FloatReading floats;
    private brine.json.dialects.JsonDialect.Doubles doubles;
    private brine.json.dialects.JsonDialect.NotFinite notFinite;
    private brine.json.dialects.JsonDialect.Keys keys;
    private brine.json.dialects.JsonDialect.Wrapped wrapped;
    private brine.json.dialects.JsonDialect.Instants instants;
    private brine.json.dialects.JsonDialect.Durations durations;
    private scala.collection.immutable.Map<Class<?>, DateTimeFormatter> formatters;
    private brine.json.dialects.JsonDialect.Bytes bytes;
    private brine.json.dialects.JsonDialect.Unknown unknown;
    private brine.json.dialects.JsonDialect.Duplicates duplicates;
    private brine.json.dialects.JsonDialect.Marks marks;
    private brine.json.dialects.JsonDialect.Identity identity;
    private brine.json.dialects.JsonDialect.Leniency leniency;

    private Builder(brine.json.dialects.JsonDialect base) {
      this.base = base;
      names = base.names();
      leafNames = base.leafNames();
      families = base.families();
      singletons = base.singletons();
      enums = base.enums();
      omit = base.omit();
      missing = base.missing();
      nulls = base.nulls();
      floats = base.floats();
      longs = base.longs();
      integers = base.integers();
      decimals = base.decimals();
      reading = base.reading();
      doubles = base.doubles();
      notFinite = base.notFinite();
      keys = base.keys();
      wrapped = base.wrapped();
      instants = base.instants();
      durations = base.durations();
      formatters = base.formatters();
      bytes = base.bytes();
      unknown = base.unknown();
      duplicates = base.duplicates();
      marks = base.marks();
      identity = base.identity();
      leniency = base.leniency();
    }

    /**
     * Sets how leaves without fields are written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder singletons(Singletons value) {
      singletons = value.under;
      return this;
    }

    /**
     * Sets how constants of enums are written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder enums(Enums value) {
      enums = value.under;
      return this;
    }

    /**
     * Sets how a reader takes a missing field.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder missing(Missing value) {
      missing = value.under;
      return this;
    }

    /**
     * Sets how a reader takes a null in a field that has a default.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder nulls(Nulls value) {
      nulls = value.under;
      return this;
    }

    /**
     * Sets how a {@code long} is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder longs(NumberForm value) {
      longs = value.under;
      return this;
    }

    /**
     * Sets how a {@code BigInteger} is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder integers(NumberForm value) {
      integers = value.under;
      return this;
    }

    /**
     * Sets how a {@code BigDecimal} is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder decimals(NumberForm value) {
      decimals = value.under;
      return this;
    }

    /**
     * Sets which other forms of numbers a reader takes.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder reading(NumberReading value) {
      reading = value.under;
      return this;
    }

    /**
     * Sets how a reader takes digits that a {@code double} or {@code float} does not hold.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder floats(FloatReading value) {
      floats = value.under;
      return this;
    }

    /**
     * Sets how floating point numbers are laid out.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder doubles(Doubles value) {
      doubles = value.under;
      return this;
    }

    /**
     * Sets how NaN and the infinities are written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder notFinite(NotFinite value) {
      notFinite = value.under;
      return this;
    }

    /**
     * Sets which maps are objects.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder keys(Keys value) {
      keys = value.under;
      return this;
    }

    /**
     * Sets how an {@code Instant} or {@code Date} is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder instants(Instants value) {
      instants = value.under;
      return this;
    }

    /**
     * Sets how a {@code Duration} is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder durations(Durations value) {
      durations = value.under;
      return this;
    }

    /**
     * Sets how an array of bytes is written.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder bytes(Bytes value) {
      bytes = value.under;
      return this;
    }

    /**
     * Sets how a reader handles a member that its class does not have.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder unknown(Unknown value) {
      unknown = value.under;
      return this;
    }

    /**
     * Sets which of several members of one name is read.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder duplicates(Duplicates value) {
      duplicates = value.under;
      return this;
    }

    /**
     * Sets whether members that begin with {@code $} express what JSON has no form for.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder marks(Marks value) {
      marks = value.under;
      return this;
    }

    /**
     * Sets extensions of JSON that a reader takes.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder leniency(Leniency value) {
      leniency = value.under;
      return this;
    }

    /**
     * Sets the style of the names of fields.
     *
     * @param value the style
     * @return this builder
     */
    public Builder names(NameStyle value) {
      names = value.under;
      return this;
    }

    /**
     * Sets the style of the names of leaves of sealed types.
     *
     * @param value the style
     * @return this builder
     */
    public Builder leafNames(NameStyle value) {
      leafNames = value.under;
      return this;
    }

    /**
     * Lets an object say by a member which leaf of a sealed type it is.
     *
     * @param member the member's name, such as {@code type}
     * @return this builder
     */
    public Builder familiesByMember(String member) {
      return familiesByMember(member, false);
    }

    /**
     * Lets an object say by a member which leaf of a sealed type it is. With {@code literals}, a name that is a JSON
     * number, {@code true} or {@code false} is written as that: {@code {"type":2}} for the name {@code 2}.
     *
     * @param member the member's name, such as {@code type}
     * @param literals whether names may be numbers and booleans
     * @return this builder
     */
    public Builder familiesByMember(String member, boolean literals) {
      families = brine.json.dialects.JsonDialect.Families$.Member.apply(member, literals);
      return this;
    }

    /**
     * Puts an object around each leaf of a sealed type, whose only member has the leaf's name.
     *
     * @return this builder
     */
    public Builder familiesByWrapper() {
      families = brine.json.dialects.JsonDialect.Families$.Wrapper;
      return this;
    }

    /**
     * Lets the fields alone say which leaf of a sealed type an object is.
     *
     * @return this builder
     */
    public Builder familiesByFields() {
      families = brine.json.dialects.JsonDialect.Families$.Untagged;
      return this;
    }

    /**
     * Leaves fields out.
     *
     * @param values which ones
     * @return this builder
     */
    public Builder omit(Omit... values) {
      Set<brine.json.dialects.JsonDialect.Omit> all = new LinkedHashSet<>();
      for (Omit value : values) all.add(value.under);
      omit = CollectionConverters.asScala(all).toSet();
      return this;
    }

    /**
     * Writes objects of classes with one field as that field.
     *
     * @param classes the classes
     * @return this builder
     */
    public Builder unwrap(Class<?>... classes) {
      Set<Class<?>> all = new LinkedHashSet<>(List.of(classes));
      wrapped = brine.json.dialects.JsonDialect.Wrapped$.FieldsOf.apply(CollectionConverters.asScala(all).toSet());
      return this;
    }

    /**
     * Sets the format of a class of {@code java.time}.
     *
     * @param c     the class
     * @param value the format
     * @return this builder
     */
    public Builder formatter(Class<?> c, DateTimeFormatter value) {
      formatters = updated(formatters, c, value);
      return this;
    }

    @SuppressWarnings("unchecked") // Scala's signature of it is lost
    private static scala.collection.immutable.Map<Class<?>, DateTimeFormatter> updated(
        scala.collection.immutable.Map<Class<?>, DateTimeFormatter> all, Class<?> c, DateTimeFormatter value) {
      return (scala.collection.immutable.Map<Class<?>, DateTimeFormatter>) all.updated(c, value);
    }

    /**
     * Numbers objects that can be referred to, by these members.
     *
     * @param id  the member of the object
     * @param ref the member of a reference
     * @return this builder
     */
    public Builder identityByMembers(String id, String ref) {
      identity = brine.json.dialects.JsonDialect.Identity$.Marked.apply(id, ref);
      return this;
    }

    /**
     * Writes objects that can be referred to as values: as often as they occur. A cycle is an error.
     *
     * @return this builder
     */
    public Builder identityCopied() {
      identity = brine.json.dialects.JsonDialect.Identity$.Copied;
      return this;
    }

    /**
     * Makes the dialect.
     *
     * @return a dialect with the present rules
     */
    public JsonDialect build() {
      return new JsonDialect(
          new brine.json.dialects.JsonDialect(
              names,
              leafNames,
              families,
              singletons,
              enums,
              omit,
              missing,
              nulls,
              longs,
              integers,
              decimals,
              reading,
              doubles,
              notFinite,
              keys,
              wrapped,
              instants,
              durations,
              formatters,
              bytes,
              base.tuples(),
              base.eithers(),
              unknown,
              duplicates,
              marks,
              identity,
              leniency,
              floats,
              base.nested(),
              base.lenient(),
              base.places()));
    }
  }
}
