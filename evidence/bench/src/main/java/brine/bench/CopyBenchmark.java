package brine.bench;

import brine.bench.workloads.Copying;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/** The time of a deep copy: by hand, by Brine, by Kryo and by Fory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public class CopyBenchmark {
  @Param({"purchase", "image", "tree", "ring"})
  public String value;

  @Param({"hand", "brine", "bytes", "kryo", "fory"})
  public String way;

  private Copying.Way measured;

  @Setup
  public void prepare() {
    measured = Copying.apply(value, way);
  }

  @Benchmark
  public Object copy() {
    return measured.copy();
  }
}
