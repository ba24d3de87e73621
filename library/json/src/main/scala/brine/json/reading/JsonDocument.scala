package brine.json.reading

import brine.json.dialects.JsonDialect.Families
import brine.json.looks.DialectForms
import brine.json.streams.PartialFields
import brine.json.text.{JsonFailure, JsonInput, LenientText}
import brine.{FailureBoundary, Pickle, PickleException, PickleOptions, NotNull, Unpickler}
import brine.plan.HasPlan
import brine.run.{EventReader, Resolutions}
import brine.wire.{ByteSource, Utf8}

/** Reads one value from an input, in the default dialect (`forms` is null) or in another. */
private[json] object JsonDocument:
  /** Reads one value, behind which others may follow.
    *
    * @param source where a stream goes on, else null
    */
  def read[A](
      in: JsonInput,
      source: ByteSource | Null,
      unpickler: Unpickler[A],
      options: PickleOptions,
      forms: DialectForms | Null
  ): A =
    try
      takeMark(in, forms)
      if forms == null then Resolutions.undated(unpickler).unpickle(JsonReaders(in, null, options))
      else inDialect(in, forms.nn, unpickler, options)
    catch
      case e: (PickleException.Malformed | PickleException.Truncated) => throw JsonFailure.of(e, in, source)

  private def inDialect[A](in: JsonInput, forms: DialectForms, unpickler: Unpickler[A], options: PickleOptions): A =
    val reader = JsonReaders(in, forms, forms.prepared(unpickler, options))
    val undated = Resolutions.undated(unpickler)
    if (undated ne unpickler) && !forms.dialect.families.isInstanceOf[Families.Member] then
      throw new PickleException.UnsupportedType(
        unpickler.shape.name,
        Seq(
          s"expected Families.Member in the dialect, found ${forms.dialect.families}: JSON does not record versions, " +
            "and a class with " +
            "migrations finds its version by the members of an object. Use Families.Member, or choose the version by " +
            "Unpickler.from"
        )
      )
    val value = reader.getByHand(undated)
    if value != null then value.asInstanceOf[A] else undated.unpickle(reader)

  /** A byte order mark stands before a document alone. */
  private def takeMark(in: JsonInput, forms: DialectForms | Null): Unit =
    if forms != null && forms.takesMark && in.offset == 0 then in.takeMark()

  /** Reads one value. Of an object whose class has a plan, passes on the fields after each field and element. */
  def readPartial[A](
      in: JsonInput,
      unpickler: Unpickler[A],
      options: PickleOptions,
      forms: DialectForms | Null,
      update: PartialFields => Unit
  ): A =
    val plan = unpickler match
      case planned: HasPlan if Resolutions.undated(unpickler) eq unpickler => EventReader.observable(planned.plan)
      case _                                                               => null
    if plan == null then read(in, null, unpickler, options, forms)
    else
      takeMark(in, forms)
      val reader = JsonReaders(in, forms, if forms == null then options else forms.prepared(unpickler, options))
      // A number that the end of the text cuts off may have further digits.
      val observer = new PartialFields.Observer(plan.shape, fields => if !in.isAtCut then update(fields))
      EventReader.observed(plan, reader, observer).asInstanceOf[A]

  /** Reads the value that these bytes hold, and nothing else: by fewer steps than through a source. */
  def readOnly[A](
      bytes: Array[Byte],
      unpickler: Unpickler[A],
      options: PickleOptions,
      forms: DialectForms | Null
  ): A =
    try
      val text = if forms != null && forms.nn.isLenient then LenientText.plain(bytes) else bytes
      val in = new JsonInput(text, 0, text.length, null, 0)
      val value = read(in, null, unpickler, options, forms)
      if in.offset != bytes.length && !in.isAtEnd then throw JsonFailure.of(trailing(bytes, in.offset), in, null)
      value
    catch case e: Throwable => throw FailureBoundary.readFailure(e, ByteSource.of(bytes))

  private def trailing(bytes: Array[Byte], from: Long): PickleException =
    val source = ByteSource.of(bytes)
    source.skip(from)
    Pickle.trailing(source)

  /** The bytes of a text, which must be Unicode. */
  def bytesOf(text: String): Array[Byte] =
    val bytes = Utf8.encode(NotNull(text, "a text"))
    if bytes == null then
      throw new PickleException.Malformed("the text has an unpaired surrogate, which JSON cannot hold")
    bytes
