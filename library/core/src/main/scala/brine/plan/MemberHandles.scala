package brine.plan

import java.lang.invoke.{MethodHandle, MethodHandles}
import java.lang.invoke.MethodType.methodType

/** The members of a class, as handles of which code for its objects can be put together.
  *
  * @param getters for each field a handle from an `Object` to the field's value, of the type of the parameter or
  *                variable that takes it
  * @param maker   a handle from the values of all fields, in their order, to a new object, as an `Object`
  */
private[brine] final class MemberHandles private (val getters: Array[MethodHandle], val maker: MethodHandle)

private[brine] object MemberHandles:
  private val any = classOf[Object]

  /** @param getters     take an object of the class
    * @param parameters  for each parameter of the constructor the number of its field
    * @param setters     for each field that is assigned to the new object its number, and a handle that takes the
    *                    object and the value
    */
  def apply(
      getters: IndexedSeq[MethodHandle],
      constructor: MethodHandle,
      parameters: IndexedSeq[Int],
      setters: IndexedSeq[(Int, MethodHandle)]
  ): MemberHandles =
    val types = getters.toArray.map[Class[?]](_.`type`.returnType)
    val made = MethodHandles.permuteArguments(
      constructor.asType(methodType(any, parameters.toArray.map[Class[?]](types(_)))),
      methodType(any, types),
      parameters*
    )
    val maker =
      if setters.isEmpty then made
      else
        val all = any +: types
        val same = MethodHandles.dropArguments(MethodHandles.identity(any), 1, types*)
        val filled = setters.foldRight(same) { case ((field, setter), rest) =>
          val assign = setter.asType(methodType(Void.TYPE, any, types(field)))
          MethodHandles.foldArguments(
            rest,
            MethodHandles.permuteArguments(assign, methodType(Void.TYPE, all), 0, field + 1)
          )
        }
        MethodHandles.foldArguments(filled, made)
    new MemberHandles(getters.toArray.map(g => g.asType(methodType(g.`type`.returnType, any))), maker)
