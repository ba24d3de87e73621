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

/** Has the members of a JSON object for which the class has no other field, each by its name. The field is an immutable
  * map with `String` keys, which is not a member itself.
  *
  * {{{
  * final case class Schema(title: String, @jsonRest("x-") extensions: Map[String, Json]) derives Pickler
  * json.write(Schema("a", Map("x-b" -> Json.Num("1")))) // {"title":"a","x-b":1}
  * }}}
  * With prefixes, it has the members whose names begin with one of them. The names in the map have the prefixes, too.
  * Without, it has all members that no other field has. A class may have several such maps with different prefixes. In
  * other formats the map is a field as any other.
  *
  * A map that has the name of another field, or a name that its prefixes exclude, is refused when it is written.
  */
final class jsonRest(prefixes: String*) extends StaticAnnotation

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
  * The content of an unknown leaf is skipped, unless the class has a field that keeps it:
  *
  *   - a field of type [[Extras]] keeps the name and the members, and other fields have those of their names;
  *   - in JSON, the only field, a `brine.json.Json` or `RawJson`, keeps the whole value;
  *   - the only field, a `String`, keeps the name of a leaf, if all other leaves are objects.
  *
  * JSON writes the value as it was. Where the name or the members would be lost, the value is refused. Without a
  * fallback the read fails with [[PickleException.UnknownLeaf]].
  */
final class fallback extends StaticAnnotation
