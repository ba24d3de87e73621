package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.util.BoundedPriorityQueue;
import scala.collection.Iterator;
import scala.math.Ordering;

/** {@link BoundedPriorityQueue}, the result of {@code top} and {@code takeOrdered}: its bound, its order, and its
 * elements as they lie.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
final class BoundedQueuePickler extends HandwrittenPickler<BoundedPriorityQueue<?>> {
  private static final PrivateField<BoundedPriorityQueue<?>, Integer> BOUND =
      PrivateField.of(BoundedPriorityQueue.class, "maxSize", int.class);
  private static final PrivateField<BoundedPriorityQueue<?>, Ordering<?>> ORDER =
      PrivateField.of(BoundedPriorityQueue.class, "ord", Ordering.class);

  static final BoundedQueuePickler INSTANCE = new BoundedQueuePickler();

  private BoundedQueuePickler() {
    super(BoundedPriorityQueue.class);
  }

  @Override
  public void pickle(BoundedPriorityQueue<?> queue, PickleBuilder builder) {
    checkClass(queue);
    Object[] elements = new Object[queue.size()];
    Iterator<?> all = queue.iterator();
    for (int i = 0; i < elements.length; i++) elements[i] = all.next();
    builder.putInt(checkBound(BOUND.get(queue)));
    builder.put(ORDER.get(queue), Parts.ANY);
    builder.put(elements, Parts.ANY);
  }

  @Override
  public BoundedPriorityQueue<?> unpickle(PickleReader reader) {
    int bound = checkBound(reader.getInt());
    Ordering order = (Ordering) reader.get(Parts.ANY);
    Object[] elements = (Object[]) reader.get(Parts.ANY);
    check(elements != null && elements.length <= bound, "has elements", Parts.length(elements));
    BoundedPriorityQueue queue = new BoundedPriorityQueue(bound, order);
    for (Object element : elements) queue.$plus$eq(element);
    return queue;
  }

  /** The queue allocates its bound at once, for any content: a read would do so for a few bytes. */
  private int checkBound(int bound) {
    check(bound >= 1 && bound <= MOST, "has the bound", bound + ": expected 1 to " + MOST);
    return bound;
  }

  private static final int MOST = 1 << 24;
}
