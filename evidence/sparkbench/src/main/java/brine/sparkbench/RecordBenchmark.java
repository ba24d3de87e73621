package brine.sparkbench;

import brine.sparkbench.records.RecordRun;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Records of one Spark job by one contender, written one after the other into a buffer, and read from it. The time is
 * that for one record. {@link RecordsBenchmark} runs it. Each JVM holds one contender and one kind of records.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class RecordBenchmark {
  private static final int COUNT = 256;

  @Param({"terasort"})
  public String workload;

  @Param({"hand"})
  public String contender;

  private RecordRun run;

  @Setup
  public void prepare() {
    run = new RecordRun(contender, workload, COUNT);
  }

  /** How long the bytes of all records are: JMH uses the method's result. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Size {
    private int size;

    @Setup
    public void take(RecordBenchmark benchmark) {
      size = benchmark.run.size();
    }

    public long bytes() {
      return size;
    }
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public int write(Size size) {
    return run.write();
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void read(Blackhole hole) {
    run.read(hole);
  }
}
