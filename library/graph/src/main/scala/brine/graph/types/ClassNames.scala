package brine.graph.types

import scala.collection.mutable
import brine.PickleException
import brine.shape.{Fingerprint, Shape}
import brine.wire.{ByteSink, ByteSource}

/** The full names of the classes in a graph's tables: the last part of a footer, where simple names do not tell types
  * apart.
  */
private[graph] object ClassNames:
  private final val MostChars = 1000

  /** Puts the name of each class, table by table, breadth first; empty where it is not known. */
  def put(tables: Iterable[TypeTable], footer: ByteSink): Unit =
    val names = for table <- tables; product <- productsOf(table.shape) yield product.className
    val distinct = names.toSeq.distinct
    footer.putVarint(distinct.length)
    for name <- distinct do Texts.put(name, footer)
    val numbers = distinct.zipWithIndex.toMap
    for name <- names do footer.putVarint(numbers(name))

  /** Enters them into the shapes of these tables. */
  def get(tables: Iterable[TypeTable], footer: ByteSource): Unit = get(tables, footer.getVarint(), footer)

  /** The same where no names say that none are needed; whether there are any. */
  def getIfAny(tables: Iterable[TypeTable], footer: ByteSource): Boolean =
    val count = footer.getVarint()
    if count != 0 then get(tables, count, footer)
    count != 0

  private def get(tables: Iterable[TypeTable], count: Int, footer: ByteSource): Unit =
    if count < 0 || count > footer.remaining then
      throw new PickleException.Malformed(
        s"the footer claims ${Integer.toUnsignedString(count)} class names, and ${footer.remaining} bytes are left"
      )
    val names = Array.fill(count)(PickleException.quote(Texts.get(footer), MostChars))
    for table <- tables; product <- productsOf(table.shape) do
      val number = footer.getVarint()
      if number < 0 || number >= names.length then
        throw new PickleException.Malformed(
          s"invalid class name number ${Integer.toUnsignedString(number)}: there are ${names.length} names"
        )
      product.className = names(number)

  /** True if two classes have one simple name, or if types differ only in the classes that they hold. */
  def areNeeded[T >: Null <: KnownType](types: KnownTypes[T]): Boolean =
    val fullNames = mutable.HashMap.empty[String, String]
    types.hasSplit || types.iterator.exists { known =>
      known.fullShape match
        case p: Shape.Product => fullNames.getOrElseUpdate(p.name, p.className) != p.className
        case _                => false
    }

  private def productsOf(root: Shape): Seq[Shape.Product] =
    val seen = new java.util.IdentityHashMap[Shape, Shape]
    val open = mutable.Queue(root)
    val found = mutable.ArrayBuffer.empty[Shape.Product]
    seen.put(root, root)
    while open.nonEmpty do
      val shape = open.dequeue()
      shape match
        case p: Shape.Product => found += p
        case _                => ()
      for child <- Fingerprint.childrenOf(shape) do if seen.put(child, child) == null then open += child
    found.toSeq
