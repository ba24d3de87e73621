package brine.runtime

/** The classes whose objects runtime picklers may take apart and make: exactly these, not their subclasses.
  *
  * {{{ AllowList(classOf[Order], classOf[Customer]) }}}
  *
  * What a pickle says chooses among them and never adds to them, so put nothing here whose constructor does more than keep
  * its arguments.
  */
final class AllowList private (val classes: Set[Class[?]]):
  def allows(c: Class[?]): Boolean = classes(c)

  def +(c: Class[?]): AllowList = new AllowList(classes + c)

  def ++(others: AllowList): AllowList = new AllowList(classes ++ others.classes)

  override def toString: String = classes.map(_.getName).toList.sorted.mkString("AllowList(", ", ", ")")

object AllowList:
  val empty: AllowList = new AllowList(Set.empty)

  def apply(classes: Class[?]*): AllowList = new AllowList(classes.toSet)
