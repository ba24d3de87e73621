package brine.bench;

import brine.bench.regions.TreeForm;
import brine.bench.regions.Verified;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/** Checking a whole region once, which nobody has to do who made it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class VerifyBenchmark {
  @Param({"tree:131072"})
  public String workload;

  @Param({"region", "region-mapped"})
  public String contender;

  private Verified measured;

  @Setup
  public void prepare() {
    var form = TreeForm.apply(contender, workload);
    form.build();
    measured = (Verified) form;
  }

  @Benchmark
  public void verify() {
    measured.verify();
  }
}
