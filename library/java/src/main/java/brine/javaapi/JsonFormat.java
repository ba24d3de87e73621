package brine.javaapi;

import brine.PickleFormat;
import brine.PickleOptions;
import brine.Pickler;
import org.jspecify.annotations.Nullable;

/** JSON: an object has its fields, a collection is an array, a map with simple keys is an object. */
public final class JsonFormat extends Format<JsonFormat> {
  JsonFormat(Brine owner, PickleFormat under, PickleOptions options) {
    super(owner, under, options);
  }

  @Override
  JsonFormat copy(PickleFormat format, PickleOptions settings) {
    return new JsonFormat(owner, format, settings);
  }

  @Override
  Picklers picklers() {
    return owner.usual;
  }

  /**
   * Returns JSON as somebody else has defined it. Keep the result: it applies the dialect to each type once.
   *
   * @param dialect the rules
   * @return a format with these rules
   */
  public JsonFormat dialect(JsonDialect dialect) {
    return copy(brine.json.JsonFormat.apply(dialect.under), options);
  }

  /**
   * Returns this JSON indented by two spaces, for people.
   *
   * @return a format with the same rules
   */
  public JsonFormat pretty() {
    return copy(brine.json.JsonFormat.apply(((brine.json.JsonFormat) under).dialect(), 2), options);
  }

  /**
   * Writes a value as text, by its class.
   *
   * @param value the value; for one with type arguments, such as a list, name its type
   * @return the text
   */
  public String write(Object value) {
    return text(value, picklers().ofValue(value));
  }

  /**
   * Writes a value as text.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its class, or one above it that the reader names
   * @return the text
   */
  public <T> String write(@Nullable T value, Class<T> type) {
    return text(value, pickler(type));
  }

  /**
   * Writes a value as text.
   *
   * @param <T>   the type of the value
   * @param value the value
   * @param type  its type
   * @return the text
   */
  public <T> String write(@Nullable T value, TypeToken<T> type) {
    return text(value, pickler(type.type()));
  }

  private <T> String text(@Nullable T value, Pickler<T> pickler) {
    return ((brine.json.JsonFormat) under).pickleOf(value, pickler, options).text();
  }

  /**
   * Reads text that holds exactly one value.
   *
   * @param <T>  the type of the value
   * @param text the text
   * @param type the class that was written
   * @return the value; null if the text is {@code null}
   */
  public <T> T read(String text, Class<T> type) {
    return parsed(text, pickler(type));
  }

  /**
   * Reads text that holds exactly one value.
   *
   * @param <T>  the type of the value
   * @param text the text
   * @param type the type that was written
   * @return the value; null if the text is {@code null}
   */
  public <T> T read(String text, TypeToken<T> type) {
    return parsed(text, pickler(type.type()));
  }

  private <T> T parsed(String text, Pickler<T> pickler) {
    return brine.json.JsonPickle.of(text, (brine.json.JsonFormat) under).<T>unpickle(pickler, options);
  }
}
