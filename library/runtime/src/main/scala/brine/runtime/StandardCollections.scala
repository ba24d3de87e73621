package brine.runtime

import java.util as ju
import scala.collection.{concurrent, immutable, mutable}
import brine.{PickleException, Pickler}
import brine.assembly.{HeadedMapping, HeadedSequence}
import brine.collections.{
  EnumCollections,
  HiddenState,
  MappingOps,
  MutableCollections,
  Order,
  SequenceOps,
  SortedCollections
}
import brine.model.{CollectionKind, StandardClasses}
import brine.runtime.classes.RuntimeNames
import brine.runtime.standard.LibrarySubtype

/** The collection classes of Scala's library and of Java's at open places. A class without a place here is refused
  * there, or is one of the program's own.
  */
private[runtime] object StandardCollections:
  def known: List[LibrarySubtype] = sequences ++ mappings ++ numberKeys ++ sorted ++ ofEnums ++ copies :+ unrolledBuffer

  // ---- classes that consist of their elements only

  private def sequences: List[LibrarySubtype] =
    for (name, kind) <- StandardClasses.sequences.toList if isPlain(name, kind)
    yield checked(LibrarySubtype.loaded(name)(_ => StandardSubtypes.sequence(SequenceOps(kind))))

  private def mappings: List[LibrarySubtype] =
    for (name, kind) <- StandardClasses.mappings.toList if isPlain(name, kind)
    yield checked(LibrarySubtype.loaded(name)(_ => StandardSubtypes.mapping(MappingOps(kind))))

  private val special = Set("EnumSet", "EnumMap", "IntMap", "LongMap", "LazyList", "UnrolledBuffer", "ArraySeq")

  /** Collections that need neither an order nor keys of one type, and the class that an object reports for itself. */
  private def isPlain(name: String, kind: String): Boolean =
    !CollectionKind.isSorted(kind) && !special(name.substring(name.lastIndexOf('.') + 1)) && {
      val c = LibrarySubtype.load(name)
      !RuntimeNames.isOpen(c) || families.contains(c) || smallFamilies.contains(c)
    }

  /** Types of Scala's library whose objects have classes that are its own business. */
  private lazy val families: List[Class[?]] = List(
    classOf[Option[?]],
    classOf[List[?]],
    classOf[Vector[?]],
    classOf[immutable.ListMap[?, ?]],
    classOf[immutable.VectorMap[?, ?]],
    classOf[immutable.ArraySeq[?]],
    classOf[immutable.Queue[?]],
    classOf[immutable.ListSet[?]],
    classOf[immutable.TreeSeqMap[?, ?]],
    classOf[mutable.ArraySeq[?]],
    classOf[immutable.IntMap[?]],
    classOf[immutable.LongMap[?]],
    classOf[immutable.NumericRange[?]],
    classOf[Enumeration#Value],
    classOf[ju.EnumSet[?]]
  )

  /** Those whose first few sizes are classes inside the type's companion. */
  private lazy val smallFamilies: List[Class[?]] =
    List(classOf[Map[?, ?]], classOf[Set[?]], classOf[immutable.SeqMap[?, ?]])

  /** The type by which a class of the libraries is known. */
  def familyOf(c: Class[?]): Option[Class[?]] =
    families.find(_.isAssignableFrom(c)).orElse(smallFamilies.find(isSmall(c, _)))

  private def isSmall(c: Class[?], family: Class[?]): Boolean =
    family.isAssignableFrom(c) &&
      (c.getName.startsWith(family.getName + "$") && !c.getName.endsWith("WithDefault") || c == keySet)

  /** The class of sets that are read in another order than that of a hash table. */
  private val keySet = immutable.VectorMap.empty.keySet.getClass

  /** The data that such a collection may hold beside its elements. */
  private def checked(known: LibrarySubtype): LibrarySubtype =
    if mayHideState.exists(_.isAssignableFrom(known.runtimeClass)) then
      known.refusing(LibrarySubtype.unless(HiddenState.of(_)))
    else known

  private val mayHideState = List[Class[?]](
    classOf[ju.LinkedHashMap[?, ?]],
    classOf[ju.concurrent.BlockingQueue[?]],
    classOf[concurrent.TrieMap[?, ?]],
    classOf[immutable.TreeSeqMap[?, ?]]
  )

  // ---- maps with keys of one primitive type

  private def numberKeys: List[LibrarySubtype] = List(
    LibrarySubtype.of(classOf[immutable.IntMap[?]])(StandardSubtypes.mapping(MappingOps("IntMap"), Pickler[Int])),
    LibrarySubtype.of(classOf[immutable.LongMap[?]])(StandardSubtypes.mapping(MappingOps("LongMap"), Pickler[Long]))
  )

  // ---- sorted collections, which carry their order along

  private def sorted: List[LibrarySubtype] =
    val sets =
      for (name, kind) <- StandardClasses.sequences.toList if isSortedClass(name, kind)
      yield LibrarySubtype.loaded(name) { c =>
        StandardSubtypes.sequence(new HeadedSequence(
          kind,
          c,
          Order.of,
          order => SortedCollections.sequence(kind, orderFor(kind, order)),
          isMutable(kind)
        ))
      }
    val maps =
      for (name, kind) <- StandardClasses.mappings.toList if isSortedClass(name, kind)
      yield LibrarySubtype.loaded(name) { c =>
        StandardSubtypes.mapping(new HeadedMapping(
          kind,
          c,
          Order.of,
          order => SortedCollections.mapping(kind, orderFor(kind, order)),
          isMutable(kind)
        ))
      }
    (sets ++ maps).map(_.refusing((collection, subtypes) => Orders.check(Order.of(collection), collection, subtypes)))

  private def isSortedClass(name: String, kind: String): Boolean =
    CollectionKind.isSorted(kind) && !RuntimeNames.isOpen(LibrarySubtype.load(name))

  private def isMutable(kind: String): Boolean = kind.startsWith("mutable.") || kind.startsWith("java.")

  private def orderFor(kind: String, order: AnyRef | Null): Order =
    val comparator =
      if kind.startsWith("java.") then order.asInstanceOf[ju.Comparator[Any] | Null] else asOrdering(order)
    new Order(() => comparator)

  private def asOrdering(order: AnyRef | Null): Ordering[Any] = order match
    case o: Ordering[?] => o.asInstanceOf[Ordering[Any]]
    case _              => throw new ClassCastException("not an Ordering")

  // ---- collections of enums, which know the class of their constants even when they are empty

  private def ofEnums: List[LibrarySubtype] = List(
    LibrarySubtype.of(classOf[ju.EnumSet[?]])(StandardSubtypes.sequence(
      new HeadedSequence(
        EnumCollections.SetKind,
        classOf[ju.EnumSet[?]],
        constantsOf,
        c => EnumCollections.set(enumClass(c)),
        isMutable = true
      )
    )),
    LibrarySubtype.of(classOf[ju.EnumMap[?, ?]])(StandardSubtypes.mapping(
      new HeadedMapping(
        EnumCollections.MapKind,
        classOf[ju.EnumMap[?, ?]],
        keysOf,
        c => EnumCollections.map(enumClass(c)),
        isMutable = true
      )
    ))
  ).map(_.refusing((collection, subtypes) =>
    val c = collection match
      case set: ju.EnumSet[?]    => constantsOf(set)
      case map: ju.EnumMap[?, ?] => keysOf(map)
    if c == null then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        collection.getClass.getName,
        "it is empty, and does not show the class of its constants. Declare the field by its own type"
      )
    if subtypes.of(c.asInstanceOf[Class[?]]) == null then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        collection.getClass.getName,
        s"its constants are of ${c.asInstanceOf[Class[?]].getName}, which is not on the list of classes that may be " +
          "pickled at run time. Add it"
      )
  ))

  private def enumClass(header: AnyRef | Null): Class[?] =
    val c = header.asInstanceOf[Class[?]]
    if c == null || !c.isEnum then throw new ClassCastException("not the class of an enum")
    c

  /** The class of the constants; null if nothing shows it. An empty set's complement has all constants. */
  private def constantsOf(set: AnyRef): AnyRef | Null =
    val all = set.asInstanceOf[ju.EnumSet[java.util.concurrent.TimeUnit]]
    val some = if all.isEmpty then ju.EnumSet.complementOf(all) else all
    if some.isEmpty then null else declaringClass(some.iterator.next())

  private def keysOf(map: AnyRef): AnyRef | Null =
    val keys = map.asInstanceOf[ju.Map[AnyRef, Any]].keySet
    if keys.isEmpty then null else declaringClass(keys.iterator.next())

  private def declaringClass(constant: Any): Class[?] = constant.asInstanceOf[java.lang.Enum[?]].getDeclaringClass

  // ---- a buffer that knows the class of its elements

  private def unrolledBuffer: LibrarySubtype =
    LibrarySubtype.of(classOf[mutable.UnrolledBuffer[?]])(StandardSubtypes.sequence(
      new HeadedSequence(
        "mutable.UnrolledBuffer",
        classOf[mutable.UnrolledBuffer[?]],
        _.asInstanceOf[mutable.UnrolledBuffer[?]].tag,
        unrolled,
        isMutable = true
      )
    ))

  private def unrolled(tag: AnyRef | Null): SequenceOps =
    val elements = tag.asInstanceOf[scala.reflect.ClassTag[Any]]
    if elements == null then throw new ClassCastException("not a ClassTag")
    MutableCollections.ofScala("mutable.UnrolledBuffer", classOf[mutable.UnrolledBuffer[?]], looksInto = false, null)(
      new mutable.UnrolledBuffer[Any](using elements)
    )

  // ---- the JDK's immutable collections

  private def copies: List[LibrarySubtype] =
    val aList = ju.List.of("", "", "")
    List(
      LibrarySubtype("java.util.List.of", aList.getClass.getSuperclass)(StandardSubtypes.sequence(
        new HeadedSequence(
          "java.util.List.of",
          aList.getClass.getSuperclass,
          list => allowsNulls(list.asInstanceOf[ju.List[?]]),
          listOf,
          isMutable = false
        )
      ))
        .forClasses(aList.getClass, ju.List.of("").getClass),
      LibrarySubtype("java.util.Set.of", ju.Set.of("").getClass.getSuperclass)(
        StandardSubtypes.sequence(new CopiedSequence("java.util.Set.of", isSet = true, parts => ju.Set.of(parts*)))
      )
        .forClasses(ju.Set.of("").getClass, ju.Set.of("a", "b", "c").getClass),
      LibrarySubtype("java.util.Map.of", ju.Map.of("", "").getClass.getSuperclass)(StandardSubtypes.mapping(CopiedMap))
        .forClasses(ju.Map.of("", "").getClass, ju.Map.of().getClass),
      // It shows its array, and can be assigned to.
      LibrarySubtype.storing(
        "java.util.Arrays.asList",
        ju.Arrays.asList("").getClass,
        "elements" -> StandardSubtypes.any
      )(list =>
        List(list.asInstanceOf[ju.List[?]].toArray)
      )(parts => ju.Arrays.asList(elements(parts(0))*))
    )

  private def elements(part: AnyRef): Array[AnyRef] = part match
    case array: Array[AnyRef] => array
    case _                    => throw new PickleException.Malformed("expected the elements of an Arrays.asList")

  /** `Stream.toList` makes such a list, which `List.of` does not. */
  private def allowsNulls(list: ju.List[?]): AnyRef =
    try
      val ignored = list.contains(null)
      java.lang.Boolean.TRUE
    catch case _: NullPointerException => java.lang.Boolean.FALSE

  private def listOf(allowsNulls: AnyRef | Null): SequenceOps =
    if allowsNulls.asInstanceOf[java.lang.Boolean].nn then
      new CopiedSequence("java.util.List.of", isSet = false, parts => ju.Arrays.stream(parts).toList)
    else new CopiedSequence("java.util.List.of", isSet = false, parts => ju.List.of(parts*))

  /** A collection that is made of all its elements at once. */
  private final class CopiedSequence(kind: String, isSet: Boolean, make: Array[AnyRef] => AnyRef)
      extends SequenceOps(kind, looksIntoElements = isSet):
    import scala.jdk.CollectionConverters.*
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[ju.Collection[?]]
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[ju.Collection[Any]].asScala
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = mutable.ArrayBuffer.newBuilder[Any].mapResult(all =>
      made(kind)(make(all.toArray[Any].asInstanceOf[Array[AnyRef]]))
    )

  private object CopiedMap extends MappingOps("java.util.Map.of"):
    import scala.jdk.CollectionConverters.*
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[ju.Map[?, ?]]
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = collection.asInstanceOf[ju.Map[Any, Any]].asScala
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] =
      mutable.ArrayBuffer.newBuilder[(Any, Any)].mapResult { all =>
        made(kind)(ju.Map.ofEntries(all.map((k, v) => ju.Map.entry(k, v)).toArray*))
      }

  /** Refuses nulls and elements that come twice, as the JDK does. */
  private def made(kind: String)(make: => AnyRef): AnyRef =
    try make
    catch
      case e: (NullPointerException | IllegalArgumentException) =>
        throw new PickleException.Malformed(s"a $kind has a null, or an element twice", e)
