package brine.javaapi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a field, an enum's constant or a leaf of a sealed type in all data, instead of its name in the code.
 * For a
 * record it stands at the component.
 *
 * <p>Other than {@link Alias}, it changes what is written.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Named {
  /**
   * The name.
   *
   * @return the name in data
   */
  String value();
}
