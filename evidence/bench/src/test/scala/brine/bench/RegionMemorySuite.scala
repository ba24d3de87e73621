package brine.bench

import brine.bench.regions.RegionMemory

class RegionMemorySuite extends munit.FunSuite:
  private val hasSegments = Runtime.version.feature >= 22

  for memory <- List("blocks", "blocks-mapped", "segment", "segment-mapped") do
    test(s"a walk over $memory finds all leaves") {
      assume(hasSegments || !memory.startsWith("segment"), "memory segments need JDK 22")
      assertEquals(RegionMemory.of(memory, 512).sum(), RegionMemory.expected(512))
    }

  test("memory that this JDK does not have is refused, and so is a name that nothing has") {
    if !hasSegments then intercept[IllegalArgumentException](RegionMemory.of("segment", 1))
    intercept[IllegalArgumentException](RegionMemory.of("paper", 1))
  }
