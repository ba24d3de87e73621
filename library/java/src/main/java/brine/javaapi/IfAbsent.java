package brine.javaapi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a field for data that do not have it, as text: {@code @IfAbsent("EUR") String currency}. Without it,
 * old data
 * give an empty {@code Optional} or collection, and for other types the read fails.
 *
 * <p>The text is read as the field's type: a primitive, a string, an enum's constant, or a class with {@code
 * valueOf(String)}, {@code parse(CharSequence)} or a constructor of a string. A text that is none is refused with
 * the class.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD})
public @interface IfAbsent {
  /**
   * The value's text.
   *
   * @return a text that the field's type can read
   */
  String value();
}
