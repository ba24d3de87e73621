package brine

import scala.annotation.StaticAnnotation

/** The name in pickles of a field, a class, an object or an enum's case, in place of the one that it has in the program: so the
  * program's can change, and the data does not notice (docs/guide/evolution.md).
  *
  * {{{ final case class Person(@rename("nick") nickName: String) derives Pickler }}}
  * Of classes and objects it matters where they are leaves of a sealed type.
  */
final class rename(name: String) extends StaticAnnotation

/** Names that older data have for this field, class, object or enum's case. What is written has the present one.
  *
  * {{{ final case class Person(@alias("nick", "nickname") handle: String) derives Pickler }}}
  */
final class alias(names: String*) extends StaticAnnotation

/** What this field is in data that do not have it: computed anew for each object, in place of the parameter's default, which
  * code that makes new objects should not get. Also for variables of a class's body, which have no default.
  *
  * {{{ final case class Order(item: Int, @ifAbsent("unknown") customer: String) derives Pickler }}}
  */
final class ifAbsent(value: Any) extends StaticAnnotation

/** The leaf of a sealed type that stands for those which the reader does not know: an object, or a class that needs no fields
  * (defaults, options and collections will do).
  *
  * {{{ enum Color derives Pickler { case Red, Green; @fallback case Other } }}}
  * What was written of an unknown leaf is passed over. Without a fallback it is a [[PickleException.UnknownLeaf]].
  */
final class fallback extends StaticAnnotation
