package brine.bench;

import brine.Pickler;
import brine.bench.peers.BrinePeer;
import brine.bench.peers.JavaPeer;
import brine.bench.peers.KryoPeer;
import brine.bench.workloads.*;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

/** {@link TreeWorkload}, out and in. Run: {@code ./dev bench Tree}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TreeBenchmark {
  private final BinaryTree value = TreeWorkload.value();
  private final Pickler<BinaryTree> pickler = TreeWorkload.pickler();
  private final byte[] byHand = TreeWorkload.writeByHand(value);
  private final byte[] brine = BrinePeer.write(value, pickler);
  private final byte[] javaBytes = JavaPeer.write(value);
  private final KryoPeer kryoPeer = new KryoPeer(true);
  private final byte[] kryo = kryoPeer.write(value);

  /** Loads other formats and drives them, so that call sites they share are no longer monomorphic. */
  @Param({"alone", "others"})
  public String company;

  @Setup
  public void company() {
    if (!Arrays.equals(byHand, BrinePeer.writeBare(value, pickler))) throw new IllegalStateException("the twin's bytes differ");
    if (company.equals("others")) Company.exercise(value, pickler);
  }

  @Benchmark public byte[] outByHand() { return TreeWorkload.writeByHand(value); }
  @Benchmark public Object inByHand() { return TreeWorkload.readByHand(byHand); }
  @Benchmark public byte[] outBrineBare() { return BrinePeer.writeBare(value, pickler); }
  @Benchmark public Object inBrineBare() { return BrinePeer.readBare(byHand, pickler); }
  @Benchmark public byte[] outBrine() { return BrinePeer.write(value, pickler); }
  @Benchmark public Object inBrine() { return BrinePeer.read(brine, pickler); }
  @Benchmark public byte[] outJava() { return JavaPeer.write(value); }
  @Benchmark public Object inJava() { return JavaPeer.read(javaBytes); }
  @Benchmark public byte[] outKryo() { return kryoPeer.write(value); }
  @Benchmark public Object inKryo() { return kryoPeer.read(kryo); }
}
