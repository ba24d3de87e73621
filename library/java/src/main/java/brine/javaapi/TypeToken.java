package brine.javaapi;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A type with its type arguments, which a {@code Class} does not have: {@code new TypeToken<List<Order>>() {}}.
 *
 * <p>Keep tokens that are used often in constants; two tokens of one type are equal.
 *
 * @param <T> the type
 */
public abstract class TypeToken<T> {
  private final Type type;

  /**
   * Takes the type from the declaration of the subclass.
   *
   * @throws IllegalArgumentException if the subclass does not say the type
   */
  protected TypeToken() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType declared)) {
      throw new IllegalArgumentException("write the type between the brackets: new TypeToken<List<Order>>() {}");
    }
    type = declared.getActualTypeArguments()[0];
  }

  /**
   * Returns the type.
   *
   * @return a class, or a type with arguments
   */
  public final Type type() {
    return type;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof TypeToken<?> that && that.type.equals(type);
  }

  @Override
  public final int hashCode() {
    return type.hashCode();
  }

  @Override
  public String toString() {
    return type.getTypeName();
  }
}
