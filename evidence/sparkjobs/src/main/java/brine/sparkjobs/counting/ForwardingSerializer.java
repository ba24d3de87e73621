package brine.sparkjobs.counting;

import java.io.Serializable;
import org.apache.spark.serializer.Serializer;

/**
 * Passes on the answer that Scala hides from classes outside of Spark: whether serialized records may change places in
 * a stream.
 */
abstract class ForwardingSerializer extends Serializer implements Serializable {
  private static final long serialVersionUID = 1;

  private final Serializer delegate;

  ForwardingSerializer(Serializer delegate) {
    this.delegate = delegate;
  }

  final Serializer delegate() {
    return delegate;
  }

  @Override
  public Serializer setDefaultClassLoader(ClassLoader loader) {
    delegate.setDefaultClassLoader(loader);
    return super.setDefaultClassLoader(loader);
  }

  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return delegate.supportsRelocationOfSerializedObjects();
  }
}
