package brine.bench;

import brine.bench.workloads.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * One graph by one contender, to memory or to a file, and back. {@link Bench} runs it; {@link PickleBenchmark} says how
 * the JVMs are set up.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class GraphBenchmark {
  /** A kind and a size: chain:524288. */
  @Param({"regular:13104"})
  public String workload;

  @Param({"brine-bare", "brine-graph"})
  public String contender;

  @Param({"memory", "file"})
  public String medium;

  private Object value;
  private Medium<Object> measured;

  @Setup
  @SuppressWarnings("unchecked")
  public void prepare() {
    var chosen = (Workload<Object>) Workload.apply(workload);
    value = Contenders.valuesOf(chosen)[0];
    measured = Medium.of(medium, Contenders.contender(contender, chosen));
    measured.write(value);
    if (!chosen.isSame(value, measured.read())) {
      throw new IllegalStateException(contender + " does not give the value back");
    }
  }

  /** How long the pickle is, beside the time that it takes: JMH uses the results of these methods. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Size {
    private PickleSize size;

    @Setup
    public void take(GraphBenchmark graph) {
      size = graph.measured.size();
    }

    public long bytes() {
      return size.bytes();
    }

    public long gzipped() {
      return size.gzipped();
    }

    public long zstd() {
      return size.zstd();
    }
  }

  @Benchmark
  public void out(Size size) {
    measured.write(value);
  }

  @Benchmark
  public Object in() {
    return measured.read();
  }
}
