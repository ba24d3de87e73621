package brine.json.looks

import brine.json.dialects.JsonDialect
import brine.json.text.{JsonTags, Tag, Tags}
import JsonDialect.*

/** Names and keys as a dialect writes them. */
private[json] object DialectNames:
  def escaped(name: String, dialect: JsonDialect): String =
    if dialect.marks == Marks.Written then JsonTags.escaped(name) else name

  /** Mirrors [[escaped]]; null for a name with a `$` that means nothing. */
  def unescaped(key: String, dialect: JsonDialect): String | Null =
    if dialect.marks == Marks.Written then JsonTags.unescaped(key) else key

  /** The names to which the dialect gives a meaning. */
  def tags(dialect: JsonDialect): Tags =
    def mark(tag: Tag): Tag = if dialect.marks == Marks.Written then tag else Tag.Never
    val kind = dialect.families match
      case Families.Member(name, _) => new Tag(name)
      case _                        => Tag.Never
    val (id, ref) = dialect.identity match
      case Identity.Marked(id, ref) => (new Tag(id), new Tag(ref))
      case _                        => (Tag.Never, Tag.Never)
    new Tags(
      kind,
      mark(Tag.Value),
      id,
      ref,
      mark(Tag.Items),
      mark(Tag.Entries),
      mark(Tag.Some),
      mark(Tag.Null),
      mark(Tag.Utf16)
    )
