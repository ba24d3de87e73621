package brine

/** The enums of Scala 3 as class files show them. Cases without parameters and body share one anonymous class. */
private[brine] object ScalaEnums:
  private val marker = classOf[scala.reflect.Enum]

  /** Returns true if this class is an enum itself, and not one of its cases. */
  def isEnum(c: Class[?]): Boolean = marker.isAssignableFrom(c) && enumOf(c) == c

  /** Returns the enum whose cases objects of this class are; null if there is none. */
  def enumOf(c: Class[?]): Class[?] | Null =
    if !marker.isAssignableFrom(c) || c.isInterface then null
    else
      var found = c
      while marker.isAssignableFrom(found.getSuperclass) do found = found.getSuperclass
      found

  /** Returns true if the value is a case without parameters. */
  def isConstant(value: AnyRef): Boolean = value.isInstanceOf[scala.runtime.EnumValue]
