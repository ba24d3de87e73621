package brine.checks.others

import java.lang.reflect.Field

/** Compares two object graphs by the fields of their objects: [[brine.testkit.FieldByField]].
  *
  * It reads private fields with `Unsafe`, which tests may use: `--add-opens` would let the library under test into
  * classes that users' programs keep closed.
  */
object FieldByField:
  /** The path of the first difference and the two values there; None if the object has none. */
  def difference(before: Any, after: Any): Option[String] = comparison.difference(before, after)

  private val unsafe: sun.misc.Unsafe =
    val field = classOf[sun.misc.Unsafe].getDeclaredField("theUnsafe")
    field.setAccessible(true)
    field.get(null).asInstanceOf[sun.misc.Unsafe]

  private val comparison = new brine.testkit.FieldByField(read)

  private def read(field: Field, from: AnyRef): Any =
    if field.getDeclaringClass.isRecord then
      val accessor = field.getDeclaringClass.getDeclaredMethod(field.getName)
      accessor.setAccessible(true)
      accessor.invoke(from)
    else
      val offset = unsafe.objectFieldOffset(field)
      field.getType match
        case java.lang.Boolean.TYPE   => unsafe.getBoolean(from, offset)
        case java.lang.Byte.TYPE      => unsafe.getByte(from, offset)
        case java.lang.Short.TYPE     => unsafe.getShort(from, offset)
        case java.lang.Character.TYPE => unsafe.getChar(from, offset)
        case java.lang.Integer.TYPE   => unsafe.getInt(from, offset)
        case java.lang.Long.TYPE      => unsafe.getLong(from, offset)
        case java.lang.Float.TYPE     => unsafe.getFloat(from, offset)
        case java.lang.Double.TYPE    => unsafe.getDouble(from, offset)
        case _                        => unsafe.getObject(from, offset)
