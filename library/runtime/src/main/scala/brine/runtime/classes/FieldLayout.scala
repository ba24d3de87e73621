package brine.runtime.classes

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.{Field, Method, Modifier}
import brine.model.Declared

/** A field of an object.
  *
  * @param owner     the class that declares it, with its type arguments
  * @param isMutable it can be assigned after the object was made
  * @param getter    for the classes of Scala's library that exist in several variants, the method that reads it
  * @param isFilled  it is an array that the constructor makes, and is assigned by copying elements into that array
  * @param check     runs before the field is read, for values of the object that are computed again
  * @param annotations give names that the class file has
  */
private[runtime] final case class FieldLayout(
    name: String,
    owner: RuntimeType.Of,
    field: Field,
    isMutable: Boolean,
    getter: Method | Null,
    isFilled: Boolean = false,
    check: ImmutabilityCheck | Null = null,
    annotations: MemberAnnotations = MemberAnnotations.none
):
  /** Takes an object, and returns the value. */
  def reader(lookup: MethodHandles.Lookup): MethodHandle =
    val plain = if getter != null then lookup.unreflect(getter) else lookup.unreflectGetter(field)
    if check == null then plain else check.nn.before(plain)

  /** Takes an object and the value. */
  def setter(lookup: MethodHandles.Lookup): MethodHandle =
    if !isFilled then lookup.unreflectSetter(field)
    else
      MethodHandles.filterArguments(
        FilledArray.copy,
        0,
        lookup.unreflectGetter(field).asType(MethodType.methodType(classOf[Object], classOf[Object]))
      )

  /** The signature of a value class's array differs from the actual type. */
  def fieldType: RuntimeType.Of =
    val told = RuntimeType.told(RuntimeType.resolve(field.getGenericType, owner), RuntimeType.raw(field.getType))
    if field.getType.isAssignableFrom(told.runtimeClass) then told else RuntimeType.raw(field.getType)

  /** The full name of the trait that has this field, with `$` for `.`, if the class has it from a trait as a private
    * one.
    */
  def traitName: String =
    val at = field.getName.lastIndexOf("$$")
    if at > 0 && at + 2 < field.getName.length then field.getName.substring(0, at) else ""

  /** The class or trait that declares it: the full name, and the simple one. */
  def place: String = if traitName.nonEmpty then traitName.replace('$', '.') else RuntimeNames.shown(owner.runtimeClass)
  def placeName: String = place.substring(place.lastIndexOf('.') + 1)

  /** The annotations of its name in the source: in its class, or in the trait that it comes from. */
  def declared: Declared =
    places.map(c => DeclaredNames.in(c).of(c.getName, name)).find(_ != Declared.nothing).getOrElse(
      DeclaredNames.of(field, annotations)
    )

  /** The class and the traits that may have it in the source. */
  private def places: Iterator[Class[?]] =
    Iterator.single(owner.runtimeClass) ++ ClassLayout.allInterfaces(owner.runtimeClass)

  /** The value for data that do not have the field, or the reason why its annotation gives none; None without an
    * annotation.
    */
  def ifAbsent: Option[Either[String, AnyRef]] =
    val texts =
      Iterator.single(annotations.ifAbsent(field)) ++ places.map(c => DeclaredNames.in(c).ifAbsent(c.getName, name))
    texts.find(_ != null).map(AbsentText.parse(_, field.getType))

  def isTransient: Boolean = Modifier.isTransient(field.getModifiers) || annotations.isSkipped(field)
