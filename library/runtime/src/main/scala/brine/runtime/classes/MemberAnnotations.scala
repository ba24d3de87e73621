package brine.runtime.classes

import java.lang.reflect.AnnotatedElement

/** The names that annotations in class files give to members, for languages without `@rename` and `@alias`. A member is
  * a class, a field, or the field of an enum's constant. Scala's own annotations take precedence.
  *
  * A program implements this for its annotations; the answers must depend on the member alone.
  * {{{
  * object Gson extends MemberAnnotations:
  *   override def name(member: AnnotatedElement) =
  *     Option(member.getAnnotation(classOf[SerializedName])).map(_.value).orNull
  * }}}
  */
trait MemberAnnotations:
  /** The member's name in all data, as `@rename` gives it; null if that is its own. */
  def name(member: AnnotatedElement): String | Null = null

  /** Names that the member has in older data, as `@alias` gives them. */
  def aliases(member: AnnotatedElement): Array[String] = MemberAnnotations.NoNames

  /** Returns true for a field that is not data, as a `transient` one. */
  def isSkipped(field: AnnotatedElement): Boolean = false

  /** Returns true for the leaf that replaces unknown leaves, as `@fallback` says. */
  def isFallback(leaf: AnnotatedElement): Boolean = false

  /** The text of the field's value for data that do not have it, as `@ifAbsent` gives one; null if there is none. It is
    * read as a value of the field's type: a primitive, a string, a constant of an enum, or a class that makes itself of
    * a text by `valueOf`, `parse` or a constructor.
    */
  def ifAbsent(field: AnnotatedElement): String | Null = null

object MemberAnnotations:
  /** Reads no annotations. */
  val none: MemberAnnotations = new MemberAnnotations {}

  private val NoNames = new Array[String](0)
