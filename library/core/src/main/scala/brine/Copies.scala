package brine

import brine.shape.{ScalarKind, Shape}
import java.lang.reflect.{Field, Modifier}
import java.util.Arrays

/** Deep copies: `x.deepCopy`. */
private[brine] object Copies:
  def of[A](value: A, pickler: Pickler[A], options: PickleOptions): A = pickler match
    case _ if value == null                     => value
    case own: Copies.PlanCopier[A @unchecked]   => own.copyOf(value, options)
    case _ if CallTape.isShared(value, pickler) => value
    case _                                      => CallTape.copy(value, pickler, options)

  /** A pickler that copies values without its calls. */
  trait PlanCopier[A]:
    /** Copies a value that is not null. */
    private[brine] def copyOf(value: A, options: PickleOptions): A

/** The calls of one value's pickler, as objects in their order. */
private[brine] final class CallTape:
  import CallTape.*
  private var calls = new Array[AnyRef](FirstCapacity)
  private var written = 0
  private var at = 0

  def add(call: AnyRef): Unit =
    if written == calls.length then calls = Arrays.copyOf(calls, written * 2)
    calls(written) = call
    written += 1

  def peek: AnyRef | Null = if at < written then calls(at) else null

  /** Returns the next call. (A pickler that reads other parts than it has written gets a failure, of here or of a
    * cast.)
    */
  def next(): AnyRef =
    if at >= written then throw new PickleException.Truncated("a pickler reads more than it has written")
    val call = calls(at)
    calls(at) = null // the copy may be large
    at += 1
    call

  def skip(call: AnyRef): Boolean =
    val isNext = at < written && (calls(at) eq call)
    if isNext then at += 1
    isNext

  def isAtEnd: Boolean = at == written

private[brine] object CallTape:
  private final val FirstCapacity = 64

  /** Returns true if a copy shares a value of a handwritten pickler. */
  def isShared(value: Any, pickler: Unpickler[?]): Boolean =
    ImmutableClasses.isValue(pickler.shape) || ImmutableClasses.isImmutable(value.asInstanceOf[AnyRef].getClass)

  /** Copies a value by its pickler: writes its calls, and reads them. */
  def copy[A](value: A, pickler: Pickler[A], options: PickleOptions): A =
    val tape = new CallTape
    FailureBoundary.writing(pickler.pickle(value, new TapeBuilder(tape, options)))
    try
      val copy = pickler.unpickle(new TapeReader(tape, options))
      if !tape.isAtEnd then throw new PickleException.Malformed("a pickler reads less than it has written")
      copy
    catch case e: Throwable => throw FailureBoundary.partFailure(e)

  object NullCall
  object Present
  object Identity
  object None
  object Some
  object SomeNull
  object HandwrittenValue
  final class Reference(val id: Int)
  final class Leaf(val number: Int)
  final class ArrayClass(val name: String)

  /** A value that original and copy share, for all calls of its handwritten pickler. */
  final class Shared(val value: AnyRef)

private final class TapeBuilder(tape: CallTape, options: PickleOptions) extends PickleBuilder(options):
  import CallTape.*

  private[brine] override def putByHand(pickler: Pickler[Any], value: Any): Boolean =
    val isShared = CallTape.isShared(value, pickler)
    tape.add(if isShared then new Shared(value.asInstanceOf[AnyRef]) else HandwrittenValue)
    isShared

  def putNull(): Unit = tape.add(NullCall)
  def putPresent(): Unit = tape.add(Present)

  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = tape.add(java.lang.Boolean.valueOf(value))
  def putByte(value: Byte): Unit = tape.add(java.lang.Byte.valueOf(value))
  def putShort(value: Short): Unit = tape.add(java.lang.Short.valueOf(value))
  def putChar(value: Char): Unit = tape.add(java.lang.Character.valueOf(value))
  def putInt(value: Int): Unit = tape.add(java.lang.Integer.valueOf(value))
  def putLong(value: Long): Unit = tape.add(java.lang.Long.valueOf(value))
  def putFloat(value: Float): Unit = tape.add(java.lang.Float.valueOf(value))
  def putDouble(value: Double): Unit = tape.add(java.lang.Double.valueOf(value))
  def putString(value: String | Null): Unit = tape.add(if value == null then NullCall else value)

  def beginProduct(shape: Shape.Product): Unit = ()
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = tape.add(new Leaf(leaf))
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = tape.add(new Leaf(leaf))
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = tape.add(subtype)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def putNone(shape: Shape.Optional): Unit = tape.add(None)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = tape.add(if isNull then SomeNull else Some)
  def endSome(shape: Shape.Optional): Unit = ()

  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = tape.add(new ArrayClass(name))
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = header(size, hasNulls)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = header(size, hasNulls)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  private def header(size: Int, hasNulls: Boolean): Unit =
    tape.add(java.lang.Long.valueOf(PickleReader.header(size, hasNulls)))

  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    val length = java.lang.reflect.Array.getLength(array)
    val copy = java.lang.reflect.Array.newInstance(array.getClass.getComponentType, length)
    System.arraycopy(array, 0, copy, 0, length)
    tape.add(copy)

  def putReference(id: Int, arity: Int): Unit = tape.add(new Reference(id))
  def putIdentity(id: Int): Unit = tape.add(Identity)

private final class TapeReader(tape: CallTape, options: PickleOptions) extends PickleReader(options):
  import CallTape.*
  private var isObject = false
  private var objects = 0

  private[brine] override def getByHand(unpickler: Unpickler[?]): Any = tape.next() match
    case shared: Shared => shared.value
    case _              => null

  def getUnit(): Unit = ()
  def getBoolean(): Boolean = tape.next().asInstanceOf[java.lang.Boolean]
  def getByte(): Byte = tape.next().asInstanceOf[java.lang.Byte]
  def getShort(): Short = tape.next().asInstanceOf[java.lang.Short]
  def getChar(): Char = tape.next().asInstanceOf[java.lang.Character]
  def getInt(): Int = tape.next().asInstanceOf[java.lang.Integer]
  def getLong(): Long = tape.next().asInstanceOf[java.lang.Long]
  def getFloat(): Float = tape.next().asInstanceOf[java.lang.Float]
  def getDouble(): Double = tape.next().asInstanceOf[java.lang.Double]
  def getString(): String | Null = tape.next() match
    case NullCall => null
    case text     => text.asInstanceOf[String]

  def getTag(shape: Shape, arity: Int): Int =
    isObject = tape.skip(Identity)
    tape.peek match
      case r: Reference =>
        tape.next()
        PickleReader.reference(r.id)
      case NullCall =>
        tape.next()
        PickleReader.NullTag
      case leaf: Leaf if shape.isInstanceOf[Shape.Sum] =>
        tape.next()
        // An object that keeps its identity has it before its leaf.
        leaf.number
      case _ =>
        tape.skip(Present)
        0

  def getIdentity(shape: Shape): Int =
    if !isObject then -1
    else
      isObject = false
      objects += 1
      objects - 1

  def beginProduct(shape: Shape.Product): Unit = ()
  def nextField(shape: Shape.Product, previous: Int): Int =
    if previous + 1 < shape.fieldNames.length then previous + 1 else -1
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def beginOpen(shape: Shape.Open): Subtype[?] = tape.next().asInstanceOf[Subtype[?]]
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def beginOptional(shape: Shape.Optional): Int = tape.next() match
    case NullCall => PickleReader.NullTag
    case None     => PickleReader.None
    case SomeNull => PickleReader.SomeNull
    case _        => PickleReader.Some
  def endSome(shape: Shape.Optional): Unit = ()

  override def getArrayClass(shape: Shape.Sequence): String | Null = tape.peek match
    case named: ArrayClass =>
      tape.next()
      named.name
    case _ => null

  def beginSequence(shape: Shape.Sequence): Long = header()
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = index < size
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping): Long = header()
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean = index < size
  def beginValue(shape: Shape.Mapping): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  private def header(): Long = tape.next() match
    case NullCall => PickleReader.NullTag
    case header   => header.asInstanceOf[java.lang.Long]

  override def getArray(shape: Shape.Sequence, kind: ScalarKind): AnyRef | Null = tape.next() match
    case NullCall => null
    case array    => array

/** Classes whose objects nobody can change, or tell from copies. */
private[brine] object ImmutableClasses:
  /** Returns true for standard types that are values, and for the names of classes and functions. */
  def isValue(shape: Shape): Boolean = shape.isInstanceOf[Shape.Standard] || shape.isInstanceOf[Shape.CodeName]

  /** Returns true if the class has at most so many fields, and all are final. */
  def hasFinalFields(c: Class[?], most: Int): Boolean =
    val fields = fieldsOf(c)
    fields.length <= most && fields.forall(f => Modifier.isFinal(f.getModifiers))

  /** Returns true if objects of exactly this class are immutable, by the types of their fields. */
  def isImmutable(c: Class[?]): Boolean = known.get(c)

  private val known = new ClassValue[java.lang.Boolean]:
    def computeValue(c: Class[?]): java.lang.Boolean =
      isListed(c) || classOf[java.lang.Enum[?]].isAssignableFrom(c) || (!c.isArray && fieldsOf(c).forall(f =>
        Modifier.isFinal(f.getModifiers) && (f.getType.isPrimitive || isListed(f.getType))
      ) && !c.getName.startsWith("java."))

  /** Immutable classes without subclasses. */
  private def isListed(c: Class[?]): Boolean = Listed.contains(c)

  private val Listed: java.util.Set[Class[?]] = java.util.Set.of(
    classOf[String],
    classOf[java.lang.Boolean],
    classOf[java.lang.Byte],
    classOf[java.lang.Short],
    classOf[java.lang.Character],
    classOf[java.lang.Integer],
    classOf[java.lang.Long],
    classOf[java.lang.Float],
    classOf[java.lang.Double],
    classOf[scala.runtime.BoxedUnit],
    classOf[scala.math.BigInt],
    classOf[scala.math.BigDecimal],
    classOf[java.util.UUID],
    classOf[java.util.OptionalInt],
    classOf[java.util.OptionalLong],
    classOf[java.util.OptionalDouble],
    classOf[java.time.Instant],
    classOf[java.time.LocalDate],
    classOf[java.time.Duration],
    classOf[Extras]
  )

  /** The fields of objects of a class, without the object around it. */
  private def fieldsOf(c: Class[?]): List[Field] =
    val above = if c.getSuperclass == null then Nil else fieldsOf(c.getSuperclass)
    c.getDeclaredFields.toList.filter(f => !Modifier.isStatic(f.getModifiers) && f.getName != "$outer") ++ above
