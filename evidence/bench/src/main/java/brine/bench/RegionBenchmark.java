package brine.bench;

import brine.bench.regions.TreeForm;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * A tree in one form: making it, asking it for one leaf, and for all. {@link PickleBenchmark} says how the JVMs are set
 * up.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class RegionBenchmark {
  /** A kind and a size: tree:131072. */
  @Param({"tree:131072"})
  public String workload;

  @Param({"region", "brine-bare"})
  public String contender;

  private final SplittableRandom paths = new SplittableRandom(1);
  private TreeForm form;

  /** How long it is, beside the time that it takes: JMH uses the result of this method. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Size {
    private TreeForm form;

    @Setup
    public void take(RegionBenchmark benchmark) {
      form = benchmark.form;
    }

    public long bytes() {
      return form.bytes();
    }
  }

  @Setup
  public void prepare() {
    form = TreeForm.apply(contender, workload);
    form.build();
    if (form.traverse() != TreeForm.apply("objects", workload).traverse()) {
      throw new IllegalStateException(contender + " does not give the tree back");
    }
  }

  @Benchmark
  public void build(Size size) {
    form.build();
  }

  @Benchmark
  public long one() {
    return form.one(paths.nextInt());
  }

  @Benchmark
  public long traverse() {
    return form.traverse();
  }
}
