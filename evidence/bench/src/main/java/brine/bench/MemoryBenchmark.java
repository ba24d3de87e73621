package brine.bench;

import brine.bench.regions.RegionMemory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * A walk over a tree of ints as it lies in a region, written by hand, over memory of several kinds. One is the memory
 * from which regions load now; one is {@code MemorySegment}, which JDK 22 and later have.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class MemoryBenchmark {
  @Param({"131072"})
  public int leaves;

  @Param({"blocks", "blocks-mapped", "segment", "segment-mapped"})
  public String memory;

  private RegionMemory tree;

  @Setup
  public void prepare() throws Exception {
    tree = RegionMemory.of(memory, leaves);
    if (tree.sum() != RegionMemory.expected(leaves))
      throw new IllegalStateException(memory + " does not give the tree back");
  }

  @Benchmark
  public long traverse() {
    return tree.sum();
  }
}
