package brine.spark.table

/** Where an object is when it is written. */
enum Place:
  case Alone, InField, InArray, InBroadcast

  /** The object, or another that holds it here. */
  def around(value: Any): Any = this match
    case InField => new Place.Holder("before", value, 7)
    case InArray => Place.arrayOf(value)
    case _       => value

  /** The object that [[around]] has put inside. */
  def inside(holder: Any): Any = (this, holder) match
    case (InField, h: Place.Holder) if h.before == "before" && h.after == 7 => h.value
    case (InArray, a: Array[?])
        if a.length == 3 && a(1) == null && (a(0).asInstanceOf[AnyRef] eq a(2).asInstanceOf[AnyRef]) || Place.isValue(
          holder
        ) =>
      holder.asInstanceOf[Array[?]](0)
    case (InField | InArray, other) => throw new IllegalStateException(s"$other does not hold the object")
    case (_, value)                 => value

object Place:
  final class Holder(val before: String, val value: Any, val after: Int) extends Serializable

  /** Objects without an identity of their own, such as boxed numbers, may come back as two. */
  private def isValue(holder: Any): Boolean = holder match
    case a: Array[?] => a.length == 3 && a(0) == a(2)
    case _           => false

  /** The object twice, and a null: in an array of its class, if that is a class of a job or of Spark. */
  private def arrayOf(value: Any): Array[?] =
    val name = if value == null then "java.lang.Object" else value.getClass.getName
    val isLibrary = name.startsWith("java.") || name.startsWith("scala.") || name.startsWith("[") ||
      value.getClass.isHidden || value.getClass.isAnonymousClass
    val elements = if isLibrary then classOf[Object] else value.getClass
    val array = java.lang.reflect.Array.newInstance(elements, 3).asInstanceOf[Array[AnyRef]]
    array(0) = value.asInstanceOf[AnyRef]
    array(2) = value.asInstanceOf[AnyRef]
    array
