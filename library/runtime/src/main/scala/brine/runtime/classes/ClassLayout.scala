package brine.runtime.classes

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.lang.reflect.{AccessibleObject, Constructor, Field, InaccessibleObjectException, Member, Method, Modifier}
import scala.reflect.NameTransformer
import brine.derive.types.JavaClassFile
import brine.shape.HiddenFields

/** How objects of a class are taken apart and made again.
  *
  * @param fields     those that the constructor takes, in its order, then the other variables, a superclass's first
  * @param parameters for each parameter of the constructor its field; [[ClassLayout.NoData]] for one that is not data
  *                   (`transient`), [[ClassLayout.Unused]] for one that the constructor does not use
  * @param assigned   the fields that are assigned when the constructor has run: those that it does not take. If it does
  *                   more than keep its parameters, all assignable fields
  * @param keepsOnly  the constructor only keeps its parameters
  * @param isVerified the constructor of a record, which may change its components; they must be equal to its arguments
  * @param isByFields no constructor is called, and all fields are assigned, also final ones ([[FieldAccess]])
  */
private[runtime] final case class ClassLayout(
    objectClass: Class[?],
    constructor: Constructor[?],
    fields: Vector[FieldLayout],
    parameters: Vector[Int],
    assigned: Vector[Int],
    keepsOnly: Boolean,
    isVerified: Boolean,
    isByFields: Boolean = false
):
  def parameterCount: Int = parameters.count(_ >= 0)

  /** The check of values that the constructor computes again. */
  def check: ImmutabilityCheck | Null = fields.headOption.map(_.check).orNull

  /** Calls the constructor, or allocates an object without one. It takes a variable number of arguments as an array. */
  def constructorHandle(lookup: MethodHandles.Lookup): MethodHandle =
    if isByFields then FieldAccess.allocation(constructor) else lookup.unreflectConstructor(constructor).asFixedArity()

  /** The names in pickles. If several fields have one name, the field of the object's own class keeps it, or else that
    * of the nearest superclass. The others are written with the names of their classes ([[HiddenFields]]).
    */
  lazy val fieldNames: Vector[String] =
    val all = fields.groupBy(_.name)
    fields.map { f =>
      val same = all(f.name)
      if same.length == 1 || (same.minBy(rank) eq f) then f.name
      else
        val others = same.filterNot(_ eq same.minBy(rank))
        val isTold = others.count(_.placeName == f.placeName) == 1
        HiddenFields.name(if isTold then f.placeName else f.place, f.name)
    }

  /** A superclass's are behind the class's own, and those of traits behind those of the class that they are in. */
  private def rank(f: FieldLayout): (Int, Boolean, String) =
    val depth = Iterator.iterate[Class[?]](objectClass)(_.getSuperclass).indexOf(f.owner.runtimeClass)
    (depth, f.traitName.nonEmpty, f.place)

private[runtime] object ClassLayout:
  // Marks a parameter without a field.
  final val NoData = -1
  final val Unused = -2

  /** The reason for having no layout, and the cure. */
  final case class Refusal(why: String)

  /** The cure for objects of this class.
    *
    * A constructor serves if it keeps each of its parameters, as it is, in a field, itself or by its superclass's
    * constructor: its code shows that. A parameter that its code does not use, such as a context bound's `ClassTag`,
    * needs no field. The constructor that keeps the most is taken. A field that it does not keep must be assignable. In
    * a class of Scala's it may also be a `val` of the body, which the constructor computes, if every object was made by
    * that very constructor. If the types do not say that a computed value is immutable, each object is examined
    * ([[ImmutabilityCheck]]).
    *
    * @param hasOtherWay there is another way to write the class, so it is refused instead
    * @param annotations name fields in class files
    */
  def of(
      t: RuntimeType.Of,
      hasOtherWay: Boolean,
      annotations: MemberAnnotations
  ): Either[Refusal, ClassLayout] =
    try
      read(t, annotations).flatMap { layout =>
        val check = layout.check
        if hasOtherWay && check != null then Left(Refusal(check.doubt)) else Right(layout)
      }
    catch
      case e: InaccessibleObjectException =>
        Left(Refusal(s"its module does not open it (${e.getMessage}); write a pickler for it"))
      case e: LinkageError =>
        Left(Refusal(
          s"a class that it is made of cannot be loaded ($e). Add that class to the class path, or write a pickler " +
            "for it"
        ))

  private def read(t: RuntimeType.Of, annotations: MemberAnnotations): Either[Refusal, ClassLayout] =
    val chain = superTypes(t)
    val owned = chain.filterNot(s => isOfLibrary(s.runtimeClass) && s.runtimeClass != t.runtimeClass)
    val files = owned.map(o => o.runtimeClass -> ClassFile.of(o.runtimeClass)).toMap[Class[?], Option[ClassFile]]
    for
      _ <- refuseSpecial(t.runtimeClass, owned.map(_.runtimeClass))
      _ <- if RuntimeNames.isSpecialised(t.runtimeClass) then Right(()) else refuseStateOfLibraries(chain)
      layout <-
        chosen(
          t.runtimeClass,
          files,
          owned.reverse.flatMap(o => fieldsOf(o, isScala(o.runtimeClass, files), annotations)).toVector
        )
    yield reachable(layout)

  private def refuseSpecial(c: Class[?], owned: List[Class[?]]): Either[Refusal, Unit] =
    def refused(why: String) = Left(Refusal(why))
    if c.isAnonymousClass || c.isLocalClass || c.isHidden then
      refused("it is defined inside a method, whose variables it may use; define it at the top or in an object")
    else if owned.exists(_.getDeclaredFields.exists(f => f.getName == "$outer" || f.getName.startsWith("this$"))) then
      refused(
        "its objects belong to one of another class, which is not data; make it static, or define it in an object"
      )
    else if owned.exists(hasUnitWithoutField) then
      refused(
        "it has a value of type Unit, which has no field in its class file. Give it another type, or derive a pickler"
      )
    else if owned.exists(o =>
        declares(o, "readObject", classOf[java.io.ObjectInputStream]) || declares(o, "readResolve")
      )
    then
      refused(
        "it has its own form for Java's serialization (readObject or readResolve), so its fields are not its whole " +
          "state; write a pickler for it, or accept that form (JavaForm)"
      )
    else Right(())

  /** Scala 3 makes no field for a parameter or variable of type `Unit`, but a derived pickler has one. */
  private def hasUnitWithoutField(c: Class[?]): Boolean =
    val unit = classOf[scala.runtime.BoxedUnit]
    val fields = c.getDeclaredFields.filter(_.getType == unit)
    c.getDeclaredConstructors.exists(_.getParameterTypes.count(_ == unit) > fields.length) ||
    c.getDeclaredMethods.exists(m =>
      m.getName.endsWith("_$eq") && m.getParameterTypes.toSeq == Seq(unit) && !fields.exists(f =>
        m.getName == s"${f.getName}_$$eq"
      )
    )

  /** It writes or reads itself for Java's serialization, or names a stand-in for that. */
  def hasOwnForm(c: Class[?]): Boolean =
    classOf[java.io.Externalizable].isAssignableFrom(c) || declares(
      c,
      "writeObject",
      classOf[java.io.ObjectOutputStream]
    ) ||
      declares(c, "readObject", classOf[java.io.ObjectInputStream]) || declares(c, "readResolve") || declares(
        c,
        "writeReplace"
      )

  private def declares(c: Class[?], name: String, parameters: Class[?]*): Boolean =
    c.getDeclaredMethods.exists(m => m.getName == name && m.getParameterTypes.toSeq == parameters)

  /** From the class up. */
  private def superTypes(t: RuntimeType.Of): List[RuntimeType.Of] =
    if t.runtimeClass == classOf[Object] then Nil else t :: superTypes(RuntimeType.superType(t))

  private def isOfLibrary(c: Class[?]): Boolean =
    List("scala.", "java.", "javax.", "jdk.").exists(c.getName.startsWith)

  private def refuseStateOfLibraries(chain: List[RuntimeType.Of]): Either[Refusal, Unit] =
    val isValue = chain.exists(t => classOf[scala.util.control.NoStackTrace].isAssignableFrom(t.runtimeClass))
    chain.drop(1).map(_.runtimeClass).filter(isOfLibrary).find(c =>
      if c == classOf[Throwable] then !isValue else keepsState(c)
    ) match
      case Some(c) if c == classOf[Throwable] =>
        Left(Refusal(
          "it is an exception, so its stack trace, cause and suppressed exceptions would be lost. If they are not " +
            "data, let it also " +
            "extend `scala.util.control.NoStackTrace`; else write a pickler for it"
        ))
      case Some(library) =>
        Left(Refusal(s"it extends ${library.getName}, which has fields itself; write a pickler for it"))
      case None => Right(())

  /** As the macro: by the class file, since reflection hides fields of some of the JDK's classes. */
  def keepsState(library: Class[?]): Boolean =
    if library.getName.startsWith("scala.") then library.getDeclaredFields.exists(isState(_, isScala = true))
    else
      val loader = Option(library.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
      JavaClassFile.stateOf(library.getName, loader).forall(_.nonEmpty)

  // ---- fields

  private def isScala(c: Class[?], files: Map[Class[?], Option[ClassFile]]): Boolean = files(c).exists(_.isScala)

  /** Returns true for a field that holds state: it is not static, and no compiler has added it. */
  private def isState(f: Field, isScala: Boolean): Boolean =
    !Modifier.isStatic(f.getModifiers) && !f.isSynthetic && !(isScala && isOfLazyValue(f))

  /** In a class of Scala's: it holds a lazy value, or which of them have been computed. */
  def isOfLazyValue(f: Field): Boolean =
    f.getName.contains("$lzy") || f.getName.contains("bitmap$") ||
      f.getDeclaringClass.getDeclaredMethods.exists(_.getName == s"${f.getName}$$lzycompute") // by Scala 2

  /** Those of traits first, which Scala's compilers put behind the class's own. */
  private def fieldsOf(t: RuntimeType.Of, isScala: Boolean, annotations: MemberAnnotations): Vector[FieldLayout] =
    val c = t.runtimeClass
    val inTraits = allInterfaces(c).flatMap(_.getDeclaredMethods)
    def isVal(f: Field) =
      inTraits.exists(m => m.getParameterCount == 1 && m.getName.endsWith(s"_setter_$$${f.getName}_$$eq"))
    def isVar(f: Field) =
      f.getName.contains("$$") || inTraits.exists(m => m.getParameterCount == 1 && m.getName == f.getName + "_$eq")
    def layout(f: Field) = FieldLayout(
      nameOf(f),
      t,
      f,
      !Modifier.isFinal(f.getModifiers) && !isVal(f),
      getterOf(c, f),
      annotations = annotations
    )
    val (mixedIn, own) = c.getDeclaredFields.toVector.filter(isState(_, isScala)).partition(f => isVal(f) || isVar(f))
    (mixedIn ++ own).map(layout)

  /** A trait's private field has the trait's name before its own. */
  def nameOf(f: Field): String =
    val name = if RuntimeNames.isSpecialised(f.getDeclaringClass) then f.getName.takeWhile(_ != '$') else f.getName
    val own = name.lastIndexOf("$$")
    NameTransformer.decode(if own >= 0 && own + 2 < name.length then name.substring(own + 2) else name)

  private[classes] def allInterfaces(c: Class[?]): List[Class[?]] =
    c.getInterfaces.toList.flatMap(i => i :: allInterfaces(i))

  private def getterOf(c: Class[?], f: Field): Method | Null =
    if RuntimeNames.isStructural(c) then c.getMethod(f.getName) else null

  // ---- constructors

  private def chosen(
      c: Class[?],
      files: Map[Class[?], Option[ClassFile]],
      all: Vector[FieldLayout]
  ): Either[Refusal, ClassLayout] =
    val serving = c.getDeclaredConstructors.toVector.filter(RuntimeNames.isOfSource).flatMap(taking(_, files, all))
    // Which of several that keep the same is all the same; but let it not depend on their order in the class.
    val layouts = serving.sortBy(s =>
      (-s.fields.flatten.length, s.fields.length, ClassFile.descriptor(s.constructor))
    ).map(layout(c, _, files, all))
    layouts.find(_.isRight).orElse(layouts.headOption).getOrElse(Left(Refusal(noConstructor(c))))

  private def layout(
      c: Class[?],
      serving: Serving,
      files: Map[Class[?], Option[ClassFile]],
      all: Vector[FieldLayout]
  ): Either[Refusal, ClassLayout] =
    val taken = serving.fields.flatten.filterNot(_.isTransient)
    def isFilled(f: FieldLayout) =
      !f.isMutable && !taken.contains(f) && FilledArray.takes(f.field.getType) && isComputedAnew(
        f,
        c,
        serving.constructor,
        files
      )
    val data =
      all.filterNot(_.isTransient).map(f => if isFilled(f) then f.copy(isMutable = true, isFilled = true) else f)
    val inOrder = taken ++ data.filter(f => f.isMutable && !taken.contains(f))
    val cleared = data.find(f => files.get(f.owner.runtimeClass).flatten.exists(_.cleared(f.field.getName)))
    if cleared.isDefined then Left(Refusal(clearedField(cleared.get)))
    else layoutOf(c, serving, files, data, taken, inOrder)

  private def layoutOf(
      c: Class[?],
      serving: Serving,
      files: Map[Class[?], Option[ClassFile]],
      data: Vector[FieldLayout],
      taken: Vector[FieldLayout],
      inOrder: Vector[FieldLayout]
  ): Either[Refusal, ClassLayout] =
    val computed = data.filterNot(inOrder.contains)
    for
      _ <- computed.find(f => !isComputedAlike(f, c, serving.constructor, files)).map(lost =>
        Refusal(finalField(lost, isComputedAnew(lost, c, serving.constructor, files)))
      ).toLeft(())
      sources <- (computed ++ data.filter(_.isFilled)).headOption match
        case None    => Right(Vector.empty)
        case Some(f) => unchangedSources(c, serving, files, f.name)
      lazyValues <- LazyValues.checks(c, files.keysIterator.filter(isScala(_, files)).toVector, data)
      unknown = computed.filter(f => Mutability.of(f.fieldType) == Mutability.Unknown)
      fields <- examined(c, inOrder, unknown.map(ImmutabilityCheck.ofComputed) ++ sources ++ lazyValues)
    yield
      val parameters = serving.fields.map {
        case None    => Unused
        case Some(f) => if f.isTransient then NoData else inOrder.indexOf(f)
      }
      val assigned = inOrder.indices.filter(i => inOrder(i).isMutable && (i >= taken.length || !serving.keepsOnly))
      val isVerified = c.isRecord && !keepsComponents(c, serving, files)
      ClassLayout(c, serving.constructor, fields, parameters, assigned.toVector, serving.keepsOnly, isVerified)

  /** Has the values examined when the first field is read. */
  private def examined(
      c: Class[?],
      fields: Vector[FieldLayout],
      values: Vector[ImmutabilityCheck.Examined]
  ): Either[Refusal, Vector[FieldLayout]] =
    if values.isEmpty then Right(fields)
    else
      val check = new ImmutabilityCheck(c, values)
      if fields.isEmpty then Left(Refusal(check.doubt)) else Right(fields.updated(0, fields(0).copy(check = check)))

  /** The code of a record's constructor shows that each component is its argument. */
  private def keepsComponents(c: Class[?], serving: Serving, files: Map[Class[?], Option[ClassFile]]): Boolean =
    val stored = kept(c, ClassFile.descriptor(serving.constructor), files).fold(Map.empty)(_._1)
    serving.fields.zipWithIndex.forall((f, i) => f.exists(f => stored.getOrElse(i, Vector.empty).contains(f.field)))

  /** As [[isComputedAnew]], of a type whose objects may be immutable. */
  private def isComputedAlike(
      f: FieldLayout,
      c: Class[?],
      constructor: Constructor[?],
      files: Map[Class[?], Option[ClassFile]]
  ): Boolean = isComputedAnew(f, c, constructor, files) && Mutability.of(f.fieldType) != Mutability.Mutable

  /** A `val` of a class of Scala's, which this constructor computes as it did when the object was made. This holds if
    * no other way leads from it up to the constructor of the field's class.
    */
  private def isComputedAnew(
      f: FieldLayout,
      c: Class[?],
      constructor: Constructor[?],
      files: Map[Class[?], Option[ClassFile]]
  ): Boolean =
    val owner = f.owner.runtimeClass
    val path =
      Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(above => above != null && owner.isAssignableFrom(above))
    def codes(of: Class[?]) = files(of).fold(Map.empty)(_.constructors)
    isScala(owner, files) && path.forall(of => codes(of).values.count(!_.delegates) == 1) &&
    codes(c).get(ClassFile.descriptor(constructor)).exists(!_.delegates)

  /** The fields from which the constructor computes other values, if their objects have to be examined. Or the reason
    * why the constructor may compute another value than when the object was made.
    */
  private def unchangedSources(
      c: Class[?],
      serving: Serving,
      files: Map[Class[?], Option[ClassFile]],
      computed: String
  ): Either[Refusal, Vector[ImmutabilityCheck.Examined]] =
    val descriptor = ClassFile.descriptor(serving.constructor)
    val kept = serving.fields.zipWithIndex.collect { case (Some(f), i) => (f, i) }
    val used = kept.filter((_, i) => isUsedMore(c, descriptor, i, files)).map(_._1)
    def isChangeable(f: FieldLayout) = f.isMutable || Mutability.of(f.fieldType) == Mutability.Mutable
    val found = Recomputed.ofConstructor(c, descriptor, kept.map(_._1).filter(isChangeable).map(_.field).toSet)
    val why = used.find(isChangeable).fold(found.reason)(f => s"uses '${f.name}', which may have changed since")
    if why != null then
      Left(Refusal(recomputed(s"its constructor computes its field '$computed'", s"the constructor $why")))
    else
      val sources = kept.map(_._1).filter(f => used.contains(f) || found.uses(f.field))
      val unknown = sources.filter(f => Mutability.of(f.fieldType) == Mutability.Unknown)
      Right(unknown.map(ImmutabilityCheck.ofSource(_, computed)))

  /** This constructor, or one above it, computes something of the parameter. */
  private def isUsedMore(
      c: Class[?],
      descriptor: String,
      parameter: Int,
      files: Map[Class[?], Option[ClassFile]]
  ): Boolean =
    files.getOrElse(c, None).flatMap(_.constructors.get(descriptor)).exists { code =>
      code.usedMore(parameter) || code.passedOn.exists((above, from) =>
        from.indices.exists(i => from(i) == parameter && isUsedMore(c.getSuperclass, above, i, files))
      )
    }

  private final case class Serving(constructor: Constructor[?], fields: Vector[Option[FieldLayout]], keepsOnly: Boolean)

  /** With the field that each parameter goes to, if all do that are used. */
  private def taking(
      constructor: Constructor[?],
      files: Map[Class[?], Option[ClassFile]],
      all: Vector[FieldLayout]
  ): Option[Serving] =
    val c = constructor.getDeclaringClass
    if c.isRecord then
      if constructor.getParameterTypes.sameElements(c.getRecordComponents.map(_.getType)) then
        Some(Serving(
          constructor,
          c.getRecordComponents.toVector.map(p => all.find(_.name == p.getName)),
          keepsOnly = false
        ))
      else None
    else
      val found = kept(c, ClassFile.descriptor(constructor), files)
      val fields = found.map(_._1).getOrElse(Map.empty)
      def fieldFor(parameter: Int) = fields.get(parameter).flatMap(kept => all.find(f => kept.contains(f.field)))
      val each = constructor.getParameterTypes.indices.toVector.map(fieldFor)
      val taken = each.flatten
      val isWhole =
        each.indices.forall(i => each(i).isDefined || isUnused(c, ClassFile.descriptor(constructor), i, files)) &&
          taken.distinct.length == taken.length && words(constructor) <= MostWords && !disturbs(constructor, files)
      // One without parameters depends on none of them.
      Option.when(isWhole)(Serving(constructor, each, each.isEmpty || found.exists(_._2)))

  /** Neither this constructor nor those above do anything with the parameter. */
  private def isUnused(
      c: Class[?],
      descriptor: String,
      parameter: Int,
      files: Map[Class[?], Option[ClassFile]]
  ): Boolean =
    val code = files.getOrElse(c, None).flatMap(_.constructors.get(descriptor))
    code.exists { code =>
      code.onlyPassed(parameter) && code.passedOn.forall((above, from) =>
        from.indices.forall(i => from(i) != parameter || isUnused(c.getSuperclass, above, i, files))
      )
    }

  private def words(constructor: Constructor[?]): Int =
    constructor.getParameterTypes.map(p => if p == classOf[Long] || p == classOf[Double] then 2 else 1).sum

  /** The most arguments that a method handle takes. */
  private final val MostWords = 253

  /** It, or a constructor above, changes its arguments, and would do so again. */
  private def disturbs(constructor: Constructor[?], files: Map[Class[?], Option[ClassFile]]): Boolean =
    def changes(c: Class[?], descriptor: String): Boolean =
      val code = files.getOrElse(c, None).flatMap(_.constructors.get(descriptor))
      code.exists(code => code.disturbs || code.passedOn.exists((d, _) => changes(c.getSuperclass, d)))
    changes(constructor.getDeclaringClass, ClassFile.descriptor(constructor))

  /** For each parameter of a constructor the fields that keep it, and whether nothing else is done with them. */
  private def kept(
      c: Class[?],
      descriptor: String,
      files: Map[Class[?], Option[ClassFile]]
  ): Option[(Map[Int, Vector[Field]], Boolean)] =
    for
      file <- files.getOrElse(c, None)
      code <- file.constructors.get(descriptor)
    yield
      val above = c.getSuperclass
      if !files.contains(above) then (code.stored, code.keepsOnly)
      else
        code.passedOn.flatMap((d, from) => kept(above, d, files).map(_ -> from)) match
          case None => (code.stored, false)
          case Some(((inherited, keepsOnly), from)) =>
            val passed =
              for
                (parameter, i) <- from.zipWithIndex if parameter >= 0
                fields <- inherited.get(i)
                kept = fields.filterNot(code.assigned) if kept.nonEmpty
              yield parameter -> kept
            (passed.toMap ++ code.stored, code.keepsOnly && keepsOnly)

  private def noConstructor(c: Class[?]): String =
    val all = c.getDeclaredConstructors.toVector.filter(RuntimeNames.isOfSource)
    def shown(p: java.lang.reflect.Parameter) =
      if p.isNamePresent then s"${p.getName}: ${p.getType.getSimpleName}" else p.getType.getSimpleName
    val largest = all.maxByOption(_.getParameterCount).fold("")(_.getParameters.map(shown).mkString("(", ", ", ")"))
    s"no constructor can rebuild it: $largest changes a parameter, or does not keep every parameter in a field. " +
      "(A parameter that no constructor uses needs no field.) Let the constructor just keep its parameters, make the " +
      "class a record, give it a constructor without parameters and no " +
      "final fields, or write a pickler for it"

  private def clearedField(f: FieldLayout): String =
    s"one of its lazy values sets the field '${f.name}' to null when it has been computed, so it could not be " +
      "computed again. Declare " +
      s"the field as `val ${f.name}`, or write a pickler for it"

  /** The refusal of a value that is computed again. */
  def recomputed(what: String, why: String): String =
    s"$what, which is computed again when the object is read. It could come out as another value, since $why. Let " +
      "the constructor take " +
      "it, or write a pickler for it"

  private def finalField(f: FieldLayout, isComputed: Boolean): String =
    val why =
      if isComputed then
        s"its constructor computes its field '${f.name}', a ${f.field.getType.getSimpleName} that may have changed " +
          "since, so changes would be lost"
      else s"its field '${f.name}' is final, and no constructor that could rebuild it takes it, so it would be lost"
    s"$why. Let the constructor take it, make it assignable, or write a pickler for it"

  /** The layout, with everything that it needs opened.
    *
    * @throws InaccessibleObjectException if a module does not allow it
    */
  private def reachable(layout: ClassLayout): ClassLayout =
    for member <- layout.fields.map(_.field) :+ layout.constructor do open(member)
    layout

  private def open(member: AccessibleObject & Member): Unit =
    val isPublic = Modifier.isPublic(member.getModifiers) && Modifier.isPublic(member.getDeclaringClass.getModifiers)
    if !isPublic then member.setAccessible(true)
