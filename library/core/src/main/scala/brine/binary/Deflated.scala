package brine.binary

import java.util.zip.{DataFormatException, Deflater, Inflater}
import brine.{PickleException, ReadBudget}
import brine.wire.{ByteSink, ByteSource}

/** Bytes that are compressed by DEFLATE (RFC 1951) if there are many: their number, a flag, and the bytes or the
  * compressed bytes. Few bytes stay as they are, so the bytes of most types do not depend on the compressor.
  */
private[brine] object Deflated:
  def write(bytes: Array[Byte]): Array[Byte] =
    val sink = ByteSink.growing(bytes.length)
    sink.putVarint(bytes.length << 1 | (if bytes.length > Few then 1 else 0))
    if bytes.length > Few then deflate(bytes, sink) else sink.putBytes(bytes, 0, bytes.length)
    sink.toByteArray

  private def deflate(bytes: Array[Byte], sink: ByteSink): Unit =
    val deflater = new Deflater(Deflater.BEST_COMPRESSION, true)
    try
      deflater.setDictionary(Dictionary)
      deflater.setInput(bytes)
      deflater.finish()
      val buffer = new Array[Byte](1024)
      while !deflater.finished do sink.putBytes(buffer, 0, deflater.deflate(buffer))
    finally deflater.end()

  /** Reads the rest of `source`, which yields at most `most` bytes, as far as the budget allows. */
  def read(source: ByteSource, most: Int, budget: ReadBudget): Array[Byte] =
    val received = source.remaining.toInt
    val header = source.getVarint()
    val size = header >>> 1
    if size > most then throw malformed(s"$size bytes are claimed, more than $most")
    // A byte of input makes 1,032 at the most.
    if (header & 1) != 0 && size > received * 1032L then throw malformed(s"$received bytes cannot make $size")
    budget.takeTable(received, size)
    if (header & 1) == 0 then source.getBytes(size) else inflated(source.getBytes(source.remaining.toInt), size)

  private def inflated(input: Array[Byte], size: Int): Array[Byte] =
    val output = new Array[Byte](size)
    val inflater = new Inflater(true)
    try
      inflater.setDictionary(Dictionary)
      inflater.setInput(input)
      val made = inflater.inflate(output)
      // At its end it has to be called once more.
      if made < size || inflater.inflate(new Array[Byte](1)) > 0 || !inflater.finished || inflater.getRemaining > 0 then
        throw malformed("expected deflated data")
    catch case e: DataFormatException => throw malformed("expected deflated data", e)
    finally inflater.end()
    output

  private final val Few = 200

  private def malformed(what: String, cause: Throwable | Null = null): PickleException =
    new PickleException.Malformed(s"deflated bytes: $what", cause)

  /** Text that both sides know before the first byte. Part of the format.
    *
    * The types are those of the format itself that are made of several words. The names are the properties that public
    * classes of the JDK have in at least four packages, the most frequent last: a rule that favours nobody's model
    * (docs/adr/0062).
    */
  private[brine] val Dictionary: Array[Byte] =
    (DictionaryTypes + DictionaryNames).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)

  private[brine] final val DictionaryTypes =
    "NoneSomeLocalDateTimeZonedInstantDurationBigDecimalmutable.ArrayBufferArrayMapSetVectorListSeqUUID"

  private[brine] final val DictionaryNames =
    "actionsbytescertificateschronologyclassNamecomponentcurrentdateexceptiongrouphiddeninstancekeylastlistmethodName" +
      "monthnewPermissionCollectionopenownerparameterCountparameterspollprimitivereadreasonspliteratortoByteArray" +
      "transformzonearrayavailableLocalesboundscountdefaultdirectorydisplayNameentrySetfilefirstintValuekeySetkeys" +
      "locationproviderreadOnlyresettoArraytoInstantattributesheightmodifierssourcewidthbuildindexoffsetvalidcause" +
      "getlocaleiteratoremptylengthparentversionmessagesizeclonevaluetypenamevalues"
