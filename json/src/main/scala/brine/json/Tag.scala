package brine.json

import java.nio.charset.StandardCharsets.US_ASCII

/** A name that the format gives a meaning ([[JsonTags]]), as a reader looks for it. */
private[json] final class Tag private (val text: String):
  /** In its quotes. */
  val quoted: Array[Byte] = s"\"$text\"".getBytes(US_ASCII)

private[json] object Tag:
  val Type: Tag = new Tag(JsonTags.Type)
  val Value: Tag = new Tag(JsonTags.Value)
  val Id: Tag = new Tag(JsonTags.Id)
  val Ref: Tag = new Tag(JsonTags.Ref)
  val Items: Tag = new Tag(JsonTags.Items)
  val Entries: Tag = new Tag(JsonTags.Entries)
  val Some: Tag = new Tag(JsonTags.Some)
  val Null: Tag = new Tag(JsonTags.Null)
  val Utf16: Tag = new Tag(JsonTags.Utf16)
