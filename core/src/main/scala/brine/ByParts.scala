package brine


/** A pickler by hand whose values are written in a form that their users do not know: what it puts are no values of theirs, so no
  * rule of a format is asked about them.
  */
private[brine] trait OwnForm

/** A pickler by hand that puts a value of another type in the place of its own, and nothing else: a date is put as its day's
  * number. Who writes many can ask for these, and need not have the pickler make its calls for each.
  */
private[brine] trait ByParts[A, Parts] extends Pickler[A], OwnForm:
  def parts: Pickler[Parts]

  /** What is put for a value. An array is a new one: nothing else leads to it. */
  def partsOf(value: A, limits: Limits): Parts

  /** Mirrors [[partsOf]]. */
  def ofParts(parts: Parts, limits: Limits): A

/** A pickler of values that can change, such as dates of Java's: `content` writes the value itself. */
private[brine] trait OfMutable:
  def content: Pickler[?]

private[brine] object OfMutable:
  /** What writes the content of a mutable value, and any other value itself. */
  def contentOf(pickler: Pickler[?]): Pickler[?] = pickler match
    case mutable: OfMutable => mutable.content
    case other              => other
