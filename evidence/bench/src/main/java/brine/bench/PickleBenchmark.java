package brine.bench;

import brine.bench.workloads.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One workload by one contender: its values to bytes, and back; the time is that for all of them. {@link Bench} runs it
 * and compares the contenders.
 *
 * <p>Each JVM holds one contender. The heap has its full size from the start. Its regions are so large that no buffer
 * of a small workload is a humongous object, whose allocation costs G1 more than the writing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class PickleBenchmark {
  /** A kind and a size: tree:131072. */
  @Param({"events:10000"})
  public String workload;

  @Param({"hand-plain", "brine-bare"})
  public String contender;

  /** alone, or in a JVM that has been using other formats, so that shared call sites see several classes. */
  @Param({"alone"})
  public String among;

  private Object[] values;
  private byte[][] pickles;
  private Contender<Object> measured;

  @Setup
  @SuppressWarnings("unchecked")
  public void prepare() {
    var chosen = (Workload<Object>) Workload.apply(workload);
    values = Contenders.valuesOf(chosen);
    measured = Contenders.contender(contender, chosen);
    if (among.equals("company")) Company.exercise(values[0], chosen.pickler());
    pickles = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      pickles[i] = measured.write(values[i]);
      if (!chosen.isSame(values[i], measured.read(pickles[i]))) {
        throw new IllegalStateException(contender + " does not give the value back");
      }
    }
  }

  @Benchmark
  public void out(Blackhole hole) {
    for (Object value : values) hole.consume(measured.write(value));
  }

  @Benchmark
  public void in(Blackhole hole) {
    for (byte[] pickle : pickles) hole.consume(measured.read(pickle));
  }
}
