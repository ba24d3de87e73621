package brine.runtime.classes

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.{Constructor, Field, InaccessibleObjectException, Modifier}
import sun.reflect.ReflectionFactory
import ClassLayout.Refusal

/** Layouts of classes that no constructor rebuilds, only on request. Objects are allocated without running a
  * constructor of their class. Reflection assigns all fields, including final ones, as Kryo does. Checks of
  * constructors, and their computations beside fields, are missing then; see docs/adr/0048.
  *
  * Transient fields are left out, and come back as null or zero. Three sorts of classes are excluded. The JVM protects
  * the final fields of records and hidden classes. The JDK's classes, and classes that inherit state from them, are
  * out. For classes that customise Java's serialization, fields are not their whole state.
  */
private[runtime] object FieldAccess:
  /** The cure for objects of a class, for which `refusal` says why no constructor serves.
    *
    * @param hasJavaForm Java's serialization may handle the class instead
    */
  def of(
      t: RuntimeType.Of,
      refusal: Refusal,
      hasJavaForm: Boolean,
      annotations: MemberAnnotations
  ): Either[Refusal, ClassLayout] =
    val c = t.runtimeClass
    val chain = superTypes(t)
    val own = refused(c, chain.map(_.runtimeClass))
    val why = if own == null && hasJavaForm then madeAnew(chain.map(_.runtimeClass)) else own
    if why != null then Left(Refusal(s"${refusal.why}. Its fields alone do not do either: $why"))
    else
      try
        val fields = chain.reverse.flatMap(fieldsOf(_, annotations)).toVector
        for f <- fields do f.field.setAccessible(true)
        Right(new ClassLayout(
          c,
          allocator(c),
          fields,
          Vector.empty,
          fields.indices.toVector,
          keepsOnly = true,
          isVerified = false,
          isByFields = true
        ))
      catch
        case e: InaccessibleObjectException =>
          Left(Refusal(s"its module does not open it (${e.getMessage}); write a pickler for it"))

  /** Makes objects of this class with all fields null or zero. */
  private def allocator(c: Class[?]): Constructor[?] =
    ReflectionFactory.getReflectionFactory.newConstructorForSerialization(c, classOf[Object].getDeclaredConstructor())

  /** A handle of an [[allocator]] itself would make an object of the class that declares the constructor, which is
    * another.
    */
  def allocation(allocator: Constructor[?]): MethodHandle =
    val newInstance = MethodHandles.lookup().findVirtual(
      classOf[Constructor[?]],
      "newInstance",
      MethodType.methodType(classOf[Object], classOf[Array[Object]])
    )
    MethodHandles.insertArguments(newInstance.asFixedArity(), 0, allocator, new Array[Object](0))

  private def refused(c: Class[?], chain: List[Class[?]]): String | Null =
    if c.isRecord then "the JVM protects the fields of records"
    else if c.isHidden then "the JVM protects the fields of hidden classes, such as lambdas"
    else
      chain.find(Mutability.isOfJdk) match
        case Some(own) if own == c => "it is a class of the JDK, whose fields are its own business"
        case Some(above) if ClassLayout.keepsState(above) =>
          s"it extends ${above.getName}, which has fields that are its own business"
        case _ => chain.find(ClassLayout.hasOwnForm).fold(null)(o => s"${o.getName} customises Java's serialization")

  /** Java's serialization calls the constructor of a superclass that is not `Serializable`: its fields need not be
    * data.
    */
  private def madeAnew(chain: List[Class[?]]): String | Null =
    chain.find(above => !classOf[java.io.Serializable].isAssignableFrom(above) && Mutability.stateOf(above).nonEmpty)
      .fold(null)(above => s"${above.getName} is not Serializable, and Java's serialization makes its part anew")

  private def superTypes(t: RuntimeType.Of): List[RuntimeType.Of] =
    if t.runtimeClass == classOf[Object] then Nil else t :: superTypes(RuntimeType.superType(t))

  /** This includes the object around that of an inner class, and lazy values as far as they are computed, since the
    * data that they were computed from may be gone.
    */
  private def fieldsOf(t: RuntimeType.Of, annotations: MemberAnnotations): Vector[FieldLayout] =
    val c = t.runtimeClass
    if Mutability.isOfJdk(c) then Vector.empty
    else
      c.getDeclaredFields.toVector.filterNot(f => Modifier.isStatic(f.getModifiers)).map(f =>
        FieldLayout(ClassLayout.nameOf(f), t, f, isMutable = true, getter = null, annotations = annotations)
      ).filterNot(_.isTransient)
