package brine.javaapi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names that a field, an enum's constant or a leaf of a sealed type has in older data. Writers use the present name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Alias {
  /**
   * The older names.
   *
   * @return at least one name
   */
  String[] value();
}
