package brine.runtime.standard

import brine.{PickleException, Pickler, Subtype}

/** A subtype of the libraries, which is made on first use.
  *
  * @param name         its name in pickles
  * @param runtimeClass the class, or the class above those that have this name
  */
private[runtime] final class LibrarySubtype(
    val name: String,
    val runtimeClass: Class[?],
    find: () => Pickler[?],
    refuses: Subtype.Check | Null,
    of: List[Class[?]] = Nil
):
  lazy val subtype: Subtype[?] =
    val plain = Subtype.of(runtimeClass, find().asInstanceOf[Pickler[Any]]).named(name)
    if refuses == null then plain else plain.refusing(refuses)

  /** The classes whose objects have this name. */
  def classes: List[Class[?]] = if of.isEmpty then List(runtimeClass) else of

  def refusing(check: Subtype.Check): LibrarySubtype = new LibrarySubtype(name, runtimeClass, find, check, of)

  def forClasses(classes: Class[?]*): LibrarySubtype =
    new LibrarySubtype(name, runtimeClass, find, refuses, classes.toList)

private[runtime] object LibrarySubtype:
  private val loader: ClassLoader = classOf[List[?]].getClassLoader

  def load(name: String): Class[?] = loader.loadClass(name)

  def apply(name: String, c: Class[?])(pickler: => Pickler[?]): LibrarySubtype =
    new LibrarySubtype(name, c, () => pickler, null)

  /** Under the full name of its class. */
  def of(c: Class[?])(pickler: => Pickler[?]): LibrarySubtype = LibrarySubtype(c.getName.stripSuffix("$"), c)(pickler)

  def loaded(name: String)(pickler: Class[?] => Pickler[?]): LibrarySubtype =
    val c = load(name)
    of(c)(pickler(c))

  /** An object of which there is one. */
  def ofObject(name: String, value: AnyRef): LibrarySubtype =
    LibrarySubtype(name, value.getClass)(new ObjectPickler(name.substring(name.lastIndexOf('.') + 1), value))

  /** Objects by the parts that `apart` gives. `together` keeps them, or is called when they are complete. */
  def ofParts(
      name: String,
      c: Class[?],
      parts: (String, Pickler[?])*
  )(apart: AnyRef => Seq[Any])(together: Array[AnyRef] => AnyRef): LibrarySubtype =
    LibrarySubtype(name, c)(new PartsPickler(simpleName(name), c, parts, apart, together, storesOnly = false))

  /** As [[ofParts]], where `together` does nothing but keep the parts. */
  def storing(
      name: String,
      c: Class[?],
      parts: (String, Pickler[?])*
  )(apart: AnyRef => Seq[Any])(together: Array[AnyRef] => AnyRef): LibrarySubtype =
    LibrarySubtype(name, c)(new PartsPickler(simpleName(name), c, parts, apart, together, storesOnly = true))

  private def simpleName(name: String): String = name.substring(name.lastIndexOf('.') + 1).replace('$', '.')

  /** Refuses the objects for which `why` gives a reason. */
  def unless(why: AnyRef => String | Null): Subtype.Check = (value, _) =>
    val reason = why(value)
    if reason != null then throw PickleException.UnexpectedClass.because("an open type", value.getClass.getName, reason)
