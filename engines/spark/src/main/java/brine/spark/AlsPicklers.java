package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import org.apache.spark.ml.recommendation.ALS;
import org.apache.spark.ml.recommendation.ALS$InBlock$mcI$sp;
import org.apache.spark.ml.recommendation.ALS$InBlock$mcJ$sp;
import org.apache.spark.ml.recommendation.ALS$RatingBlock$mcI$sp;
import org.apache.spark.ml.recommendation.ALS$RatingBlock$mcJ$sp;
import org.apache.spark.ml.recommendation.ALS$UncompressedInBlock$mcI$sp;
import org.apache.spark.ml.recommendation.ALS$UncompressedInBlock$mcJ$sp;
import scala.math.Ordering;
import scala.reflect.ClassTag;

/** The blocks of ML's alternating least squares, {@link ALS}: their columns. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class AlsPicklers {
  private AlsPicklers() {}

  /** Columns of the types of the variants: objects of any class, {@code Int} and {@code Long}. */
  private static final Class<?>[] IDS = {Object.class, int[].class, long[].class};

  private static final class RatingsPickler extends HandwrittenPickler<ALS.RatingBlock<?>> {
    RatingsPickler() {
      super(ALS.RatingBlock.class, ALS$RatingBlock$mcI$sp.class, ALS$RatingBlock$mcJ$sp.class);
    }

    @Override
    public void pickle(ALS.RatingBlock<?> block, PickleBuilder builder) {
      builder.putByte((byte) variantOf(block));
      Parts.putArray(block.srcIds(), builder);
      Parts.putArray(block.dstIds(), builder);
      Parts.putFloats(block.ratings(), builder);
    }

    @Override
    public ALS.RatingBlock<?> unpickle(PickleReader reader) {
      int variant = checkVariant(reader.getByte());
      Object sources = Parts.getArray(reader);
      Object targets = Parts.getArray(reader);
      float[] ratings = Parts.getFloats(reader);
      int count = Parts.length(sources);
      check(count >= 0 && count == Parts.length(targets) && count == Parts.length(ratings), "has ratings", count);
      boolean fit = IDS[variant].isInstance(sources) && sources.getClass() == targets.getClass();
      check(fit, "has ids of", sources.getClass());
      ClassTag tag = Parts.tagOf(sources);
      switch (variant) {
        case 1: return new ALS$RatingBlock$mcI$sp((int[]) sources, (int[]) targets, ratings, tag);
        case 2: return new ALS$RatingBlock$mcJ$sp((long[]) sources, (long[]) targets, ratings, tag);
        default: return new ALS.RatingBlock(sources, targets, ratings, tag);
      }
    }
  }

  private static final class InBlockPickler extends HandwrittenPickler<ALS.InBlock<?>> {
    InBlockPickler() {
      super(ALS.InBlock.class, ALS$InBlock$mcI$sp.class, ALS$InBlock$mcJ$sp.class);
    }

    @Override
    public void pickle(ALS.InBlock<?> block, PickleBuilder builder) {
      builder.putByte((byte) variantOf(block));
      Parts.putArray(block.srcIds(), builder);
      Parts.putInts(block.dstPtrs(), builder);
      Parts.putInts(block.dstEncodedIndices(), builder);
      Parts.putFloats(block.ratings(), builder);
    }

    @Override
    public ALS.InBlock<?> unpickle(PickleReader reader) {
      int variant = checkVariant(reader.getByte());
      Object sources = Parts.getArray(reader);
      int[] pointers = Parts.getInts(reader);
      int[] indices = Parts.getInts(reader);
      float[] ratings = Parts.getFloats(reader);
      check(IDS[variant].isInstance(sources) && Parts.length(sources) >= 0, "has ids", sources);
      check(Parts.length(pointers) == Parts.length(sources) + 1, "has pointers", Parts.length(pointers));
      check(ratings != null && Parts.length(indices) == ratings.length, "has ratings", Parts.length(ratings));
      ClassTag tag = Parts.tagOf(sources);
      switch (variant) {
        case 1: return new ALS$InBlock$mcI$sp((int[]) sources, pointers, indices, ratings, tag);
        case 2: return new ALS$InBlock$mcJ$sp((long[]) sources, pointers, indices, ratings, tag);
        default: return new ALS.InBlock(sources, pointers, indices, ratings, tag);
      }
    }
  }

  private static final class UncompressedPickler extends HandwrittenPickler<ALS.UncompressedInBlock<?>> {
    private static final PrivateField<ALS.UncompressedInBlock<?>, ClassTag<?>> TAG =
        PrivateField.of(ALS.UncompressedInBlock.class, "evidence$7", ClassTag.class);
    private static final PrivateField<ALS.UncompressedInBlock<?>, Ordering<?>> ORDER =
        PrivateField.of(ALS.UncompressedInBlock.class, "ord", Ordering.class);

    UncompressedPickler() {
      super(
          ALS.UncompressedInBlock.class, ALS$UncompressedInBlock$mcI$sp.class, ALS$UncompressedInBlock$mcJ$sp.class);
    }

    @Override
    public void pickle(ALS.UncompressedInBlock<?> block, PickleBuilder builder) {
      builder.putByte((byte) variantOf(block));
      Parts.putArray(block.srcIds(), builder);
      Parts.putInts(block.dstEncodedIndices(), builder);
      Parts.putFloats(block.ratings(), builder);
      Parts.putTag(TAG.get(block), block.srcIds(), builder);
      builder.put(ORDER.get(block), Parts.ANY);
    }

    @Override
    public ALS.UncompressedInBlock<?> unpickle(PickleReader reader) {
      int variant = checkVariant(reader.getByte());
      Object sources = Parts.getArray(reader);
      int[] indices = Parts.getInts(reader);
      float[] ratings = Parts.getFloats(reader);
      int count = Parts.length(sources);
      check(count >= 0 && count == Parts.length(indices) && count == Parts.length(ratings), "has ratings", count);
      check(IDS[variant].isInstance(sources), "has ids of", sources.getClass());
      ClassTag tag = Parts.getTag(sources, reader);
      Ordering order = (Ordering) reader.get(Parts.ANY);
      switch (variant) {
        case 1: return new ALS$UncompressedInBlock$mcI$sp((int[]) sources, indices, ratings, tag, order);
        case 2: return new ALS$UncompressedInBlock$mcJ$sp((long[]) sources, indices, ratings, tag, order);
        default: return new ALS.UncompressedInBlock(sources, indices, ratings, tag, order);
      }
    }
  }

  /** {@link ALS.NormalEquation}: the two arrays that it adds to, and the one that holds the last vector. */
  private static final class EquationPickler extends HandwrittenPickler<ALS.NormalEquation> {
    private static final PrivateField<ALS.NormalEquation, double[]> LAST =
        PrivateField.of(ALS.NormalEquation.class, "da", double[].class);

    EquationPickler() {
      super(ALS.NormalEquation.class);
    }

    @Override
    public void pickle(ALS.NormalEquation equation, PickleBuilder builder) {
      checkClass(equation);
      Parts.putDoubles(equation.ata(), builder);
      Parts.putDoubles(equation.atb(), builder);
      Parts.putDoubles(LAST.get(equation), builder);
    }

    @Override
    public ALS.NormalEquation unpickle(PickleReader reader) {
      double[] ata = Parts.getDoubles(reader);
      double[] atb = Parts.getDoubles(reader);
      double[] last = Parts.getDoubles(reader);
      int rank = Parts.length(atb);
      check(rank >= 0 && Parts.length(last) == rank && Parts.length(ata) == rank * (rank + 1L) / 2, "has rank", rank);
      ALS.NormalEquation equation = new ALS.NormalEquation(rank);
      System.arraycopy(ata, 0, equation.ata(), 0, ata.length);
      System.arraycopy(atb, 0, equation.atb(), 0, rank);
      System.arraycopy(last, 0, LAST.get(equation), 0, rank);
      return equation;
    }
  }

  static final HandwrittenPickler<?> RATINGS = new RatingsPickler();
  static final HandwrittenPickler<?> IN_BLOCK = new InBlockPickler();
  static final HandwrittenPickler<?> UNCOMPRESSED = new UncompressedPickler();
  static final HandwrittenPickler<?> EQUATION = new EquationPickler();
}
