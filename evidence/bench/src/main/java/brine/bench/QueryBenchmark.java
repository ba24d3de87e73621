package brine.bench;

import brine.bench.workloads.Orders;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * One field summed over many objects: from its column, without their class; scanning rows by hand; unpickling first.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch"})
public class QueryBenchmark {
  @Param({"1000000"})
  public int orders;

  @Param({"column", "columnInFile", "rows", "unpickle", "unpickleGraph"})
  public String way;

  private Orders.Way measured;

  @Setup
  public void prepare() {
    measured = Orders.way(way, Orders.made(orders));
  }

  @Benchmark
  public double sum() {
    return measured.sum();
  }
}
