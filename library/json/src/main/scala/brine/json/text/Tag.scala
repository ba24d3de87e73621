package brine.json.text

import brine.wire.JsonSink

/** A name that the format gives a meaning ([[JsonTags]]), as a reader looks for it. */
private[json] final class Tag private (val text: String, val quoted: Array[Byte]):
  def this(text: String) = this(text, Tag.quoted(text))

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

  /** No key is this one: it is not Unicode. */
  val Never: Tag = new Tag("\ud800", Array[Byte]('"', 0))

  /** A name in quotes, in UTF-8. */
  def quoted(name: String): Array[Byte] =
    val out = JsonSink.inMemory(new Array(0), Long.MaxValue, false)
    JsonTags.writeText(name, out)
    out.toByteArray

/** The names to which one format gives a meaning. */
private[json] final class Tags(
    val kind: Tag,
    val value: Tag,
    val id: Tag,
    val ref: Tag,
    val items: Tag,
    val entries: Tag,
    val some: Tag,
    val none: Tag,
    val utf16: Tag
):
  /** Returns true for the name of an object that tells one null from another. */
  def isOfNull(name: String): Boolean = name == value.text || name == some.text || name == none.text

  /** Returns true for the name of an object's number or of a reference. */
  def isOfIdentity(name: String): Boolean = name == id.text || name == ref.text

private[json] object Tags:
  val Default: Tags =
    new Tags(Tag.Type, Tag.Value, Tag.Id, Tag.Ref, Tag.Items, Tag.Entries, Tag.Some, Tag.Null, Tag.Utf16)
