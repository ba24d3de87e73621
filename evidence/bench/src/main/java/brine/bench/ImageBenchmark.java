package brine.bench;

import brine.bench.decoupled.DecoupledWork;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * The kernels of the decoupled format on one image, images from bytes by one thread and by two, and copies of as many
 * bytes. {@link Bench} runs it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class ImageBenchmark {
  @Param({"narrow:2097150", "complete:4096"})
  public String workload;

  @Param({"pack", "unpack"})
  public String contender;

  private DecoupledWork work;

  @Setup
  public void prepare() {
    work = DecoupledWork.named(contender, workload);
    work.check();
  }

  /** How many bytes the image has, beside the time: JMH uses the results of these methods. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Size {
    private long imageBytes;
    private long pickleBytes;

    @Setup
    public void take(ImageBenchmark images) {
      imageBytes = images.work.imageBytes();
      pickleBytes = images.work.pickleBytes();
    }

    public long imageBytes() {
      return imageBytes;
    }

    public long pickleBytes() {
      return pickleBytes;
    }
  }

  @Benchmark
  public Object run(Size size) {
    return work.run();
  }
}
