package brine.graph.clustered

/** The text of a path. Shows the first and the last segments of a long path. */
private[graph] object PathText:
  private final val MostSegments = 64

  def apply(segments: Int)(segment: Int => String): String =
    val text = new StringBuilder("$")
    for i <- 0 until math.min(segments, MostSegments / 2) do text ++= segment(i)
    if segments > MostSegments then text ++= ".…"
    for i <- math.max(MostSegments / 2, segments - MostSegments / 2) until segments do text ++= segment(i)
    text.toString
