package brine.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * Values of types with arguments, pickled as the README shows, beside a pickler that is kept in a {@code val}. The
 * difference is the cost of finding the pickler at each call. The time of {@code written} is to be at most 1.05 times
 * that of {@code kept}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public class CallSiteBenchmark {
  /** Values of List[Person], (Int, String), Map[String, Vector[Int]] and Box[Person]. */
  @Param({"list", "tuple", "map", "box"})
  public String value;

  private CallSite site;

  @Setup
  public void prepare() {
    site = CallSite.of(value);
    site.check();
  }

  @Benchmark
  public Object outWritten() {
    return site.outWritten();
  }

  @Benchmark
  public Object outKept() {
    return site.outKept();
  }

  @Benchmark
  public Object inWritten() {
    return site.inWritten();
  }

  @Benchmark
  public Object inKept() {
    return site.inKept();
  }
}
