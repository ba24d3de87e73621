package brine.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * Small messages of 64 types by turns in one JVM, in four threads: one message there and back.
 *
 * <p>So much code is long in compiling, on two processors some 13 s for Jackson's, whose time halves after the first
 * ten.
 */
@State(Scope.Thread)
@Threads(4)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 2, jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch"})
public class MixedBenchmark {
  @Param({"brine"})
  public String contender;

  private Mixture mixture;
  private int next;

  @Setup
  public void prepare() {
    mixture = new Mixture(contender);
  }

  @Benchmark
  public Object thereAndBack() {
    next = next + 1 == mixture.size() ? 0 : next + 1;
    return mixture.thereAndBack(next);
  }
}
