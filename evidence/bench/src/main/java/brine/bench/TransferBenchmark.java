package brine.bench;

import brine.bench.regions.Transfer;
import brine.bench.regions.TreeForm;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/** A tree from heap to heap over a socket of the loopback, until the other process can use it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-XX:+AlwaysPreTouch", "-XX:G1HeapRegionSize=16m"})
public class TransferBenchmark {
  @Param({"tree:131072"})
  public String workload;

  @Param({"region", "brine-bare"})
  public String contender;

  private Transfer transfer;

  @Setup
  public void prepare() {
    transfer = new Transfer(contender, workload);
    if (transfer.run() != TreeForm.apply("objects", workload).one(0)) {
      throw new IllegalStateException(contender + " does not bring the tree there");
    }
  }

  @TearDown
  public void end() {
    transfer.close();
  }

  @Benchmark
  public long transfer() {
    return transfer.run();
  }
}
