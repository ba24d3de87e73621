package brine

import scala.annotation.StaticAnnotation

/** The name in pickles of a field, a class, an object or an enum's case. The program's own name can then change
  * without a change of the data (docs/guide/evolution.md).
  *
  * {{{ final case class Person(@rename("nick") nickName: String) derives Pickler }}}
  * Of classes and objects it matters where they are leaves of a sealed type.
  */
final class rename(name: String) extends StaticAnnotation

/** Names that older data have for this field, class, object or enum's case. Pickles are written with the present
  * name.
  *
  * {{{ final case class Person(@alias("nick", "nickname") handle: String) derives Pickler }}}
  */
final class alias(names: String*) extends StaticAnnotation

/** The value of this field for data that do not contain it, computed anew for each object. It replaces the
  * parameter's default, which code that makes new objects should not get. It applies to variables of a class's body,
  * too, which have no default.
  *
  * {{{ final case class Order(item: Int, @ifAbsent("unknown") customer: String) derives Pickler }}}
  */
final class ifAbsent(value: Any) extends StaticAnnotation

/** Marks the leaf of a sealed type that replaces leaves unknown to the reader. It is an object, or a class whose
  * fields are all optional (defaults, options, collections).
  *
  * {{{ enum Color derives Pickler { case Red, Green; @fallback case Other } }}}
  *
  * The content of an unknown leaf is skipped. Without a fallback the read fails with [[PickleException.UnknownLeaf]].
  */
final class fallback extends StaticAnnotation
