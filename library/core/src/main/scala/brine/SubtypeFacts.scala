package brine

/** The facts that an open type needs about a class, from the pickler of the class. */
private[brine] abstract class SubtypeFacts:
  /** See [[Subtype.isObject]]. */
  def isObject: Boolean

  /** See [[Subtype.hasFields]]. */
  def hasFields: Boolean

  /** See [[Subtype.completesItself]]. */
  def completesItself: Boolean

  def isCollection: Boolean

  /** The classes of its objects are known only when these are met: an open type, a collection, an option. */
  def hasUnknownClasses: Boolean

  /** A sealed type or an enum. */
  def isSealed: Boolean

  /** The leaves of a sealed type, by their numbers. */
  def leaves: Vector[SubtypeFacts.Leaf]

  /** Returns the number of the leaf of `value`, -1 if it is not a leaf. */
  def leafNumber(value: AnyRef): Int

private[brine] object SubtypeFacts:
  /** @param name           in its family
    * @param runtimeClass   of its objects; null if it is that of the family
    * @param isNamedByClass its class has a name that is its own
    */
  final class Leaf(
      val name: String,
      val runtimeClass: Class[?] | Null,
      val pickler: Pickler[Any],
      val isNamedByClass: Boolean
  )

  /** The facts about a class with a handwritten pickler: nothing is known. */
  object Handwritten extends SubtypeFacts:
    def isObject: Boolean = false
    def hasFields: Boolean = false
    def completesItself: Boolean = false
    def isCollection: Boolean = false
    def hasUnknownClasses: Boolean = false
    def isSealed: Boolean = false
    def leaves: Vector[Leaf] = Vector.empty
    def leafNumber(value: AnyRef): Int = -1
