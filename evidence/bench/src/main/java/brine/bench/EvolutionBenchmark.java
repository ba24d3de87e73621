package brine.bench;

import brine.bench.workloads.Evolving;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/** The cost of each carriage where shapes are equal, and of reading by the next release's class where they are not. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class EvolutionBenchmark {
  @Param({"message", "events"})
  public String size;

  @Param({"bare", "key", "fingerprint", "names", "laterEmitted", "later", "laterByKey"})
  public String way;

  private Evolving.Way measured;
  private byte[] bytes;

  @Setup
  public void prepare() {
    measured = Evolving.apply(size, way);
    bytes = measured.write();
    measured.read(bytes);
  }

  @Benchmark
  public byte[] out() {
    return measured.write();
  }

  @Benchmark
  public Object in() {
    return measured.read(bytes);
  }
}
