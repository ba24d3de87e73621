package brine.runtime

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.util as ju
import scala.collection.{immutable, mutable}
import scala.collection.immutable.NumericRange
import brine.picklers.RangePicklers
import brine.{PickleException, Pickler, Subtypes}
import brine.runtime.classes.RuntimeNames
import brine.runtime.standard.LibrarySubtype

/** Classes of the libraries that are neither values nor plain collections, as they occur at open places. They are
  * wrapped arrays, ranges, mutable text, constants of `Enumeration`s, and the JDK's small immutable collections.
  */
private[runtime] object LibraryObjects:
  private def any: Pickler[Any] = StandardSubtypes.any

  def known: List[LibrarySubtype] = wrappedArrays ++ ranges ++ texts ++ enumerations ++ smallOfJava ++ entries

  // ---- arrays: the class of the array determines the class of the sequence

  private def wrappedArrays: List[LibrarySubtype] =
    def ofImmutable(name: String, c: Class[?])(wrap: Array[?] => AnyRef) =
      LibrarySubtype.storing(name, c, "array" -> any)(s => List(s.asInstanceOf[immutable.ArraySeq[?]].unsafeArray))(
        parts =>
          wrap(array(parts(0)))
      )
    def ofMutable(name: String, c: Class[?])(wrap: Array[?] => AnyRef) =
      LibrarySubtype.storing(name, c, "array" -> any)(s => List(s.asInstanceOf[mutable.ArraySeq[?]].array))(parts =>
        wrap(array(parts(0)))
      )
    List(
      ofImmutable("scala.collection.immutable.ArraySeq", classOf[immutable.ArraySeq[?]])(
        immutable.ArraySeq.unsafeWrapArray(_)
      ),
      ofMutable("scala.collection.mutable.ArraySeq", classOf[mutable.ArraySeq[?]])(mutable.ArraySeq.make(_)),
      // An array of units is one of references, too.
      ofImmutable("scala.collection.immutable.ArraySeq$ofUnit", classOf[immutable.ArraySeq.ofUnit])(all =>
        new immutable.ArraySeq.ofUnit(all.asInstanceOf[Array[Unit]])
      ),
      ofMutable("scala.collection.mutable.ArraySeq$ofUnit", classOf[mutable.ArraySeq.ofUnit])(all =>
        new mutable.ArraySeq.ofUnit(all.asInstanceOf[Array[Unit]])
      )
    ).map(_.refusing((seq, subtypes) => checkArray(seq, subtypes)))

  private def array(part: AnyRef): Array[?] =
    if part == null || !part.getClass.isArray then
      throw new PickleException.Malformed("expected the array of an ArraySeq")
    part.asInstanceOf[Array[?]]

  private def checkArray(seq: AnyRef, subtypes: Subtypes): Unit =
    val array: AnyRef = seq match
      case s: immutable.ArraySeq[?] => s.unsafeArray
      case s: mutable.ArraySeq[?]   => s.array
    if subtypes.of(array.getClass) == null then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        seq.getClass.getName,
        s"it wraps a ${array.getClass.getTypeName}, whose element class is not on the list of classes that may be " +
          "pickled at run time. Add it, " +
          "or copy the elements into a Vector"
      )

  // ---- ranges

  /** The only field of its type. It is public in the library of Scala 2.13, and private since Scala 3.8. */
  private lazy val integralOf: MethodHandle =
    val field = classOf[NumericRange[?]].getDeclaredFields.find(_.getType == classOf[Integral[?]]).get
    field.setAccessible(true)
    MethodHandles.lookup.unreflectGetter(field).asType(MethodType.methodType(classOf[Object], classOf[NumericRange[?]]))

  private def numbersOf(range: NumericRange[?]): AnyRef = integralOf.invokeExact(range)

  private def ranges: List[LibrarySubtype] = List(
    LibrarySubtype.storing(
      "scala.collection.immutable.NumericRange",
      classOf[NumericRange[?]],
      "start" -> any,
      "end" -> any,
      "step" -> any,
      "isInclusive" -> Pickler[Boolean],
      "numbers" -> any
    ) { range =>
      val r = range.asInstanceOf[NumericRange[Any]]
      List(r.start, r.end, r.step, r.isInclusive, numbersOf(r))
    } { parts =>
      if parts(4) == null then throw new PickleException.Malformed("the numbers of a range are null")
      given Integral[Any] = parts(4).asInstanceOf[Integral[Any]]
      RangePicklers.numbers[Any](RangePicklers.Steps(parts(0), parts(1), parts(2), parts(3) == java.lang.Boolean.TRUE))
    }.refusing((range, subtypes) => Orders.check(numbersOf(range.asInstanceOf[NumericRange[?]]), range, subtypes))
  )

  // ---- text

  private def texts: List[LibrarySubtype] = List(
    LibrarySubtype.ofParts(
      "scala.collection.immutable.WrappedString",
      classOf[immutable.WrappedString],
      "text" -> Pickler[String]
    )(s => List(s.toString))(parts => new immutable.WrappedString(text(parts))),
    LibrarySubtype.ofParts(
      "scala.collection.mutable.StringBuilder",
      classOf[mutable.StringBuilder],
      "text" -> Pickler[String]
    )(s => List(s.toString))(parts => new mutable.StringBuilder(text(parts))),
    LibrarySubtype.ofParts("java.lang.StringBuilder", classOf[java.lang.StringBuilder], "text" -> Pickler[String])(s =>
      List(s.toString)
    )(parts => new java.lang.StringBuilder(text(parts))),
    LibrarySubtype.ofParts("java.lang.StringBuffer", classOf[java.lang.StringBuffer], "text" -> Pickler[String])(s =>
      List(s.toString)
    )(parts => new java.lang.StringBuffer(text(parts)))
  )

  private def text(parts: Array[AnyRef]): String =
    if parts(0) == null then throw new PickleException.Malformed("expected a text, found null")
    parts(0).asInstanceOf[String]

  // ---- scala.Enumeration

  private lazy val enumerationOf =
    MethodHandles.publicLookup.findVirtual(
      classOf[Enumeration#Value],
      "scala$Enumeration$Value$$$outer",
      MethodType.methodType(classOf[Enumeration])
    )

  private lazy val enumerationOfSet =
    MethodHandles.publicLookup.findVirtual(
      classOf[Enumeration#ValueSet],
      "scala$Enumeration$ValueSet$$$outer",
      MethodType.methodType(classOf[Enumeration])
    )

  private def ofConstant(constant: AnyRef): Enumeration =
    enumerationOf.invokeExact(constant.asInstanceOf[Enumeration#Value]).asInstanceOf[Enumeration]
  private def ofSet(set: AnyRef): Enumeration =
    enumerationOfSet.invokeExact(set.asInstanceOf[Enumeration#ValueSet]).asInstanceOf[Enumeration]

  private def enumerations: List[LibrarySubtype] = List(
    LibrarySubtype.ofParts(
      "scala.Enumeration$Value",
      classOf[Enumeration#Value],
      "enumeration" -> any,
      "name" -> Pickler[String]
    )(v => List(ofConstant(v), v.toString))(parts => constant(parts(0), parts(1))).refusing { (v, subtypes) =>
      checkEnumeration(ofConstant(v), v, subtypes)
      checkName(ofConstant(v), v, v)
    },
    LibrarySubtype.ofParts(
      "scala.Enumeration$ValueSet",
      classOf[Enumeration#ValueSet],
      "enumeration" -> any,
      "names" -> Pickler[Vector[String]]
    )(set => List(ofSet(set), set.asInstanceOf[Iterable[Any]].iterator.map(_.toString).toVector)) { parts =>
      val e = parts(0).asInstanceOf[Enumeration].nn
      e.ValueSet.fromSpecific(parts(1).asInstanceOf[Vector[String]].nn.map(constant(e, _).asInstanceOf[e.Value]))
    }.refusing { (set, subtypes) =>
      checkEnumeration(ofSet(set), set, subtypes)
      for v <- set.asInstanceOf[Iterable[AnyRef]] do checkName(ofSet(set), v, set)
    }
  )

  private def constant(enumeration: AnyRef, name: AnyRef): AnyRef =
    val e = enumeration.asInstanceOf[Enumeration].nn
    try e.withName(name.asInstanceOf[String])
    catch
      case _: NoSuchElementException =>
        throw new PickleException.Malformed(s"$e has no value '${PickleException.quote(String.valueOf(name))}'")

  private def checkEnumeration(enumeration: Enumeration, of: AnyRef, subtypes: Subtypes): Unit =
    val subtype = subtypes.ofObject(enumeration)
    if subtype == null || !subtype.isObject then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        of.getClass.getName,
        s"its enumeration ${enumeration.getClass.getName} is not on the list of classes that may be pickled at run " +
          "time, or not an `object`. Add " +
          s"`${RuntimeNames.shown(enumeration.getClass)}.getClass` to it"
      )

  /** A read goes by names: two constants of one name would come back as one. */
  private def checkName(enumeration: Enumeration, constant: AnyRef, of: AnyRef): Unit =
    val isFound =
      try enumeration.withName(constant.toString) eq constant
      catch case _: NoSuchElementException => false
    if !isFound then
      throw PickleException.UnexpectedClass.because(
        "an open type",
        of.getClass.getName,
        s"its enumeration has no constant, or several, of the name '$constant'. Give each a name of its own"
      )

  // ---- small collections of the JDK, which cannot change

  private def smallOfJava: List[LibrarySubtype] = List(
    LibrarySubtype.ofObject("java.util.Collections.emptyList", ju.Collections.emptyList[Any]()),
    LibrarySubtype.ofObject("java.util.Collections.emptySet", ju.Collections.emptySet[Any]()),
    LibrarySubtype.ofObject("java.util.Collections.emptyMap", ju.Collections.emptyMap[Any, Any]()),
    LibrarySubtype.ofParts(
      "java.util.Collections.singletonList",
      ju.Collections.singletonList("").getClass,
      "element" -> any
    )(list => List(list.asInstanceOf[ju.List[Any]].get(0)))(parts => ju.Collections.singletonList(parts(0))),
    LibrarySubtype.ofParts("java.util.Collections.singleton", ju.Collections.singleton("").getClass, "element" -> any)(
      set =>
        List(set.asInstanceOf[ju.Set[Any]].iterator.next())
    )(parts => ju.Collections.singleton(parts(0))),
    LibrarySubtype.ofParts(
      "java.util.Collections.singletonMap",
      ju.Collections.singletonMap("", "").getClass,
      "key" -> any,
      "value" -> any
    ) { map =>
      val entry = map.asInstanceOf[ju.Map[Any, Any]].entrySet.iterator.next()
      List(entry.getKey, entry.getValue)
    }(parts => ju.Collections.singletonMap(parts(0), parts(1)))
  )

  // ---- entries of the JDK's maps

  private def entries: List[LibrarySubtype] = List(
    LibrarySubtype.storing(
      "java.util.AbstractMap$SimpleEntry",
      classOf[ju.AbstractMap.SimpleEntry[?, ?]],
      "key" -> any,
      "value" -> any
    )(keyAndValue)(parts =>
      new ju.AbstractMap.SimpleEntry[Any, Any](parts(0), parts(1))
    ),
    LibrarySubtype.ofParts(
      "java.util.AbstractMap$SimpleImmutableEntry",
      classOf[ju.AbstractMap.SimpleImmutableEntry[?, ?]],
      "key" -> any,
      "value" -> any
    )(keyAndValue)(parts => new ju.AbstractMap.SimpleImmutableEntry[Any, Any](parts(0), parts(1))),
    LibrarySubtype.ofParts("java.util.Map.entry", ju.Map.entry("", "").getClass, "key" -> any, "value" -> any)(
      keyAndValue
    )(parts =>
      ju.Map.entry[Any, Any](parts(0), parts(1))
    )
  )

  private def keyAndValue(entry: AnyRef): Seq[Any] =
    val e = entry.asInstanceOf[ju.Map.Entry[Any, Any]]
    List(e.getKey, e.getValue)
