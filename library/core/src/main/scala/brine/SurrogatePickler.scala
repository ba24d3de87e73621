package brine

/** A handwritten pickler whose values are written in a form that their users do not know. The parts that it puts are
  * not values of theirs, so formats apply none of their rules to these parts.
  */
private[brine] trait InternalForm

/** A handwritten pickler that puts a single value of another type instead: a date is put as
  * its day's number. Code that writes many values can call [[partsOf]] directly, without the pickler's calls for each
  * value.
  */
private[brine] trait SurrogatePickler[A, Parts] extends Pickler[A], InternalForm:
  def parts: Pickler[Parts]

  /** Returns the value to put in place of `value`. An array is a new one: nothing else leads to it. */
  def partsOf(value: A, limits: Limits): Parts

  /** Returns the value of parts that [[partsOf]] returned. */
  def ofParts(parts: Parts, limits: Limits): A

/** A pickler of values that can change, such as dates of Java's: `content` writes the value itself. */
private[brine] trait MutableSurrogate:
  def content: Pickler[?]

private[brine] object MutableSurrogate:
  /** Returns the pickler of a mutable value's content; for any other pickler, the pickler itself. */
  def contentOf(pickler: Pickler[?]): Pickler[?] = pickler match
    case mutable: MutableSurrogate => mutable.content
    case other                     => other
