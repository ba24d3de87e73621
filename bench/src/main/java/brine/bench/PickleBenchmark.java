package brine.bench;

import brine.bench.workloads.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * One workload by one contender: its value to bytes, and back. {@link Bench} runs it and compares the contenders.
 *
 * <p>Each JVM holds one contender. The heap is there from the start, and its regions are so large that no buffer is a
 * humongous object, whose allocation costs G1 more than the writing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class PickleBenchmark {
  @Param({"tree", "events"})
  public String workload;

  @Param({"hand", "bare", "brine", "java", "kryo", "kryoReferences"})
  public String contender;

  /** alone, or in a JVM that has been using other formats, so that call sites they share are no longer monomorphic. */
  @Param({"alone", "company"})
  public String among;

  private Object value;
  private Contender<Object> measured;
  private byte[] bytes;

  @Setup
  @SuppressWarnings("unchecked")
  public void prepare() {
    var chosen = (Workload<Object>) Workload.apply(workload);
    value = chosen.value();
    measured = Contender.apply(contender, chosen);
    if (among.equals("company")) Company.exercise(value, chosen.pickler());
    bytes = measured.write(value);
    if (!measured.read(bytes).equals(value)) throw new IllegalStateException(contender + " does not give the value back");
  }

  @Benchmark
  public byte[] out() {
    return measured.write(value);
  }

  @Benchmark
  public Object in() {
    return measured.read(bytes);
  }
}
