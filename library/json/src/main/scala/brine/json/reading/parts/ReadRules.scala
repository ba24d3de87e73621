package brine.json.reading.parts

import brine.json.looks.{CodeForms, DefaultForms}
import brine.json.text.JsonTags
import brine.{MemberRules, PickleException, PickleOptions, UnknownFields}
import brine.shape.Shape

/** The rules of JSON without a dialect, which all parts of a reader ask. [[DialectRules]] has others.
  */
private[json] class ReadRules extends MemberRules:
  /** True if an unknown field is an error. */
  def refusesUnknown: Boolean = false

  /** True if an object of unknown fields alone is an error. */
  def refusesStrangers: Boolean = true

  /** Refuses a null in place of a value whose type is not an option, where there must be none. */
  def checkNull(): Unit = ()

  /** Returns to the rules of the place, after an element or a key of another type. */
  def atPlace(): Unit = ()

  // ---- names

  /** The name of a field or key; null for one with a `$` that means nothing. */
  def unescaped(key: String): String | Null = JsonTags.unescaped(key)

  def segment(shape: Shape.Product, field: Int): String = JsonTags.segment(shape, field)

  /** The number of the class's own field with this name in an object, or -1. */
  def fieldNumber(shape: Shape.Product, name: String): Int = shape.fieldNames.indexOf(name)

  /** The number of the leaf with this name, or -1. */
  def leafNumber(shape: Shape.Sum, name: String | Null): Int = shape.leafNames.indexOf(name)

  /** True if the letters of a field's name may be upper or lower case. */
  def takesAnyCase: Boolean = false

  /** The field with this name in upper or lower case; -1 if there is none. */
  def inOtherCase(shape: Shape.Product, name: String): Int = -1

  // ---- looks

  def codeForms: CodeForms = DefaultForms

  /** Returns the type of the only field of a class whose objects are written as that field; null for other classes. */
  def contentOf(shape: Shape.Product): Shape | Null = null

  /** True if a value may stand for an array of it. */
  def takesSingles: Boolean = false

  /** Mirrors [[brine.json.writing.JsonBuilder.isObject]]. */
  def isObject(shape: Shape.Mapping): Boolean = JsonTags.isObject(shape)

  /** The name of the member that a map's key is, for errors; null if it is unknown. */
  def keyName(shape: Shape.Mapping, key: Any): String | Null = JsonTags.keyName(key)

private[json] object ReadRules:
  private object Skipping extends ReadRules
  private object Refusing extends ReadRules:
    override def refusesUnknown: Boolean = true

  /** The rules without a dialect. */
  def of(options: PickleOptions): ReadRules =
    if options.unknownFields == UnknownFields.Refuse then Refusing else Skipping

  def wasShared(shape: Shape): PickleException =
    new PickleException.BadReference(
      s"a ${shape.name} is a value here, not an object to refer to; if this was written with `sharing = " +
        "Sharing.All`, read it with that option"
    )
