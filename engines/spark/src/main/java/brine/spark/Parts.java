package brine.spark;

import brine.PickleBuilder;
import brine.PickleException;
import brine.PickleReader;
import brine.Pickler;
import brine.Pickler$;
import brine.binary.BinaryBuilder;
import brine.binary.BinaryReader;
import brine.run.structures.OpenPickler;
import java.util.ArrayList;
import java.util.Arrays;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Parts of objects of Spark: arrays, which the binary format moves in one piece, and the tags of their types. */
final class Parts {
  private Parts() {}

  /** The pickler of any object that the subtypes of the call allow. */
  static final Pickler<Object> ANY = new OpenPickler<>(Object.class, true);

  @SuppressWarnings("unchecked")
  private static final Pickler<ClassTag<?>> TAG = (Pickler<ClassTag<?>>) (Pickler<?>) Pickler$.MODULE$.anyClassTag();

  /** Null unless arrays are written in one piece. */
  private static BinaryBuilder inOnePiece(PickleBuilder builder) {
    return builder instanceof BinaryBuilder && !builder.sharesAll() ? (BinaryBuilder) builder : null;
  }

  /** Returns the reader if it reads arrays in one piece, as {@link #inOnePiece(PickleBuilder)} says; else null. */
  private static BinaryReader inOnePiece(PickleReader reader) {
    return reader instanceof BinaryReader && !reader.options().sharesAll() ? (BinaryReader) reader : null;
  }

  // ---- arrays of one type, or null

  static void putInts(int[] array, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    if (binary == null) builder.put(array, ANY);
    else if (array == null) binary.putNull();
    else binary.putArray(array);
  }

  static int[] getInts(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    return binary != null ? binary.getInts() : (int[]) reader.get(ANY);
  }

  static void putLongs(long[] array, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    if (binary == null) builder.put(array, ANY);
    else if (array == null) binary.putNull();
    else binary.putArray(array);
  }

  static long[] getLongs(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    return binary != null ? binary.getLongs() : (long[]) reader.get(ANY);
  }

  /** The first bytes of an array. */
  static void putBytes(byte[] array, int length, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    if (binary == null) builder.put(Arrays.copyOf(array, length), ANY);
    else {
      binary.putSize(length, false);
      binary.sink().putBytes(array, 0, length);
    }
  }

  static byte[] getBytes(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    return binary != null ? binary.getBytes() : (byte[]) reader.get(ANY);
  }

  static void putFloats(float[] array, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    if (binary == null) builder.put(array, ANY);
    else if (array == null) binary.putNull();
    else binary.putArray(array);
  }

  static float[] getFloats(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    return binary != null ? binary.getFloats() : (float[]) reader.get(ANY);
  }

  static void putDoubles(double[] array, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    if (binary == null) builder.put(array, ANY);
    else if (array == null) binary.putNull();
    else binary.putArray(array);
  }

  static double[] getDoubles(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    return binary != null ? binary.getDoubles() : (double[]) reader.get(ANY);
  }

  // ---- arrays of any type

  private static final int OBJECTS = 0;
  private static final int STRINGS = 9;
  private static final Class<?>[] KINDS = {
    Object[].class, boolean[].class, byte[].class, char[].class, double[].class, float[].class, int[].class,
    long[].class, short[].class
  };

  private static int kindOf(Object array) {
    if (array instanceof String[]) return STRINGS;
    if (array == null || array instanceof Object[]) return OBJECTS;
    int kind = 1;
    while (KINDS[kind] != array.getClass()) kind++;
    return kind;
  }

  /** An array, or null. Its elements go by their classes, if they are objects. */
  static void putArray(Object array, PickleBuilder builder) {
    BinaryBuilder binary = inOnePiece(builder);
    int kind = kindOf(array);
    if (binary != null) binary.putByte((byte) kind);
    if (binary == null || kind == OBJECTS) builder.put(array, ANY);
    else if (kind == STRINGS) putStrings((String[]) array, binary);
    else binary.putArray(array);
  }

  private static void putStrings(String[] all, BinaryBuilder binary) {
    binary.putInt(all.length);
    for (String s : all) binary.putString(s);
  }

  private static String[] getStrings(BinaryReader binary) {
    int length = binary.getInt();
    if (length < 0) throw new PickleException.Malformed("an array of " + length + " strings", null);
    // The length is a claim: a string takes a byte, or more.
    ArrayList<String> all = new ArrayList<>(Math.min(length, 1024));
    for (int i = 0; i < length; i++) all.add(binary.getString());
    return all.toArray(new String[0]);
  }

  static Object getArray(PickleReader reader) {
    BinaryReader binary = inOnePiece(reader);
    int kind = binary == null ? OBJECTS : binary.getByte();
    switch (kind) {
      case OBJECTS: return reader.get(ANY);
      case 1: return binary.getBooleans();
      case 2: return binary.getBytes();
      case 3: return binary.getChars();
      case 4: return binary.getDoubles();
      case 5: return binary.getFloats();
      case 6: return binary.getInts();
      case 7: return binary.getLongs();
      case 8: return binary.getShorts();
      case STRINGS: return getStrings(binary);
      default: throw new PickleException.Malformed("invalid kind of array: expected 0 to 9, found " + kind, null);
    }
  }

  /** The length of an array, or -1 if it is not an array. */
  static int length(Object array) {
    return array != null && array.getClass().isArray() ? java.lang.reflect.Array.getLength(array) : -1;
  }

  // ---- tags

  /** The tag of the elements of the array beside it. */
  private static final int OF_ARRAY = 0;

  private static final int BY_NAME = 1;
  private static final int FIRST_BUILT_IN = 2;

  /** Tags whose arrays do not determine them. */
  private static final ClassTag<?>[] BUILT_IN = {
    ClassTag$.MODULE$.Any(), ClassTag$.MODULE$.AnyRef(), ClassTag$.MODULE$.Object(), ClassTag$.MODULE$.Nothing(),
    ClassTag$.MODULE$.Null(), ClassTag$.MODULE$.Unit(), ClassTag$.MODULE$.AnyVal()
  };

  /** A tag, or null. Mostly it is that of the array's elements, which then determine it. */
  static void putTag(ClassTag<?> tag, Object array, PickleBuilder builder) {
    int code = codeOf(tag, array);
    builder.putByte((byte) code);
    if (code == BY_NAME) builder.put(tag, TAG);
  }

  private static int codeOf(ClassTag<?> tag, Object array) {
    if (tag == null) return BY_NAME;
    for (int i = 0; i < BUILT_IN.length; i++) if (BUILT_IN[i] == tag) return FIRST_BUILT_IN + i;
    if (array == null) return BY_NAME;
    ClassTag<?> own = tagOf(array);
    return own.getClass() == tag.getClass() && own.runtimeClass() == tag.runtimeClass() ? OF_ARRAY : BY_NAME;
  }

  /** The tag of an array's elements. */
  static ClassTag<?> tagOf(Object array) {
    return ClassTag$.MODULE$.apply(array.getClass().getComponentType());
  }

  static ClassTag<?> getTag(Object array, PickleReader reader) {
    int code = reader.getByte();
    if (code == BY_NAME) return (ClassTag<?>) reader.get(TAG);
    if (code == OF_ARRAY && length(array) >= 0) return tagOf(array);
    if (code >= FIRST_BUILT_IN && code < FIRST_BUILT_IN + BUILT_IN.length) return BUILT_IN[code - FIRST_BUILT_IN];
    throw new PickleException.Malformed("invalid code of a type's tag: " + code, null);
  }
}
