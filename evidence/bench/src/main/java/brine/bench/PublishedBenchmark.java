package brine.bench;

import brine.bench.workloads.DataEvent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import scala.collection.immutable.Vector;

/** The paper's own benchmark of events, as it was published and in a fair form: {@link Published}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 2, jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch"})
public class PublishedBenchmark {
  /** With 10,000, Java's serialization as published runs out of this heap, as it did in the paper. */
  @Param({"1000", "4000"})
  public int events;

  @Param({"published", "fair"})
  public String form;

  @Param({"brine", "kryo", "java"})
  public String contender;

  private Published measured;
  private Vector<DataEvent> all;

  @Setup
  public void prepare() {
    measured = Published.of(contender, form);
    all = Published.events(events);
    if (!measured.thereAndBack(all).equals(all))
      throw new IllegalStateException(contender + " does not give the events back");
  }

  @Benchmark
  public Object thereAndBack() {
    return measured.thereAndBack(all);
  }
}
