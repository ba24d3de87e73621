package brine

/** Calls handwritten picklers: they see no nulls, and their code runs on the Java stack. */
private[brine] object HandwrittenCalls:
  /** Levels that a call to another pickler, or a walk over a plan, counts against `limits.emittedDepth`. Both take
    * several calls, hence several times the stack of a call within emitted code.
    */
  final val LevelCost = 4

  /** Puts a value that is not null, without a marker. */
  def put(pickler: Pickler[Any], value: Any, builder: PickleBuilder): Unit =
    val depth = builder.depth
    builder.depth = depth + LevelCost
    if !builder.putByHand(pickler, value) then pickler.pickle(value, builder)
    builder.depth = depth

  /** Puts a value at a place, null included. */
  def putPlace(pickler: Pickler[Any], value: Any, builder: PickleBuilder): Unit =
    if value == null then builder.putNull(pickler.shape)
    else
      val replacements = builder.replacements
      if replacements != null then replacements.putReplaced(pickler, value.asInstanceOf[AnyRef])
      else putMarked(pickler, value, builder)

  /** Puts a value that is not null, and its marker. */
  def putMarked(pickler: Pickler[Any], value: Any, builder: PickleBuilder): Unit =
    builder.putPresent(pickler.shape)
    put(pickler, value, builder)

  /** Reads a value that is not null, without a marker. Nobody knows which objects the unpickler's code reads, so it
    * sees none that is still being read.
    */
  def get[A](unpickler: Unpickler[A], reader: PickleReader): A =
    val depth = reader.depth
    reader.depth = depth + LevelCost
    val hidden = reader.hideOuter()
    val value = reader.readByHand(unpickler)
    if hidden != null then reader.showOuter(hidden)
    reader.depth = depth
    value

  /** Gets a value from a place, null included. */
  def getPlace[A](unpickler: Unpickler[A], reader: PickleReader): A = reader.getTag(unpickler.shape, 1) match
    case 0                    => get(unpickler, reader)
    case PickleReader.NullTag => null.asInstanceOf[A]
    case _ =>
      throw new PickleException.BadReference(s"a ${unpickler.shape.name} is a value here, not an object to refer to")
