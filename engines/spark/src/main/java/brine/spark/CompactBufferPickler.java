package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import java.lang.reflect.Array;
import org.apache.spark.util.collection.CompactBuffer;
import scala.reflect.ClassTag;

/** {@link CompactBuffer}, the result of {@code groupByKey}: its elements as an array of its type. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class CompactBufferPickler extends HandwrittenPickler<CompactBuffer<?>> {
  private static final PrivateField<CompactBuffer<?>, ClassTag<?>> TAG =
      PrivateField.of(CompactBuffer.class, "evidence$1", ClassTag.class);

  static final CompactBufferPickler INSTANCE = new CompactBufferPickler();

  private CompactBufferPickler() {
    super(CompactBuffer.class);
  }

  @Override
  public void pickle(CompactBuffer<?> buffer, PickleBuilder builder) {
    checkClass(buffer);
    ClassTag<?> tag = TAG.get(buffer);
    Object elements = tag.newArray(buffer.length());
    if (elements instanceof Object[]) {
      Object[] to = (Object[]) elements;
      for (int i = 0; i < to.length; i++) to[i] = buffer.apply(i);
    } else {
      int length = Array.getLength(elements);
      for (int i = 0; i < length; i++) Array.set(elements, i, buffer.apply(i));
    }
    Parts.putArray(elements, builder);
    Parts.putTag(tag, elements, builder);
  }

  @Override
  public CompactBuffer<?> unpickle(PickleReader reader) {
    Object elements = Parts.getArray(reader);
    int length = Parts.length(elements);
    check(length >= 0, "has elements", elements);
    CompactBuffer buffer = new CompactBuffer(Parts.getTag(elements, reader));
    if (elements instanceof Object[]) {
      for (Object element : (Object[]) elements) buffer.$plus$eq(element);
    } else {
      for (int i = 0; i < length; i++) buffer.$plus$eq(Array.get(elements, i));
    }
    return buffer;
  }
}
