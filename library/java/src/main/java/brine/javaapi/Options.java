package brine.javaapi;

import brine.Limits;
import brine.PickleOptions;

/**
 * Settings for reads and writes. The defaults are safe.
 *
 * <pre>{@code
 * Options strict = Options.builder().unknownFields(UnknownFields.REFUSE).maxInputBytes(1 << 20).build();
 * Order order = brine.json().with(strict).read(text, Order.class);
 * }</pre>
 */
public final class Options {
  /** Which objects are written once and then referred to. */
  public enum Sharing {
    /** Objects that can change, or can be part of a cycle. Immutable values are written as often as they occur. */
    TRACKED("Tracked"),
    /** All objects. */
    ALL("All"),
    /** No object. A cycle is an error. */
    OFF("Off");

    final brine.Sharing under;

    Sharing(String name) {
      under = brine.Sharing.valueOf(name);
    }
  }

  /** What a reader does with a field that its class does not have. */
  public enum UnknownFields {
    /** Skips it. */
    SKIP("Skip"),
    /** Fails: for text that people type. */
    REFUSE("Refuse");

    final brine.UnknownFields under;

    UnknownFields(String name) {
      under = brine.UnknownFields.valueOf(name);
    }
  }

  /** How the writer's shape, by which another version of a class reads the bytes, travels with binary data. */
  public enum Carriage {
    /** {@link #NAMES} in files and streams, {@link #FINGERPRINT} in arrays. */
    USUAL("Usual"),
    /** In 8 bytes; the reader knows the shape by its class or by the lock. */
    FINGERPRINT("Fingerprint"),
    /** As a table of names: the reader needs nothing else. */
    NAMES("Names");

    final brine.Carriage under;

    Carriage(String name) {
      under = brine.Carriage.valueOf(name);
    }
  }

  /** The settings that are used where none are given. */
  public static final Options DEFAULT = builder().build();

  final Builder set;

  private Options(Builder set) {
    this.set = set;
  }

  /**
   * Returns a builder with the defaults.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** These settings over options that have the classes and the history of a {@link Brine}. */
  PickleOptions over(PickleOptions base) {
    Limits limits =
        base.limits()
            .copy(
                set.maxOutputBytes,
                set.maxInputBytes,
                set.maxDepth,
                set.maxElementsWithoutBytes,
                base.limits().maxDecimalDigits(),
                base.limits().maxCollidingKeys(),
                base.limits().emittedDepth());
    return base.copy(
        set.sharing.under,
        limits,
        set.checksum,
        base.subtypes(),
        set.unknownFields.under,
        set.carriage.under,
        base.history(),
        base.sizeHint(),
        base.code(),
        base.keptBuffer());
  }

  /** Makes {@link Options}. */
  public static final class Builder {
    private Sharing sharing = Sharing.TRACKED;
    private UnknownFields unknownFields = UnknownFields.SKIP;
    private Carriage carriage = Carriage.USUAL;
    private boolean checksum = true;
    private long maxOutputBytes = Limits.Default().maxOutputBytes();
    private long maxInputBytes = Limits.Default().maxInputBytes();
    private int maxDepth = Limits.Default().maxDepth();
    private int maxElementsWithoutBytes = Limits.Default().maxElementsWithoutBytes();

    private Builder() {}

    /**
     * Sets which objects keep their identity.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder sharing(Sharing value) {
      sharing = value;
      return this;
    }

    /**
     * Sets what happens to fields that the class does not have.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder unknownFields(UnknownFields value) {
      unknownFields = value;
      return this;
    }

    /**
     * Sets how shapes travel with binary data.
     *
     * @param value the choice
     * @return this builder
     */
    public Builder carriage(Carriage value) {
      carriage = value;
      return this;
    }

    /**
     * Sets whether binary data end in a checksum of 4 bytes.
     *
     * @param value true, the default, for a checksum
     * @return this builder
     */
    public Builder checksum(boolean value) {
      checksum = value;
      return this;
    }

    /**
     * Sets the most bytes of one written value.
     *
     * @param value bytes
     * @return this builder
     */
    public Builder maxOutputBytes(long value) {
      maxOutputBytes = value;
      return this;
    }

    /**
     * Sets the most bytes of one value that is read from a stream.
     *
     * @param value bytes
     * @return this builder
     */
    public Builder maxInputBytes(long value) {
      maxInputBytes = value;
      return this;
    }

    /**
     * Sets the deepest nesting. It bounds memory, since depth costs no stack.
     *
     * @param value levels
     * @return this builder
     */
    public Builder maxDepth(int value) {
      maxDepth = value;
      return this;
    }

    /**
     * Sets the most elements of collections that take no bytes.
     *
     * @param value elements
     * @return this builder
     */
    public Builder maxElementsWithoutBytes(int value) {
      maxElementsWithoutBytes = value;
      return this;
    }

    /**
     * Makes the options.
     *
     * @return options with the present settings
     */
    public Options build() {
      Builder copy = new Builder();
      copy.sharing = sharing;
      copy.unknownFields = unknownFields;
      copy.carriage = carriage;
      copy.checksum = checksum;
      copy.maxOutputBytes = maxOutputBytes;
      copy.maxInputBytes = maxInputBytes;
      copy.maxDepth = maxDepth;
      copy.maxElementsWithoutBytes = maxElementsWithoutBytes;
      return new Options(copy);
    }
  }
}
