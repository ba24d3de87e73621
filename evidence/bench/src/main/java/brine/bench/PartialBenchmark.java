package brine.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/**
 * A document that arrives in pieces and whose fields so far are passed on, beside one read of all its bytes. The time
 * of {@code inPieces} is to be at most 1.3 times that of {@code whole}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public class PartialBenchmark {
  /** The elements of the answer's list; each has about 100 bytes. */
  @Param({"10", "1000"})
  public int steps;

  /** The bytes of a piece: a word of a language model's answer, and a packet. */
  @Param({"4", "1400"})
  public int piece;

  private ArrivingAnswer answer;

  @Setup
  public void prepare() {
    answer = new ArrivingAnswer(steps, piece);
    answer.check();
  }

  @Benchmark
  public Object whole() {
    return answer.whole();
  }

  @Benchmark
  public Object wholeFromPieces() {
    return answer.wholeFromPieces();
  }

  @Benchmark
  public Object inPieces() {
    return answer.inPieces();
  }
}
