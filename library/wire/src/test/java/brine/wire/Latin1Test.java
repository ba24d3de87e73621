package brine.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class Latin1Test {
  /** By a loop over the characters, and by the ways of {@link Latin1}. */
  private static boolean holds(String s) {
    boolean holds = s.chars().allMatch(c -> c <= 0xFF);
    assertEquals(holds, Latin1.holds(s), s);
    byte[] ours = new byte[s.length() + 2];
    assertEquals(holds, Latin1.encode(s, ours, 1));
    if (holds) {
      assertArrayEquals(s.getBytes(ISO_8859_1), Arrays.copyOfRange(ours, 1, ours.length - 1));
      assertEquals(s, Latin1.decode(ours, 1, s.length()));
    } else assertArrayEquals(new byte[s.length() + 2], ours);
    return holds;
  }

  @Test
  void everyCharacterBelowU0100IsItselfAndNoOther() {
    for (int c = 0; c <= 0xFFFF; c++) assertEquals(c <= 0xFF, holds("a" + (char) c + "?"), Integer.toHexString(c));
    assertFalse(holds("\uD83D\uDE00"));
    assertTrue(holds(""));
    assertTrue(holds("?".repeat(3)));
  }

  @Test
  void stringsOfEveryOriginAreToldByTheirCharacters() {
    Random random = new Random(7);
    for (int n = 0; n < 10_000; n++) {
      StringBuilder builder = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        boolean isAny = random.nextInt(10) == 0;
        builder.append(
            (char) (isAny ? random.nextInt(0x10000) : random.nextInt(4) == 0 ? '?' : random.nextInt(0x100)));
      }
      String s = builder.toString();
      holds(s);
      int cut = random.nextInt(s.length() + 1);
      holds(s.substring(cut));
      holds(builder.delete(0, cut).toString());
      holds(builder.append('\u4e2d').deleteCharAt(builder.length() - 1).toString());
      holds(s.replace(s.isEmpty() ? 'a' : s.charAt(0), random.nextBoolean() ? 'x' : '\u0416'));
      holds(new String(s.toCharArray()));
      holds(s.toUpperCase(java.util.Locale.ROOT));
      holds(String.join("", s, s.strip()).intern());
    }
  }

  @Test
  void aJvmWithTwoBytesForEachCharacterTellsTheSame() throws Exception {
    assertTrue(allocatedIn("-XX:-CompactStrings") >= 0);
    assertTrue(allocatedIn("-XX:-CompactStrings", "--add-opens=java.base/java.lang=ALL-UNNAMED") >= 0);
  }

  @Test
  @DisplayName("a JVM whose java.lang is open tells the same, and allocates nothing for a question")
  void open() throws Exception {
    assertTrue(allocatedIn("--add-opens=java.base/java.lang=ALL-UNNAMED") < 1);
  }

  /** The bytes that a question takes in a JVM with these options, in which the tests above pass. */
  private static double allocatedIn(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Latin1Test.class.getName()));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII).strip();
    assertEquals(0, process.waitFor());
    return Double.parseDouble(said);
  }

  /** Runs in that JVM. */
  public static void main(String[] none) {
    Latin1Test test = new Latin1Test();
    test.everyCharacterBelowU0100IsItselfAndNoOther();
    test.stringsOfEveryOriginAreToldByTheirCharacters();
    var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100_000; i++) Latin1.holds("a text of more than twenty characters");
    System.out.println((threads.getCurrentThreadAllocatedBytes() - before) / 100_000.0);
  }

  @Test
  @DisplayName("eight bytes are digits if each is one: every byte at every place")
  void digits() {
    Random random = new Random(1);
    for (int at = 0; at < 8; at++) {
      for (int b = 0; b < 256; b++) {
        byte[] bytes = new byte[11];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) ('0' + random.nextInt(10));
        bytes[1 + at] = (byte) b;
        assertEquals(b >= '0' && b <= '9', Latin1.areEightDigits(bytes, 1), Arrays.toString(bytes));
      }
    }
  }

  @Test
  @DisplayName("the number of eight digits is the one of its digits")
  void numberOfDigits() {
    Random random = new Random(2);
    for (int n = 0; n < 100_000; n++) {
      int number = n < 2 ? n * 99_999_999 : random.nextInt(100_000_000);
      byte[] bytes = String.format("x%08dx", number).getBytes(US_ASCII);
      assertEquals(number, Latin1.eightDigits(bytes, 1));
    }
  }
}
