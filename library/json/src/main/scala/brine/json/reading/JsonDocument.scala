package brine.json.reading

import brine.json.looks.DialectForms
import brine.json.text.{JsonFailure, JsonInput, LenientText, Tags}
import brine.{FailureBoundary, Pickle, PickleException, PickleOptions, Unpickler}
import brine.run.Resolutions
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
      if forms == null then Resolutions.undated(unpickler).unpickle(new JsonReader(in, Tags.Default, options))
      else DialectReader.read(in, forms.nn, unpickler, options)
    catch case e: PickleException.Malformed => throw JsonFailure.of(e, in, source)

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
      if in.offset != bytes.length && !in.isAtEnd then throw trailing(bytes, in.offset)
      value
    catch case e: Throwable => throw FailureBoundary.readFailure(e, ByteSource.of(bytes))

  private def trailing(bytes: Array[Byte], from: Long): PickleException =
    val source = ByteSource.of(bytes)
    source.skip(from)
    Pickle.trailing(source)

  /** The bytes of a text, which must be Unicode. */
  def bytesOf(text: String): Array[Byte] =
    val bytes = Utf8.encode(text)
    if bytes == null then
      throw new PickleException.Malformed("the text has an unpaired surrogate, which JSON cannot hold")
    bytes
