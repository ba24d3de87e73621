package brine.shape

/** Names of fields that one object has several of: a class and its superclass may each have a private field `x`. The
  * field of the object's own class is written as `x`, those that it hides with the names of their classes: `Base#x`.
  */
private[brine] object HiddenFields:
  private final val Mark = '#'

  def name(owner: String, field: String): String = s"$owner$Mark$field"

  /** The field's own name, or null if this is not the name of a hidden field. */
  def ownName(name: String): String | Null =
    val at = name.indexOf(Mark)
    if at > 0 then name.substring(at + 1) else null

  /** Returns the names of several fields in one of two versions of a class that belong to one field in the other:
    * nothing decides which of them that one is.
    */
  def ambiguous(written: Seq[String], read: Seq[String]): Seq[String] =
    def hidden(names: Seq[String]) = names.filter(ownName(_) != null).toSet
    val (before, now) = (hidden(written), hidden(read))
    if before == now then Nil
    else
      val unknown = ((before -- now) ++ (now -- before)).map(ownName(_).nn)
      unknown.filter(name => written.contains(name) && read.contains(name)).toSeq.sorted
