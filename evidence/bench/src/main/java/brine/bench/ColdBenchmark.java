package brine.bench;

import brine.bench.workloads.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

/** The first calls in a fresh JVM, there and back, all that a contender needs to be set up among them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(10)
public class ColdBenchmark {
  @Param({"media:1", "site:2"})
  public String workload;

  @Param({"brine"})
  public String contender;

  @Param({"1", "100", "1000"})
  public int calls;

  private Workload<Object> chosen;
  private Object value;

  @Setup
  @SuppressWarnings("unchecked")
  public void prepare() {
    chosen = (Workload<Object>) Workload.apply(workload);
    value = Contenders.valuesOf(chosen)[0];
  }

  @Benchmark
  public void calls(Blackhole hole) {
    var measured = Contenders.contender(contender, chosen);
    for (int i = 0; i < calls; i++) hole.consume(measured.read(measured.write(value)));
  }
}
