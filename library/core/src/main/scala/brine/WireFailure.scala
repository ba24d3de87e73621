package brine

import brine.wire.WireException

/** The floor's failures in the terms of a pickle. */
private[brine] object WireFailure:
  def apply(e: WireException): PickleException =
    val failure = e.kind match
      case WireException.Kind.TRUNCATED => new PickleException.Truncated(e.detail, e)
      case WireException.Kind.MALFORMED => new PickleException.Malformed(e.detail, e)
      case WireException.Kind.LIMIT =>
        new PickleException.LimitExceeded(
          s"${e.detail} (limits.maxOutputBytes); if the value has a cycle of immutable objects, or shares them " +
            "many times over, ask for `sharing = Sharing.All`",
          e
        )
      case WireException.Kind.BUFFER_FULL =>
        // When it is noticed says nothing of the part that is being written then.
        new PickleException.LimitExceeded(
          s"the buffer is full: at least ${e.detail} between its position and its limit",
          e
        ).ofWhole()
      case WireException.Kind.IO => new PickleException.InputOutput(if e.getCause == null then e else e.getCause)
    if e.kind == WireException.Kind.TRUNCATED || e.kind == WireException.Kind.MALFORMED then failure.atOffset(e.offset)
    else failure
