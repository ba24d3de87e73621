package brine.spark;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Reads a field of a class of Spark's for which Spark has no method. Keep it in a {@code static final} field: the JIT
 * trusts the fields of a record, and compiles {@link #get} to a load.
 *
 * @param <O> the class that has the field
 * @param <T> its type
 */
record PrivateField<O, T>(MethodHandle getter) {
  /**
   * The field of this name. Scala's compiler may have put the name of the class before it.
   *
   * @throws IllegalStateException if this version of Spark has no such field
   */
  static <O, T> PrivateField<O, T> of(Class<?> owner, String name, Class<?> type) {
    for (Field field : owner.getDeclaredFields()) {
      if (field.getType() == type && (field.getName().equals(name) || field.getName().endsWith("$$" + name))) {
        field.setAccessible(true);
        return of(field);
      }
    }
    throw new IllegalStateException(
        owner.getName() + " of this version of Spark has no field " + name + " of type " + type.getName());
  }

  private static <O, T> PrivateField<O, T> of(Field field) {
    try {
      MethodHandle getter = MethodHandles.lookup().unreflectGetter(field);
      return new PrivateField<>(getter.asType(MethodType.methodType(Object.class, Object.class)));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field.toString(), e);
    }
  }

  @SuppressWarnings("unchecked")
  T get(O object) {
    try {
      return (T) (Object) getter.invokeExact((Object) object);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
