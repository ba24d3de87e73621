package brine.region

import java.util.concurrent.atomic.AtomicReference
import brine.{PickleException, Pickler}
import brine.region.layout.{SlotLayout, StaticLayout}
import brine.region.verify.CheckTables

/** The layout of a type at run time, computed once for each place where the compiler made a [[Compactable]], however
  * often that place runs.
  */
private[region] final class CompactableCache(pickler: Pickler[?], text: String):
  val layout = new StaticLayout(text)

  for mismatch <- Option(layout.mismatch(pickler.shape)) do
    throw new PickleException.NotCompact(
      pickler.shape.name,
      s"has another layout than its class declares: $mismatch. Derive that one by a `derives` clause, or give it a " +
        "Shape.Custom"
    )

  val place: SlotLayout = SlotLayout.of(pickler.shape)
  lazy val tables = new CheckTables(place, layout)

  private def isOf(that: Pickler[?]): Boolean = pickler eq that

  /** The bytes of the last region: an estimate for the next one. */
  def expectedBytes: Int = expected

  def expectIn(builder: RegionBuilder): Unit = builder.expectedObjects = expectedObjects

  def expect(builder: RegionBuilder): Unit =
    expected = math.min(builder.blocks.length, CompactableCache.MostExpected).toInt
    if builder.objects > 0 then expectedObjects = math.min(builder.objects, CompactableCache.MostExpectedObjects)

  private var expected = 0
  private var expectedObjects = 0

private[region] object CompactableCache:
  private final val MostExpected = 1L << 22
  private final val MostExpectedObjects = 1 << 18

  /** By the class emitted for a place: the latest entry. The pickler at a place may differ between calls. */
  private val latest = new ClassValue[AtomicReference[CompactableCache]]:
    protected def computeValue(emitted: Class[?]): AtomicReference[CompactableCache] = new AtomicReference

  /** @throws PickleException.NotCompact if the compiler was wrong about the values */
  def of(emitted: Class[?], pickler: Pickler[?], text: String): CompactableCache =
    val known = latest.get(emitted)
    val before = known.get
    if before != null && before.isOf(pickler) then before
    else
      val found = new CompactableCache(pickler, text)
      known.set(found)
      found
