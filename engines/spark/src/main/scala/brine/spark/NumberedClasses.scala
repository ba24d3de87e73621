package brine.spark

import brine.{PickleException, Subtype, Subtypes}

/** The numbers of an application's classes, for the classes of one class loader. */
private[spark] final class NumberedClasses(subtypes: Subtypes, numbers: ClassNumbers) extends Subtypes.Numbering:
  def numberOf(subtype: Subtype[?]): Int =
    val fixed = numbers.fixed.numberOf(subtype.name)
    if fixed >= 0 then fixed
    else if !numbers.canGrow then -1
    else numbers.numberOf(keyOf(subtype))

  private def keyOf(subtype: Subtype[?]): ClassKey = ClassKey(subtype.name, subtype.pickler.shape.fingerprint)

  def numbered(number: Int): Subtype[?] | Null =
    val fixed = numbers.fixed.nameOf(number)
    if fixed != null then subtypes.named(fixed) else ofKey(keyOf(number))

  private def keyOf(number: Int): ClassKey =
    val key = numbers.keyOf(number)
    if key == null then
      throw new PickleException.WrongType(
        "a class number of this application",
        s"$number. The record is damaged, or another application wrote it" +
          (if numbers.canGrow then ""
           else s"; or the plugin ${classOf[BrinePlugin].getName} is on in the JVM that wrote it, and not here")
      )
    key

  /** The class of this JVM, if it is the one that the number was given for. */
  private def ofKey(key: ClassKey): Subtype[?] =
    val found = subtypes.named(key.name)
    if found == null then throw PickleException.UnknownSubtype.ofName(key.name)
    if found.pickler.shape.fingerprint != key.fingerprint then
      throw new PickleException.WrongType(
        f"${key.name} with fingerprint ${found.pickler.shape.fingerprint}%016x, as in this JVM",
        f"fingerprint ${key.fingerprint}%016x. The JVMs of this application have different versions of the class: " +
          f"give all of them the same jars"
      )
    found
